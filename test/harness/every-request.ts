import type { ServerCapabilities } from "vscode-languageserver-protocol";
import { type LineMap, getOffset, type Position, getPosition } from "../../server/src/core/text/text-edit.ts";
import { validateApiTest, planApiTests } from "../../server/src/protocol/api-tests.ts";
import { coverage } from "../../server/src/protocol/coverage.ts";
import { explain } from "../../server/src/protocol/explain.ts";
import { joinFeedback, listImportingFiles, locateSnippets } from "../../server/src/protocol/feedback.ts";
import { changeNavigation, navigation, publishedPage } from "../../server/src/protocol/navigation.ts";
import { checkNewPage, newPage, newPageChoices } from "../../server/src/protocol/new-page.ts";
import { openPreview, playgroundFacts, getPagePlayground } from "../../server/src/protocol/preview.ts";
import {
  closeTag,
  addRedirects,
  deleteFiles,
  migrateEndpointPages,
  moveFiles,
  movesToRepair,
  renameHeading,
  renameRow,
  unusedFiles,
  upgradeSettings,
} from "../../server/src/protocol/refactoring.ts";
import { fixSafeProblems, listProblems, siteOverviews } from "../../server/src/protocol/site-overview.ts";
import { listSites } from "../../server/src/protocol/site.ts";
import {
  compareSpecification,
  convertSpecification,
  fetchSpecification,
  remoteSpecifications,
} from "../../server/src/protocol/specifications.ts";
import { sourceFiles } from "./source-files.ts";

/** A line of a file that the server has open. */
export interface LinePosition {
  /** The URI of the site. */
  readonly root: string;
  readonly uri: string;
  readonly text: string;
  readonly lines: LineMap;
  readonly line: number;
  readonly position: Position;
}

type Params = (position: LinePosition) => object | undefined;

/** A request that is sent for each line, once per file, or once for the entire site. */
export interface RequestKind {
  readonly per: "line" | "file" | "site";
  readonly params: Params;
}

const document = ({ uri }: LinePosition) => ({ textDocument: { uri } });
const atPosition = ({ uri, position }: LinePosition) => ({ textDocument: { uri }, position });
const rangeOfLine = ({ lines, line }: LinePosition) => ({
  start: { line, character: 0 },
  end: getPosition(lines, getOffset(lines, { line: line + 1, character: 0 })),
});
const full = ({ lines }: LinePosition) => ({
  start: { line: 0, character: 0 },
  end: getPosition(lines, lines.length),
});
const target = { servers: [], variables: {}, credentials: {}, allMethods: false };
const renamedUri = (uri: string) => uri.replace(/[^/]+(?=\.\w+$)/, "$&-renamed");

const perLine = (params: Params): RequestKind => ({ per: "line", params });
const perFile = (params: Params): RequestKind => ({ per: "file", params });
const perSite = (params: Params): RequestKind => ({ per: "site", params });

/** Valid params for every request that the server supports. */
export const requestKinds: Readonly<Record<string, RequestKind>> = {
  "textDocument/completion": perLine(atPosition),
  "completionItem/resolve": perFile(() => ({ label: "rocket", data: { library: "lucide", name: "rocket" } })),
  "textDocument/hover": perLine(atPosition),
  "textDocument/definition": perLine(atPosition),
  "textDocument/references": perLine((position) => ({
    ...atPosition(position),
    context: { includeDeclaration: true },
  })),
  "textDocument/prepareRename": perLine(atPosition),
  "textDocument/rename": perLine((position) => ({ ...atPosition(position), newName: "renamed" })),
  "textDocument/documentSymbol": perFile(document),
  "textDocument/documentLink": perFile(document),
  "documentLink/resolve": perLine((position) => ({
    range: rangeOfLine(position),
    data: { uri: position.uri, offset: getOffset(position.lines, position.position) },
  })),
  "workspace/symbol": perFile(({ text }) => ({ query: text.slice(0, 3) })),
  "textDocument/foldingRange": perFile(document),
  "textDocument/selectionRange": perLine(({ uri, position, line }) => ({
    textDocument: { uri },
    positions: [position, { line, character: 0 }],
  })),
  "textDocument/semanticTokens/full": perFile(document),
  "textDocument/semanticTokens/range": perLine((position) => ({
    ...document(position),
    range: rangeOfLine(position),
  })),
  "textDocument/inlayHint": perLine((position) => ({ ...document(position), range: rangeOfLine(position) })),
  "textDocument/documentColor": perFile(document),
  "textDocument/colorPresentation": perLine((position) => ({
    ...document(position),
    range: rangeOfLine(position),
    color: { red: 0.5, green: 0, blue: 1, alpha: 1 },
  })),
  "textDocument/linkedEditingRange": perLine(atPosition),
  "textDocument/codeLens": perFile(document),
  "textDocument/codeAction": perLine((position) => ({
    ...document(position),
    range: rangeOfLine(position),
    context: { diagnostics: [] },
  })),
  "workspace/executeCommand": perFile((position) => ({
    command: "docwright.showPlace",
    arguments: [position.uri, full(position)],
  })),
  "textDocument/diagnostic": perFile(document),
  "workspace/diagnostic": perSite(() => ({ previousResultIds: [] })),
  "workspace/willRenameFiles": perFile(({ uri }) => ({ files: [{ oldUri: uri, newUri: renamedUri(uri) }] })),
  "workspace/willDeleteFiles": perFile(({ uri }) => ({ files: [{ uri }] })),

  [changeNavigation.method]: perFile((position) => ({
    kind: "add-page",
    target: { uri: `${position.root}/docs.json`, range: full(position) },
    path: "a",
  })),
  [checkNewPage.method]: perFile(({ root }) => ({ root, pageKind: "page", title: "A", folder: "" })),
  [closeTag.method]: perLine(atPosition),
  [compareSpecification.method]: perFile(({ uri, text }) => ({
    uri,
    otherFile: { name: "a", text },
    date: "2026-01-01",
  })),
  [convertSpecification.method]: perSite(({ uri }) => ({ uri, to: "3.1" })),
  [coverage.method]: perSite(() => undefined),
  [addRedirects.method]: perSite(({ root }) => ({
    root,
    redirects: [{ source: "/old", destination: "/a" }],
  })),
  [deleteFiles.method]: perSite(({ root }) => ({ root, files: ["a.mdx"] })),
  [explain.method]: perFile(({ uri }) => ({ uri })),
  [fetchSpecification.method]: perSite(() => ({ url: "https://example.com/a.json", allowedHosts: [] })),
  [fixSafeProblems.method]: perSite(({ root }) => ({ root })),
  [joinFeedback.method]: perSite(() => ({ paths: ["/", "/a"] })),
  [validateApiTest.method]: perSite(({ root }) => ({
    root,
    id: "a",
    response: { ok: false, failure: { code: "timeout", message: "", hint: "" }, milliseconds: 1 },
  })),
  [migrateEndpointPages.method]: perSite(() => undefined),
  [moveFiles.method]: perFile(({ uri }) => ({ uri, to: renamedUri(uri), movesCounterparts: true })),
  [movesToRepair.method]: perSite(() => undefined),
  [navigation.method]: perSite(() => undefined),
  [newPage.method]: perFile(({ root }) => ({
    root,
    template: "page",
    title: "A",
    path: "a",
    location: { kind: "unlisted" },
    today: "2026-01-01",
  })),
  [newPageChoices.method]: perFile(({ uri }) => ({ uri })),
  [openPreview.method]: perSite(({ uri }) => ({ preview: "p", uri })),
  [listImportingFiles.method]: perFile(({ uri }) => ({ uri })),
  [locateSnippets.method]: perFile(({ uri, text }) => ({ uri, snippets: [{ code: text.slice(0, 200) }] })),
  [planApiTests.method]: perSite(({ root }) => ({ root, target })),
  [playgroundFacts.method]: perSite(({ root }) => ({ root })),
  [getPagePlayground.method]: perFile(({ uri }) => ({ uri })),
  [publishedPage.method]: perFile(({ uri }) => ({ uri })),
  [remoteSpecifications.method]: perSite(() => undefined),
  [renameHeading.method]: perLine(({ uri, position }) => ({ uri, position, newName: "Renamed" })),
  [renameRow.method]: perSite(({ root }) => ({ root, slug: "a", title: "A" })),
  [siteOverviews.method]: perSite(() => undefined),
  [listProblems.method]: perSite(({ root }) => ({ root, code: "nav/page-not-found" })),
  [listSites.method]: perSite(() => undefined),
  [unusedFiles.method]: perSite(() => undefined),
  [upgradeSettings.method]: perSite(({ root }) => ({ uri: `${root}/mint.json` })),
};

/** The requests that each capability advertises. If a capability isn't listed, the tests that use this table fail. */
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
  renameProvider: (value) => ["textDocument/rename", ...ifSet(value, "prepareProvider", "textDocument/prepareRename")],
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
  inlayHintProvider: (value) => ["textDocument/inlayHint", ...ifSet(value, "resolveProvider", "inlayHint/resolve")],
  colorProvider: () => ["textDocument/documentColor", "textDocument/colorPresentation"],
  linkedEditingRangeProvider: () => ["textDocument/linkedEditingRange"],
  codeLensProvider: (value) => ["textDocument/codeLens", ...ifSet(value, "resolveProvider", "codeLens/resolve")],
  codeActionProvider: (value) => ["textDocument/codeAction", ...ifSet(value, "resolveProvider", "codeAction/resolve")],
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
  return typeof value === "object" && value !== null && (value as Record<string, unknown>)[key] ? [method] : [];
}

/**
 * Returns the requests that a server advertises and the `docwright/…` requests, some of which may be notifications.
 * Throws an error for a capability or request without an entry above.
 */
export function advertisedRequests(capabilities: ServerCapabilities): string[] {
  const advertised = Object.entries(capabilities).flatMap(([capability, value]) => {
    const requests = requestsOf[capability];
    if (!requests) throw new Error(`test/harness/every-request.ts doesn't list the requests of ${capability}.`);
    return requests(value);
  });
  const unknown = advertised.filter((method) => !Object.hasOwn(requestKinds, method));
  if (unknown.length > 0)
    throw new Error(`test/harness/every-request.ts doesn't contain params for ${unknown.join(", ")}.`);
  return advertised;
}

/** Returns the method of every request and notification in `server/src/protocol`. */
export function ownMethods(): string[] {
  return sourceFiles()
    .filter(({ path }) => path.startsWith("server/src/protocol/"))
    .flatMap(({ text }) => [...text.matchAll(/"(docwright\/[\w/]+)"/g)].map(([, method = ""]) => method));
}
