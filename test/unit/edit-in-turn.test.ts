import assert from "node:assert/strict";
import "../harness/fake-vscode.ts";
import { queueEdit } from "../../client/src/refactoring/planned-edits.ts";

describe("editInTurn", () => {
  it("calls a function only after earlier functions have settled, even if they fail", async () => {
    const order: string[] = [];
    const edit = (name: string, fails: boolean) =>
      queueEdit(async () => {
        order.push(`${name} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        order.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      });
    const results = await Promise.allSettled([edit("first", false), edit("second", true), edit("third", false)]);
    assert.deepEqual(order, [
      "first begins",
      "first ends",
      "second begins",
      "second ends",
      "third begins",
      "third ends",
    ]);
    assert.deepEqual(
      results.map((result) => (result.status === "fulfilled" ? result.value : String(result.reason))),
      ["first", "Error: second", "third"],
    );
  });
});
