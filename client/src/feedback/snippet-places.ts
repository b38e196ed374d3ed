import * as vscode from "vscode";
import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";
import type { SnippetAnchor } from "../../../server/src/protocol/feedback.ts";
import { toRange } from "../to-range.ts";
import type { FeedbackServer } from "./feedback-server.ts";
import type { Memory } from "./kept-triage.ts";

const memoryName = "feedback.anchors";
const mostKept = 500;
/** UTF-16 units of code; longer snippets are looked for by the entry's own code each time. */
const longestKept = 4000;
/** So many snippets of a page are looked for; the others stand at its title. */
const mostOfPage = 200;

/** A code block: on the page, or in a file that it imports. */
export interface SnippetPlace {
  /** As the editor writes it. */
  readonly uri: string;
  readonly range: vscode.Range;
}

/** Which code block each entry is about. What was found once is remembered, so that the block is found when it has changed. */
export class SnippetPlaces {
  readonly #server: FeedbackServer;
  readonly #memory: Memory;
  /** By `uri id`, the one used last at the end. */
  readonly #anchors: Map<string, SnippetAnchor>;

  constructor(server: FeedbackServer, memory: Memory) {
    this.#server = server;
    this.#memory = memory;
    this.#anchors = new Map(readAnchors(memory.get(memoryName)));
  }

  /** By id of the entry; those whose code the page does not show are left out. Undefined while the server is not running. */
  async find(
    uri: string,
    entries: readonly FeedbackEntry[],
  ): Promise<ReadonlyMap<string, SnippetPlace> | undefined> {
    const asked = entries
      .flatMap(({ id, snippet }) => (snippet ? [{ id, snippet }] : []))
      .slice(0, mostOfPage);
    if (asked.length === 0) return new Map();
    const snippets = asked.map(({ id, snippet }) => {
      const anchor = this.#anchors.get(`${uri} ${id}`);
      return { ...snippet, ...(anchor && { anchor }) };
    });
    const answers = await this.#server.placeSnippets({ uri, snippets }).catch(() => undefined);
    if (!answers) return undefined;
    const found = new Map<string, SnippetPlace>();
    asked.forEach(({ id }, place) => {
      const { uri: file = uri, range, anchor } = answers[place] ?? {};
      if (range)
        found.set(id, { uri: file === uri ? uri : vscode.Uri.parse(file).toString(), range: toRange(range) });
      if (anchor) this.#remember(`${uri} ${id}`, anchor);
    });
    return found;
  }

  /** Pages that show a file because they import it, as the editor writes their URIs. Undefined while the server is not running. */
  async pagesShowing(uri: string): Promise<readonly string[] | undefined> {
    const answers = await this.#server.pagesShowing({ uri }).catch(() => undefined);
    return answers?.map((each) => vscode.Uri.parse(each).toString());
  }

  /** Keeps what was found over restarts of the editor. */
  async keep(): Promise<void> {
    const kept = [...this.#anchors].filter(([, { code }]) => code.length <= longestKept).slice(-mostKept);
    await this.#memory.update(memoryName, Object.fromEntries(kept));
  }

  #remember(name: string, anchor: SnippetAnchor): void {
    this.#anchors.delete(name);
    this.#anchors.set(name, anchor);
  }
}

/** What is odd is left out. */
function readAnchors(kept: unknown): (readonly [string, SnippetAnchor])[] {
  if (typeof kept !== "object" || kept === null) return [];
  return Object.entries(kept).flatMap(([name, value]: [string, unknown]) => {
    const anchor = readAnchor(value);
    return anchor ? [[name, anchor] as const] : [];
  });
}

function readAnchor(value: unknown): SnippetAnchor | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { code, lang, filename, headings, ordinal } = value as Record<string, unknown>;
  if (typeof code !== "string" || typeof ordinal !== "number" || !Array.isArray(headings)) return undefined;
  return {
    code,
    ...(typeof lang === "string" && { lang }),
    ...(typeof filename === "string" && { filename }),
    headings: headings.filter((heading): heading is string => typeof heading === "string"),
    ordinal,
  };
}
