import assert from "node:assert/strict";
import { GoalResults } from "../../bench/goals.ts";

describe("The table of goals", () => {
  it("shows the reason next to a value over the limit, and only there", () => {
    const results = new GoalResults();
    results.add("serverMemory", [300]);
    results.add("checkMemory", [200]);
    const rowOf = (name: string) => results.formatRows().find((row) => row.includes(name)) ?? "";
    assert.match(
      rowOf("Server memory"),
      /\| 300\.0 \| 220 \| MB \| No\. About 152 MB of the heap is in use, mostly by the text of pages/,
    );
    assert.match(rowOf("`check`, 5,000 pages, peak memory"), /\| 200\.0 \| 250 \| MB \| Yes \|$/);
    assert.match(rowOf("Keystroke in a page to the preview"), /\| Not measured \|$/);
  });
});
