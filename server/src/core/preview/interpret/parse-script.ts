import { Parser } from "acorn";
import jsx from "acorn-jsx";
import type { Program } from "estree-jsx";
import { isTooDeep } from "../../page/syntax/trivially-valid.ts";

const ScriptParser = Parser.extend(jsx());

/** JavaScript with JSX as a tree; else where it cannot be read. */
export function parseScript(text: string): Program | { readonly at: number } {
  if (isTooDeep(text)) return { at: 0 };
  try {
    const tree = ScriptParser.parse(text, { ecmaVersion: "latest", sourceType: "module", locations: true });
    return tree as unknown as Program;
  } catch (error) {
    return {
      at: error instanceof SyntaxError && "pos" in error && typeof error.pos === "number" ? error.pos : 0,
    };
  }
}
