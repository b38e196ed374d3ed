import assert from "node:assert/strict";
import * as fc from "fast-check";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { type PageCursor, findPageCursor } from "./page-cursor.ts";

/** Returns the kind of the cursor at `$0`, the typed text, and the text to replace. */
function describeCursor(markedText: string): string {
  const offset = markedText.indexOf("$0");
  const text = markedText.replace("$0", "");
  const cursor = findPageCursor(text, offset);
  const range = getRange(cursor);
  if (!range) return "text";
  const kind = cursor.kind === "frontmatter" ? cursor.frontmatterCursor.kind : cursor.kind;
  return `${kind} ${range.typedText}|${text.slice(range.replace.start, range.replace.end)}`;
}

function getRange(cursor: PageCursor) {
  if (cursor.kind === "text") return undefined;
  return cursor.kind === "frontmatter" ? cursor.frontmatterCursor : cursor;
}

const cases: readonly (readonly [string, string])[] = [
  // Frontmatter.
  ["$0", "block |"],
  ["--$0", "block --|--"],
  ["---$0", "block ---|---"],
  ["---\nti$0\n---\n", "field ti|ti"],
  ["---\n$0\n---\n", "field |"],
  ["---\nmo$0de: wide\n---\n", "field mo|mode"],
  ["---\n$0: wide\n---\n", "field |"],
  ["---\nmode: wi$0\n---\n", "value wi|wi"],
  ["---\nmode:$0\n---\n", "value |"],
  ["---\r\nmode: $0\r\n---\r\n", "value |"],
  ['---\ntitle: "a$0b"\n---\n', 'value a|"ab"'],
  ["---\ntitle: x\nmo$0", "field mo|mo"],
  ["---\ntitle: x\n$0\n\nText", "field |"],
  ["---\nkeywords: [a, b$0]\n---\n", "item b|b"],
  ["---\nkeywords:\n  - a\n  - $0\n---\n", "item |"],
  ["---\nicon:\n  na$0\n---\n", "text"],
  ["---\n# comment$0\n---\n", "text"],
  // Tags.
  ["<$0", "tag-name |"],
  ["Text <Ca$0 more", "tag-name Ca|Ca"],
  ['<Ca$0rd title="x">', "tag-name Ca|Card"],
  ["<Card $0>", "attribute-name |"],
  ["<Card ti$0", "attribute-name ti|ti"],
  ['<Card $0="x">', "attribute-name |"],
  ['<Card\n  title="x"\n  $0\n>', "attribute-name |"],
  ['<Card icon="ro$0cket">', "attribute-value ro|rocket"],
  ['<Card icon="ro$0', "attribute-value ro|ro"],
  ['<Card icon="ro$0 href="/a">', "attribute-value ro|ro"],
  ["<Card icon=$0>", "attribute-value |"],
  ["<Columns cols={$0}>", "attribute-value |"],
  ["<Columns cols={2$0", "attribute-value 2|2"],
  ['<Card icon={<Icon icon="a$0" />}>', "attribute-value a|a"],
  ['<Card icon={<Icon />} $0title="x">', "attribute-name |title"],
  ["<Tabs></Ta$0", "closing-tag Ta|Ta"],
  ["<Tabs></$0>", "closing-tag |"],
  ["<Card>$0</Card>", "text"],
  ["a < b $0", "text"],
  ["`<Ca$0`", "text"],
  ["<Card \n\nText $0", "text"],
  // Links.
  ["[x](/gui$0des)", "link /gui|/guides"],
  ["[x]($0", "link |"],
  ["[x](/a#b$0)", "link /a#b|/a#b"],
  ["![x](/im$0)", "image /im|/im"],
  ["[x]: /a$0", "link /a|/a"],
  ["[x](/a) $0", "text"],
  ["`[x]($0`", "text"],
  // Imports.
  ['import A from "/sn$0"', "import-source /sn|/sn"],
  ["import A from $0", "import-source |"],
  ['import { A$0 } from "/a.jsx"', "import-name A|A"],
  ["Use {{ver$0}}", "variable ver|ver"],
  ["Use {{$0", "variable |"],
  ["```js$0", "code-language js|js"],
  ["- item\n  ```$0\n  x\n  ```", "code-language |"],
  ["```js ti$0\n```", "code-meta ti|ti"],
  ["```js\n<Card $0\n```", "text"],
  ["```js\n```\n<Card $0", "attribute-name |"],
  ["Plain words$0", "text"],
];

describe("cursor context in a page", () => {
  for (const [markedText, expected] of cases)
    it(`is determined in ${JSON.stringify(markedText)}`, () => {
      assert.equal(describeCursor(markedText), expected);
    });

  it("is the same with CRLF line endings", () => {
    for (const [markedText, expected] of cases) {
      if (markedText.includes("\r")) continue;
      assert.equal(describeCursor(markedText.replaceAll("\n", "\r\n")), expected, markedText);
    }
  });

  it("never fails and always has a replacement range on one line that contains the cursor", () => {
    const piece = fc.constantFrom(
      ..."<|>|/|{|}|[|]|(|)|\"|'|`|```|---|\n|\r\n| |=|#|:|Card|title|import|from|-|é|😀|{{|</".split("|"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.nat({ max: 120 }), (pieces, index) => {
        const text = pieces.join("");
        const offset = Math.min(index, text.length);
        const range = getRange(findPageCursor(text, offset));
        if (!range) return;
        const { start, end } = range.replace;
        assert.ok(start <= offset && offset <= end && end <= text.length, `${start} ${offset} ${end}`);
        assert.doesNotMatch(text.slice(start, end), /\n/);
      }),
      { numRuns: 3000 },
    );
  });

  it("is determined within a few milliseconds in a 1 MB file", () => {
    const text = `---\ntitle: x\n---\n${'<Card title="x">\n[a](/b) `c` {{d}}\n'.repeat(30_000)}<Card `;
    findPageCursor(text, text.length);
    assertQuick(500, () => {
      for (let i = 0; i < 10; i++) findPageCursor(text, text.length);
    });
  });
});
