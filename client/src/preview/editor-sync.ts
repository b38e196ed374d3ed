import * as vscode from "vscode";
import type { PreviewPanel } from "./preview-panel.ts";

/** Who scrolls leads for so long, and the other does not answer back. Milliseconds. */
const leadMilliseconds = 150;

/** Editors and previews of the same file show the same lines: whichever is scrolled takes the other along. */
export class EditorSync implements vscode.Disposable {
  readonly #panels: () => readonly PreviewPanel[];
  readonly #subscriptions: vscode.Disposable[];
  #quietUntil = 0;

  constructor(panels: () => readonly PreviewPanel[]) {
    this.#panels = panels;
    this.#subscriptions = [
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor, visibleRanges }) =>
        this.#scrolled(textEditor, visibleRanges),
      ),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.#moved(textEditor)),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #scrolled(editor: vscode.TextEditor, [range]: readonly vscode.Range[]): void {
    const panels = this.#panelsOf(editor);
    if (!range || Date.now() < this.#quietUntil) return;
    for (const panel of panels) panel.scrollTo(editor.document.uri, range.start.line, "scroll");
  }

  #moved(editor: vscode.TextEditor): void {
    const { line } = editor.selection.active;
    for (const panel of this.#panelsOf(editor)) panel.scrollTo(editor.document.uri, line, "cursor");
  }

  #panelsOf({ document }: vscode.TextEditor): readonly PreviewPanel[] {
    return this.#panels().filter((panel) => panel.shows(document.uri));
  }

  /** The author has scrolled the preview to this line. */
  followPanel(panel: PreviewPanel, line: number): void {
    this.#quietUntil = Date.now() + leadMilliseconds;
    for (const editor of vscode.window.visibleTextEditors) {
      if (!panel.shows(editor.document.uri)) continue;
      const start = new vscode.Position(Math.min(line, editor.document.lineCount - 1), 0);
      editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.AtTop);
    }
  }
}
