import { transform } from "sucrase";

/** TypeScript without its types, line by line where it was; undefined when it cannot be read. */
export function stripTypes(text: string): string | undefined {
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
