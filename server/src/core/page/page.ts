import type { SitePath, TextRange } from "../text/text-edit.ts";
import type { DynamicImport } from "./imports.ts";
import type { UnknownAnchor } from "./unknown-anchors.ts";

/**
 * The information about a page that other files depend on. An outline contains no positions, so most edits don't change
 * it (in measurements, 92.6% of single-character edits didn't). As long as the outline doesn't change, the rest of the
 * site doesn't need to be checked again. `sameOutline` compares two outlines.
 */
export interface PageOutline {
  readonly path: SitePath;
  /** Known frontmatter fields and their values. */
  readonly fields: ReadonlyMap<string, FieldValue>;
  readonly headings: readonly Heading[];
  /**
   * Anchors other than those of headings: the `id` of an element such as `<div id="tabs">`, and the anchors of
   * components and parameters.
   */
  readonly anchors: readonly string[];
  /** The subset of `anchors` that comes from the `id` of an HTML element. Links must use exactly this spelling. */
  readonly elementIds: readonly string[];
  /** The anchors that can be determined only by running the page's code, without duplicates. */
  readonly unknownAnchors: readonly UnknownAnchor[];
  /** Paths of imported files as written, such as `/snippets/note.mdx`. */
  readonly imports: readonly string[];
  /** Imported files that the page shows more than once, as written. There's one entry for each additional tag. */
  readonly repeatedImports: readonly string[];
  /** Exports that other pages can import, in addition to the page itself. */
  readonly exports: readonly ModuleExport[];
  /**
   * Props that pages pass to this file as a snippet and that its text uses as a URL or path, such as `to` in `<Card
   * href={to}>`.
   */
  readonly linkProps: readonly string[];
  /** Files in the old `<Snippet file="…">` tag, as written. */
  readonly snippets: readonly string[];
  /** Images and other files displayed on the page, as written. This list is used to find unused files. */
  readonly media: readonly string[];
  /** The number of fenced code blocks. */
  readonly codeBlockCount: number;
}

/** A name that an MDX, JSX, or TypeScript file exports. */
export interface ModuleExport {
  /** The exported name, such as `PriceTable` or `default`. */
  readonly name: string;
  /** Whether the name can be used as a tag because it's a function, or a capitalized name whose value is unknown. */
  readonly isComponent: boolean;
  /** The props that the function destructures in its parameter list. Undefined if the props are unknown. */
  readonly props?: readonly string[];
  /**
   * Props that the code uses as a URL or path, such as `to` in `<a href={to}>`. Undefined if the code doesn't contain
   * such props.
   */
  readonly linkProps?: readonly string[];
  /** The value of an exported string, such as `2.1` for `export const version = "2.1"`. */
  readonly text?: string;
}

/** The exports and imports of a `.jsx`, `.tsx`, `.js`, or `.ts` file in the site. The code is never run. */
export interface ScriptOutline {
  readonly path: SitePath;
  readonly exports: readonly ModuleExport[];
  /** Whether the file contains `* from "./x"`, which can add any name. */
  readonly exportsAll: boolean;
  /** The sources as written, such as `./price.jsx`. */
  readonly imports: readonly string[];
  /** Whether an element that the code renders may have an ID. If so, links can lead to it. */
  readonly mayHaveAnchors: boolean;
}

/**
 * The links in a code file's JSX, with ranges. Links in values that are known only when the code runs aren't included.
 */
export interface ScriptReferences extends Pick<PageReferences, "path" | "text"> {
  readonly links: readonly PageLink[];
}

export interface Script {
  readonly outline: ScriptOutline;
  readonly references: ScriptReferences;
}

/** A YAML value in JavaScript with limited depth and size. Dates remain dates, and maps become Maps. */
export type FieldValue =
  | string
  | number
  | boolean
  | null
  | Date
  | readonly FieldValue[]
  | ReadonlyMap<string, FieldValue>;

export interface Heading {
  /** The heading's level, from 1 to 6. */
  readonly depth: number;
  /** The text that readers see, without Markdown marks, such as `Install the CLI`. */
  readonly text: string;
  /**
   * The anchor on the published page, not percent-encoded, such as `step-2-run`. Empty if the heading has no anchor.
   */
  readonly id: string;
}

/** The references and symbols on a page, with their ranges. */
export interface PageReferences {
  readonly path: SitePath;
  readonly frontmatter: Frontmatter;
  readonly headings: readonly HeadingReference[];
  readonly anchors: readonly PageAnchor[];
  readonly links: readonly PageLink[];
  /** Links and images whose target is defined elsewhere on the page: `[text][label]`. */
  readonly linkReferences: readonly LinkReference[];
  readonly imports: readonly PageImport[];
  /** Files that code on the page loads at runtime: `import("./chart.jsx")`. */
  readonly dynamicImports: readonly DynamicImport[];
  readonly exports: readonly PageExport[];
  /** Components and images, in the order of their opening tags. */
  readonly tags: readonly PageTag[];
  /** Names in expressions in the text: `{userId}`. */
  readonly names: readonly PageName[];
  /** Variables in docs.json: `{{version}}`. */
  readonly variables: readonly PageVariable[];
  readonly codeBlocks: readonly PageCodeBlock[];
  /** Table rows that have more cells than the table has columns. The extra cells aren't displayed. */
  readonly longRows: readonly LongTableRow[];
  /** Comments that ignore problems on the next line. */
  readonly ignores: readonly IgnoreComment[];
  /** The file's complete text, for fixes and code blocks. */
  readonly text: string;
  /** The line ending for edits: `\r\n` if the first line break is `\r\n`, and otherwise `\n`. */
  readonly eol: "\n" | "\r\n";
}

export interface HeadingReference extends Heading {
  /** The heading's text as written, without the `#` marks, such as `Install the \`CLI\` {#cli}`. */
  readonly range: TextRange;
}

export interface Page {
  readonly outline: PageOutline;
  readonly references: PageReferences;
}

export interface Frontmatter {
  /** The range including both fences. Undefined if the page has no frontmatter. */
  readonly range: TextRange | undefined;
  /** The YAML between the fences, without the line break before the closing fence. */
  readonly content: TextRange | undefined;
  /**
   * Top-level fields in file order. If a key is duplicated, only the first occurrence is included, and the others are
   * reported as problems.
   */
  readonly fields: ReadonlyMap<string, FrontmatterField>;
  readonly problems: readonly FrontmatterProblem[];
}

export interface FrontmatterField {
  readonly key: string;
  /** The key as written, including quotes: `"og:title"`. */
  readonly keyRange: TextRange;
  /** The value as written, including quotes. If the field has no value, this is an empty range after the colon. */
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

/** The likely error in the YAML, which determines the rule's message. */
export type YamlFault =
  /** A quote isn't closed, as in `title: "Start`. */
  | "quote-not-closed"
  /** Text follows a closing quote or bracket, as in `title: "Start" here`. */
  | "text-after-value"
  /** A bracket isn't closed, as in `keywords: [a, b`. */
  | "bracket-not-closed"
  /** A plain value contains a colon, as in `title: Part 1: Start`. */
  | "colon-in-value"
  /** The colon or the space after it is missing, as in `title Start` or `title:Start`. */
  | "no-colon"
  /** A value starts with a character that has a special meaning, as in `title: @start`. */
  | "start-character"
  /** A value that YAML parses as an alias, as in `title: *start*`. */
  | "alias"
  /** A string contains an unknown escape, as in `"\q"`. */
  | "escape"
  /** A tab where YAML requires spaces. */
  | "tab"
  | "indentation"
  /** `...`, followed by more text. */
  | "second-document"
  | "other";

export interface FrontmatterProblem {
  readonly kind: FrontmatterProblemKind;
  readonly range: TextRange;
  /** For `syntax`, the likely error. */
  readonly fault?: YamlFault;
  /**
   * The key for `duplicate-key`, the tag for `language-not-allowed` and `unknown-tag`, or the text of the range for a
   * `fault` in a value.
   */
  readonly text?: string;
  /** For `duplicate-key`, the first occurrence of the key, if known. */
  readonly first?: TextRange;
}

/** An anchor that comes from an element's `id` or from a title. */
export interface PageAnchor {
  readonly id: string;
  /** The ID without its quotes. */
  readonly range: TextRange;
  /**
   * The element or component that has this `id`, such as `div`. Undefined for an anchor that's generated from
   * a title.
   */
  readonly element?: string;
  /** Whether the element is in code, which may display the element once, many times, or never. */
  readonly isInCode?: true;
}

/** A link in Markdown, or in an `href`, `src`, or `img` attribute. */
export interface PageLink {
  /**
   * The kind of link: `link` for `[a](b)`, `<a href>`, and `<Card href>`, `image` for `![a](b)` and every `src` and
   * `img`, and `definition` for `[a]: b`.
   */
  readonly kind: "link" | "image" | "definition";
  /** The target as written, such as `/guides/start#install`. Entities and escapes aren't decoded. */
  readonly target: string;
  /** The target without quotes or brackets. */
  readonly range: TextRange;
  /** The component that has the attribute, such as `Card` for `<Card href="…">`. Undefined for Markdown. */
  readonly component?: string;
  /** The component's Markdown prop that contains the link, such as `caption`. */
  readonly prop?: string;
  /**
   * The prop of a custom component whose value doesn't look like a URL or path, such as `href` in `<Box href="wide">`.
   * The value is a link only if the component's code uses it as a URL or path.
   */
  readonly ownProp?: string;
}

export interface LongTableRow {
  /** The number of cells in the header. */
  readonly columns: number;
  /** The range of the cells that aren't displayed, without surrounding spaces and empty cells. */
  readonly lost: TextRange;
}

export interface LinkReference {
  /** The range of `[text][label]`, without the `!` of an image. */
  readonly range: TextRange;
  /** The label without its brackets. */
  readonly label: TextRange;
}

export interface PageImport {
  /** The source as written, such as `/snippets/note.mdx` or `lodash`. */
  readonly source: string;
  /** The source without its quotes. */
  readonly range: TextRange;
  /** The range of the text between the keyword `import` or `export` and the quote before the source. */
  readonly clause: TextRange;
  /** The imported names, such as `Note` (imported as `default`), `A as B`, or `* as All`. */
  readonly names: readonly {
    readonly imported: string;
    readonly local: string;
    /** Whether the statement contains `A as A`, where the local name is written although it's the same. */
    readonly isWrittenTwice?: true;
  }[];
}

export interface PageExport extends ModuleExport {
  /** The name without the rest of the tag or statement. */
  readonly range: TextRange;
}

/** The tag of a component (`Card`, `Tree.File`) or of an HTML element that rules check (`img`, `video`). */
export interface PageTag {
  readonly name: string;
  /** The range of a tag such as `<Card title="x">`, including `<` and `>`. */
  readonly range: TextRange;
  /** The name without the rest of the tag or statement. */
  readonly nameRange: TextRange;
  readonly attributes: readonly PageAttribute[];
  /** Whether the tag has `{...props}`, which may set any other attribute. */
  readonly hasSpread: boolean;
  /** Whether the tag closes itself, as in `<Card />`. */
  readonly selfClosing: boolean;
  /** The range of `</Card>`. Undefined for a self-closing tag and for a tag that is never closed. */
  readonly closing: TextRange | undefined;
  /** The index in `tags` of the enclosing component. HTML elements in between are skipped. */
  readonly parent: number | undefined;
  /** Whether the tag is within braces or a value, where Markdown doesn't apply: `icon={<Icon />}`. */
  readonly inExpression: boolean;
}

export interface PageAttribute {
  readonly name: string;
  readonly nameRange: TextRange;
  /** The value. Undefined for a flag such as `required`. */
  readonly value?: PageAttributeValue;
}

export interface PageAttributeValue {
  /**
   * The kind of value: `text` if it can be read without running code, as in `"x"` or `{"x"}`, or the source of an
   * `expression`.
   */
  readonly kind: "text" | "expression";
  /** The text or source without its quotes and braces. */
  readonly range: TextRange;
  /** The range including quotes and braces. */
  readonly whole: TextRange;
  /** The text as written. Entities aren't decoded. */
  readonly text: string;
}

/** An expression that consists of a name or a path of names: `{userId}`. */
export interface PageName {
  /** The first name, such as `user` for `{user.name}`. */
  readonly name: string;
  /** The range including the braces. */
  readonly range: TextRange;
}

export interface PageVariable {
  /** The variable's name, such as `version` or `api.host`. */
  readonly name: string;
  /** The range including both pairs of braces. */
  readonly range: TextRange;
}

export interface PageCodeBlock {
  /** The language, such as `json`. Undefined if no language is given. */
  readonly language: string | undefined;
  /** The text after the language on the fence's line, such as `title="x" highlight={1-3}`. */
  readonly meta: string;
  readonly metaRange: TextRange;
  /** The range including both fences. */
  readonly range: TextRange;
  /** The lines between the fences, without the last line break. */
  readonly content: TextRange;
}

/** A comment with `docwright-ignore` and rule codes, either in braces in the text or after `#` in frontmatter. */
export interface IgnoreComment {
  /** The rules in the comment, such as `link/page-not-found` or `link/*`. */
  readonly codes: readonly { readonly code: string; readonly range: TextRange }[];
  /** The entire comment. */
  readonly range: TextRange;
  /** The line that the comment applies to. */
  readonly covers: TextRange;
}
