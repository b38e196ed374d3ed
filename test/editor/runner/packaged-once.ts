import path from "node:path";
import { packageExtension } from "../../../tools/package-extension.ts";

const outfile = path.resolve(__dirname, "../../../out/editor/docwright.vsix");
let packing: Promise<string> | undefined;

/** Packages the extension only once per run. Resolves to the path of the package. */
export function packagedOnce(): Promise<string> {
  packing ??= packageExtension(outfile).then(() => outfile);
  return packing;
}
