import type { TextRange } from "../text/text-edit.ts";

/** What a page says in one place and means in all: link definitions and footnotes. */
export interface PageDefinitions {
  /** `[docs]: https://…`, each on a line of its own, the first of each name; as text to be put behind a part. */
  readonly links: string;
  /** `[^1]: x` for each footnote that is defined: a footnote counts only where its definition is known. */
  readonly footnotes: string;
}

const definition = /^[ \t]{0,3}\[([^\]\\\r\n]{1,200})\]:[ \t]*\S[^\r\n]*/gm;
const most = 500;

/** Definitions in the text behind `bodyStart`, those in fenced code left out as far as lines tell. */
export function definitionsIn(text: string, parts: readonly TextRange[]): PageDefinitions {
  const links = new Map<string, string>();
  const footnotes = new Set<string>();
  for (const { start, end } of parts) {
    if (text.indexOf("]:", start) < 0) break;
    const part = text.slice(start, end);
    if (!part.includes("]:") || /^(?:`{3}|~{3})/.test(part)) continue;
    for (const [line, name = ""] of part.matchAll(definition)) {
      if (links.size + footnotes.size >= most) break;
      if (name.startsWith("^")) footnotes.add(name);
      else if (!links.has(name.toLowerCase())) links.set(name.toLowerCase(), line.trim());
    }
  }
  return {
    links: [...links.values()].join("\n"),
    footnotes: [...footnotes].map((name) => `[${name}]: x`).join("\n\n"),
  };
}
