import assert from "node:assert/strict";
import { createMemoryDisk } from "../../workspace/files/disk.ts";
import { locateRemainingLinks } from "./client-messages.ts";
import type { EditBasis } from "./edit-basis.ts";

describe("references that a move doesn't update", () => {
  /** Returns the basis of an edit, which counts how often each file is read. */
  const createBasis = (files: ReadonlyMap<string, string>) => {
    const reads = new Map<string, number>();
    const disk = createMemoryDisk("/site", files);
    const read: typeof disk.read = (path, maxSize) => {
      reads.set(path, (reads.get(path) ?? 0) + 1);
      return disk.read(path, maxSize);
    };
    const live = { root: "/site", files: { disk: { ...disk, read } } };
    const session = { documents: { get: () => undefined } };
    return { reads, basis: { siteState: live, session } as unknown as EditBasis };
  };

  it("are located with one read per file, and at most 1,000 of them", () => {
    const line = "[next](./b) [a](/old/a)\n";
    const text = line.repeat(4000);
    const starts = Array.from({ length: 4000 }, (_, index) => index * line.length);
    const remarks = starts.map((start) => ({
      file: "note.mdx",
      range: { start: start + 7, end: start + 10 },
      url: "./b",
      why: "differs-by-page" as const,
    }));
    const edits = starts.map((start) => ({
      range: { start: start + 16, end: start + 22 },
      newText: "/much/newer/a\n",
    }));
    const { reads, basis } = createBasis(new Map([["note.mdx", text]]));
    const locations = locateRemainingLinks(remarks, [{ kind: "edit", file: "note.mdx", edits }], [], basis);
    assert.deepEqual([...reads], [["note.mdx", 1]]);
    assert.equal(locations.length, 1000);
    // Each edit adds a line, so the references are on every second line.
    assert.deepEqual(
      locations.map(({ range }) => [range.start, range.end]),
      locations.map((_, index) => [
        { line: index * 2, character: 7 },
        { line: index * 2, character: 10 },
      ]),
    );
  });
});
