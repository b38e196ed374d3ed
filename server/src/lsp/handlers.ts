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
import { codeThemeSchema } from "../core/preview/highlighter.ts";
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
  docwrightSource,
  getWorkspaceDiagnostics,
} from "./diagnostics/diagnostics.ts";
import { anchorKind, getCodeActions, fixAllKind } from "./features/code-actions.ts";
import { getCodeLenses, executeCommand, isPagePath, locationCommandId } from "./features/code-lenses.ts";
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
import { findImportingPageUris } from "./features/feedback.ts";
import {
  planDeletion,
  planAddedRedirects,
  planFileMove,
  listUnusedFiles,
  willDeleteFiles,
  willRenameFiles,
} from "./features/file-operations.ts";
import { provideHover, getInlayHints } from "./features/hover.ts";
import { planNavigationChange, findPublishedPage } from "./features/navigation-tree.ts";
import { startPreview, getPlaygroundData, getFilePlayground } from "./features/preview.ts";
import { getDefinitions, getDocumentLinks, getReferences, resolveDocumentLink } from "./features/references.ts";
import { findMovesToRepair } from "./features/repair-moves.ts";
import { planSafeFixes, listProblemLocations } from "./features/site/site-overview.ts";
import { listSiteStatuses } from "./features/site/site-status.ts";
import {
  compareSpecVersions,
  convertSiteFile,
  downloadSpecification,
  listRemoteSpecifications,
} from "./features/specifications.ts";
import { getDocumentSymbols, outlineLabel, getWorkspaceSymbols } from "./features/symbols.ts";
import {
  waitUntilFileChecked,
  waitUntilFileLoaded,
  waitUntilFileRead,
  skipWaiting,
  type Readiness,
  waitForSite,
  waitUntilSitesChecked,
  waitUntilSitesLoaded,
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
export function createRequestHandler<Params, Result, Failure, Ready extends object>(
  type: RequestType<Params, Result, Failure>,
  waitUntilReady: Readiness<Params, Ready>,
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
        const readyState = await waitUntilReady(params, session, token);
        return respond(params, session, { ...readyState, token });
      });
    },
  };
}

/** Creates a handler in the same way as `createRequestHandler`, but for a request without params. */
export function createHandlerWithoutParams<Result, Failure, Ready extends object>(
  type: RequestType0<Result, Failure>,
  waitUntilReady: Readiness<undefined, Ready>,
  respond: (session: Session, readyState: Ready & Cancellable) => NoInfer<Result> | Promise<NoInfer<Result>>,
): MessageHandler {
  return {
    method: type.method,
    getCapabilities: getNoCapabilities,
    listen: (connection, session) => {
      connection.onRequest<unknown, unknown, unknown, unknown>(type, async (token): Promise<Result> => {
        const readyState = await waitUntilReady(undefined, session, token);
        return respond(session, { ...readyState, token });
      });
    },
  };
}

export function createNotificationHandler<Params>(
  type: NotificationType<Params>,
  receive: (params: Params, session: Session) => void | Promise<void>,
): MessageHandler {
  return {
    method: type.method,
    getCapabilities: getNoCapabilities,
    listen: (connection, session) => {
      connection.onNotification(type, (params) => void receive(params, session));
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
const isPageOrSpec = (path: string) => isPagePath(path) || canBeSpec(path);

const codeActionKinds = [CodeActionKind.QuickFix, anchorKind, fixAllKind];
/**
 * A filter for file operations that matches all files, because pages may refer to files of any kind, and folders may
 * contain such files.
 */
const allFilesFilter = { filters: [{ scheme: "file", pattern: { glob: "**/*" } }] };
const diagnosticProvider = { identifier: docwrightSource, interFileDependencies: true, workspaceDiagnostics: true };

/**
 * All messages that the server handles, except those about the connection, documents, and workspace folders. Each row
 * contains the message, the condition that its handler waits for, the handler, and the capabilities that declare the
 * message.
 */
export const handlers: readonly MessageHandler[] = [
  createRequestHandler(CompletionRequest.type, waitUntilFileLoaded, getCompletion, () => ({
    completionProvider: { triggerCharacters, resolveProvider: true },
  })),
  createRequestHandler(CompletionResolveRequest.type, skipWaiting, resolveCompletion),
  createRequestHandler(HoverRequest.type, waitUntilFileLoaded, provideHover, () => ({ hoverProvider: true })),
  createRequestHandler(DefinitionRequest.type, waitUntilFileRead(), getDefinitions, () => ({
    definitionProvider: true,
  })),
  createRequestHandler(ReferencesRequest.type, waitUntilFileRead(), getReferences, () => ({
    referencesProvider: true,
  })),
  createRequestHandler(
    PrepareRenameRequest.type,
    skipWaiting,
    loadOnRequest(async () => (await import("./features/rename.ts")).prepareRename),
  ),
  createRequestHandler(
    RenameRequest.type,
    skipWaiting,
    loadOnRequest(async () => (await import("./features/rename.ts")).rename),
    ({ textDocument }) => ({
      renameProvider: textDocument?.rename?.prepareSupport ? { prepareProvider: true } : true,
    }),
  ),
  createRequestHandler(DocumentSymbolRequest.type, waitUntilFileRead(), getDocumentSymbols, () => ({
    documentSymbolProvider: { label: outlineLabel },
  })),
  createRequestHandler(WorkspaceSymbolRequest.type, waitUntilSitesLoaded, getWorkspaceSymbols, () => ({
    workspaceSymbolProvider: true,
  })),
  createRequestHandler(DocumentLinkRequest.type, waitUntilFileRead(), getDocumentLinks, () => ({
    documentLinkProvider: { resolveProvider: true },
  })),
  createRequestHandler(DocumentLinkResolveRequest.type, skipWaiting, resolveDocumentLink),
  createRequestHandler(FoldingRangeRequest.type, waitUntilFileRead(), getFoldingRanges, () => ({
    foldingRangeProvider: true,
  })),
  createRequestHandler(SelectionRangeRequest.type, waitUntilFileRead(), getSelectionRanges, () => ({
    selectionRangeProvider: true,
  })),
  createRequestHandler(SemanticTokensRequest.type, waitUntilFileRead(), getSemanticTokens, () => ({
    semanticTokensProvider: { legend: semanticTokensLegend, full: true, range: true },
  })),
  createRequestHandler(SemanticTokensRangeRequest.type, waitUntilFileRead(), getSemanticTokens),
  createRequestHandler(InlayHintRequest.type, waitUntilFileRead(isJson), getInlayHints, () => ({
    inlayHintProvider: true,
  })),
  createRequestHandler(DocumentColorRequest.type, waitUntilFileRead(isJson), getDocumentColors, () => ({
    colorProvider: true,
  })),
  createRequestHandler(ColorPresentationRequest.type, waitUntilFileRead(), getColorPresentations),
  createRequestHandler(LinkedEditingRangeRequest.type, waitUntilFileRead(isMarkdown), getLinkedEditingRanges, () => ({
    linkedEditingRangeProvider: true,
  })),
  createRequestHandler(closeTag, waitUntilFileRead(isMarkdown), closedTag),
  createRequestHandler(CodeLensRequest.type, waitUntilFileRead(isPageOrSpec), getCodeLenses, () => ({
    codeLensProvider: { resolveProvider: false },
  })),
  createRequestHandler(CodeActionRequest.type, skipWaiting, getCodeActions, () => ({
    codeActionProvider: { codeActionKinds },
  })),
  createRequestHandler(ExecuteCommandRequest.type, skipWaiting, executeCommand, () => ({
    executeCommandProvider: { commands: [locationCommandId] },
  })),
  createRequestHandler(DocumentDiagnosticRequest.type, waitUntilFileChecked, getDocumentDiagnostics, (client) =>
    supportsPullDiagnostics(client) ? { diagnosticProvider } : undefined,
  ),
  createRequestHandler(WorkspaceDiagnosticRequest.type, waitUntilSitesChecked, getWorkspaceDiagnostics, (client) =>
    supportsPullDiagnostics(client) ? { diagnosticProvider } : undefined,
  ),
  createRequestHandler(WillRenameFilesRequest.type, skipWaiting, willRenameFiles, () => ({
    workspace: { fileOperations: { willRename: allFilesFilter } },
  })),
  createRequestHandler(WillDeleteFilesRequest.type, skipWaiting, willDeleteFiles, () => ({
    workspace: { fileOperations: { willDelete: allFilesFilter } },
  })),

  createHandlerWithoutParams(listSites, skipWaiting, listSiteStatuses),
  createHandlerWithoutParams(siteOverviews, skipWaiting, (session) => session.overviewNotifier.getResult(undefined)),
  createRequestHandler(listProblems, waitForSite, listProblemLocations),
  createRequestHandler(fixSafeProblems, waitForSite, planSafeFixes),
  createRequestHandler(explain, waitUntilSitesLoaded, explainTarget),
  createHandlerWithoutParams(coverage, skipWaiting, (session) => session.coverageNotifier.getResult(undefined)),

  createHandlerWithoutParams(navigation, skipWaiting, (session) => session.navigationNotifier.getResult(undefined)),
  createRequestHandler(changeNavigation, skipWaiting, planNavigationChange),
  createRequestHandler(publishedPage, waitUntilFileRead(), findPublishedPage),
  createRequestHandler(
    newPageChoices,
    waitUntilFileRead(),
    loadOnRequest(async () => (await import("./features/new-page.ts")).getNewPageChoices),
  ),
  createRequestHandler(
    checkNewPage,
    waitForSite,
    loadOnRequest(async () => (await import("./features/new-page.ts")).validateNewPage),
  ),
  createRequestHandler(
    newPage,
    waitForSite,
    loadOnRequest(async () => (await import("./features/new-page.ts")).createPageEdit),
  ),

  createRequestHandler(moveFiles, waitUntilFileRead(), planFileMove),
  createRequestHandler(addRedirects, waitForSite, planAddedRedirects),
  createHandlerWithoutParams(movesToRepair, waitUntilSitesChecked, findMovesToRepair),
  createRequestHandler(
    renameHeading,
    skipWaiting,
    loadOnRequest(async () => (await import("./features/rename.ts")).createHeadingRenameEdit),
  ),
  createRequestHandler(
    renameRow,
    waitForSite,
    loadOnRequest(async () => (await import("./features/rename.ts")).createRowRenameEdit),
  ),
  createHandlerWithoutParams(unusedFiles, waitUntilSitesChecked, listUnusedFiles),
  createRequestHandler(deleteFiles, waitForSite, planDeletion),
  createRequestHandler(
    upgradeSettings,
    skipWaiting,
    loadOnRequest(async () => (await import("./features/migration.ts")).planUpgrade),
  ),
  createHandlerWithoutParams(
    migrateEndpointPages,
    waitUntilSitesChecked,
    loadOnRequest(async () => (await import("./features/migration.ts")).getEndpointMigrations),
  ),

  createHandlerWithoutParams(remoteSpecifications, waitUntilSitesLoaded, listRemoteSpecifications),
  createRequestHandler(fetchSpecification, waitUntilSitesLoaded, downloadSpecification),
  createRequestHandler(convertSpecification, waitUntilFileLoaded, convertSiteFile),
  createRequestHandler(compareSpecification, skipWaiting, compareSpecVersions),

  createRequestHandler(openPreview, skipWaiting, startPreview),
  createNotificationHandler(previewMessage, ({ preview, message }, session) =>
    session.previews.useIfLoaded((previews) => previews.handleMessage(preview, message)),
  ),
  createNotificationHandler(previewCodeTheme, async ({ theme }, session) =>
    (await session.previews.load()).setCodeTheme(parseMessage(codeThemeSchema, theme)),
  ),
  createNotificationHandler(closePreview, ({ preview }, session) =>
    session.previews.useIfLoaded((previews) => previews.close(preview)),
  ),
  createRequestHandler(playgroundFacts, waitForSite, getPlaygroundData),
  createRequestHandler(getPagePlayground, waitUntilFileRead(), getFilePlayground),
  createRequestHandler(
    planApiTests,
    waitForSite,
    loadOnRequest(async () => (await import("./features/api-tests.ts")).planTests),
  ),
  createRequestHandler(
    validateApiTest,
    waitForSite,
    loadOnRequest(async () => (await import("./features/api-tests.ts")).validateTestResponse),
  ),

  createRequestHandler(joinFeedback, skipWaiting, ({ paths }, session) =>
    session.feedbackJoinNotifier.getResult(paths),
  ),
  createRequestHandler(locateSnippets, waitUntilFileLoaded, (params, session, file) =>
    session.snippetLocator.locateSnippets(params, session, file),
  ),
  createRequestHandler(listImportingFiles, waitUntilFileLoaded, findImportingPageUris),
  createNotificationHandler(feedbackRatings, (ratings, session) => session.ratings.set(ratings)),
];
