import { decodeEntities, decodeScriptText } from "../text/decode-text.ts";
import type { PageAttributeValue } from "./page.ts";

/** A string in an expression, escapes and all. */
const stringExpression = /^\s*(["'`])((?:\\[^]|(?!\1|\\|\$\{)[^])*)\1\s*$/;
const longest = 4000;

/**
 * Returns the string that MDX passes to the component or element: character references count in `id="a&#x5F;b"`,
 * escapes in `id={"a\u005fb"}`. Undefined if only running the page's code tells it.
 */
export function attributeText({ kind, text, range, whole }: PageAttributeValue): string | undefined {
  if (kind === "expression") {
    const inside = text.length < longest ? stringExpression.exec(text)?.[2] : undefined;
    return inside === undefined ? undefined : decodeScriptText(inside);
  }
  const isInBraces = range.start - whole.start > 1;
  return isInBraces ? text : decodeEntities(text);
}
