import type { SitePath, TextEdit, TextRange } from "../text/text-edit.ts";

/** The kinds of MDX errors. Each kind has its own rule message. */
export const syntaxProblemKinds = [
  /** `<Card>` without `</Card>`. */
  "tag-not-closed",
  /** An HTML void element that isn't closed, such as `<br>`, which must be written as `<br />` in MDX. */
  "void-not-closed",
  /** A placeholder or type in the page's text that is parsed as a tag, such as `<token>`. */
  "placeholder",
  /** A closing tag after a backslash, as in `<kbd>\\</kbd>`, where it's parsed as text. */
  "closing-escaped",
  /** `</Card>` without `<Card>`. */
  "closing-without-opening",
  /** A closing tag that doesn't match the open tag, as in `<Card>…</Note>` or `<b><i></b></i>`. */
  "tags-crossed",
  /**
   * A tag that is opened in one block and closed in another. For example, `<Note>text` and `</Note>` are separated by a
   * blank line.
   */
  "tag-across-blocks",
  /** A tag without its `>`, as in `<Card title="x"` or `</Card`. */
  "tag-not-ended",
  /** An attribute value without its closing quote, as in `<Card title="x>`. */
  "quote-not-closed",
  /** A straight quote in an attribute value, as in `<Card title="The "x" menu">`, where it ends the value. */
  "quote-in-value",
  /** An attribute value without quotes, as in `<img width=20>`, `<Card title=>`, or `<Card title=“x”>`. */
  "value-not-quoted",
  /** Any other character that isn't allowed in a tag, as in `<Card, title="x">`. */
  "tag-malformed",
  /** An angle bracket in text that MDX parses as the start of a tag, as in `a <5` or `Map<string, number>`. */
  "angle-bracket",
  /** A URL or email address in angle brackets, such as `<https://example.com>` or `<me@example.com>`. */
  "autolink",
  /** A backtick that isn't closed, as in `Use \`List<T> here`. As a result, the text after it is parsed as MDX. */
  "backtick-not-closed",
  /** Backticks that don't start code, because they belong to a URL. */
  "backtick-in-url",
  /** A pipe in code inside a table, as in `| \`{ a: 1 | 2 }\` |`. The pipe ends both the cell and the code. */
  "bar-in-code",
  /** An unclosed fenced code block that causes text to be parsed as code, or code to be parsed as MDX. */
  "fence-not-closed",
  /** An unclosed fenced code block that doesn't prevent the page from being parsed. */
  "fence-runs-on",
  /** A fence without a language that has no counterpart, so the prose after it is code. */
  "fence-stray",
  /** A fence in the middle of the code of one block, which readers see as part of the code. */
  "fence-inside-code",
  /** A fence directly before another one. Both of them start a code block. */
  "fence-repeated",
  /** A fence without a language after which the rest of the page, including its prose, is code. */
  "fence-to-end",
  /**
   * A Markdown code block that contains another code block whose fence has the same number of marks. The inner block's
   * fence ends the outer block.
   */
  "fence-within",
  /**
   * A code block with prose, such as a prompt, that contains the start of another code block. It either contains that
   * block or isn't closed.
   */
  "fence-around-fence",
  /**
   * A line of code in a list item that is indented less than the fence before it, so that it ends the block and becomes
   * text. The page can be parsed.
   */
  "fence-outdented",
  /**
   * A line of code in a list item that is indented less than the fence before it and prevents the page from being
   * parsed.
   */
  "code-outdented",
  /** A code block that starts before the frontmatter and contains the page. */
  "fence-around-page",
  /** A code block that starts after the frontmatter and contains all components of the page. */
  "fence-around-body",
  /** A closing fence on a line with code or text. The page can be parsed. */
  "fence-after-code",
  /** A closing fence on a line with code or text at the end of the page, so no text follows it. */
  "fence-in-code",
  /**
   * A closing fence on a line with code or text, after which the remaining text prevents the page from being parsed.
   */
  "code-end-not-closing",
  /** A closing fence with a language, which doesn't end its code block. The page can be parsed. */
  "fence-end-with-language",
  /** A closing fence with a language, after which the code contains tags that the page needs to be parsed. */
  "code-end-with-language",
  /** A fence without a counterpart at the end of the page. */
  "fence-empty",
  /** An HTML comment, such as `<!-- note -->`. */
  "html-comment",
  /** An opening brace that isn't closed, as in `{user`. */
  "brace-not-closed",
  /** An attribute value whose brace isn't closed, as in `<Card title={x>`. */
  "value-brace-not-closed",
  /** A comment that isn't closed, as in `{/* note`. */
  "comment-not-closed",
  /** A comment with underscores instead of asterisks, as in `{/_ note _/}`. Formatters change it in this way. */
  "comment-changed",
  /** An attribute value in braces that isn't an expression, as in `<div style={color: "red"}>`. */
  "value",
  /** Braces that don't contain an expression, as in `{a b}`. */
  "expression",
  /** A brace at the start of a line in inline code. The parser reads it as the start of an expression. */
  "brace-in-code",
  /** An `import` or `export` that can't be parsed. */
  "module",
  /** A line of text that starts with the word `import` or `export`. */
  "module-word",
  /** Text directly after an `import` or `export`, without a blank line in between. */
  "module-not-ended",
  /** A line in a list or quote that continues a tag or expression but lacks the indentation or the quote mark. */
  "line-outside-block",
  /** Code that is nested too deeply or is too slow to parse. */
  "too-complex",
  "other",
] as const;
export type SyntaxProblemKind = (typeof syntaxProblemKinds)[number];

/** Errors of fences on pages that can be parsed. They cause the rest of the page to be misread. */
const readableFenceKinds: ReadonlySet<SyntaxProblemKind> = new Set([
  "fence-runs-on",
  "fence-stray",
  "fence-inside-code",
  "fence-repeated",
  "fence-to-end",
  "fence-within",
  "fence-around-fence",
  "fence-outdented",
  "fence-around-page",
  "fence-around-body",
  "fence-after-code",
  "fence-in-code",
  "fence-end-with-language",
  "fence-empty",
]);

/** Errors of fences on pages that can't be parsed. */
const unreadableFenceKinds: ReadonlySet<SyntaxProblemKind> = new Set([
  "fence-not-closed",
  "code-outdented",
  "code-end-not-closing",
  "code-end-with-language",
]);

/** Whether the error is in a fence or its code, so that the rest of the page is misread. */
export function isFenceProblem(problemKind: SyntaxProblemKind): boolean {
  return unreadableFenceKinds.has(problemKind) || readableFenceKinds.has(problemKind);
}

/** Whether a page with the error might still be published. Text that couldn't be parsed completely may be valid. */
export function isPublishedWithProblem(problemKind: SyntaxProblemKind): boolean {
  return problemKind === "too-complex" || readableFenceKinds.has(problemKind);
}

/** The kinds of fixes. They're also the keys of the fixes' titles. */
export const syntaxFixKinds = [
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
  "remove-fence",
  "fence-own-line",
  "shorten-fence",
  "wrap-braces",
  "outdent",
  "indent-line",
  "indent-code",
  "end-tag",
  "close-quote",
  "quote",
  "remove",
  "escape",
  "link",
  "comment",
  "add-from",
  "blank-line",
  "join-lines",
  "indent-word",
] as const;
export type SyntaxFixKind = (typeof syntaxFixKinds)[number];

export interface SyntaxFix {
  readonly kind: SyntaxFixKind;
  /** The name of the tag, or the new text. */
  readonly text: string;
  readonly edits: readonly TextEdit[];
}

/** An error that prevents the full MDX parser from parsing a page. */
export interface SyntaxProblem {
  readonly kind: SyntaxProblemKind;
  /** The range of the error. For an unclosed tag, this is the opening tag rather than the end of the file. */
  readonly range: TextRange;
  /** The tag's name, or the text at the range. */
  readonly text: string;
  /**
   * For `tags-crossed`, the tag that is open at the position of the error. For `tag-across-blocks`, the closing tag.
   */
  readonly other?: { readonly text: string; readonly range: TextRange };
  /** Fixes for the problem. Each one was verified to resolve the problem without causing another one. */
  readonly fixes: readonly SyntaxFix[];
}

/**
 * The maximum length of a page in UTF-16 code units. Longer pages aren't parsed, because parsing them takes seconds.
 */
export const maxParsedLength = 1_000_000;

/** The problem that is reported for a page if parsing it exceeds the time or depth limit. */
export const tooComplexProblem: SyntaxProblem = {
  kind: "too-complex",
  range: { start: 0, end: 0 },
  text: "",
  fixes: [],
};

/**
 * Content that a preview can't render as readers will see it. These issues are shown in addition to the problems that
 * rules find in the text.
 */
export interface RenderedIssue {
  readonly kind: "not-static" | "fails" | "too-much" | "unsafe" | "formula";
  /** A description of the problem, its effect on readers, and the fix. */
  readonly message: string;
  /** The file that contains the problem: the page, or a snippet or component file that the page imports. */
  readonly file: SitePath;
  readonly range: TextRange;
}
