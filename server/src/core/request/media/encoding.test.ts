import assert from "node:assert/strict";
import fc from "fast-check";
import { formatMessageInEnglish } from "../../text/localized-message.ts";
import { findJsonError } from "./encoding.ts";

describe("JSON syntax errors", () => {
  /** In each text, the first `¦` marks the position of the error. */
  const rows: readonly (readonly [text: string, fault: string])[] = [
    ['{"a": 1,¦}', "expected a property name in double quotes here."],
    ["{¦a: 1}", "expected a property name in double quotes or `}` here."],
    ["{¦'a': 1}", "strings must be in double quotes."],
    ['{"a" ¦1}', "expected `:` here."],
    ['{"a": 1 ¦"b": 2}', "expected a comma or `}` here."],
    ["[1, 2¦", "expected a comma or `]`, but the text ends here."],
    ["[1,¦, 2]", "expected a value here."],
    ["[1,¦]", "expected a value here."],
    ["[¦}", "expected a value or `]` here."],
    ["{} ¦{}", "nothing is allowed after the value."],
    ["¦", "expected a value, but the text ends here."],
    ["¦nul", "this isn't a JSON value. Strings must be in double quotes."],
    ["[0¦1]", "expected a comma or `]` here."],
    ['{"a": 1¦]', "expected a comma or `}` here."],
    ['[{"a": [1¦}]', "expected a comma or `]` here."],
    ["[¦.5]", "this isn't a valid number."],
    ["¦// x\n1", "JSON doesn't allow comments."],
    ['{\n  "a":\n    ¦"x\ny"}', "this string isn't closed, or it contains a line break or an invalid `\\` escape."],
    ['"a{{secret:x}}"¦,', "nothing is allowed after the value."],
  ]; // prettier-ignore
  for (const [marked, text] of rows)
    it(`are located in ${JSON.stringify(marked)}`, () => {
      const at = marked.indexOf("¦");
      const writtenText = marked.replace("¦", "");
      const before = writtenText.slice(0, at);
      const lines = before.split("\n");
      const place = { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
      const fault = findJsonError(writtenText);
      assert.deepEqual(fault && { ...fault, message: formatMessageInEnglish(fault.message) }, {
        ...place,
        message: text,
      });
    });

  it("aren't reported for valid values and secrets", () => {
    for (const text of ["1", ' {"a": [true, null, -1.5e3, "\\u0041"]} ', '{"pin": {{secret:pin}}, "b": "x{{secret:pin}}"}'])
      assert.equal(findJsonError(text), undefined);
  }); // prettier-ignore

  it("are found if and only if JSON.parse fails", () => {
    const mangled = fc.tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.constantFrom("", ",", "}", '"', "]", ":", "x", "\\", "0"))
      .map(([text, at, put]) => text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + 1)); // prettier-ignore
    fc.assert(
      fc.property(mangled, (text) => {
        const fault = findJsonError(text);
        assert.equal(fault === undefined, isJson(text));
        if (!fault) return;
        const lines = text.split("\n");
        assert.ok(fault.line <= lines.length && fault.column <= (lines[fault.line - 1] ?? "").length + 1);
      }),
    );
  });

  it("are reported for long and deeply nested text", () => {
    assert.equal(findJsonError("[".repeat(200_000))?.column, 200_001);
    assert.equal(findJsonError(`"${"\\n".repeat(2_000_000)}`)?.column, 1);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
