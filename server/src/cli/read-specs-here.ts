import { readSpec } from "../core/spec/read-spec.ts";
import { largestText } from "../workspace/disk.ts";
import { readFile } from "../workspace/read-frame.ts";
import type { ReadSpecs } from "../workspace/site-loader.ts";

/** Reads specifications in this thread: one check has no keystroke to keep waiting. */
export const readSpecsHere: ReadSpecs = async (from, paths) =>
  paths.flatMap((path) => {
    const file = readFile(from, path, largestText);
    return file.kind === "text" ? (readSpec(path, file.text) ?? []) : [];
  });
