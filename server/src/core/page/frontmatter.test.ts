import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { assertGrowsWithLength } from "../../../../test/harness/grows-with-length.ts";
import { readFrontmatter } from "./frontmatter.ts";
import type { FieldValue } from "./page.ts";

/** Returns the text of each field's key, the text of its value, and the parsed value. */
function listFenceFields(text: string): [string, string, unknown][] {
  const { frontmatter } = readFrontmatter(text);
  return [...frontmatter.fields.values()].map(({ keyRange, valueRange, value }) => [
    text.slice(keyRange.start, keyRange.end),
    text.slice(valueRange.start, valueRange.end),
    value,
  ]);
}

/** Returns the kind and fault of each problem, and the text at its range. */
function listFenceProblems(text: string): string[] {
  return readFrontmatter(text).frontmatter.problems.map(
    ({ kind, error, range }) => `${[kind, error].filter(Boolean).join(" ")}: ${text.slice(range.start, range.end)}`,
  );
}

function getBody(text: string): string {
  return text.slice(readFrontmatter(text).bodyStart);
}

describe("readFrontmatter: fences", () => {
  const none = ["", "Hello", "----\na: 1\n----\n", " ---\na: 1\n---\n", "x\n---\na: 1\n---\n", "\n---\na: 1\n---\n"];
  for (const text of none)
    it(`finds no frontmatter in ${JSON.stringify(text)}`, () => {
      const { frontmatter, bodyStart } = readFrontmatter(text);
      deepStrictEqual(frontmatter, { range: undefined, contentRange: undefined, fields: new Map(), problems: [] });
      strictEqual(bodyStart, 0);
    });

  it("accepts a byte order mark, spaces after the fence, and any line ending", () => {
    for (const eol of ["\n", "\r\n", "\r"]) {
      const text = `\uFEFF--- \t${eol}title: Start${eol}---${eol}# Body`;
      deepStrictEqual(listFenceFields(text), [["title", "Start", "Start"]], JSON.stringify(eol));
      deepStrictEqual(listFenceProblems(text), []);
      strictEqual(getBody(text), "# Body");
    }
    strictEqual(readFrontmatter("\uFEFF\uFEFF---\na: 1\n---\n").frontmatter.range, undefined);
  });

  it("returns the ranges of both fences and of the content between them", () => {
    const text = "---\r\na: 1\r\nb: 2\r\n---\r\nBody";
    const { range, contentRange: content } = readFrontmatter(text).frontmatter;
    strictEqual(text.slice(range?.start, range?.end), "---\r\na: 1\r\nb: 2\r\n---");
    strictEqual(text.slice(content?.start, content?.end), "a: 1\r\nb: 2");
  });

  it("accepts empty frontmatter and frontmatter that contains only comments", () => {
    for (const text of ["---\n---\nB", "---\n\n---\nB", "---\n# only words\n---\nB"]) {
      deepStrictEqual(listFenceProblems(text), []);
      deepStrictEqual(listFenceFields(text), []);
      strictEqual(getBody(text), "B");
    }
  });

  it("reports an unclosed fence once and still returns fields and the body", () => {
    const text = "---\ntitle: Start\n\n# Heading: with colon\n[a](/b)\n";
    deepStrictEqual(listFenceProblems(text), ["not-closed: ---"]);
    deepStrictEqual(listFenceFields(text), [["title", "Start", "Start"]]);
    strictEqual(getBody(text).trimStart(), "# Heading: with colon\n[a](/b)\n");
    deepStrictEqual(listFenceProblems('---\ntitle: "x'), ["not-closed: ---"]);
    deepStrictEqual(listFenceProblems("---\nti"), ["not-closed: ---"]);
  });

  it("treats an unclosed fence without fields as a thematic break", () => {
    for (const text of [
      "---\n\nNeed help? Ask **us**.\n",
      "---\nNote: this is a paragraph.\n\nMore\n",
      "---\n\n## Next steps\n\n- One\n- Two\n",
      '---\r\n\r\n<Card title="A" />\r\n',
      "---\n\n```yaml\ntitle: A\n```\n",
    ]) {
      deepStrictEqual(listFenceProblems(text), []);
      strictEqual(getBody(text), text);
    }
    for (const text of ["---", "---\n", "---\n\n"]) deepStrictEqual(listFenceProblems(text), []);
  });
});

describe("readFrontmatter: tagged fences", () => {
  const tags = [
    "js",
    "javascript",
    "JS",
    "JavaScript",
    " js",
    "\tjs",
    "js ",
    "node",
    "coffee",
    "coffeescript",
    "cson",
    "CSON",
    "json",
    "toml",
    "yaml",
    "constructor",
    "__proto__",
    "toString",
    "# comment",
  ];
  for (const tag of tags)
    it(`rejects ---${tag} without executing anything`, () => {
      Reflect.deleteProperty(globalThis, "canary");
      for (const code of [
        "{x: (globalThis.canary = 1)}",
        "globalThis.canary = 1",
        "(function(){ globalThis.canary = 1 })()",
      ]) {
        const text = `---${tag}\n${code}\n---\nBody`;
        deepStrictEqual(listFenceProblems(text), [`language-not-allowed: ---${tag.trimEnd()}`]);
        strictEqual(readFrontmatter(text).frontmatter.problems[0]?.text, tag.trim());
        deepStrictEqual(listFenceFields(text), []);
        strictEqual(getBody(text), "Body");
      }
      strictEqual(Reflect.get(globalThis, "canary"), undefined);
    });

  it("disables gray-matter's script engines for all callers", async () => {
    const { default: matter } = await import("gray-matter");
    for (const tag of ["js", "javascript", "JS", " js", "JavaScript", "coffee", "cson"]) {
      try {
        matter(`---${tag}\n(globalThis.canary = 1)\n---\n`, {});
      } catch {
        // The reader can reject the code, but it must never run the code.
      }
      strictEqual(Reflect.get(globalThis, "canary"), undefined, tag);
    }
  });

  it("is the only code that imports gray-matter", () => {
    const folder = new URL("../", import.meta.url);
    const importers = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .filter((name) =>
        readFileSync(new URL(name.replaceAll("\\", "/"), folder), "utf8").includes('from "gray-matter"'),
      );
    deepStrictEqual(
      importers.map((name) => name.replaceAll("\\", "/")),
      ["page/yaml-frontmatter.ts"],
    );
  });
});

/** Returns the text of each field's key, the text of its value, and the parsed value. */
function listFields(text: string): [string, string, FieldValue][] {
  const { frontmatter } = readFrontmatter(text);
  return [...frontmatter.fields.values()].map(({ keyRange, valueRange, value }) => [
    text.slice(keyRange.start, keyRange.end),
    text.slice(valueRange.start, valueRange.end),
    value,
  ]);
}

/** Returns the kind and fault of each problem, and the text at its range. */
function listProblems(text: string): string[] {
  return readFrontmatter(text).frontmatter.problems.map(
    ({ kind, error, range }) => `${[kind, error].filter(Boolean).join(" ")}: ${text.slice(range.start, range.end)}`,
  );
}

describe("readFrontmatter: values and positions", () => {
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
    // Quoted text that continues in column 0 is supported, because js-yaml accepts it and published pages contain it.
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
    it(`returns the values and positions of ${JSON.stringify(yaml)}`, () => {
      deepStrictEqual(listFields(`---\n${yaml}\n---\n`), expected);
      deepStrictEqual(listProblems(`---\n${yaml}\n---\n`), []);
      const windows = `---\n${yaml}\n---\n`.replaceAll("\n", "\r\n");
      deepStrictEqual(
        listFields(windows).map(([key, , value]) => [key, value]),
        expected.map(([key, , value]) => [key, value]),
      );
    });

  it("parses values as the same types as js-yaml", () => {
    const yaml = "a: no\nb: 012\nc: 2024-01-01\nd: 1_000\ne: .inf\nf: true\ng: ~\nh: '1'";
    deepStrictEqual(
      listFields(`---\n${yaml}\n---`).map(([, , value]) => value),
      ["no", 10, new Date("2024-01-01"), 1000, Infinity, true, null, "1"],
    );
  });

  it("treats inherited object keys as ordinary keys", () => {
    const text = "---\n__proto__: {polluted: 1}\nconstructor: 2\ntoString: 3\n---\n";
    deepStrictEqual(
      listFields(text).map(([key]) => key),
      ["__proto__", "constructor", "toString"],
    );
    strictEqual(Reflect.get({}, "polluted"), undefined);
    deepStrictEqual(listProblems(text), []);
  });

  it("locates merged fields at the merge key", () => {
    const text = "---\nbase: &b {title: T}\n<<: *b\n---\n";
    deepStrictEqual(listFields(text).at(-1), ["<<", "*b", "T"]);
  });

  it("parses fields in braces", () => {
    deepStrictEqual(
      listFields("---\n{title: T}\n---\n"),
      [["title", "T"] as const].map(() => ["{title: T}", "{title: T}", "T"]),
    );
  });
});

describe("readFrontmatter: problems", () => {
  const cases: [string, string[]][] = [
    ['title: "abc', ['syntax quote-not-closed: "abc']],
    ['title: "abc\nb: "x"', ['syntax quote-not-closed: "abc']],
    ["title: 'it's'\nb: 1", ["syntax apostrophe: 'it's'"]],
    ["title: 'it''s the l’été's'", ["syntax apostrophe: 'it''s the l’été's'"]],
    ['title: "The "x" menu"', ['syntax inner-quotes: "The "x" menu"']],
    ['title: "使用"获取"指令。"', ['syntax inner-quotes: "使用"获取"指令。"']],
    ['title: "x" and "y"', ['syntax text-after-value: "x" and "y"']],
    ['title: "x", "y"', ['syntax text-after-value: "x", "y"']],
    ["title: 'it's", ["syntax text-after-value: 'it's"]],
    ["title: 'a' and 'b'", ["syntax text-after-value: 'a' and 'b'"]],
    ["title: 'it's' a", ["syntax text-after-value: 'it's' a"]],
    ["title: 'it\\'s'\nb: 1", ["syntax escaped-quote: 'it\\'s'"]],
    ["title: 'it\\'s '' and \\'so\\''", ["syntax escaped-quote: "]],
    ["title: 'it\\'s '' and \\'so\\' on'", ["syntax escaped-quote: "]],
    ["title: 'it\\'s' 'a'", ["syntax text-after-value: 'it\\'s' 'a'"]],
    ["title: 'it\\'s", ["syntax text-after-value: 'it\\'s"]],
    ["title: [a, b\nc: 1", ["syntax bracket-not-closed: [a, b"]],
    ["title: Part 1: Start\nb: 1", ["syntax colon-in-value: Part 1: Start"]],
    ["a: 1\ntitle Start\nb: 1", ["syntax no-colon: title Start"]],
    ["a: 1\ntitle:Start\nb: 1", ["syntax no-colon: title:Start"]],
    ["title: @start", ["syntax start-character: @start"]],
    ["title: *start*\nb: 1", ["syntax alias: *start*"]],
    ['title: "\\q"', ['syntax escape: title: "\\q"']],
    ["a:\n  b: 1\n c: 2", ["syntax indentation: c: 2"]],
    ["a:\n\tb: 1", ["syntax tab: \t"]],
    ["a: |\n  b\n...\nc: 1", ["syntax second-document: ..."]],
    ["a: !!js/function 'x'\nb: 1", ["unknown-tag: !!js/function"]],
    ["a: !!js/regexp /x/", ["unknown-tag: !!js/regexp"]],
    ["a: !foo x", ["unknown-tag: !foo"]],
    ["a: 1\nb: !!binary aGk=", ["unknown-tag: !!binary"]],
    ["a: x\0y", ["not-text: \0"]],
    ["a: x\ud800y", ["not-text: \ud800"]],
    ["- a\n- b", ["not-a-map: - a\n- b"]],
    ["just words", ["not-a-map: just words"]],
    ["42", ["not-a-map: 42"]],
    ["a: 1\nb: 2\na: 3", ["duplicate-key: a"]],
    ["a: 1\n'a': 3\na: 4", ["duplicate-key: 'a'", "duplicate-key: a"]],
    ["x:\n  a: 1\n  a: 2", ["duplicate-key: a"]],
    ["a: &x [*x]", ["too-deep: ---"]],
    ["a: &x [*x, *x]", ["too-deep: ---"]],
    [`a: ${"[".repeat(800)}${"]".repeat(800)}`, ["too-deep: ---"]],
    [`a: ${"[".repeat(50_000)}`, ["too-deep: ---"]],
    [`a: ${"- ".repeat(5000)}x`, ["syntax start-character: "]],
    [`a: "${"x".repeat(270_000)}"`, ["too-large: ---"]],
  ];
  for (const [yaml, expected] of cases)
    it(`finds the problems in ${JSON.stringify(yaml.slice(0, 60))}`, () => {
      const problems = listProblems(`---\n${yaml}\n---\n`);
      deepStrictEqual(
        problems.map((problem, i) => problem.slice(0, Math.max(expected[i]?.length ?? 0, 12))),
        expected,
      );
    });

  it("reports where a duplicate key first occurs and keeps the first value", () => {
    const text = "---\na: 1\nb: 2\na: 3\n---\n";
    const { fields, problems } = readFrontmatter(text).frontmatter;
    deepStrictEqual(problems, [
      { kind: "duplicate-key", text: "a", range: { start: 14, end: 15 }, first: { start: 4, end: 5 } },
    ]);
    deepStrictEqual(
      [...fields.values()].map(({ key, value }) => [key, value]),
      [
        ["a", 1],
        ["b", 2],
      ],
    );
  });

  it("keeps the other fields if one of them is invalid", () => {
    const text = '---\ntitle: "Start\ndescription: Part 1: x\nopenapi: GET /x\nkeywords: [a, b]\n---\n';
    deepStrictEqual(
      [...readFrontmatter(text).frontmatter.fields.values()].map(({ key, value }) => [key, value]),
      [
        ["description", "Part 1: x"],
        ["openapi", "GET /x"],
        ["keywords", ["a", "b"]],
      ],
    );
  });
});

describe("readFrontmatter: hostile input", () => {
  function createBomb(levels: number): string {
    const lines = ["a0: &a0 x"];
    for (let i = 1; i <= levels; i++)
      lines.push(
        `a${i}: &a${i} [${Array(9)
          .fill(`*a${i - 1}`)
          .join(", ")}]`,
      );
    return `---\n${lines.join("\n")}\n---\n`;
  }
  it("rejects alias bombs without expanding them", () => {
    for (const levels of [8, 20]) {
      const { frontmatter } = readFrontmatter(createBomb(levels));
      deepStrictEqual(
        frontmatter.problems.map((problem) => problem.kind),
        ["too-large"],
      );
      strictEqual(frontmatter.fields.size, 0);
    }
  });

  it("accepts 150 harmless aliases", () => {
    const yaml = `base: &b x\n${Array.from({ length: 150 }, (_, i) => `k${i}: *b`).join("\n")}`;
    const { fields, problems } = readFrontmatter(`---\n${yaml}\n---\n`).frontmatter;
    deepStrictEqual(problems, []);
    strictEqual(fields.get("k149")?.value, "x");
  });

  it("takes time proportional to the length of the text, whether the text is accepted or rejected", () => {
    const shapes: ((n: number) => string)[] = [
      (n) => Array.from({ length: n }, (_, i) => `k${i}: [`).join("\n"),
      (n) => Array.from({ length: n }, (_, i) => `k${i}: "`).join("\n"),
      (n) => Array.from({ length: n }, (_, i) => `k${i}: ${i % 2 ? '"' : "'"}\\`).join("\n"),
      (n) => Array.from({ length: n }, (_, i) => `k${i}: 1`).join("\n"),
      (n) => "\n".repeat(n * 4),
      (n) => " \n".repeat(n * 2) + "a: 1",
      (n) =>
        `a: &a {${Array.from({ length: n / 10 }, (_, i) => `x${i}: 1`).join(", ")}}\n` + "b: {<<: *a}\n".repeat(n / 10),
      (n) => `a: &a [${"x,".repeat(n)}]\n` + "c:\n- ? *a\n  : 1\n".repeat(n / 4),
      (n) => `a: ${"- ".repeat(n)}`,
      (n) => `a: ${"{".repeat(n)}`,
      (n) => Array.from({ length: n }, () => "a: 1").join("\n"),
    ];
    for (const [i, shape] of shapes.entries()) {
      const createWork = (n: number) => {
        const text = `---\n${shape(n)}\n---\n`;
        return () => readFrontmatter(text);
      };
      try {
        assertGrowsWithLength({ work: createWork, from: 2000, tries: 3, most: 32, enough: 100 });
      } catch (error) {
        throw new Error(`shape ${i}`, { cause: error });
      }
    }
  });

  it("never fails on a page that is cut off at any position", () => {
    const page =
      '\uFEFF---\r\ntitle: "A: \\"b\\""\r\n"og:title": \'x\'\r\nkeywords:\r\n- a\r\n- {b: [c]}\r\ntext: |\r\n  x\r\n  y\r\nz: &a [1, *a]\r\n---\r\nBody';
    for (let i = 0; i <= page.length; i++) {
      const text = page.slice(0, i);
      const { frontmatter, bodyStart } = readFrontmatter(text);
      ok(bodyStart <= text.length);
      for (const { keyRange, valueRange } of frontmatter.fields.values())
        for (const range of [keyRange, valueRange]) ok(range.start <= range.end && range.end <= text.length, text);
      for (const { range } of frontmatter.problems) ok(range.start <= range.end && range.end <= text.length, text);
    }
  });
});
