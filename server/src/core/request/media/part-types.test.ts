import assert from "node:assert/strict";
import { concreteTypes, fittingType } from "./part-types.ts";

describe("the type of a part", () => {
  /** A file's own type, the `contentType` of the Encoding Object, and what is sent. */
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
    // No header can hold a line end.
    ["", "a/b\r\nX-Evil: 1, image/gif", "image/gif"],
  ];
  for (const [own, allowed, sent] of rows)
    it(`${own || "unknown"} where ${JSON.stringify(allowed ?? "nothing")} is said`, () =>
      assert.equal(fittingType(own, allowed), sent));

  it("is never a range", () => {
    assert.deepEqual(concreteTypes("image/*, text/plain, */*"), ["text/plain"]);
  });
});
