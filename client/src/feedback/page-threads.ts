import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";
import type { PageFeedback } from "./page-feedback.ts";
import type { SnippetPlace } from "./snippet-places.ts";

/** One thread in a file: what is said about a page, or about one of its code blocks. */
export interface PageThread {
  /** The same for as long as it is about the same thing. */
  readonly key: string;
  readonly place: "title" | "block";
  readonly page: PageFeedback["place"];
  /** Of the block, which may be in a file that the page imports; absent at the title, whose place the page knows. */
  readonly block?: SnippetPlace;
  /** Newest first: what was said last counts most. */
  readonly entries: readonly FeedbackEntry[];
  /** Those about code that the file does not have, or not so: it may be gone, or imported. */
  readonly strays: ReadonlySet<string>;
  /** So many older ones are left out. */
  readonly left: number;
}

/** More are read in the panel. */
const mostOfThread = 50;

/** The threads of a page: entries about code that has a place stand there, all others at its title. */
export function pageThreads(
  { place, open }: Pick<PageFeedback, "place" | "open">,
  places: ReadonlyMap<string, SnippetPlace>,
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
    entries: newestFirst.slice(0, mostOfThread),
    left: Math.max(0, newestFirst.length - mostOfThread),
  };
}
