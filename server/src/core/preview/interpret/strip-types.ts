import { Parser } from "acorn";
import jsx from "acorn-jsx";
import type { Program } from "estree-jsx";
import { transform } from "sucrase";
import { isTooDeep } from "../../page/syntax/trivially-valid.ts";

/** TypeScript without its types, line by line where it was; undefined when it cannot be read. */
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

/** A component file as a module of the old kind, which a table of modules can hold; undefined when it cannot be read. */
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
