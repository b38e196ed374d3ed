import assert from "node:assert/strict";
import { findNearestFile } from "./nearest-file.ts";

describe("findNearestFile", () => {
  const files = new Set([
    "images/edit/3-edit-prices.png", "images/sale/3-edit-prices-usd.png", "images/sale/steps.jpg", "more/flow.png",
    "images/sale/flaw.png", "more/3-edit.png",
  ]); // prettier-ignore
  const cases: readonly [what: string, path: string, expected: string | undefined][] = [
    ["a name in the same folder before the same name elsewhere", "images/edit/3-edit-prices-usd.png", "/images/edit/3-edit-prices.png"],
    ["the same name with another extension", "images/sale/steps.png", "/images/sale/steps.jpg"],
    ["the same name elsewhere before a similar name", "images/sale/flow.png", "/more/flow.png"],
    ["a similar name in the same folder", "images/sale/stesp.jpg", "/images/sale/steps.jpg"],
    ["the same name elsewhere before a name with more words", "images/sale/3-edit.png", "/more/3-edit.png"],
    ["nothing", "images/sale/other.png", undefined],
  ]; // prettier-ignore
  for (const [what, path, expected] of cases)
    it(`finds ${what}`, () => assert.equal(findNearestFile(files, path), expected));
});
