import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { readJson } from "./json-tree.ts";
import { hasUncertainMembers, findIndependentProblems, mayBeTruncated, findMisreadParts } from "./misread-parts.ts";

const getParts = (text: string) => {
  const { unmatchedStart: rest, lines } = findMisreadParts(readJson("docs.json", text));
  return {
    rest: rest === undefined ? undefined : text.slice(rest),
    lines: lines.map(({ start, end }) => text.slice(start, end)),
  };
};

describe("misreadParts", () => {
  it("returns nothing if the parser resumes at the same level", () => {
    for (const text of [
      '{"a": 1 "b": 2}',
      '{"a" "b", "c": 1}',
      "{a: 'b'}",
      '{"a": , "b": 1}',
      "[1,, 2] // end",
      '{"a": "\\q"}',
    ])
      assert.deepEqual(getParts(text), { rest: undefined, lines: [] }, text);
  });

  it("finds the rest of a line with an unpaired quote", () => {
    assert.deepEqual(getParts('{"a": "x,\n"b": 1}').lines, ['"x,']);
    assert.deepEqual(getParts('{\n"a: "x", "b": "y",\n"c": 1}').lines, ['"a: "x", "b": "y",']);
    assert.deepEqual(getParts('{\n"a: "https://x",\n"b": 1}').lines, ['"a: "https://x",']);
  });

  it("finds everything after a mismatched bracket, and the member before it", () => {
    assert.equal(getParts('{"a": 1, "b": [1, 2}').rest, "2}");
    assert.equal(getParts('{"a": 1, "b": 1, 2], "c": 1}').rest, '"b": 1, 2], "c": 1}');
    assert.equal(getParts('{"a": 1, "b": {"c": 1, "d": 2}').rest, '"b": {"c": 1, "d": 2}');
    assert.equal(getParts('{"a": 1}} ').rest, '"a": 1}} ');
    assert.equal(getParts('{"a": 1, "b": "c", "d"], "e": 1}').rest, '"b": "c", "d"], "e": 1}');
    assert.equal(getParts('{"a": 1, "b": {"c": 1}, "d"], "e": 1}').rest, '"b": {"c": 1}, "d"], "e": 1}');
  });

  it("keeps the first of several errors with the same cause", () => {
    const listKinds = (text: string) =>
      findIndependentProblems(readJson("docs.json", text))
        .map(({ kind }) => kind)
        .sort();
    assert.deepEqual(listKinds('{\n"a: "x", "b": "y",\n"d": 1,\n"c" 1}'), ["missing-colon", "missing-colon"]);
    assert.deepEqual(listKinds('{"a": 1, "b": 1, 2], "c": {"d": [}}'), ["unexpected"]);
    assert.deepEqual(listKinds("{a: 1, 'b': 2, /* c */}"), ["comment", "trailing-comma", "unquoted", "unquoted"]);
  });

  it("finds the objects and arrays whose members are uncertain", () => {
    const findUncertainKeys = (text: string) => {
      const file = readJson("docs.json", text);
      return ["a", "b", "c", "d", "e", "f", "g"].filter((key) => {
        const start = text.indexOf(`"${key}"`);
        return start >= 0 && hasUncertainMembers(file, { start, end: start + 3 }, { skipsRoot: true });
      });
    };
    assert.deepEqual(findUncertainKeys('{"a": {"b": 1}, "c": {"d": {"e": 1}, "f": [1}, "g": 1}'), ["c", "d", "e", "f"]);
    // The line with the unpaired quote may contain more keys of the object in "a", but not of the object in "e".
    assert.deepEqual(findUncertainKeys('{"a": {\n"b: 1, "x": 1,\n"d": {}}, "e": {"f": 1}}'), ["a", "d"]);
    assert.deepEqual(findUncertainKeys('{"a": {"b": [\n{"c": "x\n}], "d": 1}, "e": [{"f": 1}]}'), ["c"]);
    assert.deepEqual(findUncertainKeys('{"a": {"b" 1, "c": 1}}'), []);
    for (const member of ['"b": ', '"b"', '"b": @', '"b": "x" y'])
      assert.deepEqual(findUncertainKeys(`{"a": {${member}, "c": {"d": 1}}, "e": [{"f": 1}]}`), ["a", "b", "c", "d"]);
  });

  it("includes the root of a file unless its members are independent", () => {
    const file = readJson("nav.json", '{"a": {"b": 1}, "c": [1}');
    const range = { start: 1, end: 4 };
    assert.equal(hasUncertainMembers(file, range), true);
    assert.equal(hasUncertainMembers(file, range, { skipsRoot: true }), false);
  });

  it("takes time proportional to the file size", () => {
    const members = Array.from({ length: 100_000 }, (_, i) => `"k${i}": 1`).join(", ");
    const errors = ": ;".repeat(1000);
    for (const text of [
      `{${members}, ${errors}`,
      `{${errors} ${members}`,
      `{"a: ${members}`,
      `{"a": [${errors}, {${members}}`,
    ])
      assertQuick(3000, () => findIndependentProblems(readJson("docs.json", text)));
  });
});

describe("mayBeCutOff", () => {
  const config = {
    navigation: { groups: [{ group: "A", pages: ["a", "b"] }] },
    banner: { content: "x", dismissible: true },
    count: [1, null],
  };
  const isCutOff = (text: string) => mayBeTruncated(readJson("docs.json", text));

  it("is true for a file that is cut off at any position", () => {
    for (const text of [JSON.stringify(config, undefined, 2), JSON.stringify(config, undefined, "\t")])
      for (let length = 0; length < text.length; length++)
        assert.equal(isCutOff(text.slice(0, length)), true, text.slice(0, length));
  });

  it("is false for a complete file, even one with mismatched brackets", () => {
    const text = JSON.stringify(config, undefined, 2);
    for (const part of ["", '{ "x": ', '{ "x": [', '"', "}", "]", '{ "x": "y'])
      for (const end of ["", "\n", "\r\n"])
        assert.equal(
          isCutOff(text.replace('{ "content"', `${part}{ "content"`).replace("[1", `${part}[1`) + end),
          false,
          part,
        );
  });
});
