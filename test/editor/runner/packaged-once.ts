import path from "node:path";
import { packageExtension } from "../../../tools/package-extension.ts";

const outfile = path.resolve(__dirname, "../../../out/editor/docwright.vsix");
let packing: Promise<string> | undefined;

/**
 * Packages the extension only once per run. Resolves to the path of the package. The search for secrets doesn't change
 * the package, so only the tests of the package wait for it.
 */
export function packagedOnce(): Promise<string> {
  packing ??= packageExtension(outfile, { searchesSecrets: false }).then(() => outfile);
  return packing;
}
