import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { readFrontmatter } from "./frontmatter.ts";
import type { FieldValue } from "./page.ts";

/** Each field as `key: value` with the text at its ranges. */
function listFields(text: string): [string, string, FieldValue][] {
  const { frontmatter } = readFrontmatter(text);
  return [...frontmatter.fields.values()].map(({ keyRange, valueRange, value }) => [
    text.slice(keyRange.start, keyRange.end),
    text.slice(valueRange.start, valueRange.end),
    value,
  ]);
}

/** Each problem as `kind fault: text at its range`. */
function problemsOf(text: string): string[] {
  return readFrontmatter(text).frontmatter.problems.map(
    ({ kind, fault, range }) =>
      `${[kind, fault].filter(Boolean).join(" ")}: ${text.slice(range.start, range.end)}`,
  );
}

describe("readFrontmatter: values and places", () => {
  const cases: [string, [string, string, FieldValue][]][] = [
    ["title: Start here # note", [["title", "Start here", "Start here"]]],
    ["title: C#", [["title", "C#", "C#"]]],
    ['"og:title": "a: b"', [['"og:title"', '"a: b"', "a: b"]]],
    ["'og:type': 'it''s'", [["'og:type'", "'it''s'", "it's"]]],
    ["og:url: x", [["og:url", "x", "x"]]],
    ["title:", [["title", "", null]]],
    [
      "title:\nb: 1",
      [
        ["title", "", null],
        ["b", "1", 1],
      ],
    ],
    [
      "a: # note\n  x\nb: 1",
      [
        ["a", "x", "x"],
        ["b", "1", 1],
      ],
    ],
    [
      "a: one\n  two\n\n  three\nb: 1",
      [
        ["a", "one\n  two\n\n  three", "one two\nthree"],
        ["b", "1", 1],
      ],
    ],
    [
      "a: |\n  one: x\n\n  # two\nb: 1",
      [
        ["a", "|\n  one: x\n\n  # two", "one: x\n\n# two\n"],
        ["b", "1", 1],
      ],
    ],
    [
      "a: >-\n  one\n  two\n\nb: 1",
      [
        ["a", ">-\n  one\n  two", "one two"],
        ["b", "1", 1],
      ],
    ],
    [
      "a: [x, 'y]', {z: 1}]\nb: 1",
      [
        ["a", "[x, 'y]', {z: 1}]", ["x", "y]", new Map([["z", 1]])]],
        ["b", "1", 1],
      ],
    ],
    [
      "a: [\n  x, # ]\n  y\n]\nb: 1",
      [
        ["a", "[\n  x, # ]\n  y\n]", ["x", "y"]],
        ["b", "1", 1],
      ],
    ],
    [
      "a:\n- x\n- y: 1\nb: 1",
      [
        ["a", "- x\n- y: 1", ["x", new Map([["y", 1]])]],
        ["b", "1", 1],
      ],
    ],
    [
      "a:\n  k: v\n  l: w\nb: 1",
      [
        [
          "a",
          "k: v\n  l: w",
          new Map([
            ["k", "v"],
            ["l", "w"],
          ]),
        ],
        ["b", "1", 1],
      ],
    ],
    [
      "  a: 1\n  b: 2",
      [
        ["a", "1", 1],
        ["b", "2", 2],
      ],
    ],
    [
      "a: &x [1]\nb: *x",
      [
        ["a", "&x [1]", [1]],
        ["b", "*x", [1]],
      ],
    ],
    ["a: !!str 1", [["a", "!!str 1", "1"]]],
    [
      "emoji: 😀 x\nb: \u{1F680}",
      [
        ["emoji", "😀 x", "😀 x"],
        ["b", "🚀", "🚀"],
      ],
    ],
    // Quoted text that goes on at column 0: js-yaml accepts it and published pages have it.
    [
      'a: "one\ntwo: three"\nb: 1',
      [
        ["a", '"one\ntwo: three"', "one two: three"],
        ["b", "1", 1],
      ],
    ],
    [
      "a: 'one\n\ntwo'\nb: 1",
      [
        ["a", "'one\n\ntwo'", "one\ntwo"],
        ["b", "1", 1],
      ],
    ],
  ];
  for (const [yaml, expected] of cases)
    it(JSON.stringify(yaml), () => {
      deepStrictEqual(listFields(`---\n${yaml}\n---\n`), expected);
      deepStrictEqual(problemsOf(`---\n${yaml}\n---\n`), []);
      const windows = `---\n${yaml}\n---\n`.replaceAll("\n", "\r\n");
      deepStrictEqual(
        listFields(windows).map(([key, , value]) => [key, value]),
        expected.map(([key, , value]) => [key, value]),
      );
    });

  it("types values as js-yaml does", () => {
    const yaml = "a: no\nb: 012\nc: 2024-01-01\nd: 1_000\ne: .inf\nf: true\ng: ~\nh: '1'";
    deepStrictEqual(
      listFields(`---\n${yaml}\n---`).map(([, , value]) => value),
      ["no", 10, new Date("2024-01-01"), 1000, Infinity, true, null, "1"],
    );
  });

  it("takes keys that objects inherit for what they are", () => {
    const text = "---\n__proto__: {polluted: 1}\nconstructor: 2\ntoString: 3\n---\n";
    deepStrictEqual(
      listFields(text).map(([key]) => key),
      ["__proto__", "constructor", "toString"],
    );
    strictEqual(Reflect.get({}, "polluted"), undefined);
    deepStrictEqual(problemsOf(text), []);
  });

  it("places fields that a merge brings in at the merge", () => {
    const text = "---\nbase: &b {title: T}\n<<: *b\n---\n";
    deepStrictEqual(listFields(text).at(-1), ["<<", "*b", "T"]);
  });

  it("delivers a root written in braces", () => {
    deepStrictEqual(
      listFields("---\n{title: T}\n---\n"),
      [["title", "T"] as const].map(() => ["{title: T}", "{title: T}", "T"]),
    );
  });
});
