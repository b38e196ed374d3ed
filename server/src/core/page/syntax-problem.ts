import type { TextEdit, TextRange } from "../text/text-edit.ts";

/** What is wrong with the MDX of a page, by the words that a rule has for it. */
export const syntaxFaults = [
  /** `<Card>` without `</Card>`. */
  "tag-not-closed",
  /** `<br>`: an element that has no closing tag in HTML and needs `<br />` in MDX. */
  "void-not-closed",
  /** `<token>` in text: what looks like a placeholder or a type and is read as a tag. */
  "placeholder",
  /** `</Card>` without `<Card>`. */
  "closing-without-opening",
  /** `<Card>…</Note>`, `<b><i></b></i>`. */
  "tags-crossed",
  /** `<Note>text`, a blank line, `</Note>`: opened in one block of text and closed in another. */
  "tag-across-blocks",
  /** `<Card title="x"` without `>`. */
  "tag-not-ended",
  /** `<Card title="x>`. */
  "quote-not-closed",
  /** `<img width=20>`, `<Card title=>`, `<Card title=“x”>`. */
  "value-not-quoted",
  /** Another character that no tag may have: `<Card, title="x">`. */
  "tag-malformed",
  /** `a <5`, `Map<string, number>`: a lone angle bracket that MDX takes for a tag. */
  "angle-bracket",
  /** `<https://example.com>`, `<me@example.com>`. */
  "autolink",
  /** `Use \`List<T> here`: a backtick that nothing closes, so that what follows is read. */
  "backtick-not-closed",
  /** A fenced code block that is not closed, so that what follows is read as code, or code as text. */
  "fence-not-closed",
  /** The same on a page that can be read all the same. */
  "fence-runs-on",
  /** A block of Markdown with another block in it that has as many marks, and so ends it. */
  "fence-within",
  /** `<!-- note -->`. */
  "html-comment",
  /** `{user`. */
  "brace-not-closed",
  /** `<Card title={x>`: the value of a tag is not closed. */
  "value-brace-not-closed",
  /** `{/* note`. */
  "comment-not-closed",
  /** `<div style={color: "red"}>`. */
  "value",
  /** `{ … }` whose content is no expression: `{a b}`. */
  "expression",
  /** An `import` or `export` that cannot be read. */
  "module",
  /** Text that begins a line with the word `import` or `export`. */
  "module-word",
  /** Text right below an `import` or `export`, without a blank line between. */
  "module-not-ended",
  /** A tag or expression in a list or quote whose next line is not indented or quoted as it is. */
  "line-outside-block",
  /** Nested too deep or taking too long to be read at all. */
  "too-complex",
  "other",
] as const;
export type SyntaxFault = (typeof syntaxFaults)[number];

/** A way out of a problem: what it does, as the key of a title. */
export const repairKinds = [
  "close",
  "self-close",
  "make-closing",
  "remove-closing",
  "rename-closing",
  "rename",
  "swap-closings",
  "own-lines",
  "code",
  "close-code",
  "wrap-braces",
  "outdent",
  "indent-line",
  "end-tag",
  "close-quote",
  "quote",
  "remove",
  "escape",
  "link",
  "comment",
  "add-from",
  "blank-line",
  "indent-word",
] as const;
export type RepairKind = (typeof repairKinds)[number];

export interface SyntaxRepair {
  readonly kind: RepairKind;
  /** The tag's name, or what will stand there. */
  readonly text: string;
  readonly edits: readonly TextEdit[];
}

/** One place where a page's MDX cannot be read, as the full parse finds it. */
export interface SyntaxProblem {
  readonly fault: SyntaxFault;
  /** Where the mistake was made: the opening tag that is never closed, not the end of the file. */
  readonly range: TextRange;
  /** The tag's name, or what stands at the place. */
  readonly text: string;
  /** For `tags-crossed` the tag that is open there, for `tag-across-blocks` the closing tag. */
  readonly other?: { readonly text: string; readonly range: TextRange };
  /** Each of them, made alone, was seen to take the problem away and to add none. */
  readonly repairs: readonly SyntaxRepair[];
}

/** Longer pages are not parsed: the parser takes seconds for them. */
export const maxParsedLength = 1_000_000;

/** What is said of a page that cannot be parsed in the time or depth there is. */
export const tooComplex: SyntaxProblem = {
  fault: "too-complex",
  range: { start: 0, end: 0 },
  text: "",
  repairs: [],
};
