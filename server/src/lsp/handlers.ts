import {
  CodeActionKind,
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
import { readCodeTheme } from "../core/preview/code-theme.ts";
import { canBeSpec } from "../core/spec/detect-spec.ts";
import { judgeApiTest, planApiTests } from "../protocol/api-tests.ts";
import { closeTag } from "../protocol/close-tag.ts";
import { coverage } from "../protocol/coverage.ts";
import { explain } from "../protocol/explain.ts";
import { feedbackRatings, joinFeedback, pagesShowing, placeSnippets } from "../protocol/feedback.ts";
import { migrateEndpointPages, upgradeSettings } from "../protocol/migration.ts";
import { moveFiles, movesToRepair } from "../protocol/move-files.ts";
import { changeNavigation, navigation, publishedPage } from "../protocol/navigation.ts";
import { checkNewPage, newPage, newPageChoices } from "../protocol/new-page.ts";
import {
  closePreview,
  openPreview,
  playgroundFacts,
  previewCodeTheme,
  previewMessage,
} from "../protocol/preview.ts";
import { deleteFiles, renameHeading, renameRow, unusedFiles } from "../protocol/refactoring.ts";
import { siteReport } from "../protocol/site.ts";
import {
  compareSpecification,
  convertSpecification,
  fetchSpecification,
  remoteSpecifications,
} from "../protocol/specifications.ts";
import { judgedTest, plannedTests } from "./api-tests.ts";
import { changedNavigation } from "./change-navigation.ts";
import { checkedNewPage } from "./checked-new-page.ts";
import { closeTag as closedTag } from "./close-tag.ts";
import { codeActions } from "./code-action.ts";
import { codeLenses } from "./code-lens.ts";
import { comparedSpecification } from "./compare-specification.ts";
import { completion, resolveCompletion, triggerCharacters } from "./completion.ts";
import { convertedSpecification } from "./convert-specification.ts";
import { definitions } from "./definition.ts";
import { source } from "./diagnostic.ts";
import { colorPresentation, documentColor } from "./document-color.ts";
import { documentDiagnostics, isPulling } from "./document-diagnostics.ts";
import { documentLink, resolveDocumentLink } from "./document-link.ts";
import { documentSymbols, outlineLabel } from "./document-symbols.ts";
import { explained } from "./explain.ts";
import { fixAllKind } from "./fix-all.ts";
import { foldingRange } from "./folding-range.ts";
import { handle, handle0, handleNotification, type MessageHandler } from "./handle.ts";
import { anchorKind } from "./heading-actions.ts";
import { hovers } from "./hover.ts";
import { inlayHint } from "./inlay-hint.ts";
import { linkedEditingRange } from "./linked-editing-range.ts";
import { endpointMigrations } from "./migrate-endpoint-pages.ts";
import { movedFilesEdit } from "./move-files.ts";
import { movesToRepairIn } from "./moves-to-repair.ts";
import { newPageChoicesAt } from "./new-page-choices.ts";
import { newPageEdit } from "./new-page.ts";
import { openedPreview } from "./open-preview.ts";
import { isPage } from "./page-lenses.ts";
import { urisShowing } from "./pages-showing.ts";
import { placedSnippets } from "./place-snippets.ts";
import { playgroundFactsOf } from "./playground-facts.ts";
import { prepareRename } from "./prepare-rename.ts";
import { publishedPage as findPublishedPage } from "./published-page.ts";
import { fileChecked, fileNow, fileRead, now, siteRead, sitesChecked } from "./readiness.ts";
import { references } from "./references.ts";
import { fetchNamed, remoteSpecificationsOf } from "./remote-specifications.ts";
import { renamedHeading } from "./rename-heading.ts";
import { renamedRow } from "./rename-row.ts";
import { rename } from "./rename.ts";
import { selectionRange } from "./selection-range.ts";
import { semanticTokens, semanticTokensLegend } from "./semantic-tokens.ts";
import { executeCommand, showPlaceId } from "./show-place.ts";
import { siteReports } from "./site-report.ts";
import { deletedFiles, unusedFilesOf } from "./unused-files.ts";
import { upgradedSettings } from "./upgrade-settings.ts";
import { willDeleteFiles } from "./will-delete-files.ts";
import { willRenameFiles } from "./will-rename-files.ts";
import { workspaceDiagnostics } from "./workspace-diagnostics.ts";
import { workspaceSymbols } from "./workspace-symbols.ts";

const json = (path: string) => path.endsWith(".json");
const markdown = (path: string) => /\.mdx?$/.test(path);
const pageOrSpec = (path: string) => isPage(path) || canBeSpec(path);

const codeActionKinds = [CodeActionKind.QuickFix, anchorKind, fixAllKind];
/** Pages may refer to a file of any kind, and a folder may contain any. */
const everyFile = { filters: [{ scheme: "file", pattern: { glob: "**/*" } }] };
const diagnosticProvider = { identifier: source, interFileDependencies: true, workspaceDiagnostics: true };

/**
 * Every message that the server handles, except those of the connection, the documents, and the workspace folders:
 * the message, what its handler waits for, the handler, and the capabilities that announce it.
 */
export const handlers: readonly MessageHandler[] = [
  handle(CompletionRequest.type, fileNow, completion, () => ({
    completionProvider: { triggerCharacters, resolveProvider: true },
  })),
  handle(CompletionResolveRequest.type, now, resolveCompletion),
  handle(HoverRequest.type, fileNow, hovers, () => ({ hoverProvider: true })),
  handle(DefinitionRequest.type, fileRead(), definitions, () => ({ definitionProvider: true })),
  handle(ReferencesRequest.type, fileRead(), references, () => ({ referencesProvider: true })),
  handle(PrepareRenameRequest.type, now, prepareRename),
  handle(RenameRequest.type, now, rename, ({ textDocument }) => ({
    renameProvider: textDocument?.rename?.prepareSupport ? { prepareProvider: true } : true,
  })),
  handle(DocumentSymbolRequest.type, fileRead(), documentSymbols, () => ({
    documentSymbolProvider: { label: outlineLabel },
  })),
  handle(WorkspaceSymbolRequest.type, now, workspaceSymbols, () => ({ workspaceSymbolProvider: true })),
  handle(DocumentLinkRequest.type, fileRead(), documentLink, () => ({
    documentLinkProvider: { resolveProvider: true },
  })),
  handle(DocumentLinkResolveRequest.type, now, resolveDocumentLink),
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
  handle(CodeActionRequest.type, now, codeActions, () => ({ codeActionProvider: { codeActionKinds } })),
  handle(ExecuteCommandRequest.type, now, executeCommand, () => ({
    executeCommandProvider: { commands: [showPlaceId] },
  })),
  handle(DocumentDiagnosticRequest.type, fileChecked, documentDiagnostics, (client) =>
    isPulling(client) ? { diagnosticProvider } : undefined,
  ),
  handle(WorkspaceDiagnosticRequest.type, sitesChecked, workspaceDiagnostics, (client) =>
    isPulling(client) ? { diagnosticProvider } : undefined,
  ),
  handle(WillRenameFilesRequest.type, now, willRenameFiles, () => ({
    workspace: { fileOperations: { willRename: everyFile } },
  })),
  handle(WillDeleteFilesRequest.type, now, willDeleteFiles, () => ({
    workspace: { fileOperations: { willDelete: everyFile } },
  })),

  handle0(siteReport, now, siteReports),
  handle(explain, now, explained),
  handle0(coverage, now, (session) => session.coverage.answer()),

  handle0(navigation, now, (session) => session.navigation.answer(undefined)),
  handle(changeNavigation, now, changedNavigation),
  handle(publishedPage, fileRead(), findPublishedPage),
  handle(newPageChoices, fileRead(), newPageChoicesAt),
  handle(checkNewPage, siteRead, checkedNewPage),
  handle(newPage, siteRead, newPageEdit),

  handle(moveFiles, fileRead(), movedFilesEdit),
  handle0(movesToRepair, sitesChecked, movesToRepairIn),
  handle(renameHeading, now, renamedHeading),
  handle(renameRow, siteRead, renamedRow),
  handle0(unusedFiles, sitesChecked, unusedFilesOf),
  handle(deleteFiles, siteRead, deletedFiles),
  handle(upgradeSettings, now, upgradedSettings),
  handle0(migrateEndpointPages, sitesChecked, endpointMigrations),

  handle0(remoteSpecifications, now, remoteSpecificationsOf),
  handle(fetchSpecification, now, fetchNamed),
  handle(convertSpecification, now, convertedSpecification),
  handle(compareSpecification, now, comparedSpecification),

  handle(openPreview, now, openedPreview),
  handleNotification(previewMessage, ({ preview, message }, session) =>
    session.previews.take(preview, message),
  ),
  handleNotification(previewCodeTheme, ({ theme }, session) =>
    session.previews.setCodeTheme(readCodeTheme(theme)),
  ),
  handleNotification(closePreview, ({ preview }, session) => session.previews.close(preview)),
  handle(playgroundFacts, siteRead, playgroundFactsOf),
  handle(planApiTests, siteRead, plannedTests),
  handle(judgeApiTest, siteRead, judgedTest),

  handle(joinFeedback, now, ({ paths }, session) => session.feedback.answer(paths)),
  handle(placeSnippets, fileNow, placedSnippets),
  handle(pagesShowing, fileNow, urisShowing),
  handleNotification(feedbackRatings, (ratings, session) => session.ratings.keep(ratings)),
];
