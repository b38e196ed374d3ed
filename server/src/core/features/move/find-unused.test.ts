import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { findUnused, leftUnused } from "./find-unused.ts";

const site = (fixture: string) => siteOf(parseFixture(fixture).files);
/** As the workspace reads it, which looks for names of images in every text. */
const siteWithMentions = (fixture: string) => ({ ...site(fixture), mentions: new Map() });
const unused = (fixture: string) =>
  findUnused(site(fixture)).map(({ file, kind, isNamed }) => `${kind} ${file}${isNamed ? " named" : ""}`);

const base = `//- docs.json
{ "navigation": { "groups": [{ "group": "A", "pages": ["index", "guides/start"] }] }, "redirects": [{ "source": "/o", "destination": "/by-redirect" }] }
//- index.mdx
---
title: Home
---
import Note from "/snippets/note.mdx";

<Note /> ![x](/images/shown.png) [to](/linked)
//- guides/start.mdx
---
title: Start
---
//- linked.mdx
---
title: Linked
---
//- by-redirect.mdx
---
title: R
---
//- snippets/note.mdx
Read ![y](/images/in-note.png)
//- images/shown.png
//- images/in-note.png
//- logo.svg
`;

describe("findUnused", () => {
  it("finds nothing in a site where everything is shown, linked or meant", () =>
    assert.deepEqual(
      unused(`${base}//- secret.mdx\n---\ntitle: S\nhidden: true\n---\n//- notes.md\nNotes\n`),
      [],
    ));

  it("finds images, snippets and pages that nothing uses", () =>
    assert.deepEqual(
      unused(
        `${base}//- images/old.png\n//- snippets/old.mdx\nx\n//- left.mdx\n---\ntitle: L\n---\n[self](/left)\n`,
      ),
      ["media images/old.png", "page left.mdx", "snippet snippets/old.mdx"],
    ));

  it("finds components, but no images while a text that may name them is not read", () =>
    assert.deepEqual(unused(`${base}//- images/old.png\n//- snippets/Old.jsx\nexport const Old = 1;\n`), [
      "snippet snippets/Old.jsx",
    ]));

  it("finds what only unused files use, at any depth, and not what others use too", () =>
    assert.deepEqual(
      unused(
        `${base}//- snippets/a.mdx\nimport B from "./b.mdx";\n\n<B /> ![s](/images/shown.png)\n//- snippets/b.mdx\n![t](/images/deep.png)\n//- images/deep.png\n`,
      ),
      ["media images/deep.png named", "snippet snippets/a.mdx", "snippet snippets/b.mdx named"],
    ));

  it("does not call a page's image unused because no menu lists the page", () =>
    assert.deepEqual(
      unused(`${base}//- left.mdx\n---\ntitle: L\n---\n![x](/images/of-left.png)\n//- images/of-left.png\n`),
      ["page left.mdx"],
    ));

  it("tells nothing of sites inside this one", () => {
    const inner = `${base}//- inner/docs.json\n{ "navigation": {} }\n//- inner/images/x.png\n`;
    const own = `${inner}//- .docwright.json\n{ "sites": ["inner"] }\n`;
    assert.deepEqual(findUnused(siteWithMentions(own)), []);
    assert.deepEqual(
      findUnused(siteWithMentions(inner)).map(({ file }) => file),
      ["inner/images/x.png"],
    );
  });
});

describe("leftUnused", () => {
  it("is what goes with a page, and nothing that was unused before", () => {
    const fixture = `${base}//- left.mdx\n---\ntitle: L\n---\nimport Own from "/snippets/own.mdx";\n\n<Own /> ![x](/images/shown.png)\n//- snippets/own.mdx\n![x](/images/own.png)\n//- images/own.png\n//- images/old.png\n`;
    assert.deepEqual(leftUnused(site(fixture), new Set(["left.mdx"])), [
      "snippets/own.mdx",
      "images/own.png",
    ]);
    assert.deepEqual(leftUnused(site(fixture), new Set(["index.mdx"])), [
      "snippets/note.mdx",
      "images/in-note.png",
    ]);
    assert.deepEqual(leftUnused(site(fixture), new Set(["guides/start.mdx"])), []);
  });
});
