import {
  CodeActionRequest,
  CodeLensRequest,
  ColorPresentationRequest,
  CompletionRequest,
  CompletionResolveRequest,
  DefinitionRequest,
  DocumentColorRequest,
  DocumentDiagnosticRequest,
  DocumentLinkRequest,
  DocumentLinkResolveRequest,
  DocumentSymbolRequest,
  ExecuteCommandRequest,
  FoldingRangeRequest,
  HoverRequest,
  InitializeRequest,
  InlayHintRequest,
  LinkedEditingRangeRequest,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  SelectionRangeRequest,
  SemanticTokensRangeRequest,
  SemanticTokensRequest,
  WillDeleteFilesRequest,
  WillRenameFilesRequest,
  WorkspaceDiagnosticRequest,
  WorkspaceSymbolRequest,
} from "vscode-languageserver/node";
import { isPlainRecord } from "../core/text/plain-record.ts";
import {
  type ApiTestTarget,
  type ValidateApiTestParams,
  validateApiTest,
  type PlanApiTestsParams,
  planApiTests,
} from "../protocol/api-tests.ts";
import { coverage } from "../protocol/coverage.ts";
import { explain, type ExplainRequest } from "../protocol/explain.ts";
import {
  joinFeedback,
  type JoinFeedbackParams,
  listImportingFiles,
  type ListImportingFilesParams,
  locateSnippets,
  type LocateSnippetsParams,
  type SnippetAnchor,
  type SnippetToLocate,
} from "../protocol/feedback.ts";
import {
  type ChangeNavigationParams,
  changeNavigation,
  type PublishedPageParams,
  navigation,
  type NavigationLocation,
  publishedPage,
} from "../protocol/navigation.ts";
import {
  type CheckNewPageParams,
  checkNewPage,
  type NewPageChoicesParams,
  newPage,
  newPageChoices,
  type NewPageRequest,
} from "../protocol/new-page.ts";
import {
  type OpenPreviewParams,
  openPreview,
  type PagePlaygroundParams,
  playgroundFacts,
  getPagePlayground,
  type PlaygroundSite,
} from "../protocol/preview.ts";
import {
  closeTag,
  type AddRedirectsParams,
  addRedirects,
  deleteFiles,
  type DeleteSiteFilesParams,
  migrateEndpointPages,
  moveFiles,
  type MoveFilesParams,
  movesToRepair,
  renameHeading,
  type RenameHeadingParams,
  renameRow,
  type RenameRowParams,
  unusedFiles,
  upgradeSettings,
  type UpgradeSettingsParams,
} from "../protocol/refactoring.ts";
import {
  type FixSafeProblemsParams,
  fixSafeProblems,
  type ListProblemsParams,
  listProblems,
  siteOverviews,
} from "../protocol/site-overview.ts";
import { listSites } from "../protocol/site.ts";
import {
  compareSpecification,
  type CompareSpecificationParams,
  convertSpecification,
  type ConvertSpecificationParams,
  fetchSpecification,
  type FetchSpecificationParams,
  remoteSpecifications,
} from "../protocol/specifications.ts";

/**
 * A function that checks a value. Returns the path of the part that doesn't match, such as `position.line`, or
 * undefined if the value matches.
 */
type Validator = (value: unknown, pointer: string) => string | undefined;

function createValidator(isValid: (value: unknown) => boolean): Validator {
  return (value, pointer) => (isValid(value) ? undefined : pointer);
}

const text = createValidator((value) => typeof value === "string");
const flag = createValidator((value) => typeof value === "boolean");
const number = createValidator((value) => typeof value === "number");
/** A non-negative integer. It has no upper limit, because editors use a very large number for the end of a line. */
const count = createValidator((value) => typeof value === "number" && Number.isInteger(value) && value >= 0);
const anyValue = createValidator(() => true);

function picklist(...texts: readonly string[]): Validator {
  return createValidator((value) => texts.some((each) => each === value));
}

function optional(validate: Validator): Validator {
  return (value, pointer) => (value === undefined ? undefined : validate(value, pointer));
}

/** Allows a missing value and null, because some editors send null for a missing value. */
function nullable(validate: Validator): Validator {
  return (value, pointer) => (value === undefined || value === null ? undefined : validate(value, pointer));
}

function list(validate: Validator): Validator {
  return (value, pointer) => {
    if (!Array.isArray(value)) return pointer;
    return findFirstProblem(value, (each, index) => validate(each, `${pointer}[${index}]`));
  };
}

function mapOf(validate: Validator): Validator {
  return (value, pointer) =>
    isPlainRecord(value)
      ? findFirstProblem(Object.entries(value), ([key, each]) => validate(each, `${pointer}.${key.slice(0, 50)}`))
      : pointer;
}

/**
 * Creates a validator for an object with these properties. The compiler reports an error if a property of the type is
 * missing.
 */
function object<T extends object = Record<string, unknown>>(fields: {
  readonly [K in keyof T]-?: Validator;
}): Validator {
  return (value, pointer) =>
    isPlainRecord(value)
      ? findFirstProblem(Object.entries<Validator>(fields), ([key, validate]) =>
          validate(Object.hasOwn(value, key) ? value[key] : undefined, pointer === "" ? key : `${pointer}.${key}`),
        )
      : pointer;
}

function findFirstProblem<T>(
  values: readonly T[],
  find: (value: T, index: number) => string | undefined,
): string | undefined {
  for (const [index, value] of values.entries()) {
    const problem = find(value, index);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const document = object({ uri: text });
const position = object({ line: count, character: count });
const range = object({ start: position, end: position });
const documentParams = object({ textDocument: document });
const positionParams = object({ textDocument: document, position });
const navigationLocation = object<NavigationLocation>({ uri: text, range, mark: optional(text) });

/** The validators for the properties that are specific to each kind of `changeNavigation` request. */
const navigationChanges: Readonly<Record<ChangeNavigationParams["kind"], Validator>> = {
  move: object({
    nodes: list(navigationLocation),
    target: navigationLocation,
    position: picklist("before", "after", "inside"),
  }),
  step: object({ nodes: list(navigationLocation), direction: picklist("up", "down") }),
  "add-page": object({ target: navigationLocation, path: text, title: optional(text) }),
  "add-group": object({ target: navigationLocation, label: text, icon: optional(text) }),
  rename: object({ nodes: list(navigationLocation), label: text }),
  remove: object({ nodes: list(navigationLocation) }),
};

/** The validators for the properties that are specific to each kind of location for a new page. */
const newPagePositions: Readonly<Record<NewPageRequest["location"]["kind"], Validator>> = {
  listed: object({ at: navigationLocation, group: optional(object({ label: text, icon: optional(text) })) }),
  unlisted: anyValue,
  later: anyValue,
  imported: object({ by: text }),
};

function createKindValidator(validatorsByKind: Readonly<Record<string, Validator>>): Validator {
  return (value, pointer) => {
    const kind = isPlainRecord(value) ? value["kind"] : undefined;
    const validate =
      typeof kind === "string" && Object.hasOwn(validatorsByKind, kind) ? validatorsByKind[kind] : undefined;
    return validate ? validate(value, pointer) : pointer === "" ? "kind" : `${pointer}.kind`;
  };
}

const makes = picklist("page", "endpoint", "snippet");

const message = object({ text });

const testResponse = object({
  ok: flag,
  milliseconds: number,
  answer: optional(object({})),
  failure: optional(object({ localized: optional(object({ message: list(message), hint: message })) })),
});

/**
 * Maps each method of a request that the server handles to the validator of its params. If the request has no params,
 * any params are ignored.
 */
const paramsValidators: Readonly<Record<string, Validator | "none">> = {
  [InitializeRequest.method]: object({
    capabilities: object({}),
    workspaceFolders: nullable(list(object({ uri: text }))),
    rootUri: nullable(text),
    locale: nullable(text),
  }),
  shutdown: "none",
  [CodeActionRequest.method]: object({
    textDocument: document,
    range,
    context: object({ diagnostics: list(object({ range })), only: nullable(list(text)) }),
  }),
  [CodeLensRequest.method]: documentParams,
  [ColorPresentationRequest.method]: object({
    textDocument: document,
    color: object({ red: number, green: number, blue: number, alpha: number }),
    range,
  }),
  [CompletionRequest.method]: positionParams,
  [CompletionResolveRequest.method]: object({ label: text }),
  [DefinitionRequest.method]: positionParams,
  [DocumentColorRequest.method]: documentParams,
  [DocumentDiagnosticRequest.method]: object({ textDocument: document, previousResultId: nullable(text) }),
  [DocumentLinkRequest.method]: documentParams,
  [DocumentLinkResolveRequest.method]: object({ range }),
  [DocumentSymbolRequest.method]: documentParams,
  [ExecuteCommandRequest.method]: object({ command: text, arguments: optional(list(anyValue)) }),
  [FoldingRangeRequest.method]: documentParams,
  [HoverRequest.method]: positionParams,
  [InlayHintRequest.method]: object({ textDocument: document, range }),
  [LinkedEditingRangeRequest.method]: positionParams,
  [PrepareRenameRequest.method]: positionParams,
  [ReferencesRequest.method]: object({
    textDocument: document,
    position,
    context: object({ includeDeclaration: flag }),
  }),
  [RenameRequest.method]: object({ textDocument: document, position, newName: text }),
  [SelectionRangeRequest.method]: object({ textDocument: document, positions: list(position) }),
  [SemanticTokensRequest.method]: documentParams,
  [SemanticTokensRangeRequest.method]: object({ textDocument: document, range }),
  [WillDeleteFilesRequest.method]: object({ files: list(object({ uri: text })) }),
  [WillRenameFilesRequest.method]: object({ files: list(object({ oldUri: text, newUri: text })) }),
  [WorkspaceDiagnosticRequest.method]: object({
    previousResultIds: list(object({ uri: text, value: text })),
  }),
  [WorkspaceSymbolRequest.method]: object({ query: text }),

  [changeNavigation.method]: createKindValidator(navigationChanges),
  [checkNewPage.method]: object<CheckNewPageParams>({
    root: text,
    makes,
    title: text,
    folder: text,
    path: optional(text),
    at: optional(navigationLocation),
  }),
  [closeTag.method]: positionParams,
  [compareSpecification.method]: object<CompareSpecificationParams>({
    uri: text,
    other: optional(object({ name: text, text })),
    date: text,
  }),
  [convertSpecification.method]: object<ConvertSpecificationParams>({
    uri: text,
    // Any text is accepted here. If the version isn't supported, the response contains a sentence instead of an error.
    to: text,
  }),
  [coverage.method]: "none",
  [addRedirects.method]: object<AddRedirectsParams>({
    root: text,
    redirects: list(object({ source: text, destination: text })),
  }),
  [deleteFiles.method]: object<DeleteSiteFilesParams>({ root: text, files: list(text) }),
  [explain.method]: object<ExplainRequest>({ uri: optional(text), target: optional(text) }),
  [fetchSpecification.method]: object<FetchSpecificationParams>({ url: text, hosts: list(text) }),
  [joinFeedback.method]: object<JoinFeedbackParams>({ paths: list(text) }),
  [validateApiTest.method]: object<ValidateApiTestParams>({ root: text, id: text, response: testResponse }),
  [migrateEndpointPages.method]: "none",
  [moveFiles.method]: object<MoveFilesParams>({
    uri: text,
    to: text,
    counterparts: flag,
    redirects: optional(picklist("add", "confirm", "omit")),
  }),
  [movesToRepair.method]: "none",
  [navigation.method]: "none",
  [newPage.method]: object<NewPageRequest>({
    root: text,
    template: text,
    templatesFolder: optional(text),
    title: text,
    path: text,
    operation: optional(object({ spec: text, name: text })),
    location: createKindValidator(newPagePositions),
    counterparts: optional(list(text)),
    today: text,
  }),
  [newPageChoices.method]: object<NewPageChoicesParams>({
    uri: text,
    templatesFolder: optional(text),
  }),
  [openPreview.method]: object<OpenPreviewParams>({
    preview: text,
    uri: text,
    url: optional(text),
    audience: optional(anyValue),
    components: optional(list(text)),
  }),
  [listImportingFiles.method]: object<ListImportingFilesParams>({ uri: text }),
  [locateSnippets.method]: object<LocateSnippetsParams>({
    uri: text,
    snippets: list(
      object<SnippetToLocate>({
        code: text,
        filename: optional(text),
        lang: optional(text),
        time: optional(number),
        anchor: optional(
          object<SnippetAnchor>({
            code: text,
            lang: optional(text),
            filename: optional(text),
            headings: list(text),
            ordinal: number,
            nth: optional(number),
            before: optional(text),
            after: optional(text),
            others: optional(list(text)),
          }),
        ),
      }),
    ),
  }),
  [planApiTests.method]: object<PlanApiTestsParams>({
    root: text,
    target: object<ApiTestTarget>({
      servers: list(text),
      variables: mapOf(text),
      credentials: mapOf(
        createKindValidator({ value: object({ value: text }), basic: object({ user: text, password: text }) }),
      ),
      allMethods: flag,
    }),
  }),
  [playgroundFacts.method]: object<PlaygroundSite>({ root: text }),
  [getPagePlayground.method]: object<PagePlaygroundParams>({ uri: text }),
  [publishedPage.method]: object<PublishedPageParams>({ uri: text, slug: optional(text) }),
  [remoteSpecifications.method]: "none",
  [fixSafeProblems.method]: object<FixSafeProblemsParams>({ root: text }),
  [renameHeading.method]: object<RenameHeadingParams>({ uri: text, position, newName: text }),
  [renameRow.method]: object<RenameRowParams>({ root: text, slug: text, title: text }),
  [listProblems.method]: object<ListProblemsParams>({ root: text, code: text }),
  [listSites.method]: "none",
  [siteOverviews.method]: "none",
  [unusedFiles.method]: "none",
  [upgradeSettings.method]: object<UpgradeSettingsParams>({ uri: text }),
};

/** Whether the handler of a method doesn't take params, even though clients may send some. */
export function hasNoParams(method: string): boolean {
  return Object.hasOwn(paramsValidators, method) && paramsValidators[method] === "none";
}

/**
 * Returns a description of the error in the params of a request. Returns undefined if the params are valid or the
 * method is unknown.
 */
export function findInvalidParams(method: string, params: unknown): string | undefined {
  const validate = Object.hasOwn(paramsValidators, method) ? paramsValidators[method] : undefined;
  if (validate === undefined || validate === "none") return undefined;
  if (!isPlainRecord(params)) return `${method} requires params.`;
  const pointer = validate(params, "");
  return pointer === undefined
    ? undefined
    : `${method} has invalid params: ${pointer} is missing or has the wrong type.`;
}
