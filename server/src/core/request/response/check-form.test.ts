import assert from "node:assert/strict";
import { startCheckServer } from "../../../../../test/harness/check-server.ts";

const type = "application/x-www-form-urlencoded";

/** Returns the result of checking a form response. If there are mismatches, lists each of them. */
function runFormCheck(text: string, schema: unknown, encoding?: unknown, version = "3.1.0"): string {
  const responses = { 200: { content: { [type]: { schema, ...(encoding !== undefined && { encoding }) } } } };
  const { verdict: result, reason, mismatches } = startCheckServer({ type, text }, { responses }, version);
  if (result !== "differs") return reason === undefined ? result : `${result}: ${reason}`;
  return mismatches.map(({ pointer, text: words }) => `${pointer}: ${words}`).join("; ");
}
const createObject = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const strings = { type: "string" };
const numbers = { type: "integer" };
const list = (items: object) => ({ type: "array", items });

describe("validating form responses", () => {
  const token = createObject(
    { access_token: strings, expires_in: numbers, scope: strings },
    { required: ["access_token"], additionalProperties: false },
  );
  const createColors = (style: string, explode?: boolean) => ({
    color: { style, ...(explode !== undefined && { explode }) },
  });
  const rgb = createObject(
    { R: numbers, G: numbers, B: numbers },
    { required: ["R", "G", "B"], additionalProperties: false },
  );
  const color = (schema: object) =>
    createObject({ color: schema }, { required: ["color"], additionalProperties: false });
  // These cases follow the tables in “Style Examples” and “Encoding the x-www-form-urlencoded Media Type” (OpenAPI
  // 3.2).
  const cases: readonly [what: string, schema: object, text: string, expected: string, encoding?: object][] = [
    ["accepts strings and numbers", token, "access_token=a%2Bb+c&expires_in=3600", "as-specified"],
    ["reports a missing value", token, "expires_in=3600", ": is missing `access_token`, which the specification requires"],
    ["reports an invalid number", token, "access_token=a&expires_in=soon", "/expires_in: is a string, but the specification requires type integer"],
    ["reports a name that isn't specified", token, "access_token=a&token_type=bearer", "/token_type: isn't allowed by the specification"],
    ["reports a repeated name if only one value is allowed", token, "access_token=a&scope=x&scope=y", "/scope: is an array, but the specification requires type string"],
    ["accepts an empty form", createObject({ a: strings }), "", "as-specified"],
    ["accepts an array as repeated values", color(list(strings)), "color=blue&color=black", "as-specified"],
    ["accepts a single value as an array", color(list(strings)), "color=blue", "as-specified"],
    ["reports array items of the wrong type", color(list(numbers)), "color=1&color=b", "/color/1: is a string, but the specification requires type integer"],
    ["accepts objects serialized as JSON", color(rgb), "color=%7B%22R%22%3A100%2C%22G%22%3A200%2C%22B%22%3A150%7D", "as-specified"],
    ["reports objects that aren't JSON", color(rgb), "color=red", "/color: is a string, but the specification requires type object"],
    ["reports a property of the wrong type", color(rgb), "color=%7B%22R%22%3A%22x%22%2C%22G%22%3A2%2C%22B%22%3A1%7D", "/color/R: is a string, but the specification requires type integer"],
    ["accepts an array with the form style without explode", color(list(strings)), "color=blue,black,brown", "as-specified", createColors("form", false)],
    ["counts the items in an array with the form style without explode", color({ ...list(strings), maxItems: 2 }), "color=blue,black,brown", "/color: has 3 items, but the specification allows at most 2", createColors("form", false)],
    ["accepts an array with the spaceDelimited style", color(list(numbers)), "color=1%202%203", "as-specified", createColors("spaceDelimited", false)],
    ["validates an array with the pipeDelimited style", color(list(numbers)), "color=1%7C2%7Cx", "/color/2: is a string, but the specification requires type integer", createColors("pipeDelimited", false)],
    ["accepts an object with the form style without explode", color(rgb), "color=R,100,G,200,B,150", "as-specified", createColors("form", false)],
    ["accepts an object with the form style and explode", color(rgb), "R=100&G=200&B=150", "as-specified", createColors("form", true)],
    ["accepts an object with the deepObject style", color(rgb), "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150", "as-specified", createColors("deepObject", true)],
    ["reports a property of the wrong type with the deepObject style", color(rgb), "color[R]=100&color[G]=x&color[B]=150", "/color/G: is a string, but the specification requires type integer", createColors("deepObject", true)],
    ["treats names such as __proto__ as ordinary names", createObject({}, { additionalProperties: numbers }), "__proto__=x&constructor=1", "/__proto__: is a string, but the specification requires type integer"],
    ["accepts invalid percent-encoding as text", createObject({ a: strings }, { required: ["a"] }), "a=%zz&%E0%A4%A=1", "as-specified"],
  ]; // prettier-ignore
  for (const [what, schema, text, expected, encoding] of cases)
    for (const version of ["3.0.3", "3.1.0", "3.2.0"])
      it(`${what} (${version})`, () => assert.equal(runFormCheck(text, schema, encoding, version), expected));

  // OpenAPI 3.2.0, “Encoding By Name” and Encoding Object: without `encoding`, an object is JSON and an array repeats
  // its name. In earlier versions, `encoding` “SHALL only apply to requestBody objects” (3.1.0, Media Type Object), so
  // the encoding of responses is undefined.
  const brackets = "uses brackets, but the specification doesn't define them under `encoding`, so an object must be a single JSON value and an array must repeat its name"; // prettier-ignore
  const deep = color(createObject({ rgb: list(numbers) }, { required: ["rgb"], additionalProperties: false }));
  for (const [what, schema, text, in32, before] of [
    [
      "for an object that matches",
      color(rgb),
      "color[R]=1&color[G]=2&color[B]=3",
      `/color: ${brackets}`,
      /^unknown: .*Before OpenAPI 3\.2, .*nothing defines.* the response matches the specification/,
    ],
    [
      "for an object that doesn't match",
      color(rgb),
      "color[R]=x&color[G]=2&color[B]=3",
      `/color: ${brackets}; /color/R: is a string, but the specification requires type integer`,
      /^\/color\/R: is a string, but the specification requires type integer$/,
    ],
    [
      "for an array",
      color(list(numbers)),
      "color[]=1&color[]=2",
      `/color: ${brackets}`,
      /^unknown: .*the response matches the specification/,
    ],
    [
      "for an array with indexes",
      color(list(numbers)),
      "color[0]=1&color[1]=b",
      `/color: ${brackets}; /color/1: is a string, but the specification requires type integer`,
      /^\/color\/1: /,
    ],
    [
      "for an array in an object",
      deep,
      "color[rgb][]=1&color[rgb][]=2",
      `/color: ${brackets}`,
      /^unknown: .*the response matches the specification/,
    ],
  ] as const)
    // prettier-ignore
    it(`reports undeclared brackets ${what}`, () => {
      assert.equal(runFormCheck(text, schema, undefined, "3.2.0"), in32);
      for (const version of ["3.0.3", "3.1.0"]) assert.match(runFormCheck(text, schema, undefined, version), before);
    });

  it("returns unknown if the selected alternative of a schema doesn't match", () => {
    const schema = { oneOf: [createObject({ a: numbers }, { required: ["a"] }), createObject({ a: strings, b: strings }, { required: ["b"] })] }; // prettier-ignore
    assert.equal(runFormCheck("a=1", schema), "as-specified");
    assert.match(runFormCheck("c=1", schema), /^unknown: The schema allows alternatives/);
  });
});
