import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { applyEdits, type TextEdit } from "../../text/text-edit.ts";
import { createRenamePlan, type RenamePlan, renameBack, prepareSiteRename } from "./rename-targets.ts";
import { renameSymbol } from "./rename.ts";

type Files = ReadonlyMap<string, string>;

/** Renames the symbol at `mark` in `file`, and returns the files and the plan. */
function renamed(files: Files, file: string, mark: string, to: string, earlier: readonly RenamePlan[] = []) {
  const site = siteOf(files);
  const textOf = (path: string) => files.get(path);
  const start = prepareSiteRename(site, file, (files.get(file) ?? "").indexOf(mark) + 1);
  assert.ok(start, mark);
  const outcome = renameSymbol(site, file, start, to, textOf);
  assert.ok(outcome?.ok, mark);
  const names = { from: start.name, to };
  const edits: ReadonlyMap<string, readonly TextEdit[]> = renameBack(names, outcome.edits, earlier, textOf);
  const made = createRenamePlan(names, edits, textOf);
  const after = new Map(files);
  for (const [path, own] of edits) after.set(path, applyEdits(after.get(path) ?? "", own));
  return { made, after };
}

const docs = '{ "navigation": { "pages": ["a", "b"] } }\n';
const twice =
  '{ "navigation": { "groups": [{ "group": "\\u0047o", "pages": ["a"] }, { "group": "Go", "pages": ["b"] }] } }\n';

describe("rename back", () => {
  const files: Files = new Map([
    ["docs.json", docs],
    ["a.mdx", "# A\n\n## Search (all)\n"],
    ["b.mdx", "[there](/a#search-\\(all\\)) [and](/a#search-all)\n"],
  ]);

  it("restores every byte", () => {
    const { made, after } = renamed(files, "a.mdx", "Search", "Find");
    assert.match(after.get("b.mdx") ?? "", /\(\/a#find\)/);
    assert.deepEqual(renamed(after, "a.mdx", "Find", "Search (all)", [made]).after, files);
  });

  it("restores the original form of a title", () => {
    const site: Files = new Map([
      ["docs.json", twice],
      ["a.mdx", "A\n"],
      ["b.mdx", "B\n"],
    ]);
    const { made, after } = renamed(site, "docs.json", "\\u0047o", "Start");
    assert.deepEqual(renamed(after, "docs.json", "Start", "Go", [made]).after, site);
  });

  it("leaves another symbol with the same name unchanged", () => {
    const site: Files = new Map([
      ["docs.json", twice.replace('"Go"', '"Start"')],
      ["a.mdx", "A\n"],
      ["b.mdx", "B\n"],
    ]);
    const { made, after } = renamed(site, "docs.json", "\\u0047o", "Start");
    const text = after.get("docs.json") ?? "";
    const second = text.lastIndexOf("Start");
    const other = prepareSiteRename(siteOf(after), "docs.json", second + 1);
    assert.ok(other);
    const outcome = renameSymbol(siteOf(after), "docs.json", other, "Go", (file) => after.get(file));
    assert.ok(outcome?.ok);
    const edits = renameBack({ from: "Start", to: "Go" }, outcome.edits, [made], (file) => after.get(file));
    assert.equal(
      applyEdits(text, edits.get("docs.json") ?? []),
      `${text.slice(0, second)}Go${text.slice(second + "Start".length)}`,
    );
  });
});
