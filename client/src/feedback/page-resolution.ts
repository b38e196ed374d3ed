import * as vscode from "vscode";
import { isPlainRecord } from "../../../server/src/core/text/plain-record.ts";
import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";
import type { FeedbackRatings, JoinedPath, SnippetAnchor } from "../../../server/src/protocol/feedback.ts";
import { toEditorRange, removeLinks } from "../editor/workspace.ts";
import type { FeedbackServer } from "./feedback-controller.ts";
import { formatOpenCount } from "./labels.ts";
import { translateMessages } from "../editor/translate-messages.ts";
import { type FeedbackStore, type PageFeedback, getRatings } from "./store.ts";
import type { MementoStorage } from "./triage.ts";

/** The maximum number of paths in one request. */
const pathsPerRequest = 2000;

/**
 * Resolves paths to files by sending requests to the server, and repeats a request whenever its result may have
 * changed. Also sends the ratings to the server.
 */
export class FeedbackPathResolver implements vscode.Disposable {
  readonly #store: FeedbackStore;
  readonly #server: FeedbackServer;
  readonly #subscriptions: vscode.Disposable[];
  /** The number of requests so far, which is used to ignore responses to earlier requests. */
  #requestNumber = 0;
  #isRequesting = false;
  #ratedPages: FeedbackRatings["pages"] = [];

  constructor(store: FeedbackStore, server: FeedbackServer) {
    this.#store = store;
    this.#server = server;
    this.#subscriptions = [
      store.onDidChange(() => this.#update()),
      server.onFeedbackJoinsChanged(() => void this.#joinPaths(true)),
      server.onDidStart(() => {
        this.#ratedPages = [];
        this.#notifyRatings();
        void this.#joinPaths(true);
      }),
    ];
  }

  dispose(): void {
    this.#requestNumber++;
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Called when the entries or their details have changed. */
  #update(): void {
    const { entries, joinsByPath, totals } = this.#store.state;
    const isNew = ({ path }: { readonly path: string }): boolean => !joinsByPath.has(path);
    if (entries.some(isNew) || totals?.pages.some(isNew)) void this.#joinPaths(false);
    this.#notifyRatings();
  }

  async #joinPaths(joinsAll: boolean): Promise<void> {
    if (this.#isRequesting && !joinsAll) return;
    const requestNumber = ++this.#requestNumber;
    this.#isRequesting = true;
    try {
      const { entries, joinsByPath: previousJoinsByPath, totals } = this.#store.state;
      const allPaths = new Set([...entries, ...(totals?.pages ?? [])].map(({ path }) => path));
      const paths = [...allPaths].filter((path) => joinsAll || !previousJoinsByPath.has(path));
      const newJoinsByPath = new Map<string, JoinedPath>();
      for (let start = 0; start < paths.length; start += pathsPerRequest) {
        const pathBatch = paths.slice(start, start + pathsPerRequest);
        // A server that is stopping rejects the request. In that case, the request is sent again to the next server.
        const results = await this.#server.joinFeedback({ paths: pathBatch }).catch(() => undefined);
        if (!results || requestNumber !== this.#requestNumber) return;
        pathBatch.forEach((path, index) => {
          const result = results[index];
          if (result) newJoinsByPath.set(path, toEditorLocation(result));
        });
      }
      if (newJoinsByPath.size > 0)
        this.#store.change((state) => ({ ...state, joinsByPath: new Map([...state.joinsByPath, ...newJoinsByPath]) }));
    } finally {
      if (requestNumber === this.#requestNumber) this.#isRequesting = false;
    }
  }

  #notifyRatings(): void {
    const pages = getRatings(this.#store.feedbackByPage).map((page) => ({
      ...page,
      ...(page.open > 0 && { label: formatOpenCount(page.open) }),
    }));
    if (JSON.stringify(pages) === JSON.stringify(this.#ratedPages)) return;
    this.#ratedPages = pages;
    this.#server.setFeedbackRatings({ pages });
  }
}

/**
 * Returns the location with its URI in the editor's format so that documents can be found by URI. If the path doesn't
 * have a file, translates the reason.
 */
function toEditorLocation(joinedPath: JoinedPath): JoinedPath {
  if (joinedPath.kind !== "unknown") return { ...joinedPath, uri: vscode.Uri.parse(joinedPath.uri).toString() };
  return joinedPath.localizedReasons
    ? { ...joinedPath, reason: translateMessages(joinedPath.localizedReasons) }
    : joinedPath;
}

const storageKey = "feedback.anchors";
const maxCachedPages = 500;
/**
 * The maximum length of cached code, in UTF-16 code units. A longer snippet isn't cached, so it's located each time
 * based on the code in its entry.
 */
const maxCachedLength = 4000;
/** The maximum number of snippets that are located on a page. Feedback on all other snippets is shown at the title. */
const maxPageSnippets = 200;

/** A code block on a page or in a file that the page imports. */
export interface SnippetLocation {
  /** The URI in the editor's format. */
  readonly uri: string;
  readonly range: vscode.Range;
}

/**
 * Finds the code block that each entry is about. Also stores the location of each block so that the block can be found
 * even after it has changed.
 */
export class SnippetLocations {
  readonly #server: FeedbackServer;
  readonly #storage: MementoStorage;
  /** The anchors by page URI and entry ID (`uri id`). The most recently used ones come last. */
  readonly #anchorsByKey: Map<string, SnippetAnchor>;

  constructor(server: FeedbackServer, storage: MementoStorage) {
    this.#server = server;
    this.#storage = storage;
    this.#anchorsByKey = new Map(readAnchors(storage.get(storageKey)));
  }

  /**
   * Returns the locations by entry ID. Entries whose code isn't on the page are omitted. Returns undefined while the
   * server isn't running.
   */
  async find(
    uri: string,
    entries: readonly FeedbackEntry[],
  ): Promise<ReadonlyMap<string, SnippetLocation> | undefined> {
    const requestedSnippets = entries
      .flatMap(({ id, snippet, createdAt }) => (snippet ? [{ id, snippet, time: createdAt }] : []))
      .slice(0, maxPageSnippets);
    if (requestedSnippets.length === 0) return new Map();
    const snippets = requestedSnippets.map(({ id, snippet, time }) => {
      const anchor = this.#anchorsByKey.get(`${uri} ${id}`);
      return { ...snippet, ...(time !== undefined && { time }), ...(anchor && { anchor }) };
    });
    const results = await this.#server.locateSnippets({ uri, snippets }).catch(() => undefined);
    if (!results) return undefined;
    const locationsById = new Map<string, SnippetLocation>();
    requestedSnippets.forEach(({ id }, index) => {
      const { uri: file = uri, range, anchor } = results[index] ?? {};
      if (range)
        locationsById.set(id, {
          uri: file === uri ? uri : vscode.Uri.parse(file).toString(),
          range: toEditorRange(range),
        });
      if (anchor) this.#cacheAnchor(`${uri} ${id}`, anchor);
    });
    return locationsById;
  }

  /**
   * Returns the URIs, in the editor's format, of the pages that show a file because they import it. Returns undefined
   * while the server isn't running.
   */
  async findPagesShowing(uri: string): Promise<readonly string[] | undefined> {
    const results = await this.#server.findPagesShowing({ uri }).catch(() => undefined);
    return results?.map((each) => vscode.Uri.parse(each).toString());
  }

  /** Stores the locations so that they're available after a restart of the editor. */
  async saveAnchors(): Promise<void> {
    const anchors = [...this.#anchorsByKey]
      .filter(([, { code }]) => code.length <= maxCachedLength)
      .slice(-maxCachedPages);
    await this.#storage.update(storageKey, Object.fromEntries(anchors));
  }

  async clear(): Promise<void> {
    this.#anchorsByKey.clear();
    await this.#storage.update(storageKey, undefined);
  }

  #cacheAnchor(key: string, anchor: SnippetAnchor): void {
    this.#anchorsByKey.delete(key);
    this.#anchorsByKey.set(key, anchor);
  }
}

/** Reads the stored anchors. Invalid data is ignored. */
function readAnchors(storedValue: unknown): (readonly [string, SnippetAnchor])[] {
  if (!isPlainRecord(storedValue)) return [];
  return Object.entries(storedValue).flatMap(([name, value]) => {
    const anchor = readAnchor(value);
    return anchor ? [[name, anchor] as const] : [];
  });
}

function readAnchor(value: unknown): SnippetAnchor | undefined {
  if (!isPlainRecord(value)) return undefined;
  const { code, lang, filename, headings, ordinal, nth, before, after, others } = value;
  if (typeof code !== "string" || typeof ordinal !== "number" || !Array.isArray(headings)) return undefined;
  return {
    code,
    ...(typeof lang === "string" && { lang }),
    ...(typeof filename === "string" && { filename }),
    headings: headings.filter(isString),
    ordinal,
    ...(typeof nth === "number" && { nth }),
    ...(typeof before === "string" && { before }),
    ...(typeof after === "string" && { after }),
    ...(Array.isArray(others) && { others: others.filter(isString) }),
  };
}

const isString = (value: unknown): value is string => typeof value === "string";

/**
 * Shows the source that an entry is about: its code block or, if the block wasn't found, the title of the page. Returns
 * false if neither was found.
 */
export async function openSource(
  entry: FeedbackEntry,
  store: FeedbackStore,
  locations: SnippetLocations,
  panelColumn: vscode.ViewColumn | undefined,
): Promise<boolean> {
  const joinedPath = store.state.joinsByPath.get(entry.path);
  if (!joinedPath || joinedPath.kind === "unknown") {
    const reason = joinedPath?.reason ?? vscode.l10n.t("The site is still loading.");
    void vscode.window.showInformationMessage(removeLinks(reason));
    return false;
  }
  const locationsById = await locations.find(joinedPath.uri, [entry]);
  const { uri, range } = locationsById?.get(entry.id) ?? {
    uri: joinedPath.uri,
    range: toEditorRange(joinedPath.range),
  };
  await showText(uri, range, panelColumn);
  return true;
}

/** Opens a page at its title. */
export async function openFeedbackPage({ uri, range }: PageFeedback["location"]): Promise<void> {
  await showText(uri, toEditorRange(range), undefined);
}

async function showText(uri: string, range: vscode.Range, panelColumn: vscode.ViewColumn | undefined): Promise<void> {
  try {
    const editor = await vscode.window.showTextDocument(vscode.Uri.parse(uri), {
      selection: new vscode.Range(range.start, range.start),
      preview: true,
      ...(panelColumn !== undefined && { viewColumn: getSideColumn(panelColumn) }),
    });
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  } catch {
    void vscode.window.showWarningMessage(vscode.l10n.t("The file no longer exists."));
  }
}

/**
 * Returns the column in which to open a source so that the panel stays visible. This is a column that contains text or,
 * if there's none, the column next to the panel.
 */
function getSideColumn(panelColumn: vscode.ViewColumn): vscode.ViewColumn {
  const otherEditor = vscode.window.visibleTextEditors.find(
    ({ viewColumn }) => viewColumn !== undefined && viewColumn !== panelColumn,
  );
  if (otherEditor?.viewColumn !== undefined) return otherEditor.viewColumn;
  return panelColumn === vscode.ViewColumn.One ? vscode.ViewColumn.Beside : vscode.ViewColumn.One;
}

/**
 * Returns the entry IDs in the argument of a command. The argument is a comment, a comment thread, a node of the view,
 * or `{ id }`.
 */
export function getEntryIds(argument: unknown): string[] {
  if (!isPlainRecord(argument)) return [];
  const { entryId, comments, entry, id } = argument;
  if (typeof entryId === "string") return [entryId];
  if (Array.isArray(comments)) return comments.flatMap(getEntryIds);
  if (typeof entry === "object") return getEntryIds(entry);
  return typeof id === "string" ? [id] : [];
}

/** Returns the URI of the file that a page node represents, or undefined for any other argument. */
export function getPageUri(argument: unknown): string | undefined {
  const page = getMember(argument, "page");
  const uri = getMember(getMember(page, "location"), "uri");
  return typeof uri === "string" ? uri : undefined;
}

/**
 * Returns the path of the page in the argument of a command. For a CodeLens or a node of the view, the argument is `{
 * page: "/guides/start" }`.
 */
export function getPagePath(argument: unknown): string | undefined {
  const page = getMember(argument, "page");
  const url = typeof page === "string" ? page : getMember(getMember(page, "location"), "url");
  return typeof url === "string" ? url : undefined;
}

function getMember(value: unknown, name: string): unknown {
  return isPlainRecord(value) ? value[name] : undefined;
}
