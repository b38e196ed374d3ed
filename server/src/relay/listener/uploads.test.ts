import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { createReceivedFiles, type ReceivedFiles } from "./uploads.ts";

describe("files uploaded by a tab", () => {
  let folder: string;
  let files: ReceivedFiles;
  const take = async (text: string): Promise<string> => {
    const upload = await files.storeFile(Readable.from([Buffer.from(text)]));
    return upload === "too-large" ? upload : upload.fileRef;
  };
  const onDisk = (): string[] =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.includes("/"));

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "docwright-taken-"));
    files = createReceivedFiles({ folder, maxBytes: 1000, maxFiles: 2 });
  });
  afterEach(async () => {
    await files.dispose();
    assert.deepEqual(readdirSync(folder), []);
    rmSync(folder, { recursive: true });
  });

  it("can be opened by name any number of times", async () => {
    const name = await take("some bytes");
    for (let time = 0; time < 2; time++) {
      const file = files.openFile(name);
      assert.ok(file);
      assert.equal(file.size, 10);
      assert.equal(Buffer.concat((await file.openStream().toArray()) as Buffer[]).toString(), "some bytes");
    }
    for (const other of ["", "x", `../${name}`, `./${name}`]) assert.equal(files.openFile(other), undefined);
  });

  it("are stored where no other user can read them", async () => {
    await take("some bytes");
    const [fileName = ""] = readdirSync(folder);
    const [name = ""] = readdirSync(join(folder, fileName));
    assert.equal(statSync(join(folder, fileName)).mode & 0o777, 0o700);
    assert.equal(statSync(join(folder, fileName, name)).mode & 0o777, 0o600);
  });

  it("are limited in size and number by deleting the least recently used files", async () => {
    assert.equal(await take("x".repeat(1001)), "too-large");
    assert.deepEqual(onDisk(), []);
    const [first, second] = [await take("1"), await take("2")];
    files.openFile(first);
    const third = await take("3");
    assert.deepEqual(
      [first, second, third].map((name) => files.openFile(name)?.size),
      [1, undefined, 1],
    );
    assert.equal(onDisk().length, 2);
  });

  it("are deleted if the connection closes early", async () => {
    const source = new PassThrough();
    const taking = files.storeFile(source);
    source.write("half");
    source.destroy();
    await assert.rejects(taking);
    assert.deepEqual(onDisk(), []);
  });
});
