import * as vscode from "vscode";
import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";
import { standsInText } from "../../../server/src/feedback/entries/state.ts";
import { toEditorRange } from "../editor/editor-helpers.ts";
import { readerComment, type ReaderComment } from "./comments.ts";
import { readFeedbackSettings } from "./feedback-settings.ts";
import type { SnippetLocation, SnippetLocations } from "./page-resolution.ts";
import type { FeedbackStore, PageFeedback } from "./store.ts";

/** One thread in a file: what is said about a page, or about one of its code blocks. */
export interface PageThread {
  /** The same for as long as it is about the same thing. */
  readonly key: string;
  readonly place: "title" | "block";
  readonly page: PageFeedback["place"];
  /** Of the block, which may be in a file that the page imports; absent at the title, whose place the page knows. */
  readonly block?: SnippetLocation;
  /** Newest first: what was said last counts most. */
  readonly entries: readonly FeedbackEntry[];
  /** Those about code that the file does not have, or not so: it may be gone, or imported. */
  readonly strays: ReadonlySet<string>;
  /** So many older ones are left out. */
  readonly left: number;
}

/** More are read in the panel. */
const maxOfThread = 50;

/** The threads of a page: entries about code that has a place stand there, all others at its title. */
export function pageThreads(
  { place, open }: Pick<PageFeedback, "place" | "open">,
  places: ReadonlyMap<string, SnippetLocation>,
): PageThread[] {
  const blocks = new Map<string, FeedbackEntry[]>();
  for (const entry of open) {
    const block = places.get(entry.id);
    const at = block && `${block.range.start.line} ${block.uri}`;
    if (at !== undefined) blocks.set(at, [...(blocks.get(at) ?? []), entry]);
  }
  const atTitle = open.filter(({ id }) => !places.has(id));
  const strays = new Set(atTitle.filter(({ snippet }) => snippet).map(({ id }) => id));
  const name = place.kind === "operation" ? place.operation : "page";
  const threads: PageThread[] = [];
  if (atTitle.length > 0)
    threads.push({ key: `title ${name}`, place: "title", page: place, strays, ...cut(atTitle) });
  for (const entries of blocks.values()) {
    const oldest = entries.at(-1);
    const block = oldest && places.get(oldest.id);
    if (oldest && block)
      threads.push({
        key: `block ${oldest.id} ${block.uri}`,
        place: "block",
        page: place,
        block,
        strays: new Set(),
        ...cut(entries),
      });
  }
  return threads;
}

function cut(newestFirst: readonly FeedbackEntry[]): Pick<PageThread, "entries" | "left"> {
  return {
    entries: newestFirst.slice(0, maxOfThread),
    left: Math.max(0, newestFirst.length - maxOfThread),
  };
}

export const threadController = "docwright.feedback";

/** Code blocks are looked for again when nothing has been typed for so long; milliseconds. */
const pause = 400;
/** Of so many pages that import a file what is said about its code is shown in it while they are closed. */
const maxShowing = 20;

interface ShownThread {
  readonly thread: vscode.CommentThread;
  /** What was shown last, to leave alone what is the same. */
  text: string;
}

/** What readers say, at the title of the page or at the code block that they mean, in the files that are open. */
export class FeedbackThreads implements vscode.Disposable {
  readonly #store: FeedbackStore;
  readonly #places: SnippetLocations;
  readonly #controller: vscode.CommentController;
  readonly #subscriptions: vscode.Disposable[];
  /** By URI of the file, then by key. */
  readonly #shown = new Map<string, Map<string, ShownThread>>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** By URI: answers to questions before are late. */
  readonly #rounds = new Map<string, number>();
  /** What was marked as done since the start stays, so that it can be taken back where it was done. */
  readonly #seen = new Set<string>();
  /** An entry whose thread is to be opened. */
  #requested: string | undefined;

  constructor(store: FeedbackStore, places: SnippetLocations) {
    this.#store = store;
    this.#places = places;
    this.#controller = vscode.comments.createCommentController(
      threadController,
      vscode.l10n.t("Reader feedback"),
    );
    this.#subscriptions = [
      this.#controller,
      store.onDidChange(() => this.refresh()),
      vscode.workspace.onDidOpenTextDocument((document) => this.#soon(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#closed(uri.toString())),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length === 0) return;
        for (const page of this.#pagesIn(document.uri.toString())) this.#soon({ uri: page }, pause);
      }),
    ];
    this.refresh();
  }

  /** Shows what is known now, in every file that is open. */
  refresh(): void {
    for (const document of vscode.workspace.textDocuments) this.#soon(document);
    // Pages that are closed and have something to say in such a file.
    for (const uri of this.#shown.keys()) if (!isOpen(uri)) this.#soon({ uri: vscode.Uri.parse(uri) });
  }

  /** Opens the thread that has this entry, now or as soon as it is there. */
  expand(id: string): void {
    this.#requested = id;
    for (const threads of this.#shown.values()) for (const { thread } of threads.values()) this.#open(thread);
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const uri of this.#shown.keys()) this.#close(uri);
    for (const subscription of this.#subscriptions) subscription.dispose();
    void this.#places.keep();
  }

  #soon(document: Pick<vscode.TextDocument, "uri">, milliseconds = 0): void {
    const uri = document.uri.toString();
    if (document.uri.scheme !== "file") return;
    clearTimeout(this.#timers.get(uri));
    const timer = setTimeout(() => {
      this.#timers.delete(uri);
      void this.#update(uri);
    }, milliseconds);
    this.#timers.set(uri, timer);
  }

  /** The page of this file, and pages whose threads are in it because they import it. */
  #pagesIn(uri: string): readonly vscode.Uri[] {
    const isIn = ({ thread }: ShownThread): boolean => thread.uri.toString() === uri;
    return [...this.#shown]
      .filter(([page, threads]) => page === uri || [...threads.values()].some(isIn))
      .map(([page]) => vscode.Uri.parse(page));
  }

  async #update(uri: string): Promise<void> {
    const round = (this.#rounds.get(uri) ?? 0) + 1;
    this.#rounds.set(uri, round);
    const { byFile } = this.#store.byPage;
    const isShown = readFeedbackSettings().showsInEditor;
    if (isShown && !byFile.has(uri) && isOpen(uri)) await this.#updatePagesShowing(uri);
    const pages = isShown ? byFile.get(uri) : undefined;
    const requested: PageThread[] = [];
    for (const page of pages ?? []) {
      const open = this.#shownOf(page);
      const places = await this.#places.find(uri, open);
      // The server says when it is there again; until then what is shown stays.
      if (!places || this.#rounds.get(uri) !== round) return;
      requested.push(...pageThreads({ place: page.place, open }, places));
    }
    // Of a page that is not open itself, what stands in files that are.
    this.#show(uri, isOpen(uri) ? requested : requested.filter(({ block }) => block && isOpen(block.uri)));
  }

  /** Pages that import this file: what is said about its code on them is to be seen here, also while none of them is open. */
  async #updatePagesShowing(file: string): Promise<void> {
    const { byFile } = this.#store.byPage;
    // Nothing is asked where nobody has spoken about code.
    const aboutCode = ({ open }: PageFeedback): boolean => open.some(({ snippet }) => snippet);
    if (![...byFile.values()].some((pages) => pages.some(aboutCode))) return;
    const showing = (await this.#places.pagesShowing(file)) ?? [];
    for (const page of showing
      .filter((uri) => byFile.get(uri)?.some(aboutCode) === true)
      .slice(0, maxShowing))
      this.#soon({ uri: vscode.Uri.parse(page) });
  }

  /** What asks for work, and what was put away here since the start. */
  #shownOf({ entries }: PageFeedback): readonly FeedbackEntry[] {
    const { state } = this.#store;
    return entries.filter((entry) => {
      if (standsInText(entry, state)) this.#seen.add(entry.id);
      return this.#seen.has(entry.id) && standsInText(entry, { triage: new Map() });
    });
  }

  #show(uri: string, requested: readonly PageThread[]): void {
    const before = this.#shown.get(uri) ?? new Map<string, ShownThread>();
    const after = new Map<string, ShownThread>();
    for (const thread of requested)
      after.set(thread.key, this.#threadFor(uri, thread, before.get(thread.key)));
    for (const [key, { thread }] of before) if (!after.has(key)) thread.dispose();
    if (after.size > 0) this.#shown.set(uri, after);
    else this.#shown.delete(uri);
  }

  #threadFor(uri: string, requested: PageThread, before: ShownThread | undefined): ShownThread {
    const { uri: file, range: place } = requested.block ?? {
      uri,
      range: toEditorRange(requested.page.range),
    };
    const shown = before ?? { thread: this.#newThread(file, place), text: "" };
    const { thread } = shown;
    if (!thread.range?.isEqual(place)) thread.range = place;
    const comments = this.#commentsOf(requested);
    // Markdown keeps its text from JSON: a note that is written alone would not be seen.
    const text = JSON.stringify([comments, comments.map(({ body }) => body.value), requested.left]);
    if (text === shown.text) return shown;
    shown.text = text;
    thread.comments = comments;
    thread.label = labelOf(requested);
    const isDone = comments.every(({ isDoneHere }) => isDoneHere);
    // Which button the manifest puts on it.
    thread.contextValue = isDone ? "done" : "open";
    thread.state = isDone ? vscode.CommentThreadState.Resolved : vscode.CommentThreadState.Unresolved;
    this.#open(thread);
    return shown;
  }

  #open(thread: vscode.CommentThread): void {
    const ids = thread.comments.map((comment) => (comment as ReaderComment).entryId);
    if (this.#requested === undefined || !ids.includes(this.#requested)) return;
    this.#requested = undefined;
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
  }

  #newThread(uri: string, range: vscode.Range): vscode.CommentThread {
    const thread = this.#controller.createCommentThread(vscode.Uri.parse(uri), range, []);
    thread.canReply = false;
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Collapsed;
    return thread;
  }

  #commentsOf({ entries, strays }: PageThread): ReaderComment[] {
    const { triage } = this.#store.state;
    return entries.map((entry) => readerComment(entry, triage.get(entry.id), strays.has(entry.id)));
  }

  /** A file is closed: its threads go, but those that stand in a file that is open; and so do those of pages that were shown for its sake. */
  #closed(uri: string): void {
    const before = this.#pagesIn(uri).map((page) => page.toString());
    this.#close(uri);
    for (const page of new Set([uri, ...before])) this.#soon({ uri: vscode.Uri.parse(page) });
  }

  #close(uri: string): void {
    clearTimeout(this.#timers.get(uri));
    this.#timers.delete(uri);
    this.#rounds.set(uri, (this.#rounds.get(uri) ?? 0) + 1);
    for (const { thread } of this.#shown.get(uri)?.values() ?? []) thread.dispose();
    this.#shown.delete(uri);
  }
}

function isOpen(uri: string): boolean {
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri);
}

function labelOf({ place, entries, left }: PageThread): string {
  const what =
    place === "title"
      ? vscode.l10n.t("What readers say about this page")
      : vscode.l10n.t("What readers say about this code");
  return left > 0
    ? vscode.l10n.t("{0}: the newest {1} of {2}", what, entries.length, entries.length + left)
    : what;
}
