import assert from "node:assert/strict";
import * as fc from "fast-check";
import { chooseByMode } from "../../../../../test/harness/choose-by-mode.ts";
import { checkSyntax } from "./check-syntax.ts";
import { isMdx, parseMdxTree, readMdx } from "./mdx-parser.ts";
import { isTooDeep, isTriviallyValid } from "./trivially-valid.ts";

const createNested = (opener: string, closer: string, count: number): string =>
  `{${opener.repeat(count)}1${closer.repeat(count)}}`;

describe("code nested too deeply to parse", () => {
  // Without this check, parsing these strings in a worker thread would terminate the entire process, because V8 can't
  // compile a regular expression when the stack is nearly full.
  for (const [opener, closer] of [
    ["`${", "}`"],
    ["(function(){return ", "})"],
    ["[", "]"],
    ["f(", ")"],
    ["({a:", "})"],
  ] as const)
    it(`is rejected for ${opener}`, () => {
      const text = createNested(opener, closer, 5000);
      assert.equal(isTooDeep(text), true);
      assert.deepEqual(readMdx(text), { kind: "too-complex" });
      assert.equal(parseMdxTree(text, { singleDollarMaths: true }), undefined);
      assert.deepEqual(
        checkSyntax(text).map(({ kind }) => kind),
        ["too-complex"],
      );
      assert.equal(isTooDeep(createNested(opener, closer, 60)), false);
    });

  it("is detected in an unclosed export", () => {
    assert.equal(isTooDeep(`export const a = ${"`${".repeat(5000)}`), true);
  });

  it("isn't detected in prose or unclosed braces", () => {
    for (const text of ["[".repeat(5000), "(".repeat(5000), "{".repeat(5000), "{a} ((( ".repeat(5000)])
      assert.equal(isTooDeep(text), false, text.slice(0, 20));
  });
});

describe("isTriviallyValid", () => {
  const certain = ["", "# A\n\ntext `<a>` and ``{`x``\n", "```\n<a {\n```\n", "- a\n\n  ```\n  {\n  ```\n"];
  const unsure = [
    "{x}",
    "import x",
    "`a\n<b>`",
    "| `a | <b>` |",
    "  ```\nfoo\n```\n<bad\n```\n",
    "> ```\n> x\n```\n<bad\n```\n",
    "$`$ <`",
    // A paragraph with more marks than the parser supports.
    ...["\n", "\r\n"].map((lineEnd) => `a * b${lineEnd}`.repeat(6000)),
  ];
  for (const text of certain)
    it(`is true for ${JSON.stringify(text)}`, () => assert.equal(isTriviallyValid(text), true));
  for (const text of unsure)
    it(`is false for ${JSON.stringify(text.slice(0, 30))}, which only the parser can check`, () =>
      assert.equal(isTriviallyValid(text), false));
});

describe("readMdx", () => {
  it("accepts exactly the marks and braces that the unmodified parser accepts", () => {
    const parts = [
      "`",
      "``",
      "```",
      "$",
      "$$",
      "\\",
      "{…}",
      "{x}",
      " ",
      "a",
      "*",
      "_",
      "~",
      "[",
      "](b)",
      "!",
      "\n",
      "&",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), (chosenParts) => {
        const text = chosenParts.join("");
        assert.equal(readMdx(text).kind === "read", isMdx(text), JSON.stringify(text));
      }),
      { numRuns: chooseByMode(3000, 300_000) },
    );
  }).timeout(chooseByMode(60_000, 3_600_000));
});
