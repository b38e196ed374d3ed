import { Parser } from "acorn";
import jsx from "acorn-jsx";
import type { Program } from "estree-jsx";
import { isTooDeep } from "./trivially-valid.ts";

const ScriptParser = Parser.extend(jsx());

/** Parses JavaScript with JSX. If parsing fails, returns the offset at which it failed. */
export function parseScript(text: string): Program | { readonly errorOffset: number } {
  // The braces make `isTooDeep` treat the entire text as code.
  if (isTooDeep(`{${text}}`)) return { errorOffset: 0 };
  try {
    const tree = ScriptParser.parse(text, { ecmaVersion: "latest", sourceType: "module", locations: true });
    return tree as unknown as Program;
  } catch (error) {
    return {
      errorOffset: error instanceof SyntaxError && "pos" in error && typeof error.pos === "number" ? error.pos : 0,
    };
  }
}
