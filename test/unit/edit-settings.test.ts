import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { editSettings } from "../../tools/editor/edit-settings.ts";

describe("settings that npm start adds to a profile", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "docwright-settings-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const given = { "docwright.feedback.baseUrl": "http://localhost:4011" };
  const after = async (before: string | undefined) => {
    const file = path.join(folder, "User", "settings.json");
    if (before !== undefined) {
      await editSettings(file, { add: { made: true } });
      await writeFile(file, before);
    }
    const isDone = await editSettings(file, { add: given });
    return { isDone, text: await readFile(file, "utf8") };
  };

  it("are written to a new file if the file doesn't exist", async () => {
    const { isDone, text } = await after(undefined);
    assert.deepEqual([isDone, JSON.parse(text)], [true, given]);
  });

  it("are added to existing settings", async () => {
    const { text } = await after('{ "files.autoSave": "off" }');
    assert.deepEqual(JSON.parse(text), { "files.autoSave": "off", ...given });
  });

  it("don't overwrite the developer's settings", async () => {
    const chosen = '{ "docwright.feedback.baseUrl": "https://elsewhere.example" }';
    assert.deepEqual(await after(chosen), { isDone: true, text: chosen });
  });

  it("are removed if their target is missing, unless the developer changed them", async () => {
    const file = path.join(folder, "settings.json");
    const other = { "docwright.feedback.projectId": "mine" };
    await writeFile(file, JSON.stringify({ ...given, ...other }));
    await editSettings(file, {
      add: {},
      remove: { ...given, "docwright.feedback.projectId": "berthline-docs" },
    });
    assert.deepEqual(JSON.parse(await readFile(file, "utf8")), other);
  });

  for (const text of ['{\n  // mine\n  "files.autoSave": "off"\n}', "[]", "null", ""])
    it(`aren't written to a file that isn't a plain object: ${JSON.stringify(text)}`, async () => {
      assert.deepEqual(await after(text), { isDone: false, text });
    });
});
