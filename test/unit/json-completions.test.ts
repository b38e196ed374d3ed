import assert from "node:assert/strict";
import type * as vscode from "vscode";
import "../harness/fake-vscode.ts";
import { addAcceptCommand, filterJsonCompletions } from "../../client/src/editor/editor-services.ts";

const kinds = { text: 0, method: 1, property: 9, file: 16, value: 19 };
const item = (label: string, kind: number, description?: string) =>
  ({ label: description === undefined ? label : { label, description }, kind }) as vscode.CompletionItem;
const place = {} as Parameters<typeof filterJsonCompletions>[0];
const invoked = { triggerKind: 0, triggerCharacter: undefined } as vscode.CompletionContext;

const ours = [
  item("guides/start", kinds.file, "Start here"),
  item("GET /eggs", kinds.method, "List eggs"),
  item("theme", kinds.property),
  item("favicon", kinds.property),
  item("maple", kinds.value),
];
const theirs = [
  item('"guides/start"', kinds.value),
  item('"GET /eggs"', kinds.value),
  item("theme", kinds.property),
  item("maple", kinds.text),
];

function labelsOf(list: Awaited<ReturnType<typeof filterJsonCompletions>>): string[] {
  const items = Array.isArray(list) ? list : (list?.items ?? []);
  return items.map(({ label }) => (typeof label === "string" ? label : label.label));
}

const allButTheme = ["guides/start", "GET /eggs", "favicon", "maple"];

describe("completions alongside VS Code's JSON service", () => {
  it("include pages and operations but omit settings that the service offers", async () => {
    const list = await filterJsonCompletions(
      place,
      invoked,
      () => ours,
      async () => theirs,
    );
    assert.deepEqual(labelsOf(list), allButTheme);
  });

  it("preserve the incomplete flag of a list", async () => {
    const incomplete = { items: ours, isIncomplete: true } as vscode.CompletionList;
    const list = await filterJsonCompletions(
      place,
      invoked,
      () => incomplete,
      async () => theirs,
    );
    assert.equal((list as vscode.CompletionList).isIncomplete, true);
    assert.deepEqual(labelsOf(list), allButTheme);
  });

  it("don't request the service's items if there are only pages and operations to complete", async () => {
    const pages = ours.slice(0, 2);
    const list = await filterJsonCompletions(
      place,
      invoked,
      () => pages,
      () => assert.fail("requested"),
    );
    assert.deepEqual(list, pages);
  });

  it("are returned for a user's request while another request is waiting for the service", async () => {
    const waiting: (() => void)[] = [];
    const slow = () => new Promise<typeof theirs>((resolve) => waiting.push(() => resolve(theirs)));
    const first = filterJsonCompletions(place, invoked, () => ours, slow);
    const second = filterJsonCompletions(place, invoked, () => ours, slow);
    while (waiting.length < 2) await new Promise((resolve) => setImmediate(resolve));
    // Docwright itself also receives its request for the service's items, and must not respond to it.
    const own = { triggerKind: 1, triggerCharacter: "docwright" } as vscode.CompletionContext;
    assert.deepEqual(await filterJsonCompletions(place, own, () => ours, slow), []);
    for (const resolve of waiting) resolve();
    assert.deepEqual([labelsOf(await first), labelsOf(await second)], [allButTheme, allButTheme]);
  });

  it("report which of them the user accepts, unless they run a command of their own", () => {
    const own = { title: "", command: "editor.action.triggerSuggest" };
    const items = [item("guides/start", kinds.file), Object.assign(item("theme", kinds.property), { command: own })];
    for (const list of [items, { items, isIncomplete: true } as vscode.CompletionList]) addAcceptCommand(list);
    assert.deepEqual(
      items.map(({ command }) => command?.command),
      ["docwright.acceptedCompletion", own.command],
    );
    for (const none of [undefined, null]) assert.equal(addAcceptCommand(none), none);
  });
});
