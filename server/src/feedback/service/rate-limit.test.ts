import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBudgetStore, getBudgetName, createRequestBudget } from "./rate-limit.ts";

describe("request count file", () => {
  const name = getBudgetName({ baseUrl: "https://api.example.com/v1", projectId: "docs" });
  const now = Date.parse("2026-06-30T12:00:00Z");
  let folder: string;
  beforeEach(() => (folder = join(mkdtempSync(join(tmpdir(), "docwright-budget-")), "cache")));
  afterEach(() => rmSync(join(folder, ".."), { recursive: true }));
  const createBudget = (of = name) => createRequestBudget({ store: createBudgetStore(of, folder), now: () => now });

  it("is shared by all processes that send requests for a project", () => {
    const [editor, commandLine] = [createBudget(), createBudget()];
    for (let at = 0; at < 60; at++) assert.equal(editor.take().ok, true);
    for (let at = 0; at < 40; at++) assert.equal(commandLine.take().ok, true);
    assert.deepEqual([editor.getRemaining().left, commandLine.getRemaining().left], [0, 0]);
    assert.deepEqual([editor.take().ok, commandLine.take().ok], [false, false]);
    assert.equal(createBudget("https://api.example.com other").getRemaining().left, 100);
    assert.deepEqual(readdirSync(folder), ["feedback-requests.json"], "another file was left behind");
  });

  it("is treated as empty and rewritten if it's invalid", () => {
    mkdirSync(folder);
    const file = join(folder, "feedback-requests.json");
    const hostile = ["", "null", "[1]", `{"${name}":{"length":1e9}}`, `{"${name}":["x",1e99,null]}`, "[".repeat(9999)];
    for (const text of [...hostile, `{"${name}":[${`${now},`.repeat(200_000)}${now}]}`]) {
      writeFileSync(file, text);
      assert.ok(createBudget().getRemaining().left >= 99, text.slice(0, 40));
      assert.equal(createBudget().take().ok, true);
    }
  });

  it("is replaced by a separate count in each process if it can't be written", () => {
    writeFileSync(folder, "a file where the folder should be");
    const one = createBudget();
    one.take();
    one.take();
    assert.deepEqual([one.getRemaining().left, createBudget().getRemaining().left], [98, 100]);
  });
});
