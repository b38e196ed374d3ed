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
