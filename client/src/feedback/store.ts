import * as vscode from "vscode";
import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";
import { needsAttention, type FeedbackState } from "../../../server/src/feedback/entries/state.ts";
import type { JoinedPath, RatedPage } from "../../../server/src/protocol/feedback.ts";

/** What readers say about one page of the site, and where it stands. */
export interface PageFeedback {
  readonly place: Exclude<JoinedPath, { kind: "unknown" }>;
  readonly up: number;
  readonly down: number;
  /** All, newest first. */
  readonly entries: readonly FeedbackEntry[];
  /** Those with words that still ask for work, newest first. */
  readonly open: readonly FeedbackEntry[];
}

/** Feedback on an address that no file of the site has. */
export interface UnjoinedFeedback {
  readonly path: string;
  readonly reason: string;
  readonly entries: readonly FeedbackEntry[];
}

/** A state, page by page. */
export interface FeedbackByPage {
  readonly pages: readonly PageFeedback[];
  /** By the URI of the file; a specification has a page for each operation. */
  readonly byFile: ReadonlyMap<string, readonly PageFeedback[]>;
  readonly unjoined: readonly UnjoinedFeedback[];
}

interface GrowingPage {
  readonly place: PageFeedback["place"];
  up: number;
  down: number;
  readonly entries: FeedbackEntry[];
  readonly open: FeedbackEntry[];
}

interface GrowingAddress extends UnjoinedFeedback {
  readonly entries: FeedbackEntry[];
}

/** The entries of a state by the pages that they are about; those whose paths are not joined yet are left out. */
export function feedbackByPage(state: FeedbackState): FeedbackByPage {
  const pages = new Map<string, GrowingPage>();
  const unjoined = new Map<string, GrowingAddress>();
  // There are far fewer paths than entries.
  const byPath = new Map<string, GrowingPage | GrowingAddress | undefined>();
  for (const entry of state.entries) {
    let place = byPath.get(entry.path);
    if (place === undefined && !byPath.has(entry.path)) {
      place = placeOf(entry.path, state, pages, unjoined);
      byPath.set(entry.path, place);
    }
    if (!place) continue;
    place.entries.push(entry);
    if ("reason" in place) continue;
    if (entry.helpful === true) place.up++;
    if (entry.helpful === false) place.down++;
    if (needsAttention(entry, state)) place.open.push(entry);
  }
  const byFile = new Map<string, PageFeedback[]>();
  for (const page of pages.values()) {
    const before = byFile.get(page.place.uri);
    if (before) before.push(page);
    else byFile.set(page.place.uri, [page]);
  }
  return {
    pages: [...pages.values()],
    byFile,
    unjoined: [...unjoined.values()],
  };
}

/** What the entries of a path belong to, made if need be; undefined while that is not known. */
function placeOf(
  path: string,
  { joined }: FeedbackState,
  pages: Map<string, GrowingPage>,
  unjoined: Map<string, GrowingAddress>,
): GrowingPage | GrowingAddress | undefined {
  const place = joined.get(path);
  if (place === undefined) return undefined;
  if (place.kind === "unknown") {
    const address = { path, reason: place.reason, entries: [] };
    unjoined.set(path, address);
    return address;
  }
  const key = pageKey(place);
  const page = pages.get(key) ?? { place, up: 0, down: 0, entries: [], open: [] };
  pages.set(key, page);
  return page;
}

/** How many found it helpful, and how many not; those who did not say are in neither. */
export function ratingsIn(entries: readonly FeedbackEntry[]): { readonly up: number; readonly down: number } {
  let [up, down] = [0, 0];
  for (const { helpful } of entries) {
    if (helpful === true) up++;
    if (helpful === false) down++;
  }
  return { up, down };
}

/** One name for a page: a file, or an operation in a specification. */
export function pageKey(place: PageFeedback["place"]): string {
  return place.kind === "operation" ? `${place.uri}#${place.operation}` : place.uri;
}

/** What the server is told for hover and the navigation tree. */
export function ratingsOf({ pages }: FeedbackByPage): RatedPage[] {
  return pages.map(({ place, up, down, open }) => ({
    uri: place.uri,
    ...(place.kind === "operation" && { operation: place.operation }),
    up,
    down,
    open: open.length,
  }));
}

/** Nothing is known. */
export const emptyState: FeedbackState = {
  entries: [],
  joined: new Map(),
  triage: new Map(),
  freshness: { kind: "none", warnings: [] },
  budget: { left: 100, limit: 100 },
};

/** How long surfaces wait for further changes; milliseconds. */
const pause = 60;

/** The one state of the feedback that is known. Who shows it is told once changes have come to rest. */
export class FeedbackStore implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<FeedbackState>();
  readonly onDidChange = this.#changed.event;
  #state = emptyState;
  #byPage: { readonly of: FeedbackState; readonly value: FeedbackByPage } | undefined;
  #timer: NodeJS.Timeout | undefined;

  get state(): FeedbackState {
    return this.#state;
  }

  /** By page, worked out once for each set of entries, joins and triage. */
  get byPage(): FeedbackByPage {
    const { entries, joined, triage } = this.#state;
    const known = this.#byPage;
    if (known?.of.entries === entries && known.of.joined === joined && known.of.triage === triage)
      return known.value;
    const value = feedbackByPage(this.#state);
    this.#byPage = { of: this.#state, value };
    return value;
  }

  change(change: (state: FeedbackState) => FeedbackState): void {
    const next = change(this.#state);
    if (next === this.#state) return;
    this.#state = next;
    this.#timer ??= setTimeout(() => this.#notify(), pause);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#changed.dispose();
  }

  #notify(): void {
    this.#timer = undefined;
    this.#changed.fire(this.#state);
  }
}
