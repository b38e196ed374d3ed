import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { removeMember } from "./json-edit.ts";
import { readJson } from "./json-tree.ts";

describe("edit-config on large files", () => {
  it("finds each of 20,000 members without scanning the others", () => {
    const text = `{${Array.from({ length: 20_000 }, () => '"k":1').join()}}`;
    const file = readJson("docs.json", text);
    assert.ok(file.root?.kind === "object");
    const { properties } = file.root;
    assertQuick(1500, () => {
      for (const { keyRange } of properties) {
        const [edit] = removeMember(file, keyRange);
        assert.equal(edit && edit.range.end - edit.range.start, '"k":1,'.length);
      }
    });
  });
});
