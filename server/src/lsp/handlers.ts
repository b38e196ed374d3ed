import {
  type CancellationToken,
  type ClientCapabilities,
  CodeActionKind,
  CodeActionRequest,
  CodeLensRequest,
  ColorPresentationRequest,
  CompletionRequest,
  CompletionResolveRequest,
  type Connection,
  DefinitionRequest,
  DocumentColorRequest,
  DocumentDiagnosticRequest,
  DocumentLinkRequest,
  DocumentLinkResolveRequest,
  DocumentSymbolRequest,
  ExecuteCommandRequest,
  FoldingRangeRequest,
  HoverRequest,
  InlayHintRequest,
  LinkedEditingRangeRequest,
  type NotificationType,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  type RequestType,
  type RequestType0,
  SelectionRangeRequest,
  SemanticTokensRangeRequest,
  SemanticTokensRequest,
  type ServerCapabilities,
  WillDeleteFilesRequest,
  WillRenameFilesRequest,
  WorkspaceDiagnosticRequest,
  WorkspaceSymbolRequest,
} from "vscode-languageserver/node";
import { codeTheme } from "../core/preview/highlighter.ts";
import { canBeSpec } from "../core/spec/detect-spec.ts";
import { parseMessage } from "../core/text/parse-message.ts";
import { validateApiTest, planApiTests } from "../protocol/api-tests.ts";
import { coverage } from "../protocol/coverage.ts";
import { explain } from "../protocol/explain.ts";
import { checkNewPage, newPage, newPageChoices } from "../protocol/new-page.ts";
import {
  closePreview,
  openPreview,
  playgroundFacts,
  getPagePlayground,
  previewCodeTheme,
  previewMessage,
} from "../protocol/preview.ts";
import { feedbackRatings, joinFeedback, listImportingFiles, locateSnippets } from "../protocol/feedback.ts";
import { changeNavigation, navigation, publishedPage } from "../protocol/navigation.ts";
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
} from "../protocol/refactoring.ts";
import { fixSafeProblems, listProblems, siteOverviews } from "../protocol/site-overview.ts";
import { listSites } from "../protocol/site.ts";
import {
  compareSpecification,
  convertSpecification,
  fetchSpecification,
  remoteSpecifications,
} from "../protocol/specifications.ts";
import {
  getDocumentDiagnostics,
  supportsPullDiagnostics,
  source,
  getWorkspaceDiagnostics,
} from "./diagnostics/diagnostics.ts";
import { anchorKind, getCodeActions, fixAllKind } from "./features/code-actions.ts";
import { getCodeLenses, executeCommand, isPageDocument, locationCommandId } from "./features/code-lenses.ts";
import { getCompletion, resolveCompletion, triggerCharacters } from "./features/completion.ts";
import {
  getColorPresentations,
  getDocumentColors,
  getSemanticTokens,
  semanticTokensLegend,
} from "./features/decorations.ts";
import {
  closeTag as closedTag,
  getFoldingRanges,
  getLinkedEditingRanges,
  getSelectionRanges,
} from "./features/editing-ranges.ts";
import { explainTarget } from "./features/explain.ts";
import { findShowingPageUris } from "./features/feedback.ts";
import {
  planDeletion,
  getAddedRedirects,
  planFileMove,
  listUnusedFiles,
  willDeleteFiles,
  willRenameFiles,
} from "./features/file-operations.ts";
import { provideHover, getInlayHints } from "./features/hover.ts";
import { planNavigationChange, findPublishedPage } from "./features/navigation-tree.ts";
import { startPreview, getPlaygroundData, getFilePlayground } from "./features/preview.ts";
import { getDefinitions, getDocumentLinks, getReferences, resolveDocumentLink } from "./features/references.ts";
import { prepareRename, rename, getHeadingRename, getRowRename } from "./features/rename.ts";
import { findMovesToRepair } from "./features/repair-moves.ts";
import { planSafeFixes, findListedProblems } from "./features/site/site-overview.ts";
import { listSiteStatuses } from "./features/site/site-status.ts";
import {
  getComparison,
  getConversion,
  downloadSpecification,
  listRemoteSpecifications,
} from "./features/specifications.ts";
import { getDocumentSymbols, outlineLabel, getWorkspaceSymbols } from "./features/symbols.ts";
import {
  waitForFileChecked,
  waitForFileLoaded,
  waitForFileRead,
  skipWaiting,
  type Readiness,
  waitForSite,
  waitForSitesChecked,
  waitForSitesLoaded,
} from "./session/readiness.ts";
import type { Session } from "./session/session.ts";

/** A handler for one message, along with the capabilities that declare the message to the client. */
export interface MessageHandler {
  readonly method: string;
  readonly getCapabilities: CapabilityProvider;
  readonly listen: (connection: Connection, session: Session) => void;
}

/** Returns the capabilities that declare a method to a client, or undefined if the client doesn't use the method. */
type CapabilityProvider = (client: ClientCapabilities) => ServerCapabilities | undefined;

/** The data that every request handler receives. */
export interface Cancellable {
  readonly token: CancellationToken;
}

const getNoCapabilities = (): ServerCapabilities => ({});

/**
 * Creates a handler that runs once the server is ready for the request. The type of the result is inferred only from
 * the message, so a handler that returns `unknown` doesn't compile.
 */
export function handle<Params, Result, Failure, Ready extends object>(
  type: RequestType<Params, Result, Failure>,
  readiness: Readiness<Params, Ready>,
  respond: (
    params: Params,
    session: Session,
    readyState: Ready & Cancellable,
  ) => NoInfer<Result> | Promise<NoInfer<Result>>,
  getCapabilities: CapabilityProvider = getNoCapabilities,
): MessageHandler {
  return {
    method: type.method,
    getCapabilities,
    listen: (connection, session) => {
      connection.onRequest<Params, unknown, unknown>(type, async (params, token): Promise<Result> => {
        const readyState = await readiness(params, session, token);
        return respond(params, session, { ...readyState, token });
      });
    },
  };
}

/** Creates a handler in the same way as `createRequestHandler`, but for a request without params. */
export function handleWithoutParams<Result, Failure, Ready extends object>(
  type: RequestType0<Result, Failure>,
  readiness: Readiness<undefined, Ready>,
  respond: (session: Session, readyState: Ready & Cancellable) => NoInfer<Result> | Promise<NoInfer<Result>>,
): MessageHandler {
  return {
    method: type.method,
    getCapabilities: getNoCapabilities,
    listen: (connection, session) => {
      connection.onRequest<unknown, unknown, unknown, unknown>(type, async (token): Promise<Result> => {
        const readyState = await readiness(undefined, session, token);
        return respond(session, { ...readyState, token });
      });
    },
  };
}

export function handleNotification<Params>(
  type: NotificationType<Params>,
  receive: (params: Params, session: Session) => void,
): MessageHandler {
  return {
    method: type.method,
    getCapabilities: getNoCapabilities,
    listen: (connection, session) => {
      connection.onNotification(type, (params) => receive(params, session));
    },
  };
}

/**
 * Creates a handler whose module is loaded by the first request, so that requests that most sessions never send don't
 * slow down the start of the server.
 */
function loadOnRequest<Parameters extends readonly unknown[], Result>(
  load: () => Promise<(...parameters: Parameters) => Result | Promise<Result>>,
): (...parameters: Parameters) => Promise<Result> {
  return async (...parameters) => (await load())(...parameters);
}

const isJson = (path: string) => path.endsWith(".json");
const isMarkdown = (path: string) => /\.mdx?$/.test(path);
const isPageOrSpec = (path: string) => isPageDocument(path) || canBeSpec(path);

const codeActionKinds = [CodeActionKind.QuickFix, anchorKind, fixAllKind];
/**
 * A filter for file operations that matches all files, because pages may refer to files of any kind, and folders may
 * contain such files.
 */
const allFilesFilter = { filters: [{ scheme: "file", pattern: { glob: "**/*" } }] };
const diagnosticProvider = { identifier: source, interFileDependencies: true, workspaceDiagnostics: true };

/**
 * All messages that the server handles, except those about the connection, documents, and workspace folders. Each row
 * contains the message, the condition that its handler waits for, the handler, and the capabilities that declare the
 * message.
 */
export const handlers: readonly MessageHandler[] = [
  handle(CompletionRequest.type, waitForFileLoaded, getCompletion, () => ({
    completionProvider: { triggerCharacters, resolveProvider: true },
  })),
  handle(CompletionResolveRequest.type, skipWaiting, resolveCompletion),
  handle(HoverRequest.type, waitForFileLoaded, provideHover, () => ({ hoverProvider: true })),
  handle(DefinitionRequest.type, waitForFileRead(), getDefinitions, () => ({ definitionProvider: true })),
  handle(ReferencesRequest.type, waitForFileRead(), getReferences, () => ({ referencesProvider: true })),
  handle(PrepareRenameRequest.type, skipWaiting, prepareRename),
  handle(RenameRequest.type, skipWaiting, rename, ({ textDocument }) => ({
    renameProvider: textDocument?.rename?.prepareSupport ? { prepareProvider: true } : true,
  })),
  handle(DocumentSymbolRequest.type, waitForFileRead(), getDocumentSymbols, () => ({
    documentSymbolProvider: { label: outlineLabel },
  })),
  handle(WorkspaceSymbolRequest.type, waitForSitesLoaded, getWorkspaceSymbols, () => ({
    workspaceSymbolProvider: true,
  })),
  handle(DocumentLinkRequest.type, waitForFileRead(), getDocumentLinks, () => ({
    documentLinkProvider: { resolveProvider: true },
  })),
  handle(DocumentLinkResolveRequest.type, skipWaiting, resolveDocumentLink),
  handle(FoldingRangeRequest.type, waitForFileRead(), getFoldingRanges, () => ({
    foldingRangeProvider: true,
  })),
  handle(SelectionRangeRequest.type, waitForFileRead(), getSelectionRanges, () => ({
    selectionRangeProvider: true,
  })),
  handle(SemanticTokensRequest.type, waitForFileRead(), getSemanticTokens, () => ({
    semanticTokensProvider: { legend: semanticTokensLegend, full: true, range: true },
  })),
  handle(SemanticTokensRangeRequest.type, waitForFileRead(), getSemanticTokens),
  handle(InlayHintRequest.type, waitForFileRead(isJson), getInlayHints, () => ({ inlayHintProvider: true })),
  handle(DocumentColorRequest.type, waitForFileRead(isJson), getDocumentColors, () => ({
    colorProvider: true,
  })),
  handle(ColorPresentationRequest.type, waitForFileRead(), getColorPresentations),
  handle(LinkedEditingRangeRequest.type, waitForFileRead(isMarkdown), getLinkedEditingRanges, () => ({
    linkedEditingRangeProvider: true,
  })),
  handle(closeTag, waitForFileRead(isMarkdown), closedTag),
  handle(CodeLensRequest.type, waitForFileRead(isPageOrSpec), getCodeLenses, () => ({
    codeLensProvider: { resolveProvider: false },
  })),
  handle(CodeActionRequest.type, skipWaiting, getCodeActions, () => ({
    codeActionProvider: { codeActionKinds },
  })),
  handle(ExecuteCommandRequest.type, skipWaiting, executeCommand, () => ({
    executeCommandProvider: { commands: [locationCommandId] },
  })),
  handle(DocumentDiagnosticRequest.type, waitForFileChecked, getDocumentDiagnostics, (client) =>
    supportsPullDiagnostics(client) ? { diagnosticProvider } : undefined,
  ),
  handle(WorkspaceDiagnosticRequest.type, waitForSitesChecked, getWorkspaceDiagnostics, (client) =>
    supportsPullDiagnostics(client) ? { diagnosticProvider } : undefined,
  ),
  handle(WillRenameFilesRequest.type, skipWaiting, willRenameFiles, () => ({
    workspace: { fileOperations: { willRename: allFilesFilter } },
  })),
  handle(WillDeleteFilesRequest.type, skipWaiting, willDeleteFiles, () => ({
    workspace: { fileOperations: { willDelete: allFilesFilter } },
  })),

  handleWithoutParams(listSites, skipWaiting, listSiteStatuses),
  handleWithoutParams(siteOverviews, skipWaiting, (session) => session.overviews.getResult(undefined)),
  handle(listProblems, waitForSite, findListedProblems),
  handle(fixSafeProblems, waitForSite, planSafeFixes),
  handle(explain, waitForSitesLoaded, explainTarget),
  handleWithoutParams(coverage, skipWaiting, (session) => session.coverage.getResult(undefined)),

  handleWithoutParams(navigation, skipWaiting, (session) => session.navigation.getResult(undefined)),
  handle(changeNavigation, skipWaiting, planNavigationChange),
  handle(publishedPage, waitForFileRead(), findPublishedPage),
  handle(
    newPageChoices,
    waitForFileRead(),
    loadOnRequest(async () => (await import("./features/new-page.ts")).getNewPageChoices),
  ),
  handle(
    checkNewPage,
    waitForSite,
    loadOnRequest(async () => (await import("./features/new-page.ts")).validateNewPage),
  ),
  handle(
    newPage,
    waitForSite,
    loadOnRequest(async () => (await import("./features/new-page.ts")).createPageEdit),
  ),

  handle(moveFiles, waitForFileRead(), planFileMove),
  handle(addRedirects, waitForSite, getAddedRedirects),
  handleWithoutParams(movesToRepair, waitForSitesChecked, findMovesToRepair),
  handle(renameHeading, skipWaiting, getHeadingRename),
  handle(renameRow, waitForSite, getRowRename),
  handleWithoutParams(unusedFiles, waitForSitesChecked, listUnusedFiles),
  handle(deleteFiles, waitForSite, planDeletion),
  handle(
    upgradeSettings,
    skipWaiting,
    loadOnRequest(async () => (await import("./features/migration.ts")).planUpgrade),
  ),
  handleWithoutParams(
    migrateEndpointPages,
    waitForSitesChecked,
    loadOnRequest(async () => (await import("./features/migration.ts")).getEndpointMigrations),
  ),

  handleWithoutParams(remoteSpecifications, waitForSitesLoaded, listRemoteSpecifications),
  handle(fetchSpecification, waitForSitesLoaded, downloadSpecification),
  handle(convertSpecification, waitForFileLoaded, getConversion),
  handle(compareSpecification, skipWaiting, getComparison),

  handle(openPreview, skipWaiting, startPreview),
  handleNotification(previewMessage, ({ preview, message }, session) =>
    session.previews.handleMessage(preview, message),
  ),
  handleNotification(previewCodeTheme, ({ theme }, session) =>
    session.previews.setCodeTheme(parseMessage(codeTheme, theme)),
  ),
  handleNotification(closePreview, ({ preview }, session) => session.previews.close(preview)),
  handle(playgroundFacts, waitForSite, getPlaygroundData),
  handle(getPagePlayground, waitForFileRead(), getFilePlayground),
  handle(
    planApiTests,
    waitForSite,
    loadOnRequest(async () => (await import("./features/api-tests.ts")).planTests),
  ),
  handle(
    validateApiTest,
    waitForSite,
    loadOnRequest(async () => (await import("./features/api-tests.ts")).toTestResult),
  ),

  handle(joinFeedback, skipWaiting, ({ paths }, session) => session.feedback.getResult(paths)),
  handle(locateSnippets, waitForFileLoaded, (params, session, file) =>
    session.snippets.locateSnippets(params, session, file),
  ),
  handle(listImportingFiles, waitForFileLoaded, findShowingPageUris),
  handleNotification(feedbackRatings, (ratings, session) => session.ratings.set(ratings)),
];
