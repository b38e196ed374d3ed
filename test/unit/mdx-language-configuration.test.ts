import assert from "node:assert/strict";
import { assertQuick } from "../harness/assert-quick.ts";
import { readFileSync } from "node:fs";
import path from "node:path";

interface EnterRule {
  readonly beforeText: string;
  readonly afterText?: string;
  readonly action: { readonly indent: string; readonly appendText?: string };
}
interface Configuration {
  readonly comments: { readonly blockComment: readonly [string, string]; readonly lineComment?: string };
  readonly autoClosingPairs: readonly {
    readonly open: string;
    readonly close: string;
    readonly notIn?: readonly string[];
  }[];
  readonly autoCloseBefore: string;
  readonly surroundingPairs: readonly (readonly [string, string])[];
  readonly folding: { readonly markers: { readonly start: string; readonly end: string } };
  readonly indentationRules: {
    readonly increaseIndentPattern: string;
    readonly decreaseIndentPattern: string;
  };
  readonly onEnterRules: readonly EnterRule[];
}

const file = path.resolve(import.meta.dirname, "../../syntaxes/mdx-language-configuration.json");
const configuration = JSON.parse(readFileSync(file, "utf8")) as Configuration;
const { indentationRules, onEnterRules, folding, autoClosingPairs } = configuration;

/** Simulates pressing Enter at `|`. As in VS Code, the first matching rule applies. */
function enter(line: string): string {
  const [before = "", after = ""] = line.split("|");
  const rule = onEnterRules.find(
    ({ beforeText, afterText }) =>
      new RegExp(beforeText).test(before) && (afterText === undefined || new RegExp(afterText).test(after)),
  );
  return rule ? `${rule.action.indent} ${rule.action.appendText ?? ""}` : "as it is";
}

describe("on-Enter rules for pages", () => {
  const cases: readonly (readonly [string, string])[] = [
    // Tags.
    ["<Card>|</Card>", "indentOutdent "],
    ['  <Card title="A > B" icon={<X />}>|</Card>', "indentOutdent "],
    ['  <Card title="A > B" cols={2} style={{ a: 1 }}>|</Card>', "indentOutdent "],
    ["text <b>|</b>", "indentOutdent "],
    ["<>|</>", "as it is"],
    ["<Card />|</Columns>", "as it is"],
    ["<Card>text|</Card>", "as it is"],
    ["</Card>|</Columns>", "as it is"],
    ["{/*| */}", "indentOutdent "],
    // Lists.
    ["- eggs|", "none - "],
    ["  - eggs|", "none - "],
    ["* eggs| and more", "none * "],
    ["+ eggs|", "none + "],
    ["- [x] eggs|", "none - [ ] "],
    ["* [ ] eggs|", "none * [ ] "],
    ["- [a link](/b)|", "none - "],
    ["-   eggs|", "none - "],
    ["- |", "as it is"],
    ["- [ ] |", "as it is"],
    ["- [ ]|", "as it is"],
    ["---|", "as it is"],
    ["- - -|", "as it is"],
    ["* * *|", "as it is"],
    ["-eggs|", "as it is"],
    ["**eggs** are|", "as it is"],
    ["a - b|", "as it is"],
    ["|- eggs", "as it is"],
    // Block quotes.
    ["> said|", "none > "],
    ["> |", "as it is"],
    [">|", "as it is"],
    ["a > b|", "as it is"],
  ];
  for (const [line, expected] of cases)
    it(`turn ${line} into ${expected}`, () => {
      assert.equal(enter(line), expected);
    });
});

describe("indentation rules for pages", () => {
  const increases = new RegExp(indentationRules.increaseIndentPattern);
  const decreases = new RegExp(indentationRules.decreaseIndentPattern);
  /** Each case consists of a line, whether the next line is indented, and whether this line is outdented. */
  const cases: readonly (readonly [string, boolean, boolean])[] = [
    ["<Steps>", true, false],
    ['  <Step title="Install">', true, false],
    ['<Card title="a > b" icon="x">', true, false],
    ["<A onClick={() => go()}>", true, false],
    ["<A style={{ width: 1 }}>", true, false],
    ["<Step>Text that goes on", true, false],
    ["<Icons.Star>", true, false],
    ["<Card", true, false],
    ['<Card title="A"', true, false],
    // A `>` could also be the start of a block quote.
    [">", false, false],
    ["<Card />", false, false],
    ['<img src="/a.png" />', false, false],
    ["<Card>a</Card>", false, false],
    ["<Columns><Card>a</Card>", false, false],
    ["</Card>", false, true],
    ["  </Steps>", false, true],
    ["/>", false, true],
    ["text with <b>strong</b> words", false, false],
    ["text", false, false],
    ["# Heading", false, false],
    ["- item", false, false],
    ["> quote", false, false],
    ["a < b", false, false],
    ["{name}", false, false],
  ];
  for (const [line, goesIn, comesOut] of cases)
    it(`${goesIn ? "increase" : comesOut ? "decrease" : "don't change"} the indentation for ${line}`, () => {
      assert.deepEqual([increases.test(line), decreases.test(line)], [goesIn, comesOut]);
    });

  it("are evaluated quickly for a long line", () => {
    for (const line of ["<A ".repeat(20_000), `<A ${'b="c" '.repeat(20_000)}`, `<A b={${"{".repeat(20_000)}`])
      assertQuick(1000, () => {
        increases.test(line);
        enter(`${line}|`);
      });
  });
});

describe("bracket and comment settings for pages", () => {
  it("include MDX block comments but no line comments", () => {
    assert.deepEqual(configuration.comments, { blockComment: ["{/*", "*/}"] });
  });

  // By the time the comment is typed, its opening brace has been closed automatically, so VS Code removes that closing
  // brace.
  it("insert the end of a comment automatically, with only one closing brace", () => {
    const comment = autoClosingPairs.find(({ open }) => open === "{/*");
    const brace = autoClosingPairs.find(({ open }) => open === "{");
    assert.equal(comment?.close, " */}");
    assert.ok(comment.close.endsWith(brace?.close ?? "?"));
  });

  it("don't pair apostrophes and less-than signs in text", () => {
    for (const sign of ["'", "<", "*", "_"]) assert.ok(!autoClosingPairs.some(({ open }) => open === sign), sign);
  });

  it("surround the selection with quotes or Markdown markers", () => {
    for (const sign of ["'", '"', "`", "*", "_", "~"])
      assert.ok(
        configuration.surroundingPairs.some(([open, close]) => open === sign && close === sign),
        sign,
      );
  });

  it("close a quote before the end of a tag but not before a word", () => {
    for (const next of [" ", "/", ">", "\n"]) assert.ok(configuration.autoCloseBefore.includes(next), next);
    assert.doesNotMatch(configuration.autoCloseBefore, /\w/);
  });
});

describe("folding regions", () => {
  const start = new RegExp(folding.markers.start);
  const end = new RegExp(folding.markers.end);
  const cases: readonly (readonly [string, boolean, boolean])[] = [
    ["{/* #region Set up */}", true, false],
    ["  {/* region */}", true, false],
    ["{/* #endregion */}", false, true],
    ["{/* endregion Set up */}", false, true],
    ["{/* regional prices */}", false, false],
    ["#region", false, false],
  ];
  for (const [line, starts, ends] of cases)
    it(`${starts ? "start" : ends ? "end" : "don't start or end"} at ${line}`, () => {
      assert.deepEqual([start.test(line), end.test(line)], [starts, ends]);
    });
});
