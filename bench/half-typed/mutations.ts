import type { Random } from "../recall/random.ts";

/** An intermediate state of a page while an author is typing, created from the page's original text. */
export interface Mutation {
  readonly name: string;
  /** Returns the text in the intermediate state, or undefined if the mutation isn't possible on the page. */
  readonly mutate: (text: string, bodyStart: number, random: Random) => string | undefined;
}

export const mutations: readonly Mutation[] = [
  createTyped("`<` typed", " <", 1),
  createTyped("`{` typed", " {", 1),
  createTyped("` x={` typed", " x={", 0),
  onLine('`<Card title="` typed', '<Card title="'),
  onLine("an unclosed `<Card>`", "<Card>"),
  onLine("half an import", "import { a, b } fr"),
  createRemoval("a closing tag deleted", /<\/[A-Z][\w.]*>/g, (tag) => tag),
  createRemoval("the `<` of an opening tag deleted", /<[A-Z][\w.]*[^<>]*>/g, () => "<"),
  createRemoval("a quote deleted", /<[A-Z][\w.]*\s[^<>]*?="[^"<>]*"/g, () => '"', "last"),
  {
    name: "the file cut off",
    mutate: (text, bodyStart, random) => text.slice(0, bodyStart + 1 + random.nextBelow(text.length - bodyStart)),
  },
];

/**
 * Inserts text after a word in a line of prose. If `skipped` is 1, the text replaces the space after the word, so the
 * next word follows immediately.
 */
function createTyped(name: string, put: string, skipped: 0 | 1): Mutation {
  return {
    name,
    mutate: (text, bodyStart, random) => {
      const places = listProseLines(text, bodyStart).flatMap(({ start, line }) =>
        [...line.matchAll(/\w+(?= )/g)].map((word) => start + word.index + word[0].length),
      );
      const at = random.pick(places);
      return at === undefined ? undefined : `${text.slice(0, at)}${put}${text.slice(at + skipped)}`;
    },
  };
}

/** Inserts text on a separate line between two blocks. */
function onLine(name: string, put: string): Mutation {
  return {
    name,
    mutate: (text, bodyStart, random) => {
      const at = random.pick(listProseLines(text, bodyStart).map(({ start }) => start));
      return at === undefined ? undefined : `${text.slice(0, at)}${put}\n\n${text.slice(at)}`;
    },
  };
}

function createRemoval(
  name: string,
  pattern: RegExp,
  replaceTag: (tag: string) => string,
  end: "first" | "last" = "first",
): Mutation {
  return {
    name,
    mutate: (text, bodyStart, random) => {
      const found = random.pick([...blankFences(text, bodyStart).matchAll(pattern)]);
      if (!found) return undefined;
      const removed = replaceTag(found[0]);
      const offset = end === "first" ? found[0].indexOf(removed) : found[0].lastIndexOf(removed);
      const at = found.index + offset;
      return text.slice(0, at) + text.slice(at + removed.length);
    },
  };
}

interface ProseLine {
  readonly start: number;
  readonly line: string;
}

/** Returns the lines of plain, unindented paragraphs that follow an empty line. */
function listProseLines(text: string, bodyStart: number): ProseLine[] {
  const plain = blankFences(text, bodyStart);
  const lines: ProseLine[] = [];
  let start = 0;
  let before = "x";
  for (const line of plain.split("\n")) {
    if (start >= bodyStart && before.trim() === "" && /^[A-Z][\w ,'’.]{20,}/.test(line)) lines.push({ start, line });
    before = line;
    start += line.length + 1;
  }
  return lines;
}

/** Replaces fenced code and frontmatter with spaces so that the length of the text stays the same. */
function blankFences(text: string, bodyStart: number): string {
  const toBlank = (part: string): string => part.replace(/[^\n]/g, " ");
  const body = text.slice(bodyStart).replace(/^[ \t]*(`{3,}|~{3,})[^]*?^[ \t]*\1[ \t]*$/gm, toBlank);
  return toBlank(text.slice(0, bodyStart)) + body;
}
