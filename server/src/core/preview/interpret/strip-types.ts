import { Parser } from "acorn";
import jsx from "acorn-jsx";
import type { Program } from "estree-jsx";
import { transform } from "sucrase";
import { isTooDeep } from "../../page/syntax/trivially-valid.ts";

/** Removes the types from TypeScript and preserves line numbers. Returns undefined if the text can't be parsed. */
export function stripTypes(text: string): string | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    return transform(text, {
      transforms: ["typescript", "jsx"],
      jsxRuntime: "preserve",
      disableESTransforms: true,
      keepUnusedImports: true,
      production: true,
    }).code;
  } catch {
    return undefined;
  }
}

/** Converts a component file to a CommonJS module for a table of modules. Returns undefined if it can't be parsed. */
export function commonJsOf(text: string, path: string): string | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    return transform(text, {
      transforms: [...(/\.tsx?$/i.test(path) ? (["typescript"] as const) : []), "jsx", "imports"],
      jsxRuntime: "automatic",
      disableESTransforms: true,
      production: true,
    }).code;
  } catch {
    return undefined;
  }
}

const ScriptParser = Parser.extend(jsx());

/** Parses JavaScript with JSX, or returns the offset at which parsing failed. */
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
