import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { escapeMarkdown, formatInlineCode, toPlainText } from "./markdown.ts";

describe("plain text of Markdown", () => {
  for (const [markdown, text] of [
    ["**`<Card>`**\n\nShows a card. Same as `<Tile>`.", "<Card>\n\nShows a card. Same as <Tile>."],
    ["A\n\n---\n\nB", "A\n\nB"],
    ["- `cols`: Number\n- `rows`: Number", "- cols: Number\n- rows: Number"],
    ["![key](data:image/svg+xml,%3Csvg%3E)\n\n`key` from Font Awesome", "key from Font Awesome"],
    ["See [the **`x`** page](https://example.com/a) and [Explain](command:x?%5B%5D).", "See the x page and Explain."],
  ] as const)
    it(`of ${JSON.stringify(markdown)}`, () => assert.equal(toPlainText(markdown), text));

  for (const name of ["a*b_c", "[x](y)", "`` ` ``", "\\`\\", "**", "---", "![i](u) 1", "`", "a `b` c"]) {
    it(`preserves the escaped name ${name}`, () => {
      assert.equal(toPlainText(`**${escapeMarkdown(name)}** [${escapeMarkdown(name)}](u)`), `${name} ${name}`);
      assert.equal(toPlainText(`**${formatInlineCode(name)}** - ${formatInlineCode(name)}`), `${name} - ${name}`);
    });
  }

  for (const [name, text] of [
    ["brackets around code", `[${"``".repeat(20_000)}`],
    ["opening brackets", "[".repeat(100_000)],
    ["images", "![".repeat(50_000)],
    ["unclosed images", "![](".repeat(25_000)],
    ["runs of backticks", Array.from({ length: 400 }, (_, i) => "`".repeat(i + 1)).join(" ")],
  ] as const)
    it(`takes little time for many ${name}`, () => assertQuick(2000, () => void toPlainText(text)));
});
