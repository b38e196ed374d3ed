import type { SitePath, TextRange } from "../text/text-edit.ts";

/**
 * What a page tells others: no positions, so that most keystrokes leave it equal (measured: 92.6 % of single
 * character edits) and the rest of the site need not be looked at again. `sameOutline` compares two.
 */
export interface PageOutline {
  readonly path: SitePath;
  /** Known frontmatter fields with their values; unknown fields are left out. */
  readonly fields: ReadonlyMap<string, FieldValue>;
  readonly headings: readonly Heading[];
  /** Anchors besides those of headings: `tabs` of `<div id="tabs">`, those of components and parameters. */
  readonly anchors: readonly string[];
  /** Those of `anchors` that are the `id` of an HTML element: only this spelling reaches them. */
  readonly elementIds: readonly string[];
  /** Whether the page's code makes anchors that only running it tells. */
  readonly hasUnknownAnchors: boolean;
  /** Files this page imports, as written: `/snippets/note.mdx`. */
  readonly imports: readonly string[];
  /** What other pages may import from here besides the page itself. */
  readonly exports: readonly ModuleExport[];
  /** Files that old `<Snippet file="…">` tags name, as written. */
  readonly snippets: readonly string[];
  /** Images and other files it shows, as written, so that a file nothing uses can be told. */
  readonly media: readonly string[];
  /** Fenced code blocks. */
  readonly codeBlockCount: number;
}

/** A name that an MDX, JSX or TypeScript file exports. */
export interface ModuleExport {
  /** `PriceTable`, `default`. */
  readonly name: string;
  /** Whether it can stand as a tag: a function, or a name with a capital letter whose value cannot be told. */
  readonly isComponent: boolean;
  /** Names of the props that the function takes apart in its head; absent where that cannot be told. */
  readonly props?: readonly string[];
  /** The value of `export const version = "2.1"`. */
  readonly text?: string;
}

/** What a `.jsx`, `.tsx`, `.js` or `.ts` file of the site tells others. Nothing of it is run. */
export interface ScriptOutline {
  readonly path: SitePath;
  readonly exports: readonly ModuleExport[];
  /** `* from "./x"` may add any name. */
  readonly exportsAll: boolean;
  /** As written: `./price.jsx`. */
  readonly imports: readonly string[];
}

/** YAML as JavaScript values, with a cap on depth and size; dates stay dates, maps become Maps. */
export type FieldValue =
  string | number | boolean | null | Date | readonly FieldValue[] | ReadonlyMap<string, FieldValue>;

export interface Heading {
  /** 1 to 6. */
  readonly depth: number;
  /** As readers see it, without markup: `Install the CLI`. */
  readonly text: string;
  /** The anchor the published page carries, percent-encoded as in a URL: `step-2%3A-run`. */
  readonly id: string;
  /** Other spellings by which links are known to arrive: `step-2-run`. */
  readonly otherIds: readonly string[];
}

/** What a page says about others and about itself, with ranges. */
export interface PageReferences {
  readonly path: SitePath;
  readonly frontmatter: Frontmatter;
  readonly headings: readonly HeadingReference[];
  readonly anchors: readonly PageAnchor[];
  readonly links: readonly PageLink[];
  readonly imports: readonly PageImport[];
  readonly exports: readonly PageExport[];
  /** Components and images, in the order of their opening tags. */
  readonly tags: readonly PageTag[];
  /** Names in expressions of the text: `{userId}`. */
  readonly names: readonly PageName[];
  /** Variables of docs.json: `{{version}}`. */
  readonly variables: readonly PageVariable[];
  readonly codeBlocks: readonly PageCodeBlock[];
  /** Comments that ask for silence about the next line. */
  readonly ignores: readonly IgnoreComment[];
  /** The whole file, for fixes and for code blocks. */
  readonly text: string;
  /** `\r\n` when the first line end is one, else `\n`. For edits. */
  readonly eol: "\n" | "\r\n";
}

export interface HeadingReference extends Heading {
  /** The heading's text as written, without the `#` marks: `Install the \`CLI\` {#cli}`. */
  readonly range: TextRange;
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
  /** The key as written, quotes included: `"og:title"`. */
  readonly keyRange: TextRange;
  /** The value as written, quotes included; empty range behind the colon when there is none. */
  readonly valueRange: TextRange;
  readonly value: FieldValue;
}

export type FrontmatterProblemKind =
  | "syntax"
  | "not-a-map"
  | "duplicate-key"
  | "too-large"
  | "too-deep"
  | "language-not-allowed"
  | "not-closed"
  | "unknown-tag"
  | "not-text";

/** What an author did, as far as it can be told: the key by which a rule chooses its words. */
export type YamlFault =
  /** `title: "Start`. */
  | "quote-not-closed"
  /** `title: "Start" here`. */
  | "text-after-value"
  /** `keywords: [a, b`. */
  | "bracket-not-closed"
  /** `title: Part 1: Start`. */
  | "colon-in-value"
  /** `title Start` or `title:Start`. */
  | "no-colon"
  /** `title: @start`. */
  | "start-character"
  /** `title: *start*` is read as a reference to a name. */
  | "alias"
  /** `"\q"`. */
  | "escape"
  /** A tab where YAML wants blanks. */
  | "tab"
  | "indentation"
  /** `...` and more behind it. */
  | "second-document"
  | "other";

export interface FrontmatterProblem {
  readonly kind: FrontmatterProblemKind;
  readonly range: TextRange;
  /** For `syntax`. */
  readonly fault?: YamlFault;
  /**
   * The key for `duplicate-key`, the tag for `language-not-allowed` and `unknown-tag`, what stands at the range for a
   * `fault` in a value.
   */
  readonly text?: string;
  /** The key's first use, for `duplicate-key` where it is known. */
  readonly first?: TextRange;
}

/** The `id` of an element. */
export interface PageAnchor {
  readonly id: string;
  /** The id alone, without its quotes. */
  readonly range: TextRange;
}

/** A link written in Markdown, or in an `href`, `src` or `img` attribute. */
export interface PageLink {
  /** `link` for `[a](b)`, `<a href>`, `<Card href>`; `image` for `![a](b)`, every `src` and `img`; `definition` for `[a]: b`. */
  readonly kind: "link" | "image" | "definition";
  /** As written, entities and escapes not decoded: `/guides/start#install`. */
  readonly target: string;
  /** The target alone, without quotes or brackets. */
  readonly range: TextRange;
  /** `href` of `<Card href="…">`: `Card`. Absent for Markdown. */
  readonly component?: string;
  /** The prop of the component whose value is Markdown and holds the link: `caption`. */
  readonly prop?: string;
}

export interface PageImport {
  /** `/snippets/note.mdx` or `lodash`, as written. */
  readonly source: string;
  /** The source alone, without its quotes. */
  readonly range: TextRange;
  /** The text between the keyword `import` or `export` and the quote before the source. */
  readonly clause: TextRange;
  /** Names it brings in: `Note` (imported as `default`), `A as B`, `* as All`. */
  readonly names: readonly {
    readonly imported: string;
    readonly local: string;
    /** `A as A`: the page's own name for it is written, though it is the same. */
    readonly isWrittenTwice?: true;
  }[];
}

export interface PageExport extends ModuleExport {
  /** The name alone. */
  readonly range: TextRange;
}

/** The tag of a component (`Card`, `Tree.File`), or of one of the HTML elements that rules look at (`img`, `video`). */
export interface PageTag {
  readonly name: string;
  /** `<Card title="x">`, from `<` to behind `>`. */
  readonly range: TextRange;
  /** The name alone. */
  readonly nameRange: TextRange;
  readonly attributes: readonly PageAttribute[];
  /** `{...props}`: what else is set cannot be told. */
  readonly hasSpread: boolean;
  /** `<Card />`. */
  readonly selfClosing: boolean;
  /** `</Card>`; absent when self-closing, and when it is never closed. */
  readonly closing: TextRange | undefined;
  /** Index in `tags` of the component around it; HTML elements between the two do not count. */
  readonly parent: number | undefined;
  /** Within braces or a value, where Markdown does not count: `icon={<Icon />}`. */
  readonly inExpression: boolean;
}

export interface PageAttribute {
  readonly name: string;
  readonly nameRange: TextRange;
  /** Absent for a flag: `required`. */
  readonly value?: PageAttributeValue;
}

export interface PageAttributeValue {
  /** `text` where the text can be read without running anything: `"x"`, `{"x"}`; else the source of an expression. */
  readonly kind: "text" | "expression";
  /** The text or source alone, without its quotes and braces. */
  readonly range: TextRange;
  /** Quotes and braces included. */
  readonly whole: TextRange;
  /** As written, entities not decoded. */
  readonly text: string;
}

/** `{userId}`: an expression that is one name, or a path of names. */
export interface PageName {
  /** `user` of `{user.name}`. */
  readonly name: string;
  /** The braces included. */
  readonly range: TextRange;
}

export interface PageVariable {
  /** `version`, `api.host`. */
  readonly name: string;
  /** Both pairs of braces included. */
  readonly range: TextRange;
}

export interface PageCodeBlock {
  /** `json`; absent when nothing is written. */
  readonly language: string | undefined;
  /** What follows the language on the line of the fence: `title="x" highlight={1-3}`. */
  readonly meta: string;
  readonly metaRange: TextRange;
  /** Both fences included. */
  readonly range: TextRange;
  /** The lines between the fences, without the last line end. */
  readonly content: TextRange;
}

/** A comment with `docwright-ignore` and rule codes: in braces in the text, behind a `#` in frontmatter. */
export interface IgnoreComment {
  /** `link/page-not-found`, `link/*`. */
  readonly codes: readonly { readonly code: string; readonly range: TextRange }[];
  /** The comment as a whole. */
  readonly range: TextRange;
  /** The line it speaks of. */
  readonly covers: TextRange;
}
