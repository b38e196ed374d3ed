import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { readFrontmatter } from "./frontmatter.ts";

/** Each field as `key: value` with the text at its ranges. */
function listFenceFields(text: string): [string, string, unknown][] {
  const { frontmatter } = readFrontmatter(text);
  return [...frontmatter.fields.values()].map(({ keyRange, valueRange, value }) => [
    text.slice(keyRange.start, keyRange.end),
    text.slice(valueRange.start, valueRange.end),
    value,
  ]);
}

/** Each problem as `kind fault: text at its range`. */
function listFenceProblems(text: string): string[] {
  return readFrontmatter(text).frontmatter.problems.map(
    ({ kind, fault, range }) =>
      `${[kind, fault].filter(Boolean).join(" ")}: ${text.slice(range.start, range.end)}`,
  );
}

function body(text: string): string {
  return text.slice(readFrontmatter(text).bodyStart);
}

describe("readFrontmatter: fences", () => {
  const none = [
    "",
    "Hello",
    "----\na: 1\n----\n",
    " ---\na: 1\n---\n",
    "x\n---\na: 1\n---\n",
    "\n---\na: 1\n---\n",
  ];
  for (const text of none)
    it(`finds none in ${JSON.stringify(text)}`, () => {
      const { frontmatter, bodyStart } = readFrontmatter(text);
      deepStrictEqual(frontmatter, { range: undefined, content: undefined, fields: new Map(), problems: [] });
      strictEqual(bodyStart, 0);
    });

  it("takes one byte order mark, blanks behind the fence and every line end", () => {
    for (const eol of ["\n", "\r\n", "\r"]) {
      const text = `\uFEFF--- \t${eol}title: Start${eol}---${eol}# Body`;
      deepStrictEqual(listFenceFields(text), [["title", "Start", "Start"]], JSON.stringify(eol));
      deepStrictEqual(listFenceProblems(text), []);
      strictEqual(body(text), "# Body");
    }
    strictEqual(readFrontmatter("\uFEFF\uFEFF---\na: 1\n---\n").frontmatter.range, undefined);
  });

  it("gives the ranges of both fences and of the content between them", () => {
    const text = "---\r\na: 1\r\nb: 2\r\n---\r\nBody";
    const { range, content } = readFrontmatter(text).frontmatter;
    strictEqual(text.slice(range?.start, range?.end), "---\r\na: 1\r\nb: 2\r\n---");
    strictEqual(text.slice(content?.start, content?.end), "a: 1\r\nb: 2");
  });

  it("accepts empty frontmatter and frontmatter of comments", () => {
    for (const text of ["---\n---\nB", "---\n\n---\nB", "---\n# only words\n---\nB"]) {
      deepStrictEqual(listFenceProblems(text), []);
      deepStrictEqual(listFenceFields(text), []);
      strictEqual(body(text), "B");
    }
  });

  it("reports an unclosed fence once and still delivers fields and body", () => {
    const text = "---\ntitle: Start\n\n# Heading: with colon\n[a](/b)\n";
    deepStrictEqual(listFenceProblems(text), ["not-closed: ---"]);
    deepStrictEqual(listFenceFields(text), [["title", "Start", "Start"]]);
    strictEqual(body(text).trimStart(), "# Heading: with colon\n[a](/b)\n");
    deepStrictEqual(listFenceProblems("---"), ["not-closed: ---"]);
    deepStrictEqual(listFenceProblems('---\ntitle: "x'), ["not-closed: ---"]);
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
    it(`refuses ---${tag} without running anything`, () => {
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
        strictEqual(body(text), "Body");
      }
      strictEqual(Reflect.get(globalThis, "canary"), undefined);
    });

  it("leaves gray-matter no script engine, whoever calls it", async () => {
    const { default: matter } = await import("gray-matter");
    for (const tag of ["js", "javascript", "JS", " js", "JavaScript", "coffee", "cson"]) {
      try {
        matter(`---${tag}\n(globalThis.canary = 1)\n---\n`, {});
      } catch {
        // Refusing is right; running is not.
      }
      strictEqual(Reflect.get(globalThis, "canary"), undefined, tag);
    }
  });

  it("keeps gray-matter in one file", () => {
    const folder = new URL("../", import.meta.url);
    const importers = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .filter((name) =>
        readFileSync(new URL(name.replaceAll("\\", "/"), folder), "utf8").includes('from "gray-matter"'),
      );
    deepStrictEqual(
      importers.map((name) => name.replaceAll("\\", "/")),
      ["page/read-yaml.ts"],
    );
  });
});
