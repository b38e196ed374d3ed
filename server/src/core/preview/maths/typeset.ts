import katex from "katex";
import type { ViewNode } from "../view/view-node.ts";
import { readMarkup } from "./read-markup.ts";

const longestFormula = 20_000;

/**
 * A formula typeset by KaTeX as pieces to paint, or why it cannot be. Nothing in a formula may name a file, an address
 * or markup (`trust: false`), or grow beyond bounds.
 */
export function typeset(
  tex: string,
  isDisplay: boolean,
): { readonly nodes: readonly ViewNode[] } | { readonly fault: string } {
  if (tex.length > longestFormula) return { fault: "it is too long" };
  try {
    const markup = katex.renderToString(tex, {
      displayMode: isDisplay,
      output: "html",
      throwOnError: true,
      strict: "ignore",
      trust: false,
      maxExpand: 1000,
      maxSize: 50,
    });
    const nodes = readMarkup(markup);
    return nodes ? { nodes } : { fault: "it cannot be shown here" };
  } catch (error) {
    return { fault: error instanceof katex.ParseError ? plainWords(error.rawMessage) : "it is too complex" };
  }
}

/** `Undefined control sequence: \foo` as an author reads it. */
function plainWords(message: string): string {
  const [, name] = /^Undefined control sequence: (\\\S+)/.exec(message) ?? [];
  if (name !== undefined) return `there is no \`${name}\``;
  return message.charAt(0).toLowerCase() + message.slice(1);
}
