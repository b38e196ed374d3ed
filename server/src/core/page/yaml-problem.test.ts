import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { assertGrowsWithLength } from "../../../../test/harness/grows-with-length.ts";
import { readFrontmatter } from "./frontmatter.ts";

/** Each problem as `kind fault: text at its range`. */
function problemsOf(text: string): string[] {
  return readFrontmatter(text).frontmatter.problems.map(
    ({ kind, fault, range }) =>
      `${[kind, fault].filter(Boolean).join(" ")}: ${text.slice(range.start, range.end)}`,
  );
}

describe("readFrontmatter: problems", () => {
  const cases: [string, string[]][] = [
    ['title: "abc', ['syntax quote-not-closed: "abc']],
    ['title: "abc\nb: "x"', ['syntax quote-not-closed: "abc']],
    ["title: 'it's'\nb: 1", ["syntax text-after-value: 'it's'"]],
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
    it(JSON.stringify(yaml.slice(0, 60)), () => {
      const found = problemsOf(`---\n${yaml}\n---\n`);
      deepStrictEqual(
        found.map((problem, i) => problem.slice(0, Math.max(expected[i]?.length ?? 0, 12))),
        expected,
      );
    });

  it("names the first use of a duplicate and keeps its value", () => {
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

  it("keeps the other fields when one is broken", () => {
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
  function bomb(levels: number): string {
    const lines = ["a0: &a0 x"];
    for (let i = 1; i <= levels; i++)
      lines.push(
        `a${i}: &a${i} [${Array(9)
          .fill(`*a${i - 1}`)
          .join(", ")}]`,
      );
    return `---\n${lines.join("\n")}\n---\n`;
  }
  it("refuses alias bombs without walking them", () => {
    for (const levels of [8, 20]) {
      const { frontmatter } = readFrontmatter(bomb(levels));
      deepStrictEqual(
        frontmatter.problems.map((problem) => problem.kind),
        ["too-large"],
      );
      strictEqual(frontmatter.fields.size, 0);
    }
  });

  it("accepts 150 honest aliases", () => {
    const yaml = `base: &b x\n${Array.from({ length: 150 }, (_, i) => `k${i}: *b`).join("\n")}`;
    const { fields, problems } = readFrontmatter(`---\n${yaml}\n---\n`).frontmatter;
    deepStrictEqual(problems, []);
    strictEqual(fields.get("k149")?.value, "x");
  });

  it("reads or refuses within time that grows with the length only", () => {
    const shapes: ((n: number) => string)[] = [
      (n) => Array.from({ length: n }, (_, i) => `k${i}: [`).join("\n"),
      (n) => Array.from({ length: n }, (_, i) => `k${i}: "`).join("\n"),
      (n) => Array.from({ length: n }, (_, i) => `k${i}: ${i % 2 ? '"' : "'"}\\`).join("\n"),
      (n) => Array.from({ length: n }, (_, i) => `k${i}: 1`).join("\n"),
      (n) => "\n".repeat(n * 4),
      (n) => " \n".repeat(n * 2) + "a: 1",
      (n) =>
        `a: &a {${Array.from({ length: n / 10 }, (_, i) => `x${i}: 1`).join(", ")}}\n` +
        "b: {<<: *a}\n".repeat(n / 10),
      (n) => `a: &a [${"x,".repeat(n)}]\n` + "c:\n- ? *a\n  : 1\n".repeat(n / 4),
      (n) => `a: ${"- ".repeat(n)}`,
      (n) => `a: ${"{".repeat(n)}`,
      (n) => Array.from({ length: n }, () => "a: 1").join("\n"),
    ];
    for (const [i, shape] of shapes.entries()) {
      const work = (n: number) => {
        const text = `---\n${shape(n)}\n---\n`;
        return () => readFrontmatter(text);
      };
      try {
        assertGrowsWithLength({ work, from: 2000, tries: 3, most: 32, enough: 100 });
      } catch (error) {
        throw new Error(`shape ${i}`, { cause: error });
      }
    }
  });

  it("survives every prefix of a page and every lone line of it", () => {
    const page =
      '\uFEFF---\r\ntitle: "A: \\"b\\""\r\n"og:title": \'x\'\r\nkeywords:\r\n- a\r\n- {b: [c]}\r\ntext: |\r\n  x\r\n  y\r\nz: &a [1, *a]\r\n---\r\nBody';
    for (let i = 0; i <= page.length; i++) {
      const text = page.slice(0, i);
      const { frontmatter, bodyStart } = readFrontmatter(text);
      ok(bodyStart <= text.length);
      for (const { keyRange, valueRange } of frontmatter.fields.values())
        for (const range of [keyRange, valueRange])
          ok(range.start <= range.end && range.end <= text.length, text);
      for (const { range } of frontmatter.problems)
        ok(range.start <= range.end && range.end <= text.length, text);
    }
  });
});
