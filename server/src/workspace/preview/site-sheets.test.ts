import assert from "node:assert/strict";
import { createMemoryDisk } from "../files/disk.ts";
import { SiteSheets } from "./site-frame.ts";

describe("a site's style sheets in the preview", () => {
  let files: Map<string, string>;
  let sheets: SiteSheets;
  beforeEach(() => {
    files = new Map();
    sheets = new SiteSheets({ disk: createMemoryDisk("/site", files) });
  });
  const read = () => sheets.read(new Set([...files.keys(), "page.mdx"]));
  const createSheet = (length: number): string => ".a { color: red }" + " ".repeat(length - ".a { color: red }".length);

  it("are applied up to a total of 1 MB", () => {
    files.set("style.css", createSheet(141_000)).set("css/large.css", createSheet(1_000_000));
    assert.deepEqual(read(), { text: ".dw-page .a{color:red}".repeat(2), unappliedSheets: [] });
  });

  it("are listed with a reason if they aren't applied", () => {
    files.set("large.css", createSheet(1_000_001)).set("style.css", createSheet(100));
    files.set("rules.css", ".b{color:red}".repeat(20_001));
    const { text, unappliedSheets: unapplied } = read();
    assert.ok(text.endsWith(".dw-page .b{color:red}"));
    assert.deepEqual(unapplied, [
      { file: "large.css", reason: "too-large" },
      { file: "rules.css", reason: "too-many-rules" },
      { file: "style.css", reason: "too-many-rules" },
    ]);
    files.delete("rules.css");
    assert.deepEqual(read(), {
      text: ".dw-page .a{color:red}",
      unappliedSheets: [{ file: "large.css", reason: "too-large" }],
    });
    for (let at = 0; at < 60; at++) files.set(`z${at}.css`, ".a { color: red }");
    const { unappliedSheets: more } = read();
    assert.equal(more.filter(({ reason }) => reason === "too-many").length, 12);
  });

  it("are the same object until one of them changes", () => {
    files.set("a.css", ".a { color: red }");
    const before = read();
    assert.equal(read(), before);
    files.set("b.css", createSheet(1_000_001));
    assert.deepEqual(read().unappliedSheets, [{ file: "b.css", reason: "too-large" }]);
    files.delete("b.css");
    assert.deepEqual(read(), before);
  });
});
