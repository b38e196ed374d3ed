import type { ServerCapabilities } from "vscode-languageserver-protocol";
import * as protocol from "../../server/src/protocol.ts";
import { offsetAt, positionAt, type LineMap, type Position } from "../../server/src/core/text/line-map.ts";

/** A line of a file that is open in the server. */
export interface LinePlace {
  /** URI of the site. */
  readonly root: string;
  readonly uri: string;
  readonly text: string;
  readonly lines: LineMap;
  readonly line: number;
  readonly position: Position;
}

type Params = (place: LinePlace) => object | undefined;

/** A request for each line, once for each file, or once for the whole site. */
export interface RequestKind {
  readonly per: "line" | "file" | "site";
  readonly params: Params;
}

const document = ({ uri }: LinePlace) => ({ textDocument: { uri } });
const atPosition = ({ uri, position }: LinePlace) => ({ textDocument: { uri }, position });
const rangeOfLine = ({ lines, line }: LinePlace) => ({
  start: { line, character: 0 },
  end: positionAt(lines, offsetAt(lines, { line: line + 1, character: 0 })),
});
const whole = ({ lines }: LinePlace) => ({
  start: { line: 0, character: 0 },
  end: positionAt(lines, lines.length),
});
const target = { servers: [], variables: {}, credentials: {}, allMethods: false };
const renamedUri = (uri: string) => uri.replace(/[^/]+(?=\.\w+$)/, "$&-renamed");

const perLine = (params: Params): RequestKind => ({ per: "line", params });
const perFile = (params: Params): RequestKind => ({ per: "file", params });
const perSite = (params: Params): RequestKind => ({ per: "site", params });

/** Valid params for every request of the server. */
export const requestKinds: Readonly<Record<string, RequestKind>> = {
  "textDocument/completion": perLine(atPosition),
  "completionItem/resolve": perFile(() => ({ label: "rocket", data: { library: "lucide", name: "rocket" } })),
  "textDocument/hover": perLine(atPosition),
  "textDocument/definition": perLine(atPosition),
  "textDocument/references": perLine((place) => ({
    ...atPosition(place),
    context: { includeDeclaration: true },
  })),
  "textDocument/prepareRename": perLine(atPosition),
  "textDocument/rename": perLine((place) => ({ ...atPosition(place), newName: "renamed" })),
  "textDocument/documentSymbol": perFile(document),
  "textDocument/documentLink": perFile(document),
  "documentLink/resolve": perLine((place) => ({
    range: rangeOfLine(place),
    data: { uri: place.uri, offset: offsetAt(place.lines, place.position) },
  })),
  "workspace/symbol": perFile(({ text }) => ({ query: text.slice(0, 3) })),
  "textDocument/foldingRange": perFile(document),
  "textDocument/selectionRange": perLine(({ uri, position, line }) => ({
    textDocument: { uri },
    positions: [position, { line, character: 0 }],
  })),
  "textDocument/semanticTokens/full": perFile(document),
  "textDocument/semanticTokens/range": perLine((place) => ({
    ...document(place),
    range: rangeOfLine(place),
  })),
  "textDocument/inlayHint": perLine((place) => ({ ...document(place), range: rangeOfLine(place) })),
  "textDocument/documentColor": perFile(document),
  "textDocument/colorPresentation": perLine((place) => ({
    ...document(place),
    range: rangeOfLine(place),
    color: { red: 0.5, green: 0, blue: 1, alpha: 1 },
  })),
  "textDocument/linkedEditingRange": perLine(atPosition),
  "textDocument/codeLens": perFile(document),
  "textDocument/codeAction": perLine((place) => ({
    ...document(place),
    range: rangeOfLine(place),
    context: { diagnostics: [] },
  })),
  "workspace/executeCommand": perFile((place) => ({
    command: "docwright.showPlace",
    arguments: [place.uri, whole(place)],
  })),
  "textDocument/diagnostic": perFile(document),
  "workspace/diagnostic": perSite(() => ({ previousResultIds: [] })),
  "workspace/willRenameFiles": perFile(({ uri }) => ({ files: [{ oldUri: uri, newUri: renamedUri(uri) }] })),
  "workspace/willDeleteFiles": perFile(({ uri }) => ({ files: [{ uri }] })),

  [protocol.changeNavigation]: perFile((place) => ({
    kind: "add-page",
    target: { uri: `${place.root}/docs.json`, range: whole(place) },
    path: "a",
  })),
  [protocol.checkNewPage]: perFile(({ root }) => ({ root, makes: "page", title: "A", folder: "" })),
  [protocol.closeTag]: perLine(atPosition),
  [protocol.compareSpecification]: perFile(({ uri, text }) => ({
    uri,
    other: { name: "a", text },
    date: "2026-01-01",
  })),
  [protocol.convertSpecification]: perSite(({ uri }) => ({ uri, to: "3.1" })),
  [protocol.coverage]: perSite(() => undefined),
  [protocol.deleteFiles]: perSite(({ root }) => ({ root, files: ["a.mdx"] })),
  [protocol.explain]: perFile(({ uri }) => ({ uri })),
  [protocol.fetchSpecification]: perSite(() => ({ url: "https://example.com/a.json", hosts: [] })),
  [protocol.joinFeedback]: perSite(() => ({ paths: ["/", "/a"] })),
  [protocol.judgeApiTest]: perSite(({ root }) => ({
    root,
    id: "a",
    came: { ok: false, failure: { code: "timeout", message: "", hint: "" }, milliseconds: 1 },
  })),
  [protocol.migrateEndpointPages]: perSite(() => undefined),
  [protocol.moveFiles]: perFile(({ uri }) => ({ uri, to: renamedUri(uri), counterparts: true })),
  [protocol.movesToRepair]: perSite(() => undefined),
  [protocol.navigation]: perSite(() => undefined),
  [protocol.newPage]: perFile(({ root }) => ({
    root,
    template: "page",
    title: "A",
    path: "a",
    where: { kind: "unlisted" },
    today: "2026-01-01",
  })),
  [protocol.newPageChoices]: perFile(({ uri }) => ({ uri })),
  [protocol.openPreview]: perSite(({ uri }) => ({ preview: "p", uri })),
  [protocol.pagesShowing]: perFile(({ uri }) => ({ uri })),
  [protocol.placeSnippets]: perFile(({ uri, text }) => ({ uri, snippets: [{ code: text.slice(0, 200) }] })),
  [protocol.planApiTests]: perSite(({ root }) => ({ root, target })),
  [protocol.playgroundFacts]: perSite(({ root }) => ({ root })),
  [protocol.publishedPage]: perFile(({ uri }) => ({ uri })),
  [protocol.remoteSpecifications]: perSite(() => undefined),
  [protocol.renameHeading]: perLine(({ uri, position }) => ({ uri, position, newName: "Renamed" })),
  [protocol.renameRow]: perSite(({ root }) => ({ root, slug: "a", title: "A" })),
  [protocol.siteReport]: perSite(() => undefined),
  [protocol.unusedFiles]: perSite(() => undefined),
  [protocol.upgradeSettings]: perSite(({ root }) => ({ uri: `${root}/mint.json` })),
};

/** The requests that each capability advertises; one that isn't here fails the test that reads them. */
const requestsOf: Readonly<Record<string, (value: unknown) => readonly string[]>> = {
  positionEncoding: () => [],
  textDocumentSync: () => [],
  completionProvider: (value) => [
    "textDocument/completion",
    ...ifSet(value, "resolveProvider", "completionItem/resolve"),
  ],
  hoverProvider: () => ["textDocument/hover"],
  definitionProvider: () => ["textDocument/definition"],
  referencesProvider: () => ["textDocument/references"],
  renameProvider: (value) => [
    "textDocument/rename",
    ...ifSet(value, "prepareProvider", "textDocument/prepareRename"),
  ],
  documentSymbolProvider: () => ["textDocument/documentSymbol"],
  documentLinkProvider: (value) => [
    "textDocument/documentLink",
    ...ifSet(value, "resolveProvider", "documentLink/resolve"),
  ],
  workspaceSymbolProvider: (value) => [
    "workspace/symbol",
    ...ifSet(value, "resolveProvider", "workspaceSymbol/resolve"),
  ],
  foldingRangeProvider: () => ["textDocument/foldingRange"],
  selectionRangeProvider: () => ["textDocument/selectionRange"],
  semanticTokensProvider: (value) => [
    ...ifSet(value, "full", "textDocument/semanticTokens/full"),
    ...ifSet(value, "range", "textDocument/semanticTokens/range"),
  ],
  inlayHintProvider: (value) => [
    "textDocument/inlayHint",
    ...ifSet(value, "resolveProvider", "inlayHint/resolve"),
  ],
  colorProvider: () => ["textDocument/documentColor", "textDocument/colorPresentation"],
  linkedEditingRangeProvider: () => ["textDocument/linkedEditingRange"],
  codeLensProvider: (value) => [
    "textDocument/codeLens",
    ...ifSet(value, "resolveProvider", "codeLens/resolve"),
  ],
  codeActionProvider: (value) => [
    "textDocument/codeAction",
    ...ifSet(value, "resolveProvider", "codeAction/resolve"),
  ],
  executeCommandProvider: () => ["workspace/executeCommand"],
  diagnosticProvider: (value) => [
    "textDocument/diagnostic",
    ...ifSet(value, "workspaceDiagnostics", "workspace/diagnostic"),
  ],
  workspace: (value) => {
    const { fileOperations = {}, ...rest } = value as Record<string, object>;
    const unknown = Object.keys(rest).filter((key) => key !== "workspaceFolders");
    return [...Object.keys(fileOperations).map((key) => `workspace/${key}Files`), ...unknown];
  },
};

function ifSet(value: unknown, key: string, method: string): string[] {
  return typeof value === "object" && value !== null && (value as Record<string, unknown>)[key]
    ? [method]
    : [];
}

/**
 * The requests that a server advertises, and those of `docwright/…`, of which some names may be notifications. Throws
 * for a capability or request that has no entry above.
 */
export function advertisedRequests(capabilities: ServerCapabilities): string[] {
  const advertised = Object.entries(capabilities).flatMap(([capability, value]) => {
    const requests = requestsOf[capability];
    if (!requests)
      throw new Error(`test/harness/every-request.ts doesn't list the requests of ${capability}.`);
    return requests(value);
  });
  const unknown = advertised.filter((method) => !Object.hasOwn(requestKinds, method));
  if (unknown.length > 0)
    throw new Error(`test/harness/every-request.ts has no params for ${unknown.join(", ")}.`);
  return advertised;
}

/** Every name of a request or notification in protocol.ts. */
export function ownMethods(): string[] {
  return Object.values(protocol).filter((value) => typeof value === "string");
}
