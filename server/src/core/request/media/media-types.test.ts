import assert from "node:assert/strict";
import { listConcreteTypes, chooseType } from "./media-types.ts";

describe("media type of a part", () => {
  /** Each row contains the file's own type, the Encoding Object's `contentType`, and the type that is sent. */
  const rows: readonly (readonly [own: string, allowed: string | undefined, sent: string])[] = [
    ["image/png", undefined, "image/png"],
    ["image/png", "image/jpeg, image/png", "image/png"],
    ["image/png", "IMAGE/*", "image/png"],
    ["image/png; q=1", "image/png", "image/png; q=1"],
    ["image/png", "*/*", "image/png"],
    ["text/plain", "image/*", "text/plain"],
    ["text/plain", "image/*, application/pdf", "application/pdf"],
    ["", "application/pdf", "application/pdf"],
    ["", "image/*", ""],
    ["", undefined, ""],
    ["imagex/png", "image/*, image/gif", "image/gif"],
    // A header can't contain a line break.
    ["", "a/b\r\nX-Evil: 1, image/gif", "image/gif"],
  ];
  for (const [own, allowed, sent] of rows)
    it(`is chosen from ${own || "unknown"} if ${JSON.stringify(allowed ?? "nothing")} is allowed`, () =>
      assert.equal(chooseType(own, allowed), sent));

  it("is never a media type range", () => {
    assert.deepEqual(listConcreteTypes("image/*, text/plain, */*"), ["text/plain"]);
  });
});
