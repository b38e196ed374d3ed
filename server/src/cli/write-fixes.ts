import { replaceText, type WriteRefusal } from "../workspace/write-file.ts";
import type { FixedFile, Notice } from "./check-result.ts";

const reasons: Readonly<Record<WriteRefusal, string>> = {
  "changed-meanwhile": "it was changed by someone else meanwhile; run the command again",
  "outside-site": "it lies outside the site",
  "not-writable": "it may not be written",
};

/** Writes what safe fixes have made of the files. What could not be written is told. */
export function writeFixes(fixed: readonly FixedFile[]): Notice[] {
  return fixed.flatMap(({ file, root, path, before, after }) => {
    const refusal = replaceText(root, path, before, after);
    return refusal ? [{ text: `${file} was not fixed: ${reasons[refusal]}.`, incomplete: true }] : [];
  });
}
