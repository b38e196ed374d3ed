/**
 * The content of a page as sentences that can be compared. They come from the scan (`scan-facts.ts`) or from the full
 * parse.
 */
export interface Facts {
  readonly links: string[];
  readonly headings: string[];
  readonly tags: string[];
  readonly codeBlocks: string[];
  readonly imports: string[];
  readonly exports: string[];
  readonly names: string[];
}
export type FactKind = keyof Facts;

export const factKinds: readonly FactKind[] = [
  "links",
  "headings",
  "tags",
  "codeBlocks",
  "imports",
  "exports",
  "names",
];

export function emptyFacts(): Facts {
  return { links: [], headings: [], tags: [], codeBlocks: [], imports: [], exports: [], names: [] };
}

export interface TagFact {
  readonly name: string;
  readonly start: number;
  /** The offset after the closing tag or, if there's no closing tag, after the tag itself. */
  readonly end: number;
  /** The attributes in forms such as `title="x"`, `cols={2}`, `required`, or `...`. */
  readonly attributes: readonly string[];
  /** The component that contains the tag, such as `Steps@120`. */
  readonly parent: string | undefined;
  /** Whether an HTML element or a container in Markdown, such as a list item, is between the tag and its parent. */
  readonly isNested: boolean;
}

const watched = new Set(["img", "video", "audio", "iframe", "source"]);

/** Returns the fact about a tag, or an empty list for HTML that the scan ignores. */
export function tagFact({ name, start, end, attributes, parent, isNested }: TagFact): string[] {
  if (!isComponent(name) && !watched.has(name)) return [];
  const listed = attributes.map((attribute) => attribute.replace(/\s+/g, " ").trim());
  const location = `${isNested ? "nested " : ""}in ${parent ?? "the page"}`;
  return [`${name} ${start}-${end} ${location}: ${listed.join(" | ")}`];
}

export function isComponent(name: string): boolean {
  return /^[A-Z]/.test(name) || name.includes(".");
}

/** Returns the zero-based line, for use in reports of differences. */
export function line(text: string, offset: number): string {
  return `line ${text.slice(0, offset).split(/\r\n|\n|\r/).length - 1}`;
}

export interface Comparison {
  readonly kind: FactKind;
  /** The number of facts from the full parse that the scan also found. */
  readonly agreed: number;
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

/** Compares the facts of the scan with those of the full parse. */
export function compareFacts(scanned: Facts, parsed: Facts): Comparison[] {
  return factKinds.map((kind) => {
    const remaining = new Map<string, number>();
    for (const fact of scanned[kind]) remaining.set(fact, (remaining.get(fact) ?? 0) + 1);
    const missing: string[] = [];
    for (const fact of parsed[kind]) {
      const count = remaining.get(fact) ?? 0;
      if (count === 0) missing.push(fact);
      else remaining.set(fact, count - 1);
    }
    const extra = [...remaining].flatMap(([fact, count]) => Array.from({ length: count }, () => fact));
    return { kind, agreed: parsed[kind].length - missing.length, missing, extra };
  });
}

const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    nbsp: "\u00a0",
    copy: "©",
    rarr: "→",
    mdash: "—",
  }),
);

/** Returns text as readers see it, with character references and Markdown escapes decoded. */
export function decoded(written: string, hasEscapes = true): string {
  const unescaped = hasEscapes ? written.replace(/\\([!-/:-@[-`{-~])/g, "$1") : written;
  return unescaped
    .replace(/&#(\d{1,7});/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&#x([\da-f]{1,6});/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&(\w+);/g, (full, name: string) => entities.get(name) ?? full);
}

/** Returns the end of a range without trailing line breaks, because parsers disagree about the end of unclosed code. */
export function withoutEnd(text: string, end: number): number {
  let at = end;
  while (at > 0 && /[\s]/.test(text[at - 1] ?? "")) at--;
  return at;
}
