import type { SitePath } from "../core/text/text-edit.ts";
import type { Disk } from "./disk.ts";

/** A disk of texts, for tests. The map may be changed from outside, as a disk changes. */
export function memoryDisk(root: string, files: ReadonlyMap<SitePath, string>): Disk {
  return {
    root,
    *list(enter) {
      yield;
      const isReached = (path: SitePath) => foldersAbove(path).every(enter);
      return {
        files: [...files.keys()].filter(isReached).sort(),
        unreadable: [],
        refused: [],
        complete: true,
      };
    },
    read(path, largest) {
      const text = files.get(path);
      if (text === undefined) return { kind: "absent" };
      if (text.length > largest) return { kind: "too-large" };
      return { kind: "text", text, hasByteOrderMark: false };
    },
    stamp: (path) => files.get(path),
    *stamps() {
      yield;
      return { byPath: files, complete: true };
    },
    isFolder: (path) => path === "" || [...files.keys()].some((file) => file.startsWith(`${path}/`)),
  };
}

/** `a`, `a/b` of `a/b/c.mdx`. */
function foldersAbove(path: SitePath): SitePath[] {
  const segments = path.split("/").slice(0, -1);
  return segments.map((_, index) => segments.slice(0, index + 1).join("/"));
}
