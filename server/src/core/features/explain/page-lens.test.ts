import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { createPageLens, explainOffset } from "./page-lens.ts";

/**
 * Asserts that the CodeLens above the marked text of the page has this title and that its location is the entry marked
 * in docs.json.
 */
function assertLens(text: string, file: string, title: string): void {
  const { files, marks } = parseFixture(text);
  const found = createPageLens(siteOf(files), file, (path) => files.get(path));
  assert.equal(found?.title, title);
  assert.deepEqual(
    { file, range: found?.range },
    marks.find((mark) => mark.file === file),
  );
  assert.deepEqual(
    found?.location,
    marks.find((mark) => mark.file === "docs.json"),
  );
}

describe("CodeLens above a page", () => {
  it("shows where readers find the page and how many links point to it", () =>
    assertLens(
      '//- docs.json\n{ "navigation": { "groups": [{ "group": "Basics", "pages": [[|"a"|], "b"] }] }, "redirects": [{ "source": "/old", "destination": "/a" }] }\n//- a.mdx\n---\n[|title: A|]\n---\n//- b.mdx\n[x](/a) [y](./a#top) [z](/old)\n',
      "a.mdx",
      "shown in Basics · 3 links",
    ));

  it("shows why readers don't find the page", () => {
    assertLens(
      '//- docs.json\n{ "navigation": { "pages": [[|"a"|]] } }\n//- a.mdx\n---\n[|title: A|]\nhidden: true\n---\n',
      "a.mdx",
      "not shown: “hidden: true” in its frontmatter hides it from the navigation",
    );
    assertLens(
      '//- docs.json\n{ "navigation": { "pages": ["b"] } }\n//- a.mdx\n# [|Hello|]\n//- b.mdx\nHi',
      "a.mdx",
      "not shown: no navigation entry refers to it",
    );
  });
});

describe("visibility result at a position", () => {
  const explainAtCursor = (text: string) => {
    const { files, cursor } = parseFixture(text);
    assert.ok(cursor);
    return explainOffset(siteOf(files), cursor.file, cursor.offset, (path) => files.get(path))?.verdict;
  };

  it("explains an entry that doesn't show anything and is undefined for one that shows a page", () => {
    assert.equal(
      explainAtCursor('//- docs.json\n{ "navigation": { "pages": ["gui$0de", "a"] } }\n//- a.mdx\nHi'),
      "Readers don't see this page: page `guide` doesn't exist. To show it, create `guide.mdx`.",
    );
    assert.equal(
      explainAtCursor(
        '//- docs.json\n{ "navigation": { "groups": [{ "group": "X", "pages": ["a"] }], "pages": ["$0a"] } }\n//- a.mdx\nHi',
      ),
      "Readers don't see this entry: the navigation has both `groups` and `pages`, but the service uses only `groups`.",
    );
    assert.equal(explainAtCursor('//- docs.json\n{ "navigation": { "pages": ["$0a"] } }\n//- a.mdx\nHi'), undefined);
  });

  it("shows where readers find a page if the position is in the page's title", () =>
    assert.equal(
      explainAtCursor('//- docs.json\n{ "navigation": { "pages": ["a"] } }\n//- a.mdx\n---\ntitle: H$0i\n---\n'),
      "Readers find this page at the top level of the navigation, as the first page.",
    ));
});
