import assert from "node:assert/strict";
import fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import "../harness/fake-vscode.ts";
import { formatExcerpt, toPlainMarkdown, toVisibleText } from "../../client/src/editor/plain-markdown.ts";

describe("toPlainMarkdown", () => {
  for (const text of [
    "[run](command:workbench.action.terminal.new)",
    "<img src=x onerror=alert(1)> <b>x</b>",
    "![](https://evil.example/x.png)",
    "see https://evil.example/a_b_c or www.evil.example or me@evil.example",
    "# heading\n- list\n1. list\n> quote\n```js\ncode\n```\n    code\n\tcode",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "table\n:-\n\ntable\n:-:",
    "heading\n===\n\n---\n\n***",
    "[x]: https://evil.example\n\n[x]",
    "a &copy; &#x41; \\* ~~gone~~ $(alert) `code` __b__",
    "- [ ] done\n[^1]\n\n[^1]: note",
  ])
    it(`shows ${JSON.stringify(text)} as written`, () => showsAsWritten(text));

  it("shows any text as written", () => {
    const signs = fc.constantFrom(...Array.from("abc [](){}<>!#*_`~-+=|\\:/.@&;1\t\n$\"'^"), "http://", "www.", "    ");
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 60 }), (parts) => showsAsWritten(parts.join(""))),
      { numRuns: 2000 },
    );
  });

  it("leaves sentences unchanged", () => {
    const text = "It's unclear: does (a) work, or 50% of b-c? Use #1, “x” & y; 1.5 s.";
    assert.equal(toPlainMarkdown(text), text);
  });

  it("leaves emoji and letters of other scripts unchanged", () => {
    for (const text of ["👩‍👩‍👧", "می‌خواهم", "naïve Größe", "日本語", "👍🏽"]) assert.equal(toPlainMarkdown(text), text);
  });

  it("shows at most 64 KB of a comment", () => {
    assert.ok(toPlainMarkdown("a".repeat(1_000_000)).length <= 65_537);
    assert.equal(toPlainMarkdown(`${"a".repeat(65_535)}😀b`).at(-2), "a");
  });
});

describe("visible", () => {
  it("marks bidirectional controls, invisible characters, and terminal control characters", () => {
    assert.equal(toVisibleText("a\u202eb"), "a⟨U+202E⟩b");
    assert.equal(toVisibleText("a\u200bb"), "a⟨U+200B⟩b");
    assert.equal(toVisibleText("\u001b[31mred\u0000"), "⟨U+001B⟩[31mred⟨U+0000⟩");
    assert.equal(toVisibleText("a\u200db"), "a\u200db");
    assert.equal(toVisibleText("a \u200d b"), "a ⟨U+200D⟩ b");
    assert.equal(toVisibleText("\u{e0041}"), "⟨U+E0041⟩");
    assert.equal(toVisibleText("\ud800"), "⟨U+D800⟩");
  });
});

describe("firstWords", () => {
  it("returns one line of at most the given number of characters", () => {
    assert.equal(formatExcerpt(" a\n\n b\tc "), "a b c");
    assert.equal(formatExcerpt("x".repeat(500)).length, 120);
    assert.equal(formatExcerpt("x".repeat(1_000_000)).at(-1), "…");
  });
});

function showsAsWritten(text: string): void {
  const tree = fromMarkdown(toPlainMarkdown(text), {
    extensions: [gfm()],
    // Disables the second pass for URLs, which also finds escaped URLs. The editor doesn't have such a pass (see the
    // suite “feedback”).
    mdastExtensions: gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] })),
  });
  const kinds = new Set<string>();
  let shown = "";
  const walk = (node: Nodes): void => {
    kinds.add(node.type);
    if (node.type === "text") shown += node.value;
    if ("children" in node) for (const child of node.children) walk(child);
  };
  walk(tree);
  for (const kind of kinds) assert.ok(["root", "paragraph", "text", "break"].includes(kind), `${kind} in ${text}`);
  const letters = (words: string): string => words.replaceAll(/\s/g, "");
  assert.equal(letters(shown), letters(text));
}
