import assert from "node:assert/strict";
import { assertQuick } from "../harness/assert-quick.ts";
import { formatExcerpt } from "../../server/src/cli/check/report-pretty.ts";

/** Returns the two lines of the excerpt for a line in which the span is between `[` and `]`. */
function excerpt(marked: string, columns = 60): string {
  const start = marked.indexOf("[");
  const end = marked.indexOf("]") - 1;
  const line = marked.replace("[", "").replace("]", "");
  const found = formatExcerpt(
    line,
    { start: { line: 0, character: start }, end: { line: 0, character: end } },
    columns,
  );
  return found ? `${found.line}\n${found.carets}` : "";
}

describe("source excerpt", () => {
  it("removes the indentation and marks exactly the range with carets", () => {
    assert.equal(excerpt('      ["guides/setup"],'), '"guides/setup",\n^^^^^^^^^^^^^^');
  });

  it("counts a tab as the number of columns that it fills", () => {
    assert.equal(excerpt("\tab\t[cd]"), "ab  cd\n    ^^");
  });

  it("counts emoji and East Asian letters as two columns", () => {
    // The widths of the characters before the span, in columns: 1 + 2 + 2 + 1 + 2 + 1 + 1 + 1 + 1 + 1.
    assert.equal(excerpt('"日本 👩‍👩‍👧 é": ["x"]'), `"日本 👩‍👩‍👧 é": "x"\n${" ".repeat(13)}^^^`);
    assert.equal(excerpt("[日本]語"), "日本語\n^^^^");
  });

  it("marks an empty range with one caret, even after the last character", () => {
    assert.equal(excerpt("ab[]cd"), "abcd\n  ^");
    assert.equal(excerpt("abcd[]"), "abcd\n    ^");
  });

  it("shortens a long line around the range and shows that it's shortened", () => {
    const [line, carets] = excerpt(`${"a ".repeat(200)}["here"]${" b".repeat(200)}`, 40).split("\n");
    assert.ok(line && carets && line.length <= 40, line);
    assert.match(line, /^….*"here".*…$/);
    assert.equal(line.slice(carets.indexOf("^"), carets.lastIndexOf("^") + 1), '"here"');
  });

  it("also shortens a range that exceeds the maximum line length", () => {
    const [line, carets] = excerpt(`x [${"y".repeat(300)}] z`, 40).split("\n");
    assert.ok(line && carets && line.length <= 40 && carets.length <= 40);
    assert.match(carets, /^ *\^{30,}$/);
  });

  it("keeps the end of the line visible if it contains the range", () => {
    const [line] = excerpt(`${"a".repeat(100)} [end]`, 40).split("\n");
    assert.match(line ?? "", /^…a+ end$/);
  });

  it("escapes terminal control characters", () => {
    const span = { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } };
    assert.deepEqual(formatExcerpt("\u001b[31m\u202ex", span, 60), {
      line: "␛[31m\\u{202e}x",
      carets: "^^^^^",
    });
  });

  it("shortens a line of ten million characters quickly", () => {
    const line = `${"x".repeat(5_000_000)}!${"x".repeat(5_000_000)}`;
    const span = { start: { line: 0, character: 5_000_000 }, end: { line: 0, character: 5_000_001 } };
    assertQuick(500, () => assert.match(formatExcerpt(line, span, 60)?.line ?? "", /!/));
  });

  it("returns nothing for a blank line", () => {
    assert.equal(
      formatExcerpt("   ", { start: { line: 0, character: 1 }, end: { line: 0, character: 1 } }, 60),
      undefined,
    );
  });

  it("marks a multi-line range up to the end of its first line", () => {
    const found = formatExcerpt('  "a": {', { start: { line: 3, character: 2 }, end: { line: 5, character: 1 } }, 60);
    assert.deepEqual(found, { line: '"a": {', carets: "^^^^^^" });
  });
});
