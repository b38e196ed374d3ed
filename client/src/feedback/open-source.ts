import * as vscode from "vscode";
import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";
import { toRange } from "../to-range.ts";
import { withoutLinks } from "../without-links.ts";
import type { FeedbackStore } from "./feedback-store.ts";
import type { PageFeedback } from "./page-feedback.ts";
import type { SnippetPlaces } from "./snippet-places.ts";

/** Shows the text that an entry is about: its code block where the page has it, else the title. False when there is none. */
export async function openSource(
  entry: FeedbackEntry,
  store: FeedbackStore,
  places: SnippetPlaces,
  panel: vscode.ViewColumn | undefined,
): Promise<boolean> {
  const place = store.state.joined.get(entry.path);
  if (!place || place.kind === "unknown") {
    const reason = place?.reason ?? vscode.l10n.t("The site is still being read.");
    void vscode.window.showInformationMessage(withoutLinks(reason));
    return false;
  }
  const blocks = await places.find(place.uri, [entry]);
  const { uri, range } = blocks?.get(entry.id) ?? { uri: place.uri, range: toRange(place.range) };
  await showText(uri, range, panel);
  return true;
}

/** Shows a page at its title. */
export async function openPage({ uri, range }: PageFeedback["place"]): Promise<void> {
  await showText(uri, toRange(range), undefined);
}

async function showText(
  uri: string,
  range: vscode.Range,
  panel: vscode.ViewColumn | undefined,
): Promise<void> {
  try {
    const editor = await vscode.window.showTextDocument(vscode.Uri.parse(uri), {
      selection: new vscode.Range(range.start, range.start),
      preview: true,
      ...(panel !== undefined && { viewColumn: columnBeside(panel) }),
    });
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  } catch {
    void vscode.window.showWarningMessage(vscode.l10n.t("The file is not there any more."));
  }
}

/** The panel stays in sight: the text opens where there is text already, else beside it. */
function columnBeside(panel: vscode.ViewColumn): vscode.ViewColumn {
  const other = vscode.window.visibleTextEditors.find(
    ({ viewColumn }) => viewColumn !== undefined && viewColumn !== panel,
  );
  if (other?.viewColumn !== undefined) return other.viewColumn;
  return panel === vscode.ViewColumn.One ? vscode.ViewColumn.Beside : vscode.ViewColumn.One;
}
