import assert from "node:assert/strict";
import { afterMove } from "../../../../../test/harness/move-in-site.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { formatMessageInEnglish } from "../../text/localized-message.ts";
import { planMove } from "./plan-move.ts";
import { createMoveRecord, type MoveRecord } from "./undo-move.ts";

type Files = ReadonlyMap<string, string>;

const createSite = (more: Readonly<Record<string, string>> = {}): Files =>
  new Map(
    Object.entries({
      "docs.json": '{ "navigation": { "pages": ["index", "search/index", "other"] } }\n',
      "index.mdx": "[one](/search/index) [other](/search)\n",
      "search/index.mdx": "Search.\n",
      "other.mdx": "[here](/search/index#top)\n",
      ...more,
    }),
  );

function moveFiles(files: Files, from: string, to: string, earlierMoves: readonly MoveRecord[] = []) {
  const before = siteOf(files);
  const readText = (file: string) => files.get(file);
  const result = planMove(before, [{ from, to }], { readText, earlierMoves });
  if (!result.ok) throw new Error(formatMessageInEnglish(result.reason));
  return {
    made: createMoveRecord(before, result.plan, readText),
    after: afterMove(files, result.plan, false),
  };
}

const forwardMove = ["search/index.mdx", "find/all.mdx"] as const;
const backMove = ["find/all.mdx", "search/index.mdx"] as const;

describe("undoing a move", () => {
  it("restores each link's format even if all links have the same format after the move", () => {
    const { made, after } = moveFiles(createSite(), ...forwardMove);
    assert.equal(after.get("index.mdx"), "[one](/find/all) [other](/find/all)\n");
    assert.deepEqual(moveFiles(after, ...backMove, [made]).after, createSite());
    assert.notDeepEqual(moveFiles(after, ...backMove).after, createSite());
  });

  it("preserves later edits and restores the rest", () => {
    const { made, after } = moveFiles(createSite(), ...forwardMove);
    const text = `More. ${after.get("index.mdx") ?? ""}`;
    const changedFiles = moveFiles(new Map([...after, ["index.mdx", text]]), ...backMove, [made]).after;
    assert.match(changedFiles.get("index.mdx") ?? "", /^More\. \[one\]\(\/search(?:\/index)?\) /);
    assert.equal(changedFiles.get("other.mdx"), createSite().get("other.mdx"));
  });

  it("creates a new plan if a new file may have taken over a path", () => {
    const { made, after } = moveFiles(createSite(), ...forwardMove);
    const changedFiles = new Map([...after, ["search.mdx", "Another.\n"]]);
    const restoredFiles = moveFiles(changedFiles, ...backMove).after;
    assert.deepEqual([...moveFiles(changedFiles, ...backMove, [made]).after], [...restoredFiles]);
  });

  it("ignores the recorded move if the target is different", () => {
    const { made, after } = moveFiles(createSite(), ...forwardMove);
    const otherMove = ["find/all.mdx", "search.mdx"] as const;
    assert.deepEqual([...moveFiles(after, ...otherMove, [made]).after], [...moveFiles(after, ...otherMove).after]);
  });
});
