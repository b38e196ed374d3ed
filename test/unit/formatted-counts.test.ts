import assert from "node:assert/strict";
import "../harness/fake-vscode.ts";
import { formatFirstItems } from "../../client/src/editor/workspace.ts";
import { formatCounts, formatCountsAsSymbols } from "../../client/src/feedback/labels.ts";

describe("counts in the extension's labels", () => {
  it("have thousands separators", () => {
    const counts = { up: 5000, down: 1234, openEntries: Array.from({ length: 2000 }) };
    assert.equal(formatCounts(counts), "5,000 helpful, 1,234 not helpful. 2,000 open comments.");
    assert.equal(formatCountsAsSymbols(counts), "▲ 5,000 ▼ 1,234 · 2,000 open comments");
    const items = Array.from({ length: 1001 }, (_, i) => i);
    assert.deepEqual(formatFirstItems(items, String, 1), ["0", "and 1,000 more"]);
  });
});
