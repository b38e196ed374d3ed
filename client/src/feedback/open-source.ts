import * as vscode from "vscode";
import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";
import { toEditorRange, withoutLinks } from "../editor/editor-helpers.ts";
import type { SnippetLocations } from "./page-resolution.ts";
import type { FeedbackStore, PageFeedback } from "./store.ts";

/**
 * Shows the source that an entry is about: its code block if the page contains it, or else the title. Returns false if
 * there is none.
 */
export async function openSource(
  entry: FeedbackEntry,
  store: FeedbackStore,
  places: SnippetLocations,
  panel: vscode.ViewColumn | undefined,
): Promise<boolean> {
  const place = store.state.joined.get(entry.path);
  if (!place || place.kind === "unknown") {
    const reason = place?.reason ?? vscode.l10n.t("The site is still loading.");
    void vscode.window.showInformationMessage(withoutLinks(reason));
    return false;
  }
  const blocks = await places.find(place.uri, [entry]);
  const { uri, range } = blocks?.get(entry.id) ?? { uri: place.uri, range: toEditorRange(place.range) };
  await showText(uri, range, panel);
  return true;
}

/** Opens a page at its title. */
export async function openFeedbackPage({ uri, range }: PageFeedback["place"]): Promise<void> {
  await showText(uri, toEditorRange(range), undefined);
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
    void vscode.window.showWarningMessage(vscode.l10n.t("The file no longer exists."));
  }
}

/** Keeps the panel visible by opening the source in a column with other text, or else next to the panel. */
function columnBeside(panel: vscode.ViewColumn): vscode.ViewColumn {
  const other = vscode.window.visibleTextEditors.find(
    ({ viewColumn }) => viewColumn !== undefined && viewColumn !== panel,
  );
  if (other?.viewColumn !== undefined) return other.viewColumn;
  return panel === vscode.ViewColumn.One ? vscode.ViewColumn.Beside : vscode.ViewColumn.One;
}

/** Returns the entry IDs in a command argument: a comment, a comment thread, a node of the view, or `{ id }`. */
export function entryIds(argument: unknown): string[] {
  if (typeof argument !== "object" || argument === null) return [];
  const { entryId, comments, entry, id } = argument as Record<string, unknown>;
  if (typeof entryId === "string") return [entryId];
  if (Array.isArray(comments)) return comments.flatMap(entryIds);
  if (typeof entry === "object") return entryIds(entry);
  return typeof id === "string" ? [id] : [];
}

/** Returns the URI of the file of a page node, or undefined for anything else. */
export function fileOfPage(argument: unknown): string | undefined {
  const page = member(argument, "page");
  const uri = member(member(page, "place"), "uri");
  return typeof uri === "string" ? uri : undefined;
}

/** Returns the page's path from the argument of a CodeLens, `{ page: "/guides/start" }`, or from a node of the view. */
export function pageAddress(argument: unknown): string | undefined {
  const page = member(argument, "page");
  const url = typeof page === "string" ? page : member(member(page, "place"), "url");
  return typeof url === "string" ? url : undefined;
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
