import { components } from "../../page/components/components.ts";
import { readFence } from "../../page/frontmatter.ts";
import { endOfLine, type TextRange } from "../../text/text-edit.ts";
import { type FrontmatterCursor, frontmatterCursorAt, isInFrontmatter } from "./frontmatter-cursor.ts";
import { codeAt, importAt, linkAt, variableCursorAt } from "./line-cursor.ts";
import { tagCursorAt, type TypedTag, type PartialValue } from "./tag-cursor.ts";

/**
 * Checks the caret's line, the tag around it, and the fences before it, so the cost per keystroke barely depends on the
 * length of the page (finding fences is a search for their markers). Also supports incomplete text.
 */
export function pageCursorAt(text: string, offset: number): PageCursor {
  const frontmatter = frontmatterCursorAt(text, offset);
  if (frontmatter) return { kind: "frontmatter", at: frontmatter };
  if (isInFrontmatter(text, offset)) return { kind: "text" };
  const bodyStart = readFence(text).bodyStart;
  const code = codeAt(text, offset, bodyStart);
  if (code) return code;
  const line = lineAt(text, offset);
  return (
    importAt(text, offset, line) ??
    variableCursorAt(text, offset, line) ??
    inMarkdown(tagCursorAt(text, offset, bodyStart), text, offset) ??
    linkAt(text, offset, line) ?? { kind: "text" }
  );
}

/** The value of a prop that the service renders as Markdown may contain links. */
function inMarkdown(cursor: PageCursor | undefined, text: string, offset: number): PageCursor | undefined {
  if (cursor?.kind !== "attribute-value") return cursor;
  const prop = components.get(cursor.tag.name)?.props.get(cursor.attribute);
  const line = lineAt(text, offset);
  const { start, end } = cursor.replace;
  const within = { start: Math.max(start, line.start), end: Math.max(offset, Math.min(end, line.end)) };
  return (prop?.type === "markdown" && linkAt(text, offset, within)) || cursor;
}

function lineAt(text: string, offset: number): TextRange {
  const before = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1));
  return { start: before + 1, end: endOfLine(text, offset) };
}

/** The position of a caret in a page. `replace` is the range to replace, and `typed` is its text before the caret. */
export type PageCursor =
  | { readonly kind: "frontmatter"; readonly at: FrontmatterCursor }
  | (Written & {
      readonly kind: "tag-name";
      readonly tag: TypedTag;
      /** Attributes or `>` follow, so only the name is inserted. */
      readonly hasRest: boolean;
    })
  | (Written & {
      readonly kind: "attribute-name";
      readonly tag: TypedTag;
      readonly hasValue: boolean;
      /** The existing value, without its quotes or braces. */
      readonly value: PartialValue | undefined;
      readonly valueText: string;
    })
  | (Written & {
      readonly kind: "attribute-value";
      readonly tag: TypedTag;
      readonly attribute: string;
      readonly opening: PartialValue["opening"];
      /** Whether the closing quote or brace is missing. */
      readonly needsClosing: boolean;
    })
  | (Written & { readonly kind: "closing-tag"; readonly needsClosing: boolean; readonly start: number })
  | (Written & {
      readonly kind: "link" | "image";
      /** The link text. */
      readonly text: string;
      readonly needsClosing: boolean;
    })
  | (Written & {
      readonly kind: "import-source";
      readonly clause: string;
      readonly quote: string;
      readonly needsClosing: boolean;
    })
  | (Written & {
      readonly kind: "import-name";
      readonly source: string;
      readonly isInBraces: boolean;
      readonly clause: string;
    })
  | (Written & { readonly kind: "variable"; readonly needsClosing: boolean })
  | (Written & {
      readonly kind: "code-language";
      readonly fence: string;
      readonly needsClosing: boolean;
      readonly code: string;
      /** The info string after the language. */
      readonly title: string;
    })
  | (Written & { readonly kind: "code-meta"; readonly meta: string })
  | { readonly kind: "text" };

interface Written {
  readonly replace: TextRange;
  readonly typed: string;
}
