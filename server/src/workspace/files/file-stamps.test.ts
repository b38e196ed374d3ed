import assert from "node:assert/strict";
import type { SitePath } from "../../core/text/text-edit.ts";
import { runSteps } from "../../../../test/harness/run-steps.ts";
import { type Disk, type FileText, memoryDisk } from "./disk.ts";
import { compareWithDisk, DiskRecord, type SavedDisk } from "./file-stamps.ts";

interface FakeFile {
  text: string;
  /** The times at which the file was modified and changed, in milliseconds before now. */
  age: number;
}

/** A disk whose stamps have the format of `createStamp` and count the reads of each file. */
class FakeDisk {
  readonly files = new Map<SitePath, FakeFile>();
  readonly reads: SitePath[] = [];
  readonly #now = Date.now();

  constructor(files: Readonly<Record<SitePath, string>>, age: number) {
    for (const [path, text] of Object.entries(files)) this.files.set(path, { text, age });
  }

  get disk(): Disk {
    const memory = memoryDisk("/site", new Map([...this.files].map(([path, { text }]) => [path, text])));
    const stamp = (path: SitePath): string | undefined => {
      const file = this.files.get(path);
      const time = this.#now - (file?.age ?? 0);
      return file && `${time}:${time}:${file.text.length}:1`;
    };
    return {
      ...memory,
      stamp,
      read: (path, maxSize): FileText => {
        this.reads.push(path);
        const [file, at] = [memory.read(path, maxSize), stamp(path)];
        return file.kind === "text" && at !== undefined ? { ...file, stamp: at } : file;
      },
      *stamps(enter) {
        const listing = yield* memory.list(enter);
        return { byPath: new Map(listing.files.map((path) => [path, stamp(path)])), listing };
      },
    };
  }
}

const texts = { "a.mdx": "one", "b/c.mdx": "two" };
const hour = 3_600_000;

function recordOf(fake: FakeDisk): SavedDisk | undefined {
  const record = new DiskRecord();
  const disk = record.observing(fake.disk);
  runSteps(disk.list(() => true));
  for (const path of ["a.mdx", "b/c.mdx", "gone.mdx"]) disk.read(path, 100);
  return record.saved();
}

/** Returns the record of a disk with these files, which must exist. */
function savedOf(fake: FakeDisk): SavedDisk {
  const saved = recordOf(fake);
  assert.ok(saved);
  fake.reads.length = 0;
  return saved;
}

describe("compareWithDisk", () => {
  it("reads no file if all stamps are the same", () => {
    const fake = new FakeDisk(texts, hour);
    const saved = savedOf(fake);
    assert.equal(compareWithDisk(saved, fake.disk), saved);
    assert.deepEqual(fake.reads, []);
  });

  it("compares the text if the file had just been written, because its stamp may be the same", () => {
    for (const age of [0, 1500, -hour]) {
      const fake = new FakeDisk(texts, age);
      const saved = savedOf(fake);
      assert.ok(compareWithDisk(saved, fake.disk), `${age}`);
      fake.files.set("a.mdx", { text: "eno", age });
      assert.equal(compareWithDisk(saved, fake.disk), undefined, `${age}`);
    }
  });

  it("compares the text if the stamp is different, and then returns the present stamps", () => {
    const fake = new FakeDisk(texts, hour);
    const saved = savedOf(fake);
    fake.files.set("a.mdx", { text: "one", age: 2 * hour });
    const renewed = compareWithDisk(saved, fake.disk);
    assert.ok(renewed && renewed !== saved);
    assert.deepEqual(fake.reads, ["a.mdx"]);
    assert.equal(compareWithDisk(renewed, fake.disk), renewed);
    assert.deepEqual(fake.reads, ["a.mdx"]);
  });

  it("reads files only up to the size up to which they were read before", () => {
    const fake = new FakeDisk(texts, hour);
    const record = new DiskRecord();
    const disk = record.observing(fake.disk);
    for (const maxSize of [50, 100, 20]) disk.read("a.mdx", maxSize);
    const saved = record.saved();
    assert.ok(saved);
    const sizes: number[] = [];
    const read: Disk["read"] = (path, maxSize) => {
      sizes.push(maxSize);
      return fake.disk.read(path, maxSize);
    };
    fake.files.set("a.mdx", { text: "o".repeat(1000), age: 2 * hour });
    assert.equal(compareWithDisk(saved, { ...fake.disk, read }), undefined);
    assert.deepEqual(sizes, [100]);
  });

  it("records nothing if the same folders were listed twice with different results", () => {
    const fake = new FakeDisk(texts, hour);
    const record = new DiskRecord();
    const list = (enter: (folder: SitePath) => boolean) => runSteps(record.observing(fake.disk).list(enter));
    list(() => true);
    list(() => true);
    list((folder) => folder !== "b");
    assert.ok(record.saved());
    fake.files.set("new.mdx", { text: "", age: hour });
    list(() => true);
    assert.equal(record.saved(), undefined);
  });

  it("recognizes a path outside the site, which has no stamp", () => {
    const { disk } = new FakeDisk(texts, hour);
    const outside: Disk = { ...disk, stamp: () => undefined, read: () => ({ kind: "outside-site" }) };
    const record = new DiskRecord();
    record.observing(outside).read("linked/a.mdx", 100);
    const saved = record.saved();
    assert.ok(saved);
    assert.equal(compareWithDisk(saved, outside), saved);
    assert.equal(compareWithDisk(saved, disk), undefined);
  });

  it("never treats two files that aren't text as the same", () => {
    for (const age of [hour, 0]) {
      const fake = new FakeDisk(texts, age);
      const notText = (): Disk => ({ ...fake.disk, read: () => ({ kind: "not-text" }) });
      const record = new DiskRecord();
      record.observing(notText()).read("a.mdx", 100);
      const saved = record.saved();
      assert.equal(saved !== undefined, age > 0);
      if (!saved) continue;
      assert.equal(compareWithDisk(saved, notText()), saved);
      fake.files.set("a.mdx", { text: "other", age: 2 * hour });
      assert.equal(compareWithDisk(saved, notText()), undefined);
    }
  });

  for (const [what, change] of [
    ["a changed text", (fake: FakeDisk) => fake.files.set("a.mdx", { text: "uno", age: 2 * hour })],
    ["a longer text", (fake: FakeDisk) => fake.files.set("a.mdx", { text: "one more", age: 2 * hour })],
    ["a deleted file", (fake: FakeDisk) => fake.files.delete("a.mdx")],
    ["a new file", (fake: FakeDisk) => fake.files.set("b/d.mdx", { text: "", age: hour })],
    ["a file that didn't exist", (fake: FakeDisk) => fake.files.set("gone.mdx", { text: "", age: hour })],
  ] as const)
    it(`detects ${what}`, () => {
      const fake = new FakeDisk(texts, hour);
      const saved = savedOf(fake);
      change(fake);
      assert.equal(compareWithDisk(saved, fake.disk), undefined);
    });
});

describe("DiskRecord", () => {
  it("can't be saved if a file changes while it's recorded", () => {
    const fake = new FakeDisk(texts, hour);
    const record = new DiskRecord();
    record.observing(fake.disk).read("a.mdx", 100);
    assert.ok(record.saved());
    fake.files.set("a.mdx", { text: "uno", age: hour });
    record.observing(fake.disk).read("a.mdx", 100);
    assert.equal(record.saved(), undefined);
  });

  it("can't be saved if a file or folder couldn't be read or only its recent stamp is known", () => {
    const { disk } = new FakeDisk(texts, 0);
    const savedWith = (changes: Partial<Disk>, observe: (observed: Disk) => unknown) => {
      const record = new DiskRecord();
      observe(record.observing({ ...disk, ...changes }));
      return record.saved();
    };
    const read = (observed: Disk) => observed.read("a.mdx", 100);
    assert.ok(savedWith({}, read));
    assert.equal(savedWith({ read: () => ({ kind: "unreadable" }) }, read), undefined);
    assert.equal(
      savedWith({}, (observed) => observed.stamp("a.mdx")),
      undefined,
    );
    const list: Disk["list"] = function* () {
      yield;
      return { files: [], unreadable: ["b"], refused: [], complete: true };
    };
    assert.equal(
      savedWith({ list }, (observed) => runSteps(observed.list(() => true))),
      undefined,
    );
  });
});
