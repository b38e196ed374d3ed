import { isOpen, type FeedbackEntry } from "./feedback-entry.ts";
import type { FeedbackState } from "./feedback-state.ts";
import type { RatedPage } from "../protocol/feedback.ts";

/** What readers think of a page, or of an operation that a page is made of. */
export interface RatedFile extends RatedPage {
  /** `/guides/start` */
  readonly url: string;
  readonly title: string;
  readonly groups: readonly string[];
  /** Entries of people without a rating. */
  readonly unrated: number;
  /** Entries of agents, whose ratings are in `up` and `down` as well. */
  readonly agents: number;
  /** Open entries since the last visit. */
  readonly news: number;
}

/** One for each page that entries are joined to, in the order of their newest entry; several where a file has several addresses. */
export function ratingsByFile(state: FeedbackState): readonly RatedFile[] {
  const found = new Map<string, { -readonly [Key in keyof RatedFile]: RatedFile[Key] }>();
  for (const entry of state.entries) {
    const page = state.joined.get(entry.path);
    if (!page || page.kind === "unknown") continue;
    const operation = page.kind === "operation" ? page.operation : undefined;
    const key = `${page.uri}\n${operation ?? ""}\n${page.url}`;
    let rated = found.get(key);
    if (!rated) {
      rated = {
        uri: page.uri,
        url: page.url,
        title: page.title,
        groups: page.groups,
        ...(operation !== undefined && { operation }),
        up: 0,
        down: 0,
        open: 0,
        unrated: 0,
        agents: 0,
        news: 0,
      };
      found.set(key, rated);
    }
    if (entry.helpful === true) rated.up++;
    else if (entry.helpful === false) rated.down++;
    else if (entry.source !== "agent") rated.unrated++;
    if (entry.source === "agent") rated.agents++;
    if (!asksForWork(entry, state)) continue;
    rated.open++;
    if (isNew(entry, state)) rated.news++;
  }
  return [...found.values()];
}

/** Whether an entry is an open comment: it has words, and neither the service nor the person has put it away. */
export function asksForWork(entry: FeedbackEntry, state: Pick<FeedbackState, "triage">): boolean {
  return hasWords(entry) && isWaiting(entry, state);
}

/** Whether an entry is shown in the text: an open comment, or code that somebody has pointed at without words. */
export function standsInText(entry: FeedbackEntry, state: Pick<FeedbackState, "triage">): boolean {
  return (hasWords(entry) || entry.snippet !== undefined) && isWaiting(entry, state);
}

function hasWords({ comment = "" }: FeedbackEntry): boolean {
  return comment.trim() !== "";
}

function isWaiting(entry: FeedbackEntry, { triage }: Pick<FeedbackState, "triage">): boolean {
  return isOpen(entry) && triage.get(entry.id)?.mark !== "done";
}

/** Whether an entry has come since the person looked last; on a first visit none has. */
export function isNew(
  { createdAt }: FeedbackEntry,
  { lastVisit }: Pick<FeedbackState, "lastVisit">,
): boolean {
  return createdAt !== undefined && lastVisit !== undefined && createdAt > lastVisit;
}
