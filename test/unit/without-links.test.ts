import assert from "node:assert/strict";
import "../harness/fake-vscode.ts";
import { removeLinks } from "../../client/src/editor/workspace.ts";

/** Matches text that the editor treats as a link in a notification. */
const link = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+/i;

describe("withoutLinks", () => {
  for (const text of [
    "POST is redirected to `[Fix it](command:workbench.action.terminal.new)`.",
    "[a](https://evil.example) [b](file:///etc/passwd)",
    "[[a](command:x)](command:y)",
  ])
    it(`leaves no clickable links in ${text}`, () => {
      assert.match(text, link);
      assert.doesNotMatch(removeLinks(text), link);
      assert.equal(removeLinks(text).replaceAll(" ", ""), text.replaceAll(" ", ""));
    });

  it("returns other text unchanged", () => {
    const text = "Let POST to `/v1/[id]/(x)` through.";
    assert.equal(removeLinks(text), text);
  });
});
