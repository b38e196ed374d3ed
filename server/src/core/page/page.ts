import type { SitePath, TextRange } from "../text/text-edit.ts";
import type { ImportSource } from "./imports.ts";
import type { UnknownAnchor } from "./unknown-anchors.ts";

/**
 * The information about a page that other files depend on. An outline doesn't contain any positions, so most edits
 * don't change it (in measurements, 92.6% of single-character edits didn't). As long as the outline is the same, the
 * rest of the site doesn't have to be checked again. `isSameOutline` compares two outlines.
 */
export interface PageOutline {
  readonly path: SitePath;
  /** The values of the frontmatter fields that the service supports, by field name. */
  readonly fields: ReadonlyMap<string, FieldValue>;
  readonly headings: readonly Heading[];
  /**
   * The page's anchors, except those of headings: the `id` of elements such as `<div id="tabs">`, and the anchors of
   * components and parameters.
   */
  readonly anchors: readonly string[];
  /**
   * The subset of `anchors` that links must use in exactly the same spelling: the `id`s of HTML elements, and anchors
   * that the service generates from plain titles and names.
   */
  readonly exactAnchors: readonly string[];
  /** The anchors that can't be determined without running the page's code, without duplicates. */
  readonly unknownAnchors: readonly UnknownAnchor[];
  /** The sources of static and dynamic imports, as written, such as `/snippets/note.mdx`. */
  readonly imports: readonly string[];
  /**
   * Imported files that the page displays more than once, as written. The list contains one item for each additional
   * tag.
   */
  readonly repeatedImports: readonly string[];
  /** Imported files that the page doesn't display, as written, because it doesn't use any name from the import. */
  readonly unusedImports: readonly string[];
  /** Exports that other pages can import. The page itself isn't included. */
  readonly exports: readonly ModuleExport[];
  /**
   * Props that this file, if it's a snippet, uses as a URL or path, such as `to` in `<Card href={to}>`. The pages that
   * include the snippet pass these props to it.
   */
  readonly linkProps: readonly string[];
  /** The files in older `<Snippet file="…">` tags, as written. */
  readonly snippets: readonly string[];
  /** Images and other files that the page displays or links to, as written. Used to find unused files. */
  readonly mediaUrls: readonly string[];
  /** The only link of a page that contains hardly anything else, as written. Undefined for all other pages. */
  readonly stubLink: string | undefined;
  /** The number of fenced code blocks. */
  readonly codeBlockCount: number;
  /** The number of lines that look like headings but aren't: bold text, or `#` without a space after it. */
  readonly unmarkedHeadingCount: number;
}

/** A name that an MDX, JSX, or TypeScript file exports. */
export interface ModuleExport {
  /** The exported name, such as `PriceTable` or `default`. */
  readonly name: string;
  /**
   * Whether the name can be used as a tag. This is the case if the export is a function, or if its name is capitalized
   * and its value is unknown.
   */
  readonly isComponent: boolean;
  /** The props that the function destructures in its parameter list. Undefined if they're unknown. */
  readonly props?: readonly string[];
  /** Props that the code uses as a URL or path, such as `to` in `<a href={to}>`. Undefined if there are none. */
  readonly linkProps?: readonly string[];
  /** The value of an exported string, such as `2.1` for `export const version = "2.1"`. */
  readonly text?: string;
}

/**
 * The exports and imports of a `.jsx`, `.tsx`, `.js`, or `.ts` file in the site. They're found without running the
 * code.
 */
export interface ScriptOutline {
  readonly path: SitePath;
  readonly exports: readonly ModuleExport[];
  /** Whether the file contains `export * from "./x"`, which can add any name. */
  readonly exportsAll: boolean;
  /** The sources of the imports as written, such as `./price.jsx`. */
  readonly imports: readonly string[];
  /** The anchors of elements that the code renders. Anchors that depend on running the code aren't included. */
  readonly unknownAnchors: readonly UnknownAnchor[];
  /** Whether any other element that the code renders may have an ID that links can point to. */
  readonly mayHaveAnchors: boolean;
  /**
   * The anchors that the code looks for in links or in the page's URL, such as `chat` in `a[href$="#chat"]`. A link to
   * such an anchor works without a heading.
   */
  readonly handledAnchors: readonly string[];
}

/**
 * The links in a code file's JSX or in a style sheet, with their ranges. Excludes links whose value can't be determined
 * without running the code.
 */
export interface ScriptReferences extends Pick<PageReferences, "path" | "text"> {
  readonly links: readonly PageLink[];
}

export interface Script {
  readonly outline: ScriptOutline;
  readonly references: ScriptReferences;
}

/**
 * A YAML value, represented as a JavaScript value of limited depth and size. Dates are represented as `Date` objects,
 * and maps as `Map` objects.
 */
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
   * The anchor on the published page, without percent-encoding, such as `step-2-run`. Empty if the heading has no
   * anchor.
   */
  readonly id: string;
  /**
   * The anchor that the heading had in another tool, such as `setup` for `## Install [](#setup)`. Undefined if the
   * heading doesn't contain a link without text.
   */
  readonly formerId?: string;
}

/** The references and symbols on a page, and their ranges. */
export interface PageReferences {
  readonly path: SitePath;
  readonly frontmatter: Frontmatter;
  readonly headings: readonly HeadingReference[];
  readonly anchors: readonly PageAnchor[];
  readonly links: readonly PageLink[];
  /** Links, images, and footnote references whose target is defined elsewhere on the page, such as `[text][label]`. */
  readonly linkReferences: readonly LinkReference[];
  readonly imports: readonly PageImport[];
  /** The sources of dynamic imports, such as `./chart.jsx` in `import("./chart.jsx")`. */
  readonly dynamicImports: readonly ImportSource[];
  readonly exports: readonly PageExport[];
  /** The tags of components and of checked HTML elements, such as images, in the order of the opening tags. */
  readonly tags: readonly PageTag[];
  /** Names in expressions in the page's text, such as `{userId}`. */
  readonly names: readonly NameExpression[];
  /** Uses of docs.json variables, such as `{{version}}`. */
  readonly variables: readonly PageVariable[];
  readonly codeBlocks: readonly PageCodeBlock[];
  /** Table rows with more cells than the table has columns. The additional cells aren't displayed. */
  readonly longRows: readonly LongTableRow[];
  /** Comments that ignore problems on the next line. */
  readonly ignoreComments: readonly IgnoreComment[];
  /** The complete text of the file. Needed for fixes and code blocks. */
  readonly text: string;
  /** The line ending for edits: `\r\n` if that's the first line ending in the file; otherwise, `\n`. */
  readonly eol: "\n" | "\r\n";
}

export interface HeadingReference extends Heading {
  /** The range of the heading's text as written, without the `#` marks, such as `Install the \`CLI\` {#cli}`. */
  readonly range: TextRange;
}

export interface Page {
  readonly outline: PageOutline;
  readonly references: PageReferences;
}

export interface Frontmatter {
  /** The range of the frontmatter, including both fences. Undefined if the page has no frontmatter. */
  readonly range: TextRange | undefined;
  /** The range of the YAML between the fences, without the line break before the closing fence. */
  readonly contentRange: TextRange | undefined;
  /**
   * The top-level fields, in file order. If a key is duplicated, only its first occurrence is included, and the others
   * are reported as problems.
   */
  readonly fields: ReadonlyMap<string, FrontmatterField>;
  readonly problems: readonly FrontmatterProblem[];
}

export interface FrontmatterField {
  readonly key: string;
  /** The range of the key as written, including its quotes, such as `"og:title"`. */
  readonly keyRange: TextRange;
  /**
   * The range of the value as written, including its quotes. If the field has no value, this is an empty range after
   * the colon.
   */
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

/** The likely error in the YAML. It determines the rule's message. */
export type YamlErrorKind =
  /** A quote isn't closed, as in `title: "Start`. */
  | "quote-not-closed"
  /** Text follows a closing quote or bracket, as in `title: "Start" here`. */
  | "text-after-value"
  /** A single quote in single quotes is escaped with a backslash, as in `title: 'It\'s'`. It ends the value. */
  | "escaped-quote"
  /** An apostrophe in single quotes isn't doubled, as in `title: 'It's'`. It ends the value. */
  | "apostrophe"
  /** Quotes in double quotes aren't escaped, as in `title: "The "x" menu"`. The first of them ends the value. */
  | "inner-quotes"
  /** A bracket isn't closed, as in `keywords: [a, b`. */
  | "bracket-not-closed"
  /** A plain value contains a colon, as in `title: Part 1: Start`. */
  | "colon-in-value"
  /** The colon or the space after it is missing, as in `title Start` or `title:Start`. */
  | "no-colon"
  /** A value starts with a character that has a special meaning, as in `title: @start`. */
  | "start-character"
  /** YAML parses the value as an alias, as in `title: *start*`. */
  | "alias"
  /** A string contains an unknown escape, as in `"\q"`. */
  | "escape"
  /** There's a tab at a position where YAML requires spaces. */
  | "tab"
  | "indentation"
  /** A line with `...` is followed by more text. */
  | "second-document"
  | "other";

export interface FrontmatterProblem {
  readonly kind: FrontmatterProblemKind;
  readonly range: TextRange;
  /** The likely error. Set only for `syntax`. */
  readonly error?: YamlErrorKind;
  /**
   * For `duplicate-key`, the key. For `language-not-allowed` and `unknown-tag`, the tag. For an `error` in a value, the
   * text at the range.
   */
  readonly text?: string;
  /** The range of the key's first occurrence, if known. Set only for `duplicate-key`. */
  readonly first?: TextRange;
}

/** An anchor that comes from an element's `id` or from a title. */
export interface PageAnchor {
  readonly id: string;
  /** The range of the ID, without its quotes. */
  readonly range: TextRange;
  /** The element or component that has this `id`, such as `div`. Undefined if the anchor is generated from a title. */
  readonly element?: string;
  /** Whether the element is in code, which may render the element once, several times, or never. */
  readonly isInCode?: true;
}

/** A link in Markdown or in an attribute such as `href`, `src`, or `img`. */
export interface PageLink {
  /**
   * The kind of link. `link`: `[a](b)`, `<a href>`, and `<Card href>`. `image`: `![a](b)`, and every `src` and `img`.
   * `definition`: `[a]: b`.
   */
  readonly kind: "link" | "image" | "definition";
  /** The target as written, such as `/guides/start#install`. Entities and escapes aren't decoded. */
  readonly target: string;
  /** The range of the target, without its quotes or brackets. */
  readonly range: TextRange;
  /** The component that has the attribute, such as `Card` for `<Card href="…">`. Undefined for a Markdown link. */
  readonly component?: string;
  /**
   * Whether the target is a string in code, as in `href={"/a"}`. If so, it can contain JavaScript escapes. Also true
   * for URLs in `<style>` elements and style sheets.
   */
  readonly isInCode?: boolean;
  /** Whether the target is a URL in CSS, as in `style="background: url(/a.png)"`, `<style>`, or a style sheet. */
  readonly isInStyle?: true;
  /** The component's Markdown prop that contains the link, such as `caption`. */
  readonly prop?: string;
  /**
   * The prop of a custom component, if its value doesn't look like a URL or path, such as `href` in `<Box
   * href="wide">`. The value is a link only if the component's code uses it as a URL or path.
   */
  readonly customProp?: string;
}

export interface LongTableRow {
  /** The number of cells in the table's header. */
  readonly columnCount: number;
  /** The range of the cells that aren't displayed. Excludes empty cells and spaces at the start and end. */
  readonly ignoredRange: TextRange;
}

export interface LinkReference {
  /** The range of `[text][label]` or of the footnote `[^label]`. For an image, the `!` isn't included. */
  readonly range: TextRange;
  /** The range of the label, without its brackets. The label of a footnote includes the `^`. */
  readonly labelRange: TextRange;
}

export interface PageImport {
  /** The source as written, such as `/snippets/note.mdx` or `lodash`. */
  readonly source: string;
  /** The range of the source, without its quotes. */
  readonly range: TextRange;
  /** The range of the text between the keyword `import` or `export` and the opening quote of the source. */
  readonly clauseRange: TextRange;
  /** The imported names, such as `Note` (imported as `default`), `A as B`, or `* as All`. */
  readonly names: readonly {
    readonly importedName: string;
    readonly localName: string;
    /** Whether the statement contains the same name twice, as in `A as A`. */
    readonly isWrittenTwice?: true;
  }[];
}

export interface PageExport extends ModuleExport {
  /** The range of the name, without the rest of the statement. */
  readonly range: TextRange;
}

/**
 * The tag of a component (such as `Card` or `Tree.File`) or of an HTML element that rules check (such as `img` or
 * `video`).
 */
export interface PageTag {
  readonly name: string;
  /** The range of the opening tag, such as `<Card title="x">`, including `<` and `>`. */
  readonly range: TextRange;
  /** The range of the name, without the rest of the tag. */
  readonly nameRange: TextRange;
  readonly attributes: readonly PageAttribute[];
  /** Whether the tag contains `{...props}`, which can set any other attribute. */
  readonly hasSpread: boolean;
  /** Whether the tag is self-closing, as in `<Card />`. */
  readonly isSelfClosing: boolean;
  /** The range of the closing tag, such as `</Card>`. Undefined if the tag is self-closing or is never closed. */
  readonly closingTagRange: TextRange | undefined;
  /** The index in `tags` of the nearest component that contains the tag. HTML elements are skipped. */
  readonly parentIndex: number | undefined;
  /**
   * Whether the tag is inside braces or an attribute's value, where Markdown has no effect, as in `icon={<Icon />}`.
   */
  readonly isInExpression: boolean;
  /**
   * Whether an HTML element, a list item, a quote, or a footnote is between the tag and the component around it.
   * Unknown for tags in expressions.
   */
  readonly isNested?: true;
}

export interface PageAttribute {
  readonly name: string;
  readonly nameRange: TextRange;
  /** The value. Undefined for an attribute without a value, such as `required`. */
  readonly value?: PageAttributeValue;
}

export interface PageAttributeValue {
  /**
   * The kind of value: `text` if the value is known without running code, as in `"x"` or `{"x"}`; otherwise,
   * `expression`.
   */
  readonly kind: "text" | "expression";
  /** The range of the text or expression, without its quotes or braces. */
  readonly range: TextRange;
  /** The range of the value, including its quotes or braces. */
  readonly fullRange: TextRange;
  /** The text or expression as written. Entities aren't decoded. */
  readonly text: string;
}

/** An expression that consists of a name, such as `{userId}`, or a dotted path, such as `{user.name}`. */
export interface NameExpression {
  /** The first name, such as `user` for `{user.name}`. */
  readonly name: string;
  /** The range of the expression, including its braces. */
  readonly range: TextRange;
}

export interface PageVariable {
  /** The variable's name, such as `version` or `api.host`. */
  readonly name: string;
  /** The range of the variable, including both pairs of braces. */
  readonly range: TextRange;
}

export interface PageCodeBlock {
  /** The language, such as `json`. Undefined if no language is given. */
  readonly language: string | undefined;
  /** The text after the language on the fence's line, such as `title="x" highlight={1-3}`. */
  readonly meta: string;
  readonly metaRange: TextRange;
  /** The range of the code block, including both fences. */
  readonly range: TextRange;
  /** The range of the lines between the fences, without the last line break. */
  readonly contentRange: TextRange;
}

/**
 * A comment that consists of `docwright-ignore` and rule codes. It's either in braces in the page's text or after `#`
 * in frontmatter.
 */
export interface IgnoreComment {
  /** The rule codes in the comment, such as `link/page-not-found` or `link/*`. */
  readonly codes: readonly { readonly code: string; readonly range: TextRange }[];
  /** The range of the entire comment. */
  readonly range: TextRange;
  /** The range of the line that the comment applies to. */
  readonly lineRange: TextRange;
}
