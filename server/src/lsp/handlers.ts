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
import { judgeApiTest, planApiTests } from "../protocol/api-tests.ts";
import { coverage } from "../protocol/coverage.ts";
import { explain } from "../protocol/explain.ts";
import { checkNewPage, newPage, newPageChoices } from "../protocol/new-page.ts";
import {
  closePreview,
  openPreview,
  playgroundFacts,
  playgroundOfPage,
  previewCodeTheme,
  previewMessage,
} from "../protocol/preview.ts";
import { closeTag } from "../protocol/close-tag.ts";
import { feedbackRatings, joinFeedback, pagesShowing, placeSnippets } from "../protocol/feedback.ts";
import { changeNavigation, navigation, publishedPage } from "../protocol/navigation.ts";
import {
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
  documentDiagnostics,
  supportsPullDiagnostics,
  source,
  workspaceDiagnostics,
} from "./diagnostics/diagnostics.ts";
import { plannedTests, toTestResult } from "./features/api-tests.ts";
import { anchorKind, codeActions, fixAllKind } from "./features/code-actions.ts";
import { codeLenses, executeCommand, isPageDocument, showPlaceId } from "./features/code-lenses.ts";
import { completion, resolveCompletion, triggerCharacters } from "./features/completion.ts";
import {
  colorPresentation,
  documentColor,
  semanticTokens,
  semanticTokensLegend,
} from "./features/decorations.ts";
import {
  closeTag as closedTag,
  foldingRange,
  linkedEditingRange,
  selectionRange,
} from "./features/editing-ranges.ts";
import { explainPage } from "./features/explain.ts";
import { urisShowing } from "./features/feedback.ts";
import {
  deletedFiles,
  addedRedirects,
  movedFilesEdit,
  unusedFilesOf,
  willDeleteFiles,
  willRenameFiles,
} from "./features/file-operations.ts";
import { hovers, inlayHint } from "./features/hover.ts";
import { endpointMigrations, upgradedSettings } from "./features/migration.ts";
import { changedNavigation, publishedPage as findPublishedPage } from "./features/navigation-tree.ts";
import { checkPage, newPageChoicesAt, newPageEdit } from "./features/new-page.ts";
import { openedPreview, playgroundFactsOf, playgroundOfFile } from "./features/preview.ts";
import { definitions, documentLink, references, resolveDocumentLink } from "./features/references.ts";
import { prepareRename, rename, renamedHeading, renamedRow } from "./features/rename.ts";
import { movesToRepairIn } from "./features/repair-moves.ts";
import { fixedSafeProblems, listedProblems } from "./features/site/site-overview.ts";
import { siteStatuses } from "./features/site/site-status.ts";
import {
  comparedSpecification,
  convertedSpecification,
  fetchNamed,
  remoteSpecificationsOf,
} from "./features/specifications.ts";
import { documentSymbols, outlineLabel, workspaceSymbols } from "./features/symbols.ts";
import {
  fileChecked,
  fileLoaded,
  fileRead,
  noWait,
  type Readiness,
  siteRead,
  sitesChecked,
  sitesLoaded,
} from "./session/readiness.ts";
import type { Session } from "./session/session.ts";

/** A row in the table of handlers. */
export interface MessageHandler {
  readonly method: string;
  readonly capabilities: CapabilitiesFor;
  readonly listen: (connection: Connection, session: Session) => void;
}

/** Returns the capabilities that declare a method to a client, or undefined if the client doesn't use the method. */
type CapabilitiesFor = (client: ClientCapabilities) => ServerCapabilities | undefined;

/** The data that every request handler receives. */
export interface Cancellable {
  readonly token: CancellationToken;
}

const noCapabilities = (): ServerCapabilities => ({});

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
  capabilities: CapabilitiesFor = noCapabilities,
): MessageHandler {
  return {
    method: type.method,
    capabilities,
    listen: (connection, session) => {
      connection.onRequest<Params, unknown, unknown>(type, async (params, token): Promise<Result> => {
        const readyState = await readiness(params, session, token);
        return respond(params, session, { ...readyState, token });
      });
    },
  };
}

/** Creates a handler in the same way as `handle`, but for a request without params. */
export function handleWithoutParams<Result, Failure, Ready extends object>(
  type: RequestType0<Result, Failure>,
  readiness: Readiness<undefined, Ready>,
  respond: (session: Session, readyState: Ready & Cancellable) => NoInfer<Result> | Promise<NoInfer<Result>>,
): MessageHandler {
  return {
    method: type.method,
    capabilities: noCapabilities,
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
    capabilities: noCapabilities,
    listen: (connection, session) => {
      connection.onNotification(type, (params) => receive(params, session));
    },
  };
}

const json = (path: string) => path.endsWith(".json");
const markdown = (path: string) => /\.mdx?$/.test(path);
const pageOrSpec = (path: string) => isPageDocument(path) || canBeSpec(path);

const codeActionKinds = [CodeActionKind.QuickFix, anchorKind, fixAllKind];
/**
 * A filter for file operations that matches all files, because pages may refer to files of any kind, and folders may
 * contain such files.
 */
const everyFile = { filters: [{ scheme: "file", pattern: { glob: "**/*" } }] };
const diagnosticProvider = { identifier: source, interFileDependencies: true, workspaceDiagnostics: true };

/**
 * All messages that the server handles, except those about the connection, documents, and workspace folders. Each row
 * contains the message, the condition that its handler waits for, the handler, and the capabilities that declare the
 * message.
 */
export const handlers: readonly MessageHandler[] = [
  handle(CompletionRequest.type, fileLoaded, completion, () => ({
    completionProvider: { triggerCharacters, resolveProvider: true },
  })),
  handle(CompletionResolveRequest.type, noWait, resolveCompletion),
  handle(HoverRequest.type, fileLoaded, hovers, () => ({ hoverProvider: true })),
  handle(DefinitionRequest.type, fileRead(), definitions, () => ({ definitionProvider: true })),
  handle(ReferencesRequest.type, fileRead(), references, () => ({ referencesProvider: true })),
  handle(PrepareRenameRequest.type, noWait, prepareRename),
  handle(RenameRequest.type, noWait, rename, ({ textDocument }) => ({
    renameProvider: textDocument?.rename?.prepareSupport ? { prepareProvider: true } : true,
  })),
  handle(DocumentSymbolRequest.type, fileRead(), documentSymbols, () => ({
    documentSymbolProvider: { label: outlineLabel },
  })),
  handle(WorkspaceSymbolRequest.type, sitesLoaded, workspaceSymbols, () => ({
    workspaceSymbolProvider: true,
  })),
  handle(DocumentLinkRequest.type, fileRead(), documentLink, () => ({
    documentLinkProvider: { resolveProvider: true },
  })),
  handle(DocumentLinkResolveRequest.type, noWait, resolveDocumentLink),
  handle(FoldingRangeRequest.type, fileRead(), foldingRange, () => ({ foldingRangeProvider: true })),
  handle(SelectionRangeRequest.type, fileRead(), selectionRange, () => ({ selectionRangeProvider: true })),
  handle(SemanticTokensRequest.type, fileRead(), semanticTokens, () => ({
    semanticTokensProvider: { legend: semanticTokensLegend, full: true, range: true },
  })),
  handle(SemanticTokensRangeRequest.type, fileRead(), semanticTokens),
  handle(InlayHintRequest.type, fileRead(json), inlayHint, () => ({ inlayHintProvider: true })),
  handle(DocumentColorRequest.type, fileRead(json), documentColor, () => ({ colorProvider: true })),
  handle(ColorPresentationRequest.type, fileRead(), colorPresentation),
  handle(LinkedEditingRangeRequest.type, fileRead(markdown), linkedEditingRange, () => ({
    linkedEditingRangeProvider: true,
  })),
  handle(closeTag, fileRead(markdown), closedTag),
  handle(CodeLensRequest.type, fileRead(pageOrSpec), codeLenses, () => ({
    codeLensProvider: { resolveProvider: false },
  })),
  handle(CodeActionRequest.type, noWait, codeActions, () => ({ codeActionProvider: { codeActionKinds } })),
  handle(ExecuteCommandRequest.type, noWait, executeCommand, () => ({
    executeCommandProvider: { commands: [showPlaceId] },
  })),
  handle(DocumentDiagnosticRequest.type, fileChecked, documentDiagnostics, (client) =>
    supportsPullDiagnostics(client) ? { diagnosticProvider } : undefined,
  ),
  handle(WorkspaceDiagnosticRequest.type, sitesChecked, workspaceDiagnostics, (client) =>
    supportsPullDiagnostics(client) ? { diagnosticProvider } : undefined,
  ),
  handle(WillRenameFilesRequest.type, noWait, willRenameFiles, () => ({
    workspace: { fileOperations: { willRename: everyFile } },
  })),
  handle(WillDeleteFilesRequest.type, noWait, willDeleteFiles, () => ({
    workspace: { fileOperations: { willDelete: everyFile } },
  })),

  handleWithoutParams(listSites, noWait, siteStatuses),
  handleWithoutParams(siteOverviews, noWait, (session) => session.overviews.getResult(undefined)),
  handle(listProblems, siteRead, listedProblems),
  handle(fixSafeProblems, siteRead, fixedSafeProblems),
  handle(explain, sitesLoaded, explainPage),
  handleWithoutParams(coverage, noWait, (session) => session.coverage.getResult(undefined)),

  handleWithoutParams(navigation, noWait, (session) => session.navigation.getResult(undefined)),
  handle(changeNavigation, noWait, changedNavigation),
  handle(publishedPage, fileRead(), findPublishedPage),
  handle(newPageChoices, fileRead(), newPageChoicesAt),
  handle(checkNewPage, siteRead, checkPage),
  handle(newPage, siteRead, newPageEdit),

  handle(moveFiles, fileRead(), movedFilesEdit),
  handle(addRedirects, siteRead, addedRedirects),
  handleWithoutParams(movesToRepair, sitesChecked, movesToRepairIn),
  handle(renameHeading, noWait, renamedHeading),
  handle(renameRow, siteRead, renamedRow),
  handleWithoutParams(unusedFiles, sitesChecked, unusedFilesOf),
  handle(deleteFiles, siteRead, deletedFiles),
  handle(upgradeSettings, noWait, upgradedSettings),
  handleWithoutParams(migrateEndpointPages, sitesChecked, endpointMigrations),

  handleWithoutParams(remoteSpecifications, sitesLoaded, remoteSpecificationsOf),
  handle(fetchSpecification, sitesLoaded, fetchNamed),
  handle(convertSpecification, fileLoaded, convertedSpecification),
  handle(compareSpecification, noWait, comparedSpecification),

  handle(openPreview, noWait, openedPreview),
  handleNotification(previewMessage, ({ preview, message }, session) =>
    session.previews.handleMessage(preview, message),
  ),
  handleNotification(previewCodeTheme, ({ theme }, session) =>
    session.previews.setCodeTheme(parseMessage(codeTheme, theme)),
  ),
  handleNotification(closePreview, ({ preview }, session) => session.previews.close(preview)),
  handle(playgroundFacts, siteRead, playgroundFactsOf),
  handle(playgroundOfPage, fileRead(), playgroundOfFile),
  handle(planApiTests, siteRead, plannedTests),
  handle(judgeApiTest, siteRead, toTestResult),

  handle(joinFeedback, noWait, ({ paths }, session) => session.feedback.getResult(paths)),
  handle(placeSnippets, fileLoaded, (params, session, file) => session.snippets.place(params, session, file)),
  handle(pagesShowing, fileLoaded, urisShowing),
  handleNotification(feedbackRatings, (ratings, session) => session.ratings.set(ratings)),
];
