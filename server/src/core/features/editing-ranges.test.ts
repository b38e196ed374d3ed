import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { parseFixture } from "../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { createLineMap } from "../text/text-edit.ts";
import { createClosingTag, getFolds, findEnclosingRanges, findTagPair } from "./editing-ranges.ts";

/** Returns the text of the first and last line of each folding range. */
function listFolds(text: string, file = "page.mdx"): string[] {
  const { files } = parseFixture(text);
  const own = files.get(file) ?? "";
  const lines = own.split(/\r\n|\n/);
  return getFolds(siteOf(files), file, createLineMap(own)).map(
    ({ startLine, endLine, kind }) => `${lines[startLine]} … ${lines[endLine]}${kind ? ` ${kind}` : ""}`,
  );
}

describe("folding ranges", () => {
  it("cover frontmatter, sections, components, and code, but not the closing line", () =>
    assert.deepEqual(
      listFolds(
        '---\ntitle: A\nicon: b\n---\n\n## One\n\n<Card\n  title="x"\n>\n  in\n</Card>\n\n```js\na\nb\n```\n\n## Two\n\nend\n',
      ),
      ["--- … icon: b", "## One … ```", "<Card …   in", "```js … b", "## Two … end"],
    ));

  it("cover consecutive imports", () =>
    assert.deepEqual(listFolds('import A from "/a.mdx"\nimport B from "/b.mdx";\n\ntext\n\nimport C from "/c.mdx"\n'), [
      'import A from "/a.mdx" … import B from "/b.mdx"; imports',
    ]));

  it("don't cover content that fits on a single line", () =>
    assert.deepEqual(listFolds("## A\n\n<Card>x</Card>\n").length, 1));

  it("cover arrays and objects in docs.json, including with CRLF line endings", () => {
    const text = '{\r\n  "navigation": {\r\n    "pages": [\r\n      "a"\r\n    ]\r\n  }\r\n}\r\n';
    assert.deepEqual(listFolds(text, "docs.json"), [
      "{ …   }",
      '  "navigation": { …     ]',
      '    "pages": [ …       "a"',
    ]);
  });

  it("are empty for other files", () =>
    assert.deepEqual(listFolds('//- docs.json\n{}\n//- x.json\n{\n"a": 1\n}', "x.json"), []));
});

/**
 * Returns the text of each selection as the selection at `$0` is expanded, starting with the word. Each text contains
 * the previous one.
 */
function listSelections(text: string): string[] {
  const { files, cursor } = parseFixture(text);
  assert.ok(cursor);
  const own = files.get(cursor.file) ?? "";
  const ranges = findEnclosingRanges(siteOf(files), cursor.file, cursor.offset);
  for (const [i, { start, end }] of ranges.entries()) {
    const next = ranges[i + 1];
    if (next) assert.ok(next.start <= start && end <= next.end && next.end - next.start > end - start);
  }
  return ranges.map(({ start, end }) => own.slice(start, end));
}

describe("selection ranges in a page", () => {
  it("expand from the word to the emphasis, line, paragraph, section, and page", () =>
    assert.deepEqual(listSelections("# T\n\n## A\n\none **two th$0ree** four\nfive\n\nsix\n\n## B\n"), [
      "three",
      "two three",
      "**two three**",
      "one **two three** four",
      "one **two three** four\nfive",
      "## A\n\none **two three** four\nfive\n\nsix",
      "# T\n\n## A\n\none **two three** four\nfive\n\nsix\n\n## B",
      "# T\n\n## A\n\none **two three** four\nfive\n\nsix\n\n## B\n",
    ]));

  it("include a link", () =>
    assert.deepEqual(listSelections("a [b c](/d/e$0f) g\n"), [
      "ef",
      "/d/ef",
      "[b c](/d/ef)",
      "a [b c](/d/ef) g",
      "a [b c](/d/ef) g\n",
    ]));

  it("include an attribute, a tag, a component's content, and the component", () => {
    assert.deepEqual(listSelections('<Card title="a b$0c">\n\nin\n\n</Card>\n').slice(0, 5), [
      "bc",
      "a bc",
      '"a bc"',
      'title="a bc"',
      '<Card title="a bc">',
    ]);
    assert.deepEqual(listSelections('<Card title="a">\n\ni$0n\n\n</Card>\n'), [
      "in",
      "\n\nin\n\n",
      '<Card title="a">\n\nin\n\n</Card>',
      '<Card title="a">\n\nin\n\n</Card>\n',
    ]);
  });

  it("include code blocks and frontmatter", () => {
    assert.deepEqual(listSelections("```js\na = b$0c;\nd\n```\n").slice(0, 4), [
      "bc",
      "a = bc;",
      "a = bc;\nd",
      "```js\na = bc;\nd\n```",
    ]);
    assert.deepEqual(listSelections('---\ntitle: "a $0b"\nicon: c\n---\n').slice(0, 4), [
      "b",
      '"a b"',
      'title: "a b"',
      'title: "a b"\nicon: c',
    ]);
  });

  it("include the indentation of lines, with every type of line ending", () => {
    assert.deepEqual(listSelections("  wo$0rd"), ["word", "  word"]);
    assert.deepEqual(listSelections("\n\n  wo$0rd"), ["word", "\n  word"]);
    assert.deepEqual(listSelections("a\n  b\n\tc$0 d\n    e\n\nf\n").slice(0, 3), ["c", "c d", "a\n  b\n\tc d\n    e"]);
    assert.deepEqual(listSelections("  a$0 b\r\n  \r\n  c\r\n").slice(0, 3), ["a", "a b", "  a b\r\n  \r\n  c\r\n"]);
    assert.deepEqual(listSelections("a\r\n   b$0 c\r\n   d").slice(0, 3), ["b", "b c", "a\r\n   b c\r\n   d"]);
  });

  it("are computed quickly on a long page", () => {
    const text = `${"word *em* [l](/x) `c`\n".repeat(5000)}$0`;
    const { files, cursor } = parseFixture(`//- docs.json\n{}\n//- a.mdx\n${text}`);
    const site = siteOf(files);
    assertQuick(1000, () => assert.ok(findEnclosingRanges(site, "a.mdx", cursor?.offset ?? 0).length > 0));
  });
});

describe("selection ranges in docs.json", () => {
  it("include values, keys with their values, objects, and the file", () =>
    assert.deepEqual(listSelections('{ "navigation": { "pages": ["a/b$0c"] } }'), [
      "bc",
      "a/bc",
      '"a/bc"',
      '["a/bc"]',
      '"pages": ["a/bc"]',
      ' "pages": ["a/bc"] ',
      '{ "pages": ["a/bc"] }',
      '"navigation": { "pages": ["a/bc"] }',
      ' "navigation": { "pages": ["a/bc"] } ',
      '{ "navigation": { "pages": ["a/bc"] } }',
    ]));

  it("are empty for other files", () =>
    assert.deepEqual(listSelections('//- docs.json\n{}\n//- x.json\n{ "a$0": 1 }'), []));
});

/** Returns the text with brackets around both names of the tag pair at `$0`, or undefined if there's no pair. */
function pair(markedText: string): string | undefined {
  const text = markedText.replace("$0", "");
  const found = findTagPair(text, markedText.indexOf("$0"), 0);
  if (!found) return undefined;
  const { openingRange: opening, closingRange: closing } = found;
  const parts = [0, opening.start, opening.end, closing.start, closing.end, text.length];
  const [a, b, c, d, e] = parts.slice(1).map((end, i) => text.slice(parts[i], end));
  return `${a}[${b}]${c}[${d}]${e}`;
}

const getClosingTag = (markedText: string) =>
  createClosingTag(markedText.replace("$0", ""), markedText.indexOf("$0"), 0);

describe("matching tags of a component or element", () => {
  it("are found from the name in either tag", () => {
    assert.equal(pair('<Ca$0rd title="a > b">x</Card>'), '<[Card] title="a > b">x</[Card]>');
    assert.equal(pair("<Card>x</Card$0>"), "<[Card]>x</[Card]>");
    assert.equal(pair("<Tree.File$0>x</Tree.File>"), "<[Tree.File]>x</[Tree.File]>");
  });

  it("belong to the same element", () => {
    assert.equal(pair("<a><$0a>x</a></a>"), "<a><[a]>x</[a]></a>");
    assert.equal(pair("<$0a><a>x</a></a>"), "<[a]><a>x</a></[a]>");
    assert.equal(pair("<$0a><b>x</a>"), "<[a]><b>x</[a]>");
  });

  it("are undefined in attributes, text, code, and comments, and if there is no matching tag", () => {
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

describe("closing a typed tag", () => {
  it("inserts the closing tag", () => {
    assert.equal(getClosingTag("<Card>$0"), "</Card>");
    assert.equal(getClosingTag('<div className={a > b ? "x" : "y"}>$0'), "</div>");
    assert.equal(getClosingTag("<Tabs>\n  <Tab>$0\n</Tabs>"), "</Tab>");
  });

  it("inserts the closing tag inside a closed tag with the same name", () =>
    assert.equal(getClosingTag("<Card>\n<Card>$0\n</Card>"), "</Card>"));

  it("inserts nothing if the tag is already closed or doesn't need a closing tag", () => {
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
      assert.equal(getClosingTag(text), undefined, text);
  });

  it("takes little time on a long page", () => {
    const text = `${"<A><B>x</A>\n`c` {d} ~ ".repeat(15_000)}<Card>`;
    assertQuick(2000, () => assert.equal(createClosingTag(text, text.length, 0), "</Card>"));
  });
});
