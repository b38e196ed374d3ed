import { deepEqual } from "node:assert/strict";
import { PreviousTree, readJson } from "../../config/json/json-tree.ts";
import { readJsonCursor } from "./json-cursor.ts";

describe("JSON cursor after a known node", () => {
  const texts = [
    '{"a": {"b": [1, 2, {"c": "d"}], "e": {}}, "f": [[], ["g", "h"], ], "i": "j',
    '{"a": [{"b": 1} {"c": 2}, ], "d": {"e": {"f": }, "g": [1 2]}, "h": ""}',
    '{ // note { [\n "a": ["}", "]", "\\""], /* { */ "b": {"c": ["d", {"e": "f"}]}\n "g": {"h": ["i", \n}',
    '{"a": [1, 2}, "b": {"c": ]}, "d": [{"e": [true, null]}, {"e": ["x"]}], "k": "',
    '[{"a": 1}, {"b": 2}, {"c": [3, {"d": 4}]}]',
    '{"a": {"a": [1]}, "a": {"b": 2}, "c": {"d": "unclosed\n}, "e": {"f": [1]}, "g": }',
  ];
  for (const text of texts)
    it(`is the same as without the known node in ${JSON.stringify(text)}`, () => {
      const previousTree = new PreviousTree(readJson("docs.json", text), text);
      for (let offset = 0; offset <= text.length; offset++) {
        const skippingCursor = readJsonCursor(text, offset, (start) => previousTree.findUnchangedEnd(start));
        deepEqual(skippingCursor, readJsonCursor(text, offset), `at ${offset}`);
      }
    });
});
