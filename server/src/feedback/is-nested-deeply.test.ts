import assert from "node:assert/strict";
import { isNestedDeeply } from "./is-nested-deeply.ts";

const long = "x".repeat(100_000);
const nested = (levels: number) => `${"[".repeat(levels)}"${long}"${"]".repeat(levels)}`;

describe("an answer that is nested deeply", () => {
  it("is known by its brackets", () => {
    assert.equal(isNestedDeeply(nested(100)), false);
    assert.equal(isNestedDeeply(nested(101)), true);
    assert.equal(isNestedDeeply(`["${long}",${"[],{},".repeat(1000)}0]`), false);
  });

  it("is not one whose texts have brackets in them", () => {
    for (const text of ["[".repeat(500), `\\"${"[".repeat(500)}`, `${"{".repeat(500)}\\`, '"[[[\\\\'])
      assert.equal(isNestedDeeply(JSON.stringify([long, text, text])), false, text.slice(0, 5));
  });

  it("is not one that is short", () => assert.equal(isNestedDeeply("[".repeat(5000)), false));
});
