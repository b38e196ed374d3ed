import assert from "node:assert/strict";
import type { SitePath } from "../../core/text/text-edit.ts";
import { runSteps } from "../../../../test/harness/run-steps.ts";
import { type Disk, type FileText, createMemoryDisk } from "./disk.ts";
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
    const disk = createMemoryDisk("/site", new Map([...this.files].map(([path, { text }]) => [path, text])));
    const getStamp = (path: SitePath): string | undefined => {
      const file = this.files.get(path);
      const time = this.#now - (file?.age ?? 0);
      return file && `${time}:${time}:${file.text.length}:1`;
    };
    return {
      ...disk,
      getStamp,
      read: (path, maxSize): FileText => {
        this.reads.push(path);
        const [file, at] = [disk.read(path, maxSize), getStamp(path)];
        return file.kind === "text" && at !== undefined ? { ...file, stamp: at } : file;
      },
      *listStamps(enter) {
        const listing = yield* disk.list(enter);
        return { stampsByPath: new Map(listing.files.map((path) => [path, getStamp(path)])), fileList: listing };
      },
    };
  }
}

const texts = { "a.mdx": "one", "b/c.mdx": "two" };
const hour = 3_600_000;

function recordDisk(fake: FakeDisk): SavedDisk | undefined {
  const record = new DiskRecord();
  const disk = record.wrapDisk(fake.disk);
  runSteps(disk.list(() => true));
  for (const path of ["a.mdx", "b/c.mdx", "gone.mdx"]) disk.read(path, 100);
  return record.toSavedDisk();
}

/** Returns the record of a disk with these files, which must exist. */
function saveDisk(fake: FakeDisk): SavedDisk {
  const disk = recordDisk(fake);
  assert.ok(disk);
  fake.reads.length = 0;
  return disk;
}

describe("compareWithDisk", () => {
  it("reads no file if all stamps are the same", () => {
    const fake = new FakeDisk(texts, hour);
    const disk = saveDisk(fake);
    assert.equal(compareWithDisk(disk, fake.disk), disk);
    assert.deepEqual(fake.reads, []);
  });

  it("compares the text if the file had just been written, because its stamp may be the same", () => {
    for (const age of [0, 1500, -hour]) {
      const fake = new FakeDisk(texts, age);
      const disk = saveDisk(fake);
      assert.ok(compareWithDisk(disk, fake.disk), `${age}`);
      fake.files.set("a.mdx", { text: "eno", age });
      assert.equal(compareWithDisk(disk, fake.disk), undefined, `${age}`);
    }
  });

  it("compares the text if the stamp is different, and then returns the present stamps", () => {
    const fake = new FakeDisk(texts, hour);
    const disk = saveDisk(fake);
    fake.files.set("a.mdx", { text: "one", age: 2 * hour });
    const renewed = compareWithDisk(disk, fake.disk);
    assert.ok(renewed && renewed !== disk);
    assert.deepEqual(fake.reads, ["a.mdx"]);
    assert.equal(compareWithDisk(renewed, fake.disk), renewed);
    assert.deepEqual(fake.reads, ["a.mdx"]);
  });

  it("reads files only up to the size up to which they were read before", () => {
    const fake = new FakeDisk(texts, hour);
    const record = new DiskRecord();
    const disk = record.wrapDisk(fake.disk);
    for (const maxSize of [50, 100, 20]) disk.read("a.mdx", maxSize);
    const savedDisk = record.toSavedDisk();
    assert.ok(savedDisk);
    const sizes: number[] = [];
    const read: Disk["read"] = (path, maxSize) => {
      sizes.push(maxSize);
      return fake.disk.read(path, maxSize);
    };
    fake.files.set("a.mdx", { text: "o".repeat(1000), age: 2 * hour });
    assert.equal(compareWithDisk(savedDisk, { ...fake.disk, read }), undefined);
    assert.deepEqual(sizes, [100]);
  });

  it("records nothing if the same folders were listed twice with different results", () => {
    const fake = new FakeDisk(texts, hour);
    const record = new DiskRecord();
    const list = (enter: (folder: SitePath) => boolean) => runSteps(record.wrapDisk(fake.disk).list(enter));
    list(() => true);
    list(() => true);
    list((folder) => folder !== "b");
    assert.ok(record.toSavedDisk());
    fake.files.set("new.mdx", { text: "", age: hour });
    list(() => true);
    assert.equal(record.toSavedDisk(), undefined);
  });

  it("recognizes a path outside the site, which has no stamp", () => {
    const { disk } = new FakeDisk(texts, hour);
    const outside: Disk = { ...disk, getStamp: () => undefined, read: () => ({ kind: "outside-site" }) };
    const record = new DiskRecord();
    record.wrapDisk(outside).read("linked/a.mdx", 100);
    const savedDisk = record.toSavedDisk();
    assert.ok(savedDisk);
    assert.equal(compareWithDisk(savedDisk, outside), savedDisk);
    assert.equal(compareWithDisk(savedDisk, disk), undefined);
  });

  it("never treats two files that aren't text as the same", () => {
    for (const age of [hour, 0]) {
      const fake = new FakeDisk(texts, age);
      const createDisk = (): Disk => ({ ...fake.disk, read: () => ({ kind: "not-text" }) });
      const record = new DiskRecord();
      record.wrapDisk(createDisk()).read("a.mdx", 100);
      const disk = record.toSavedDisk();
      assert.equal(disk !== undefined, age > 0);
      if (!disk) continue;
      assert.equal(compareWithDisk(disk, createDisk()), disk);
      fake.files.set("a.mdx", { text: "other", age: 2 * hour });
      assert.equal(compareWithDisk(disk, createDisk()), undefined);
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
      const disk = saveDisk(fake);
      change(fake);
      assert.equal(compareWithDisk(disk, fake.disk), undefined);
    });
});

describe("DiskRecord", () => {
  it("can't be saved if a file changes while it's recorded", () => {
    const fake = new FakeDisk(texts, hour);
    const record = new DiskRecord();
    record.wrapDisk(fake.disk).read("a.mdx", 100);
    assert.ok(record.toSavedDisk());
    fake.files.set("a.mdx", { text: "uno", age: hour });
    record.wrapDisk(fake.disk).read("a.mdx", 100);
    assert.equal(record.toSavedDisk(), undefined);
  });

  it("can't be saved if a file or folder couldn't be read or only its recent stamp is known", () => {
    const { disk } = new FakeDisk(texts, 0);
    const saveWith = (changes: Partial<Disk>, observe: (observed: Disk) => unknown) => {
      const record = new DiskRecord();
      observe(record.wrapDisk({ ...disk, ...changes }));
      return record.toSavedDisk();
    };
    const read = (disk: Disk) => disk.read("a.mdx", 100);
    assert.ok(saveWith({}, read));
    assert.equal(saveWith({ read: () => ({ kind: "unreadable" }) }, read), undefined);
    assert.equal(
      saveWith({}, (disk) => disk.getStamp("a.mdx")),
      undefined,
    );
    const list: Disk["list"] = function* () {
      yield;
      return { files: [], unreadablePaths: ["b"], refusedPaths: [], isComplete: true };
    };
    assert.equal(
      saveWith({ list }, (disk) => runSteps(disk.list(() => true))),
      undefined,
    );
  });
});
