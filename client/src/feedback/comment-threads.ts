import * as vscode from "vscode";
import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";
import { isShownInEditor, type Triage } from "../../../server/src/feedback/entries/state.ts";
import { toEditorRange, formatNumber } from "../editor/workspace.ts";
import { toPlainMarkdown, toVisibleText } from "../editor/plain-markdown.ts";
import { readFeedbackSettings } from "./feedback-settings.ts";
import { formatAuthor, formatStatus } from "./labels.ts";
import type { SnippetLocation, SnippetLocations } from "./page-resolution.ts";
import type { FeedbackStore, PageFeedback } from "./store.ts";

/** A feedback entry as a VS Code comment. */
export interface ReaderComment extends vscode.Comment {
  readonly entryId: string;
  readonly body: vscode.MarkdownString;
  readonly isMarkedDone: boolean;
}

export interface CommentContext {
  /** Whether the comment is about code that the file doesn't contain or that has since changed. */
  readonly isDetached: boolean;
  /** The number of the entry in its thread. Set only if the thread contains several entries. */
  readonly number?: number;
}

/** Creates a comment. Text from readers is shown as plain text. */
export function createReaderComment(
  entry: FeedbackEntry,
  triage: Triage | undefined,
  { isDetached, number }: CommentContext,
): ReaderComment {
  const date = entry.createdAt === undefined ? undefined : new Date(entry.createdAt);
  const isMarkedDone = triage?.mark === "done";
  return {
    entryId: entry.id,
    isMarkedDone,
    body: createBody(entry, triage, isDetached),
    author: { name: formatAuthor(entry, number) },
    mode: vscode.CommentMode.Preview,
    label: [formatRating(entry), formatStatus(entry, triage)].filter((part) => part !== "").join(" · "),
    contextValue: [isMarkedDone ? "done" : "open", ...(triage?.mark === "later" ? ["later"] : [])].join(" "),
    ...(date && !Number.isNaN(date.getTime()) && { timestamp: date }),
  };
}

function createBody(entry: FeedbackEntry, triage: Triage | undefined, isDetached: boolean): vscode.MarkdownString {
  const { comment = "", snippet } = entry;
  const parts = [
    comment.trim() === "" ? `*${formatMissingComment(entry)}*` : toPlainMarkdown(comment),
    ...(isDetached && snippet ? [formatDetachedCode(snippet.code)] : []),
    ...(triage?.note === undefined ? [] : [`**${vscode.l10n.t("Your local note:")}** ${toPlainMarkdown(triage.note)}`]),
  ];
  const body = new vscode.MarkdownString(parts.join("\n\n"), false);
  body.isTrusted = false;
  body.supportHtml = false;
  return body;
}

function formatMissingComment({ snippet }: FeedbackEntry): string {
  return snippet ? vscode.l10n.t("Feedback on this code (no comment)") : vscode.l10n.t("(No comment)");
}

function formatRating({ helpful }: FeedbackEntry): string {
  if (helpful === undefined) return "";
  return helpful ? vscode.l10n.t("▲ helpful") : vscode.l10n.t("▼ not helpful");
}

const maxCodeLength = 600;

/** Returns the code that a comment is about as Markdown. Used only if the file doesn't contain the code. */
function formatDetachedCode(code: string): string {
  const excerpt = toVisibleText(code.length > maxCodeLength ? `${code.slice(0, maxCodeLength)}\n…` : code);
  const maxBacktickCount = Math.max(2, ...[...excerpt.matchAll(/`+/g)].map(([backticks]) => backticks.length));
  const fence = "`".repeat(maxBacktickCount + 1);
  return `*${vscode.l10n.t("About code that isn't in this file:")}*\n\n${fence}text\n${excerpt.replaceAll("\r", "")}\n${fence}`;
}

/** A thread in a file, about a page or one of the page's code blocks. */
export interface PageThread {
  /** A key that stays the same while the thread is about the same page or block. */
  readonly key: string;
  readonly position: "title" | "block";
  readonly page: PageFeedback["location"];
  /**
   * The location of the block, which may be in a file that the page imports. Undefined if the thread is at the page's
   * title.
   */
  readonly block?: SnippetLocation;
  /** The latest entries, oldest first, as in every thread in VS Code. */
  readonly entries: readonly FeedbackEntry[];
  /**
   * The IDs of entries about code that the file doesn't contain or that has since changed. The code may have been
   * removed or may be in an imported file.
   */
  readonly detachedIds: ReadonlySet<string>;
  /** The number of older entries that the thread omits. */
  readonly omittedCount: number;
}

/** The maximum number of entries in a thread. The panel shows all of them. */
const maxThreadEntries = 50;

/**
 * Returns the threads of a page. Entries about code are placed at the code if its location is known. All other entries
 * are placed at the title.
 */
export function createPageThreads(
  { location, openEntries }: Pick<PageFeedback, "location" | "openEntries">,
  snippetLocationsById: ReadonlyMap<string, SnippetLocation>,
): PageThread[] {
  const entriesByBlock = new Map<string, FeedbackEntry[]>();
  for (const entry of openEntries) {
    const block = snippetLocationsById.get(entry.id);
    const blockKey = block && `${block.range.start.line} ${block.uri}`;
    if (blockKey !== undefined) entriesByBlock.set(blockKey, [...(entriesByBlock.get(blockKey) ?? []), entry]);
  }
  const titleEntries = openEntries.filter(({ id }) => !snippetLocationsById.has(id));
  const detachedIds = new Set(titleEntries.filter(({ snippet }) => snippet).map(({ id }) => id));
  const name = location.kind === "operation" ? location.operation : "page";
  const threads: PageThread[] = [];
  if (titleEntries.length > 0)
    threads.push({
      key: `title ${name}`,
      position: "title",
      page: location,
      detachedIds,
      ...truncateThread(titleEntries),
    });
  for (const entries of entriesByBlock.values()) {
    const oldestEntry = entries.at(-1);
    const block = oldestEntry && snippetLocationsById.get(oldestEntry.id);
    if (oldestEntry && block)
      threads.push({
        key: `block ${oldestEntry.id} ${block.uri}`,
        position: "block",
        page: location,
        block,
        detachedIds: new Set(),
        ...truncateThread(entries),
      });
  }
  return threads;
}

function truncateThread(sortedEntries: readonly FeedbackEntry[]): Pick<PageThread, "entries" | "omittedCount"> {
  return {
    entries: sortedEntries.slice(0, maxThreadEntries).toReversed(),
    omittedCount: Math.max(0, sortedEntries.length - maxThreadEntries),
  };
}

export const threadControllerId = "docwright.feedback";

/** The delay in milliseconds after the last keystroke before code blocks are located again. */
const delayMilliseconds = 400;
/** The maximum number of closed pages whose feedback is shown at the code of a file that they import. */
const maxClosedPages = 20;

interface ShownThread {
  readonly thread: vscode.CommentThread;
  /** The content that was last shown. It's used to skip threads that haven't changed. */
  text: string;
}

/** Shows reader feedback in open files, either at the page title or at the code block that the feedback is about. */
export class FeedbackThreads implements vscode.Disposable {
  readonly #store: FeedbackStore;
  readonly #snippetLocations: SnippetLocations;
  readonly #controller: vscode.CommentController;
  readonly #subscriptions: vscode.Disposable[];
  /** The threads by file URI, and then by key. */
  readonly #threadsByUri = new Map<string, Map<string, ShownThread>>();
  readonly #timersByUri = new Map<string, NodeJS.Timeout>();
  /** The number of updates by file URI. It's used to ignore outdated responses. */
  readonly #updateCountsByUri = new Map<string, number>();
  /**
   * The IDs of entries that have been marked as done since startup. Their comments remain visible so that users can
   * undo the change in the thread.
   */
  readonly #doneIds = new Set<string>();
  /** The ID of the entry whose thread will be expanded. */
  #requestedId: string | undefined;

  constructor(store: FeedbackStore, snippetLocations: SnippetLocations) {
    this.#store = store;
    this.#snippetLocations = snippetLocations;
    this.#controller = vscode.comments.createCommentController(threadControllerId, vscode.l10n.t("Reader feedback"));
    this.#subscriptions = [
      this.#controller,
      store.onDidChange(() => this.refresh()),
      vscode.workspace.onDidOpenTextDocument((document) => this.#scheduleUpdate(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#onFileClosed(uri.toString())),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length === 0) return;
        for (const pageUri of this.#listPages(document.uri.toString()))
          this.#scheduleUpdate({ uri: pageUri }, delayMilliseconds);
      }),
    ];
    this.refresh();
  }

  /** Updates the threads of all open files. */
  refresh(): void {
    for (const document of vscode.workspace.textDocuments) this.#scheduleUpdate(document);
    // These are the URIs of closed pages whose feedback is shown in an open file.
    for (const uri of this.#threadsByUri.keys()) if (!isOpen(uri)) this.#scheduleUpdate({ uri: vscode.Uri.parse(uri) });
  }

  /** Expands the thread of this entry, either now or when the thread is created. */
  expand(id: string): void {
    this.#requestedId = id;
    for (const threadsByKey of this.#threadsByUri.values())
      for (const { thread } of threadsByKey.values()) this.#expandIfRequested(thread);
  }

  dispose(): void {
    for (const timer of this.#timersByUri.values()) clearTimeout(timer);
    for (const uri of this.#threadsByUri.keys()) this.#close(uri);
    for (const subscription of this.#subscriptions) subscription.dispose();
    void this.#snippetLocations.saveAnchors();
  }

  #scheduleUpdate(document: Pick<vscode.TextDocument, "uri">, milliseconds = 0): void {
    const uri = document.uri.toString();
    if (document.uri.scheme !== "file") return;
    clearTimeout(this.#timersByUri.get(uri));
    const timer = setTimeout(() => {
      this.#timersByUri.delete(uri);
      void this.#update(uri);
    }, milliseconds);
    this.#timersByUri.set(uri, timer);
  }

  /** Returns the page in this file, along with the pages whose threads are shown in the file because they import it. */
  #listPages(uri: string): readonly vscode.Uri[] {
    const isInDocument = ({ thread }: ShownThread): boolean => thread.uri.toString() === uri;
    return [...this.#threadsByUri]
      .filter(([page, threadsByKey]) => page === uri || [...threadsByKey.values()].some(isInDocument))
      .map(([page]) => vscode.Uri.parse(page));
  }

  async #update(uri: string): Promise<void> {
    const updateNumber = (this.#updateCountsByUri.get(uri) ?? 0) + 1;
    this.#updateCountsByUri.set(uri, updateNumber);
    const { pagesByFile } = this.#store.feedbackByPage;
    const showsInEditor = readFeedbackSettings().showsInEditor;
    if (showsInEditor && !pagesByFile.has(uri) && isOpen(uri)) await this.#updatePagesShowing(uri);
    const pages = showsInEditor ? pagesByFile.get(uri) : undefined;
    const pageThreads: PageThread[] = [];
    for (const page of pages ?? []) {
      const openEntries = this.#getShownEntries(page);
      const snippetLocationsById = await this.#snippetLocations.find(uri, openEntries);
      // The server sends a notification when it's running again. Until then, the threads don't change.
      if (!snippetLocationsById || this.#updateCountsByUri.get(uri) !== updateNumber) return;
      pageThreads.push(...createPageThreads({ location: page.location, openEntries }, snippetLocationsById));
    }
    // If the page isn't open, only its threads in open files are shown.
    this.#showThreads(uri, isOpen(uri) ? pageThreads : pageThreads.filter(({ block }) => block && isOpen(block.uri)));
  }

  /**
   * Updates the pages that import this file. Feedback on the file's code is shown in the file even if none of these
   * pages are open.
   */
  async #updatePagesShowing(file: string): Promise<void> {
    const { pagesByFile } = this.#store.feedbackByPage;
    // If there's no feedback on code, no request is necessary.
    const hasSnippet = ({ openEntries }: PageFeedback): boolean => openEntries.some(({ snippet }) => snippet);
    if (![...pagesByFile.values()].some((pages) => pages.some(hasSnippet))) return;
    const importingPageUris = (await this.#snippetLocations.findPagesShowing(file)) ?? [];
    for (const page of importingPageUris
      .filter((uri) => pagesByFile.get(uri)?.some(hasSnippet) === true)
      .slice(0, maxClosedPages))
      this.#scheduleUpdate({ uri: vscode.Uri.parse(page) });
  }

  /**
   * Returns the entries that need attention, and the entries that have been marked as done in this window since
   * startup.
   */
  #getShownEntries({ entries }: PageFeedback): readonly FeedbackEntry[] {
    const { state } = this.#store;
    return entries.filter((entry) => {
      if (isShownInEditor(entry, state)) this.#doneIds.add(entry.id);
      return this.#doneIds.has(entry.id) && isShownInEditor(entry, { triageById: new Map() });
    });
  }

  #showThreads(uri: string, pageThreads: readonly PageThread[]): void {
    const previousThreadsByKey = this.#threadsByUri.get(uri) ?? new Map<string, ShownThread>();
    const newThreadsByKey = new Map<string, ShownThread>();
    for (const thread of pageThreads)
      newThreadsByKey.set(thread.key, this.#updateThread(uri, thread, previousThreadsByKey.get(thread.key)));
    for (const [key, { thread }] of previousThreadsByKey) if (!newThreadsByKey.has(key)) thread.dispose();
    if (newThreadsByKey.size > 0) this.#threadsByUri.set(uri, newThreadsByKey);
    else this.#threadsByUri.delete(uri);
  }

  #updateThread(uri: string, pageThread: PageThread, previousThread: ShownThread | undefined): ShownThread {
    const { uri: file, range } = pageThread.block ?? {
      uri,
      range: toEditorRange(pageThread.page.range),
    };
    const shownThread = previousThread ?? { thread: this.#createThread(file, range), text: "" };
    const { thread } = shownThread;
    if (!thread.range?.isEqual(range)) thread.range = range;
    const comments = this.#listComments(pageThread);
    // The JSON representation of a `MarkdownString` doesn't include its text, so the text is added to detect changes to
    // notes.
    const text = JSON.stringify([comments, comments.map(({ body }) => body.value), pageThread.omittedCount]);
    if (text === shownThread.text) return shownThread;
    shownThread.text = text;
    thread.comments = comments;
    thread.label = createLabel(pageThread);
    const isDone = comments.every(({ isMarkedDone }) => isMarkedDone);
    // The manifest uses this value to determine which button the thread has.
    thread.contextValue = isDone ? "done" : "open";
    thread.state = isDone ? vscode.CommentThreadState.Resolved : vscode.CommentThreadState.Unresolved;
    this.#expandIfRequested(thread);
    return shownThread;
  }

  #expandIfRequested(thread: vscode.CommentThread): void {
    const hasRequestedComment = thread.comments.some(
      (comment) => "entryId" in comment && comment.entryId === this.#requestedId,
    );
    if (this.#requestedId === undefined || !hasRequestedComment) return;
    this.#requestedId = undefined;
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
  }

  #createThread(uri: string, range: vscode.Range): vscode.CommentThread {
    const thread = this.#controller.createCommentThread(vscode.Uri.parse(uri), range, []);
    thread.canReply = false;
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Collapsed;
    return thread;
  }

  #listComments({ entries, detachedIds, omittedCount }: PageThread): ReaderComment[] {
    const { triageById } = this.#store.state;
    const hasSeveralEntries = entries.length > 1;
    return entries.map((entry, i) =>
      createReaderComment(entry, triageById.get(entry.id), {
        isDetached: detachedIds.has(entry.id),
        // Each comment has a different author name, because VS Code shows every comment except the first as a reply.
        ...(hasSeveralEntries && { number: omittedCount + i + 1 }),
      }),
    );
  }

  /**
   * Removes the threads of a file that was closed, except for threads that are in open files. Also removes the threads
   * of pages that were shown only because this file was open.
   */
  #onFileClosed(uri: string): void {
    const previousPageUris = this.#listPages(uri).map((pageUri) => pageUri.toString());
    this.#close(uri);
    for (const page of new Set([uri, ...previousPageUris])) this.#scheduleUpdate({ uri: vscode.Uri.parse(page) });
  }

  #close(uri: string): void {
    clearTimeout(this.#timersByUri.get(uri));
    this.#timersByUri.delete(uri);
    this.#updateCountsByUri.set(uri, (this.#updateCountsByUri.get(uri) ?? 0) + 1);
    for (const { thread } of this.#threadsByUri.get(uri)?.values() ?? []) thread.dispose();
    this.#threadsByUri.delete(uri);
  }
}

function isOpen(uri: string): boolean {
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri);
}

function createLabel({ position, entries, omittedCount }: PageThread): string {
  const label =
    position === "title"
      ? vscode.l10n.t("Reader feedback on this page")
      : vscode.l10n.t("Reader feedback on this code");
  if (omittedCount > 0)
    return vscode.l10n.t(
      "{0}: latest {1} of {2}",
      label,
      formatNumber(entries.length),
      formatNumber(entries.length + omittedCount),
    );
  return entries.length > 1 ? vscode.l10n.t("{0}: {1} separate entries", label, formatNumber(entries.length)) : label;
}
