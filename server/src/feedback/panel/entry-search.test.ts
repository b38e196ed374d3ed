import assert from "node:assert/strict";
import { normalizeText } from "../entries/listed-page.ts";
import { isNarrower, parseSearchTerms } from "./entry-search.ts";

describe("normalizeText", () => {
  for (const [text, folded] of [
    ["Größe", "grosse"],
    ["CAFÉ", "cafe"],
    ["Cafe\u0301", "cafe"],
    ["Łódź Øre", "lodz ore"],
    ["ΟΔΟΣ", normalizeText("οδος")],
    ["ﬁle ①", "file 1"],
    ["İstanbul", "istanbul"],
    ["pay\u200Bload\u202E", "payload"],
    ["one\n\t two\u00a0three", "one two three"],
    ["한국어", "한국어".normalize("NFKD")],
  ] as const)
    it(`normalizes ${JSON.stringify(text)} to ${JSON.stringify(folded)}`, () => {
      assert.equal(normalizeText(text), folded);
    });
});

describe("searchTerms", () => {
  for (const [search, terms] of [
    ["", []],
    ["  Rate  LIMIT ", ["rate", "limit"]],
    ['"Not found" token', ["not found", "token"]],
    ["“nicht gefunden”", ["nicht gefunden"]],
    ['rate "not fou', ["rate", "not fou"]],
    ['"" "  "', []],
    ["a a A", ["a"]],
  ] as const)
    it(`reads ${JSON.stringify(search)}`, () => {
      assert.deepEqual(parseSearchTerms(search), terms);
    });

  it("returns at most 20 terms", () => {
    assert.equal(parseSearchTerms(Array.from({ length: 5000 }, (_, at) => `word${at}`).join(" ")).length, 20);
  });
});

describe("narrows", () => {
  it("is true if a query is extended and false if it's shortened", () => {
    assert.ok(isNarrower([], ["a"]));
    assert.ok(isNarrower(["rat"], ["rate"]));
    assert.ok(isNarrower(["rate"], ["rate", "limit"]));
    assert.ok(!isNarrower(["rate"], ["rat"]));
    assert.ok(!isNarrower(["rate", "limit"], ["rate"]));
  });
});
