import assert from "node:assert/strict";
import { afterMove } from "../../../../../test/harness/move-in-site.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { formatMessageInEnglish } from "../../text/localized-message.ts";
import { planMove } from "./plan-move.ts";
import { createMoveRecord, type MoveRecord } from "./undo-move.ts";

type Files = ReadonlyMap<string, string>;

const site = (more: Readonly<Record<string, string>> = {}): Files =>
  new Map(
    Object.entries({
      "docs.json": '{ "navigation": { "pages": ["index", "search/index", "other"] } }\n',
      "index.mdx": "[one](/search/index) [other](/search)\n",
      "search/index.mdx": "Search.\n",
      "other.mdx": "[here](/search/index#top)\n",
      ...more,
    }),
  );

function moved(files: Files, from: string, to: string, earlier: readonly MoveRecord[] = []) {
  const before = siteOf(files);
  const textOf = (file: string) => files.get(file);
  const answer = planMove(before, [{ from, to }], { textOf, earlier });
  if (!answer.ok) throw new Error(formatMessageInEnglish(answer.reason));
  return { made: createMoveRecord(before, answer.plan, textOf), after: afterMove(files, answer.plan, false) };
}

const there = ["search/index.mdx", "find/all.mdx"] as const;
const back = ["find/all.mdx", "search/index.mdx"] as const;

describe("undoing a move", () => {
  it("restores each link's format even if all links have the same format after the move", () => {
    const { made, after } = moved(site(), ...there);
    assert.equal(after.get("index.mdx"), "[one](/find/all) [other](/find/all)\n");
    assert.deepEqual(moved(after, ...back, [made]).after, site());
    assert.notDeepEqual(moved(after, ...back).after, site());
  });

  it("preserves later edits and restores the rest", () => {
    const { made, after } = moved(site(), ...there);
    const text = `More. ${after.get("index.mdx") ?? ""}`;
    const since = moved(new Map([...after, ["index.mdx", text]]), ...back, [made]).after;
    assert.match(since.get("index.mdx") ?? "", /^More\. \[one\]\(\/search(?:\/index)?\) /);
    assert.equal(since.get("other.mdx"), site().get("other.mdx"));
  });

  it("creates a new plan if a new file may have taken over a path", () => {
    const { made, after } = moved(site(), ...there);
    const since = new Map([...after, ["search.mdx", "Another.\n"]]);
    const again = moved(since, ...back).after;
    assert.deepEqual([...moved(since, ...back, [made]).after], [...again]);
  });

  it("ignores the recorded move if the target is different", () => {
    const { made, after } = moved(site(), ...there);
    const elsewhere = ["find/all.mdx", "search.mdx"] as const;
    assert.deepEqual([...moved(after, ...elsewhere, [made]).after], [...moved(after, ...elsewhere).after]);
  });
});
