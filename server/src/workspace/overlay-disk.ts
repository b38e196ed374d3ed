import type { SitePath } from "../core/text/text-edit.ts";
import type { Disk } from "./disk.ts";

/** A disk as it would be with some files written anew, made (a text) or gone (undefined). Nothing is written. */
export function overlayDisk(disk: Disk, changes: ReadonlyMap<SitePath, string | undefined>): Disk {
  const { elsewhere } = disk;
  return {
    root: disk.root,
    *list(enter) {
      const listing = yield* disk.list(enter);
      const made = [...changes].filter(([, text]) => text !== undefined).map(([path]) => path);
      const files = new Set([...listing.files, ...made]);
      return { ...listing, files: [...files].filter((path) => !isGone(path)).sort() };
    },
    read(path, largest) {
      const text = changes.get(path);
      if (text !== undefined)
        return text.length > largest
          ? { kind: "too-large" }
          : { kind: "text", text, hasByteOrderMark: false };
      return isGone(path) ? { kind: "absent" } : disk.read(path, largest);
    },
    *stamps(enter) {
      const { byPath, complete } = yield* disk.stamps(enter);
      const made = [...changes].flatMap(([path, text]) =>
        text === undefined ? [] : [[path, text] as const],
      );
      const present = [...byPath, ...made].filter(([path]) => !isGone(path));
      return { byPath: new Map(present), complete };
    },
    stamp: (path) => (isGone(path) ? undefined : (changes.get(path) ?? disk.stamp(path))),
    isFolder: (path) => disk.isFolder(path),
    // Whoever reads for itself finds the files as they are, so that changed ones have to be read here.
    ...(elsewhere && {
      elsewhere: {
        ...elsewhere,
        sizeOf: (path) => (changes.has(path) ? undefined : elsewhere.sizeOf(path)),
      },
    }),
  };

  function isGone(path: SitePath): boolean {
    return changes.has(path) && changes.get(path) === undefined;
  }
}
