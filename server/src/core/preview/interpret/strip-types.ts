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
