import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { getPageAnchors } from "../../site/links/anchors.ts";
import { resolveLink } from "../../site/links/resolve-link.ts";
import { applyEdits } from "../../text/text-edit.ts";
import { formatMessageInEnglish } from "../../text/localized-message.ts";
import { findPinnableHeading, renameKeepingAnchors } from "./keep-anchors.ts";

const docsFixture = '//- docs.json\n{ "navigation": { "pages": ["a", "b"] } }\n';

function parseStart(before: string) {
  const { files, cursor } = parseFixture(before);
  const site = siteOf(files);
  const page = cursor && site.references.get(cursor.file);
  assert.ok(cursor && page);
  return { files, site, page, offset: cursor.offset };
}

/**
 * Asserts that the files in `after` have the given text, that no other files have changed, and that every previous
 * anchor still exists.
 */
function isNow(
  before: string,
  edits: ReadonlyMap<string, readonly { range: { start: number; end: number }; newText: string }[]>,
  after: string,
): void {
  const { files, site, page } = parseStart(before);
  const expected = parseFixture(after).files;
  const newFiles = new Map([...files].map(([file, text]) => [file, applyEdits(text, edits.get(file) ?? [])]));
  for (const [file, text] of newFiles) assert.equal(text, expected.get(file) ?? files.get(file), file);
  const newSite = siteOf(newFiles);
  for (const id of getPageAnchors(site, page.path).ids)
    assert.ok(getPageAnchors(newSite, page.path).ids.includes(id), id);
  for (const { id } of page.headings)
    assert.equal(resolveLink(newSite, `/${page.path.replace(".mdx", "")}#${id}`, undefined).kind, "page");
}

function assertKept(before: string, newName: string, after: string): void {
  const { site, page, offset } = parseStart(before);
  const outcome = renameKeepingAnchors(site, page, offset, newName);
  assert.ok(outcome.ok, "the rename was rejected");
  isNow(before, outcome.edits, after);
}

function assertPinned(before: string, after: string): void {
  const { site, page, offset } = parseStart(before);
  const found = findPinnableHeading(site, page, { start: offset, end: offset });
  assert.ok(found, "the heading can't be pinned");
  isNow(before, found.pinEdits, after);
}

function doesNotPin(before: string): void {
  const { site, page, offset } = parseStart(before);
  assert.equal(findPinnableHeading(site, page, { start: offset, end: offset }), undefined);
}

describe("keeping the anchor of a renamed heading", () => {
  it("appends the anchor to the new text and leaves links unchanged", () =>
    assertKept(
      `${docsFixture}//- a.mdx\n[x](/b#install-it)\n//- b.mdx\n## Inst$0all it\n\n[self](#install-it)`,
      "Set it up",
      "//- b.mdx\n## Set it up {#install-it}\n\n[self](#install-it)",
    ));

  it("doesn't make any edits if the anchor stays the same or is already explicit", () => {
    assertKept(`${docsFixture}//- b.mdx\n## Install $0it`, "Install IT", "//- b.mdx\n## Install IT");
    assertKept(`${docsFixture}//- b.mdx\n## Install $0it {#i}`, "Set up", "//- b.mdx\n## Set up {#i}");
  });

  it("also keeps the numbered anchors of later headings with the same text", () => {
    assertKept(
      `${docsFixture}//- b.mdx\n## U$0se\n\n## Use\n\n## Use`,
      "Start",
      "//- b.mdx\n## Start {#use}\n\n## Use\n\n## Use {#use-3}",
    );
    assertKept(
      `${docsFixture}//- b.mdx\n## Use\n\n## U$0se\n\n## Use`,
      "Start",
      "//- b.mdx\n## Use\n\n## Start {#use-2}\n\n## Use {#use-3}",
    );
  });

  it("keeps the published anchor, including percent-encoded characters", () => {
    assertKept(`${docsFixture}//- b.mdx\n## Step 2: $0Go`, "Leave", "//- b.mdx\n## Leave {#step-2-go}");
    assertKept(`${docsFixture}//- b.mdx\n## 新し$0い 🚀`, "New", "//- b.mdx\n## New {#%E6%96%B0%E3%81%97%E3%81%84-}");
  });

  it("preserves line endings and indentation", () =>
    assertKept(
      `${docsFixture}//- b.mdx\n<Note>\r\n  ## Fir$0st\r\n</Note>\r\n`,
      "Other",
      "//- b.mdx\n<Note>\r\n  ## Other {#first}\r\n</Note>\r\n",
    ));

  it("escapes characters that would end the heading", () =>
    assertKept(`${docsFixture}//- b.mdx\n## Fir$0st`, "Learn C #", "//- b.mdx\n## Learn C \\# {#first}"));

  it("rejects text that wouldn't be a single heading", () => {
    for (const [text, pattern] of [
      ["## U$0se", " "],
      ["## U$0se", "a\nb"],
      ["## U$0se", "x".repeat(5000)],
      ["U$0se\n===", "import x from 'y'"],
    ] as const) {
      const { site, page, offset } = parseStart(`${docsFixture}//- b.mdx\n${text}`);
      assert.ok(!renameKeepingAnchors(site, page, offset, pattern).ok, pattern.slice(0, 20));
    }
  });

  it("rejects headings whose anchors the service ignores: those that are underlined, closed by #, or in a list or quote", () => {
    for (const text of ["U$0se\n===", "## U$0se ##", "- ## U$0se", "> ## U$0se", "    ## U$0se"]) {
      const { site, page, offset } = parseStart(`${docsFixture}//- b.mdx\n${text}`);
      const outcome = renameKeepingAnchors(site, page, offset, "Start");
      assert.ok(!outcome.ok, text);
      assert.match(formatMessageInEnglish(outcome.reason), /#use can't be added/);
    }
  });
});

describe("keeping an anchor if an included file has a heading with the same text", () => {
  const site = `${docsFixture}//- b.mdx\nimport N from "/snippets/n.mdx";\n\n## Use\n\n<N />\n//- snippets/n.mdx\n`;

  it("is rejected because only the service can determine the anchor's number", () => {
    const { site: updatedSite, page, offset } = parseStart(`${site}## U$0se`);
    const outcome = renameKeepingAnchors(updatedSite, page, offset, "Start");
    assert.ok(!outcome.ok);
    assert.match(
      formatMessageInEnglish(outcome.reason),
      /^b\.mdx shows several headings that would have the anchor #use/,
    );
    doesNotPin(`${site}## U$0se`);
  });

  it("is also rejected if the page includes the same file twice", () => {
    const twice = site.replace("## Use\n\n<N />", "<N />\n\n<N />");
    const { site: updatedSite, page, offset } = parseStart(`${twice}## U$0se`);
    assert.ok(!renameKeepingAnchors(updatedSite, page, offset, "Start").ok);
    doesNotPin(`${twice}## U$0se`);
  });

  it("is allowed if the anchor stays the same or is already explicit", () => {
    const importText = 'import N from "/snippets/n.mdx";\n\n';
    const createFixture = (heading: string) =>
      `${docsFixture}//- b.mdx\n${importText}${heading}\n\n<N />\n//- snippets/n.mdx\n## Use`;
    assertKept(createFixture("## U$0se"), "USE", `//- b.mdx\n${importText}## USE\n\n<N />`);
    assertKept(createFixture("## U$0se {#b}"), "Start", `//- b.mdx\n${importText}## Start {#b}\n\n<N />`);
  });
});

describe("pinning the anchor of a heading", () => {
  it("adds the anchor from any position on the line", () => {
    assertPinned(`${docsFixture}//- b.mdx\n$0## Install it`, "//- b.mdx\n## Install it {#install-it}");
    assertPinned(`${docsFixture}//- b.mdx\n## Install it$0\r\n`, "//- b.mdx\n## Install it {#install-it}\r\n");
  });

  it("also pins numbered anchors, including those of later headings", () =>
    assertPinned(
      `${docsFixture}//- b.mdx\n## Use\n\n## U$0se\n\n## Use`,
      "//- b.mdx\n## Use\n\n## Use {#use-2}\n\n## Use {#use-3}",
    ));

  it("isn't offered if the heading has no anchor or can't contain one", () => {
    for (const text of ["te$0xt", "## U$0se {#x}", "## !$0!!", `## ${"long ".repeat(60)}$0`, "U$0se\n---"])
      doesNotPin(`${docsFixture}//- b.mdx\n${text}`);
  });
});
