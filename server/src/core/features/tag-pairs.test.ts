import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { closingTagFor, tagPairAt } from "./tag-pairs.ts";

/** Returns the text with both names of the tag pair at `$0` in brackets. */
function pair(marked: string): string | undefined {
  const text = marked.replace("$0", "");
  const found = tagPairAt(text, marked.indexOf("$0"), 0);
  if (!found) return undefined;
  const { opening, closing } = found;
  const parts = [0, opening.start, opening.end, closing.start, closing.end, text.length];
  const [a, b, c, d, e] = parts.slice(1).map((end, i) => text.slice(parts[i], end));
  return `${a}[${b}]${c}[${d}]${e}`;
}

const closes = (marked: string) => closingTagFor(marked.replace("$0", ""), marked.indexOf("$0"), 0);

describe("matching tags of a component or element", () => {
  it("are found from either name", () => {
    assert.equal(pair('<Ca$0rd title="a > b">x</Card>'), '<[Card] title="a > b">x</[Card]>');
    assert.equal(pair("<Card>x</Card$0>"), "<[Card]>x</[Card]>");
    assert.equal(pair("<Tree.File$0>x</Tree.File>"), "<[Tree.File]>x</[Tree.File]>");
  });

  it("belong to the same pair", () => {
    assert.equal(pair("<a><$0a>x</a></a>"), "<a><[a]>x</[a]></a>");
    assert.equal(pair("<$0a><a>x</a></a>"), "<[a]><a>x</a></[a]>");
    assert.equal(pair("<$0a><b>x</a>"), "<[a]><b>x</[a]>");
  });

  it("are undefined in attributes, text, code, and comments, and without a matching tag", () => {
    for (const text of [
      '<Card ti$0tle="a">x</Card>',
      "<Card>x$0y</Card>",
      "`<Ca$0rd>x</Card>`",
      "```\n<Ca$0rd>x</Card>\n```\n",
      "{/* <Ca$0rd>x</Card> */}",
      "<Ca$0rd>x",
      "<Ca$0rd />",
      "<b$0r>x</br>",
    ])
      assert.equal(pair(text), undefined, text);
  });
});

describe("typed tag", () => {
  it("is closed", () => {
    assert.equal(closes("<Card>$0"), "</Card>");
    assert.equal(closes('<div className={a > b ? "x" : "y"}>$0'), "</div>");
    assert.equal(closes("<Tabs>\n  <Tab>$0\n</Tabs>"), "</Tab>");
  });

  it("is closed inside a closed tag of the same name", () =>
    assert.equal(closes("<Card>\n<Card>$0\n</Card>"), "</Card>"));

  it("isn't closed twice or if it doesn't need to be closed", () => {
    for (const text of [
      "<Card>$0</Card>",
      "<Card />$0",
      "<img>$0",
      "</Card>$0",
      "a > $0b",
      "a >$0",
      "() =>$0",
      "`<Card>$0`",
      "```\n<Card>$0\n```\n",
      "{/* <Card>$0 */}",
      '<Card title="a>$0"',
      "<https://example.com>$0",
    ])
      assert.equal(closes(text), undefined, text);
  });

  it("takes little time in a long page", () => {
    const text = `${"<A><B>x</A>\n`c` {d} ~ ".repeat(15_000)}<Card>`;
    assertQuick(2000, () => assert.equal(closingTagFor(text, text.length, 0), "</Card>"));
  });
});
