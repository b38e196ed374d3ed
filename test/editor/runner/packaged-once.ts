import path from "node:path";
import { packageExtension } from "../../../tools/package-extension.ts";

const outfile = path.resolve(__dirname, "../../../out/editor/docwright.vsix");
let packing: Promise<string> | undefined;

/** The extension's package, made once a run whoever asks for it. Answers its path. */
export function packagedOnce(): Promise<string> {
  packing ??= packageExtension(outfile).then(() => outfile);
  return packing;
}
