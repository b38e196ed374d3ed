import { transform } from "sucrase";
import { isTooDeep } from "../../page/syntax/is-too-deep.ts";

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
