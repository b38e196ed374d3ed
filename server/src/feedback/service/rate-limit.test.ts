import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBudgetStore, getBudgetKey, createRequestBudget } from "./rate-limit.ts";

describe("request count file", () => {
  const name = getBudgetKey({ baseUrl: "https://api.example.com/v1", projectId: "docs" });
  const now = Date.parse("2026-06-30T12:00:00Z");
  let folder: string;
  beforeEach(() => (folder = join(mkdtempSync(join(tmpdir(), "docwright-budget-")), "cache")));
  afterEach(() => rmSync(join(folder, ".."), { recursive: true }));
  const createBudget = (of = name) => createRequestBudget({ store: createBudgetStore(of, folder), now: () => now });

  it("is shared by all processes that send requests for a project", () => {
    const [editor, commandLine] = [createBudget(), createBudget()];
    for (let at = 0; at < 60; at++) assert.equal(editor.countRequest().ok, true);
    for (let at = 0; at < 40; at++) assert.equal(commandLine.countRequest().ok, true);
    assert.deepEqual([editor.getRemaining().remainingRequests, commandLine.getRemaining().remainingRequests], [0, 0]);
    assert.deepEqual([editor.countRequest().ok, commandLine.countRequest().ok], [false, false]);
    assert.equal(createBudget("https://api.example.com other").getRemaining().remainingRequests, 100);
    assert.deepEqual(readdirSync(folder), ["feedback-requests.json"], "another file was left behind");
  });

  it("is treated as empty and rewritten if it's invalid", () => {
    mkdirSync(folder);
    const file = join(folder, "feedback-requests.json");
    const hostile = ["", "null", "[1]", `{"${name}":{"length":1e9}}`, `{"${name}":["x",1e99,null]}`, "[".repeat(9999)];
    for (const text of [...hostile, `{"${name}":[${`${now},`.repeat(200_000)}${now}]}`]) {
      writeFileSync(file, text);
      assert.ok(createBudget().getRemaining().remainingRequests >= 99, text.slice(0, 40));
      assert.equal(createBudget().countRequest().ok, true);
    }
  });

  it("is replaced by a separate count in each process if it can't be written", () => {
    writeFileSync(folder, "a file where the folder should be");
    const one = createBudget();
    one.countRequest();
    one.countRequest();
    assert.deepEqual(
      [one.getRemaining().remainingRequests, createBudget().getRemaining().remainingRequests],
      [98, 100],
    );
  });
});
