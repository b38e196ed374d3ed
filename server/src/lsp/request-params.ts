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
import * as protocol from "../protocol.ts";

/** Returns where a value differs from what it must be, such as `position.line`, or undefined if it doesn't. */
type Shape = (value: unknown, at: string) => string | undefined;

function of(isValid: (value: unknown) => boolean): Shape {
  return (value, at) => (isValid(value) ? undefined : at);
}

const text = of((value) => typeof value === "string");
const flag = of((value) => typeof value === "boolean");
const number = of((value) => typeof value === "number");
/** Without an upper limit: editors write “the end of the line” as a huge number. */
const count = of((value) => typeof value === "number" && Number.isInteger(value) && value >= 0);
const anything = of(() => true);

function oneOf(...texts: readonly string[]): Shape {
  return of((value) => texts.some((each) => each === value));
}

function optional(shape: Shape): Shape {
  return (value, at) => (value === undefined ? undefined : shape(value, at));
}

/** Some editors send null for what they don't have. */
function nullable(shape: Shape): Shape {
  return (value, at) => (value === undefined || value === null ? undefined : shape(value, at));
}

function list(shape: Shape): Shape {
  return (value, at) => {
    if (!Array.isArray(value)) return at;
    return first(value, (each, index) => shape(each, `${at}[${index}]`));
  };
}

function mapOf(shape: Shape): Shape {
  return (value, at) =>
    isObject(value)
      ? first(Object.entries(value), ([key, each]) => shape(each, `${at}.${key.slice(0, 50)}`))
      : at;
}

/** Names every field of the type, so that the compiler reports one that is missing here. */
function object<T extends object = Record<string, unknown>>(fields: {
  readonly [K in keyof T]-?: Shape;
}): Shape {
  return (value, at) =>
    isObject(value)
      ? first(Object.entries<Shape>(fields), ([key, shape]) =>
          shape(Object.hasOwn(value, key) ? value[key] : undefined, at === "" ? key : `${at}.${key}`),
        )
      : at;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function first<T>(
  values: readonly T[],
  find: (value: T, index: number) => string | undefined,
): string | undefined {
  for (const [index, value] of values.entries()) {
    const found = find(value, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

const document = object({ uri: text });
const position = object({ line: count, character: count });
const range = object({ start: position, end: position });
const inDocument = object({ textDocument: document });
const atPosition = object({ textDocument: document, position });
const place = object<protocol.NavigationPlace>({ uri: text, range, mark: optional(text) });

/** Shapes of what each kind of `changeNavigation` has besides its kind. */
const navigationChanges: Readonly<Record<protocol.ChangeNavigation["kind"], Shape>> = {
  move: object({ nodes: list(place), target: place, position: oneOf("before", "after", "inside") }),
  step: object({ nodes: list(place), direction: oneOf("up", "down") }),
  "add-page": object({ target: place, path: text, title: optional(text) }),
  "add-group": object({ target: place, label: text, icon: optional(text) }),
  rename: object({ nodes: list(place), label: text }),
  remove: object({ nodes: list(place) }),
};

/** Shapes of what each kind of place for a new page has besides its kind. */
const newPagePlaces: Readonly<Record<protocol.NewPageRequest["where"]["kind"], Shape>> = {
  listed: object({ at: place, group: optional(object({ label: text, icon: optional(text) })) }),
  unlisted: anything,
  later: anything,
  imported: object({ by: text }),
};

function byKind(shapes: Readonly<Record<string, Shape>>): Shape {
  return (value, at) => {
    const kind = isObject(value) ? value["kind"] : undefined;
    const shape = typeof kind === "string" && Object.hasOwn(shapes, kind) ? shapes[kind] : undefined;
    return shape ? shape(value, at) : at === "" ? "kind" : `${at}.kind`;
  };
}

const makes = oneOf("page", "endpoint", "snippet");

const testAnswer = object({
  ok: flag,
  milliseconds: number,
  answer: optional(object({})),
  failure: optional(object({})),
});

/** The params of every request that the server handles, by method; those of a request without params are ignored. */
const shapes: Readonly<Record<string, Shape | "none">> = {
  [InitializeRequest.method]: object({
    capabilities: object({}),
    workspaceFolders: nullable(list(object({ uri: text }))),
    rootUri: nullable(text),
  }),
  shutdown: "none",
  [CodeActionRequest.method]: object({
    textDocument: document,
    range,
    context: object({ diagnostics: list(object({ range })), only: nullable(list(text)) }),
  }),
  [CodeLensRequest.method]: inDocument,
  [ColorPresentationRequest.method]: object({
    textDocument: document,
    color: object({ red: number, green: number, blue: number, alpha: number }),
    range,
  }),
  [CompletionRequest.method]: atPosition,
  [CompletionResolveRequest.method]: object({ label: text }),
  [DefinitionRequest.method]: atPosition,
  [DocumentColorRequest.method]: inDocument,
  [DocumentDiagnosticRequest.method]: object({ textDocument: document, previousResultId: nullable(text) }),
  [DocumentLinkRequest.method]: inDocument,
  [DocumentLinkResolveRequest.method]: object({ range }),
  [DocumentSymbolRequest.method]: inDocument,
  [ExecuteCommandRequest.method]: object({ command: text, arguments: optional(list(anything)) }),
  [FoldingRangeRequest.method]: inDocument,
  [HoverRequest.method]: atPosition,
  [InlayHintRequest.method]: object({ textDocument: document, range }),
  [LinkedEditingRangeRequest.method]: atPosition,
  [PrepareRenameRequest.method]: atPosition,
  [ReferencesRequest.method]: object({
    textDocument: document,
    position,
    context: object({ includeDeclaration: flag }),
  }),
  [RenameRequest.method]: object({ textDocument: document, position, newName: text }),
  [SelectionRangeRequest.method]: object({ textDocument: document, positions: list(position) }),
  [SemanticTokensRequest.method]: inDocument,
  [SemanticTokensRangeRequest.method]: object({ textDocument: document, range }),
  [WillDeleteFilesRequest.method]: object({ files: list(object({ uri: text })) }),
  [WillRenameFilesRequest.method]: object({ files: list(object({ oldUri: text, newUri: text })) }),
  [WorkspaceDiagnosticRequest.method]: object({
    previousResultIds: list(object({ uri: text, value: text })),
  }),
  [WorkspaceSymbolRequest.method]: object({ query: text }),

  [protocol.changeNavigation]: byKind(navigationChanges),
  [protocol.checkNewPage]: object<protocol.CheckNewPage>({
    root: text,
    makes,
    title: text,
    folder: text,
    path: optional(text),
    at: optional(place),
  }),
  [protocol.closeTag]: atPosition,
  [protocol.compareSpecification]: object<protocol.CompareSpecification>({
    uri: text,
    other: optional(object({ name: text, text })),
    date: text,
  }),
  [protocol.convertSpecification]: object<protocol.ConvertSpecification>({
    uri: text,
    // Another version gets a sentence instead of an error.
    to: text,
  }),
  [protocol.coverage]: "none",
  [protocol.deleteFiles]: object<protocol.DeleteFiles>({ root: text, files: list(text) }),
  [protocol.explain]: object<protocol.ExplainRequest>({ uri: optional(text), target: optional(text) }),
  [protocol.fetchSpecification]: object<protocol.FetchSpecification>({ url: text, hosts: list(text) }),
  [protocol.joinFeedback]: object<protocol.JoinFeedback>({ paths: list(text) }),
  [protocol.judgeApiTest]: object<protocol.JudgeApiTest>({ root: text, id: text, came: testAnswer }),
  [protocol.migrateEndpointPages]: "none",
  [protocol.moveFiles]: object<protocol.MoveFiles>({ uri: text, to: text, counterparts: flag }),
  [protocol.movesToRepair]: "none",
  [protocol.navigation]: "none",
  [protocol.newPage]: object<protocol.NewPageRequest>({
    root: text,
    template: text,
    templatesFolder: optional(text),
    title: text,
    path: text,
    operation: optional(object({ spec: text, name: text })),
    where: byKind(newPagePlaces),
    counterparts: optional(list(text)),
    today: text,
  }),
  [protocol.newPageChoices]: object<protocol.AskNewPageChoices>({
    uri: text,
    templatesFolder: optional(text),
  }),
  [protocol.openPreview]: object<protocol.OpenPreview>({
    preview: text,
    uri: text,
    url: optional(text),
    audience: optional(anything),
    components: optional(list(text)),
  }),
  [protocol.pagesShowing]: object<protocol.PagesShowing>({ uri: text }),
  [protocol.placeSnippets]: object<protocol.PlaceSnippets>({
    uri: text,
    snippets: list(
      object<protocol.AskedSnippet>({
        code: text,
        filename: optional(text),
        lang: optional(text),
        anchor: optional(
          object<protocol.SnippetAnchor>({
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
  [protocol.planApiTests]: object<protocol.PlanApiTests>({
    root: text,
    target: object<protocol.ApiTestTarget>({
      servers: list(text),
      variables: mapOf(text),
      credentials: mapOf(
        byKind({ value: object({ value: text }), basic: object({ user: text, password: text }) }),
      ),
      allMethods: flag,
    }),
  }),
  [protocol.playgroundFacts]: object<protocol.PlaygroundSite>({ root: text }),
  [protocol.publishedPage]: object<protocol.FindPublishedPage>({ uri: text, slug: optional(text) }),
  [protocol.remoteSpecifications]: "none",
  [protocol.renameHeading]: object<protocol.RenameHeading>({ uri: text, position, newName: text }),
  [protocol.renameRow]: object<protocol.RenameRow>({ root: text, slug: text, title: text }),
  [protocol.siteReport]: "none",
  [protocol.unusedFiles]: "none",
  [protocol.upgradeSettings]: object<protocol.UpgradeSettings>({ uri: text }),
};

/** Whether the handler of a method takes no params, which clients may still send. */
export function takesNoParams(method: string): boolean {
  return Object.hasOwn(shapes, method) && shapes[method] === "none";
}

/** Returns what is wrong with the params of a request, or undefined if they're valid or the method is unknown. */
export function findInvalidParams(method: string, params: unknown): string | undefined {
  const shape = Object.hasOwn(shapes, method) ? shapes[method] : undefined;
  if (shape === undefined || shape === "none") return undefined;
  if (!isObject(params)) return `${method} requires params.`;
  const at = shape(params, "");
  return at === undefined
    ? undefined
    : `${method} has invalid params: ${at} is missing or has the wrong type.`;
}
