import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { parseFixture } from "../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { selectionAt } from "./selection.ts";

/** Returns the selected texts at `$0`, starting with the word. Each contains the previous one. */
function selections(text: string): string[] {
  const { files, cursor } = parseFixture(text);
  assert.ok(cursor);
  const own = files.get(cursor.file) ?? "";
  const ranges = selectionAt(siteOf(files), cursor.file, cursor.offset);
  for (const [i, { start, end }] of ranges.entries()) {
    const next = ranges[i + 1];
    if (next) assert.ok(next.start <= start && end <= next.end && next.end - next.start > end - start);
  }
  return ranges.map(({ start, end }) => own.slice(start, end));
}

describe("selection ranges in a page", () => {
  it("expand from the word to emphasis, line, paragraph, section, and page", () =>
    assert.deepEqual(selections("# T\n\n## A\n\none **two th$0ree** four\nfive\n\nsix\n\n## B\n"), [
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
    assert.deepEqual(selections("a [b c](/d/e$0f) g\n"), [
      "ef",
      "/d/ef",
      "[b c](/d/ef)",
      "a [b c](/d/ef) g",
      "a [b c](/d/ef) g\n",
    ]));

  it("include an attribute, a tag, a component's content, and the component", () => {
    assert.deepEqual(selections('<Card title="a b$0c">\n\nin\n\n</Card>\n').slice(0, 5), [
      "bc",
      "a bc",
      '"a bc"',
      'title="a bc"',
      '<Card title="a bc">',
    ]);
    assert.deepEqual(selections('<Card title="a">\n\ni$0n\n\n</Card>\n'), [
      "in",
      "\n\nin\n\n",
      '<Card title="a">\n\nin\n\n</Card>',
      '<Card title="a">\n\nin\n\n</Card>\n',
    ]);
  });

  it("include code and frontmatter", () => {
    assert.deepEqual(selections("```js\na = b$0c;\nd\n```\n").slice(0, 4), [
      "bc",
      "a = bc;",
      "a = bc;\nd",
      "```js\na = bc;\nd\n```",
    ]);
    assert.deepEqual(selections('---\ntitle: "a $0b"\nicon: c\n---\n').slice(0, 4), [
      "b",
      '"a b"',
      'title: "a b"',
      'title: "a b"\nicon: c',
    ]);
  });

  it("end on indented lines, with every type of line ending", () => {
    assert.deepEqual(selections("  wo$0rd"), ["word", "  word"]);
    assert.deepEqual(selections("\n\n  wo$0rd"), ["word", "\n  word"]);
    assert.deepEqual(selections("a\n  b\n\tc$0 d\n    e\n\nf\n").slice(0, 3), [
      "c",
      "c d",
      "a\n  b\n\tc d\n    e",
    ]);
    assert.deepEqual(selections("  a$0 b\r\n  \r\n  c\r\n").slice(0, 3), [
      "a",
      "a b",
      "  a b\r\n  \r\n  c\r\n",
    ]);
    assert.deepEqual(selections("a\r\n   b$0 c\r\n   d").slice(0, 3), ["b", "b c", "a\r\n   b c\r\n   d"]);
  });

  it("take little time in a long page", () => {
    const text = `${"word *em* [l](/x) `c`\n".repeat(5000)}$0`;
    const { files, cursor } = parseFixture(`//- docs.json\n{}\n//- a.mdx\n${text}`);
    const site = siteOf(files);
    assertQuick(1000, () => assert.ok(selectionAt(site, "a.mdx", cursor?.offset ?? 0).length > 0));
  });
});

describe("selection ranges in docs.json", () => {
  it("include values, keys with their values, objects, and the file", () =>
    assert.deepEqual(selections('{ "navigation": { "pages": ["a/b$0c"] } }'), [
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
    assert.deepEqual(selections('//- docs.json\n{}\n//- x.json\n{ "a$0": 1 }'), []));
});
