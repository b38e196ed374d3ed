import { largestText } from "../workspace/files/disk.ts";
import { nodeDisk } from "../workspace/files/node-disk.ts";
import { replaceText, type WriteRefusal } from "../workspace/files/write-files.ts";
import type { FixedFile, Notice } from "./check-result.ts";

const reasons: Readonly<Record<WriteRefusal, string>> = {
  "changed-meanwhile": "it was changed by someone else meanwhile; run the command again",
  "outside-site": "it lies outside the site",
  "not-writable": "it may not be written",
};

/**
 * Writes the files with their safe fixes. Nothing is written if a file has changed since it was checked, as fixes of
 * other files may depend on it. Returns a notice for each file that couldn't be written.
 */
export function writeFixes(fixed: readonly FixedFile[]): Notice[] {
  const changed = fixed.find(({ root, path, before }) => {
    const present = nodeDisk(root).read(path, largestText);
    return present.kind === "text" && present.text !== before;
  });
  if (changed)
    return [
      { text: `no file was fixed: ${changed.file} has changed; run the command again.`, incomplete: true },
    ];
  return fixed.flatMap(({ file, root, path, before, after }) => {
    const refusal = replaceText(root, path, before, after);
    return refusal ? [{ text: `${file} was not fixed: ${reasons[refusal]}.`, incomplete: true }] : [];
  });
}
