import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { findPossibleValues, findSpreadProperties } from "./possible-values.ts";

const listStrings = (text: string) =>
  findPossibleValues(text, { start: 0, end: text.length }).map(({ range }) => text.slice(range.start, range.end));

describe("possible values of an expression", () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    '"a"': ["a"],
    ' ("a") ': ["a"],
    '"a\\"b"': ['a\\"b'],
    'x ? "a" : "b"': ["a", "b"],
    'x ? "a" : y ? "b" : "c"': ["a", "b", "c"],
    'x ? y ? "a" : "b" : "c"': ["a", "b", "c"],
    'x?.y ? "a" : z?.["k"]': ["a"],
    'x || "a"': ["a"],
    "x ?? `a`": ["a"],
    'x && "a"': ["a"],
    '/* "x" */ y ? "a" /* : "b" */ : "c" // "d"': ["a", "c"],
    'x === "a" ? "b" : "c"': ["b", "c"],
    'x === "a" || "b"': ["b"],
    '"a" ? "b" : "c"': ["b", "c"],
    '"a" || x ? "b" : "c"': ["b", "c"],
    '("a", "b")': [],
    '"a" + x': [],
    '(x ? "a" : "b") + y': [],
    'x + (y ? "a" : "b")': [],
    '["a", "b"][x]': [],
    'f("a")': [],
    'x.f("a") ?? "b"': ["b"],
    "tag`a`": [],
    "`a${x}`": [],
    '() => x ? "a" : "b"': [],
    'x ? <a href="b">it\'s</a> : "c"': [],
    'x ? "a" : "b': [],
    'x ? "a" : typeof "b"': ["a"],
  };
  for (const [text, expected] of Object.entries(cases))
    it(`are the strings ${JSON.stringify(expected)} for ${text}`, () => assert.deepEqual(listStrings(text), expected));
});

describe("properties that a spread adds", () => {
  const listProperties = (text: string) =>
    findSpreadProperties(text, { start: 0, end: text.length }).map(
      ({ key, valueRanges: values }) => `${key}: ${values.map(({ start, end }) => text.slice(start, end)).join(" ")}`,
    );

  it("are the keys of object literals", () => {
    assert.deepEqual(
      listProperties('...{ a: "x", "b-c": y ? "1,2" : `3`, d, [e]: "z", f() { return "w" }, g: [",", "h"] }'),
      ["a: x", "b-c: 1,2 3", "g: "],
    );
    assert.deepEqual(listProperties('...(y ? { a: "x" } : { a: "z" })'), ["a: x", "a: z"]);
    assert.deepEqual(listProperties("...props"), []);
    assert.deepEqual(listProperties('...f({ a: "x" })'), []);
  });

  it("are searched only between the braces", () => {
    const text = `${"{x}".repeat(50_000)}...{ a: "x" }`;
    assertQuick(100, () => {
      for (let start = 0; start < 150_000; start += 3)
        assert.deepEqual(findSpreadProperties(text, { start: start + 1, end: start + 2 }), []);
    });
  });
});
