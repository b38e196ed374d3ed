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
type Validator = (value: unknown, path: string) => string | undefined;

function createValidator(isValid: (value: unknown) => boolean): Validator {
  return (value, path) => (isValid(value) ? undefined : path);
}

const text = createValidator((value) => typeof value === "string");
const flag = createValidator((value) => typeof value === "boolean");
const number = createValidator((value) => typeof value === "number");
/** A non-negative integer. It has no upper limit, because editors use a very large number for the end of a line. */
const count = createValidator((value) => typeof value === "number" && Number.isInteger(value) && value >= 0);
const anyValue = createValidator(() => true);

function oneOf(...texts: readonly string[]): Validator {
  return createValidator((value) => texts.some((each) => each === value));
}

function optional(validate: Validator): Validator {
  return (value, path) => (value === undefined ? undefined : validate(value, path));
}

/** Allows a missing value and null, because some editors send null for a missing value. */
function nullable(validate: Validator): Validator {
  return (value, path) => (value === undefined || value === null ? undefined : validate(value, path));
}

function listOf(validate: Validator): Validator {
  return (value, path) => {
    if (!Array.isArray(value)) return path;
    return findFirstProblem(value, (each, index) => validate(each, `${path}[${index}]`));
  };
}

function mapOf(validate: Validator): Validator {
  return (value, path) =>
    isPlainRecord(value)
      ? findFirstProblem(Object.entries(value), ([key, each]) => validate(each, `${path}.${key.slice(0, 50)}`))
      : path;
}

/**
 * Creates a validator for an object with these properties. The compiler reports an error if a property of the type is
 * missing.
 */
function object<T extends object = Record<string, unknown>>(validatorsByProperty: {
  readonly [K in keyof T]-?: Validator;
}): Validator {
  return (value, path) =>
    isPlainRecord(value)
      ? findFirstProblem(Object.entries<Validator>(validatorsByProperty), ([key, validate]) =>
          validate(Object.hasOwn(value, key) ? value[key] : undefined, path === "" ? key : `${path}.${key}`),
        )
      : path;
}

function findFirstProblem<T>(
  values: readonly T[],
  findProblem: (value: T, index: number) => string | undefined,
): string | undefined {
  for (const [index, value] of values.entries()) {
    const problem = findProblem(value, index);
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
const navigationChangeValidators: Readonly<Record<ChangeNavigationParams["kind"], Validator>> = {
  move: object({
    nodes: listOf(navigationLocation),
    target: navigationLocation,
    position: oneOf("before", "after", "inside"),
  }),
  step: object({ nodes: listOf(navigationLocation), direction: oneOf("up", "down") }),
  "add-page": object({ target: navigationLocation, path: text, title: optional(text) }),
  "add-group": object({ target: navigationLocation, label: text, icon: optional(text) }),
  rename: object({ nodes: listOf(navigationLocation), label: text }),
  remove: object({ nodes: listOf(navigationLocation) }),
};

/** The validators for the properties that are specific to each kind of location for a new page. */
const newPageLocationValidators: Readonly<Record<NewPageRequest["location"]["kind"], Validator>> = {
  listed: object({ at: navigationLocation, group: optional(object({ label: text, icon: optional(text) })) }),
  unlisted: anyValue,
  later: anyValue,
  imported: object({ by: text }),
};

function createKindValidator(validatorsByKind: Readonly<Record<string, Validator>>): Validator {
  return (value, path) => {
    const kind = isPlainRecord(value) ? value["kind"] : undefined;
    const validate =
      typeof kind === "string" && Object.hasOwn(validatorsByKind, kind) ? validatorsByKind[kind] : undefined;
    return validate ? validate(value, path) : path === "" ? "kind" : `${path}.kind`;
  };
}

const pageKind = oneOf("page", "endpoint", "snippet");

const message = object({ text });

const testResponse = object({
  ok: flag,
  milliseconds: number,
  answer: optional(object({})),
  failure: optional(object({ localized: optional(object({ message: listOf(message), hint: message })) })),
});

/**
 * Maps each method of a request that the server handles to the validator of its params. If the request has no params,
 * any params are ignored.
 */
const paramsValidators: Readonly<Record<string, Validator | "none">> = {
  [InitializeRequest.method]: object({
    capabilities: object({}),
    workspaceFolders: nullable(listOf(object({ uri: text }))),
    rootUri: nullable(text),
    locale: nullable(text),
  }),
  shutdown: "none",
  [CodeActionRequest.method]: object({
    textDocument: document,
    range,
    context: object({ diagnostics: listOf(object({ range })), only: nullable(listOf(text)) }),
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
  [ExecuteCommandRequest.method]: object({ command: text, arguments: optional(listOf(anyValue)) }),
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
  [SelectionRangeRequest.method]: object({ textDocument: document, positions: listOf(position) }),
  [SemanticTokensRequest.method]: documentParams,
  [SemanticTokensRangeRequest.method]: object({ textDocument: document, range }),
  [WillDeleteFilesRequest.method]: object({ files: listOf(object({ uri: text })) }),
  [WillRenameFilesRequest.method]: object({ files: listOf(object({ oldUri: text, newUri: text })) }),
  [WorkspaceDiagnosticRequest.method]: object({
    previousResultIds: listOf(object({ uri: text, value: text })),
  }),
  [WorkspaceSymbolRequest.method]: object({ query: text }),

  [changeNavigation.method]: createKindValidator(navigationChangeValidators),
  [checkNewPage.method]: object<CheckNewPageParams>({
    root: text,
    pageKind,
    title: text,
    folder: text,
    path: optional(text),
    location: optional(navigationLocation),
  }),
  [closeTag.method]: positionParams,
  [compareSpecification.method]: object<CompareSpecificationParams>({
    uri: text,
    otherFile: optional(object({ name: text, text })),
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
    redirects: listOf(object({ source: text, destination: text })),
  }),
  [deleteFiles.method]: object<DeleteSiteFilesParams>({ root: text, files: listOf(text) }),
  [explain.method]: object<ExplainRequest>({ uri: optional(text), target: optional(text) }),
  [fetchSpecification.method]: object<FetchSpecificationParams>({ url: text, allowedHosts: listOf(text) }),
  [joinFeedback.method]: object<JoinFeedbackParams>({ paths: listOf(text) }),
  [validateApiTest.method]: object<ValidateApiTestParams>({ root: text, id: text, response: testResponse }),
  [migrateEndpointPages.method]: "none",
  [moveFiles.method]: object<MoveFilesParams>({
    uri: text,
    to: text,
    movesCounterparts: flag,
    redirects: optional(oneOf("add", "confirm", "omit")),
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
    location: createKindValidator(newPageLocationValidators),
    counterparts: optional(listOf(text)),
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
    componentHashes: optional(listOf(text)),
  }),
  [listImportingFiles.method]: object<ListImportingFilesParams>({ uri: text }),
  [locateSnippets.method]: object<LocateSnippetsParams>({
    uri: text,
    snippets: listOf(
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
            headings: listOf(text),
            ordinal: number,
            nth: optional(number),
            before: optional(text),
            after: optional(text),
            others: optional(listOf(text)),
          }),
        ),
      }),
    ),
  }),
  [planApiTests.method]: object<PlanApiTestsParams>({
    root: text,
    target: object<ApiTestTarget>({
      servers: listOf(text),
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
  const path = validate(params, "");
  return path === undefined ? undefined : `${method} has invalid params: ${path} is missing or has the wrong type.`;
}
