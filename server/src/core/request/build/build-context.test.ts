import assert from "node:assert/strict";
import { fillJson, fillText, fillValue } from "./build-context.ts";

const variables = { id: "7", name: 'a"b\\c\n', token: "{{secret:t}}", again: "{{id}}" };

describe("environment variables in values", () => {
  const rows: readonly (readonly [text: string, filled: string, unknown: readonly string[]])[] = [
    ["{{id}}/{{id}}", "7/7", []],
    ["{{gone}} {{id}} {{gone}}", "{{gone}} 7 {{gone}}", ["gone", "gone"]],
    // Names of `Object.prototype` members aren't special.
    ["{{constructor}}{{toString}}", "{{constructor}}{{toString}}", ["constructor", "toString"]],
    // Variables in inserted values aren't replaced, except for secrets.
    ["{{again}}", "{{id}}", []],
    ["{{token}}", "{{secret:t}}", []],
    ["{{secret:t}} {{ id }} {{1}} {{}} {id}", "{{secret:t}} {{ id }} {{1}} {{}} {id}", []],
  ];
  for (const [text, filled, unknown] of rows)
    it(`are replaced in ${text}`, () => {
      const reported: string[] = [];
      assert.equal(fillText(text, variables, (name) => reported.push(name)), filled); // prettier-ignore
      assert.deepEqual(reported, unknown);
    });

  it("are replaced at any depth, including in member names", () => {
    const value = { "{{id}}": ["{{id}}", 1, null, { a: "{{gone}}" }] };
    assert.deepEqual(fillValue(value, variables, () => undefined), { 7: ["7", 1, null, { a: "{{gone}}" }] }); // prettier-ignore
    const odd: unknown = JSON.parse('{"__proto__": "{{id}}"}');
    assert.equal(JSON.stringify(fillValue(odd, variables, () => undefined)), '{"__proto__":"7"}');
  });

  it("are replaced in JSON, where values within strings are escaped", () => {
    const fill = (text: string) => fillJson(text, variables, () => undefined);
    assert.equal(fill('{"a": {{id}}, "b": "{{id}} {{name}}"}'), '{"a": 7, "b": "7 a\\"b\\\\c\\n"}');
    assert.equal(fill('["\\"{{name}}", {{id}}]'), '["\\"a\\"b\\\\c\\n", 7]');
    assert.equal(fill('["\\\\", {{name}}]'), '["\\\\", a"b\\c\n]');
  });
});
