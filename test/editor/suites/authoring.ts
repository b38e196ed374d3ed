import assert from "node:assert/strict";
import { openFile } from "../in-host/site.ts";

describe("authoring", () => {
  it("opens docs.json", async () => {
    const editor = await openFile("docs.json");
    assert.equal(editor.document.languageId, "json");
  });
});
