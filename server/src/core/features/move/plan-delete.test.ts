import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { FileEdit } from "../../text/text-edit.ts";
import { type DeletePlan, findUnusedFiles, findNewlyUnusedFiles, planDelete } from "./plan-delete.ts";

const createSite = (fixture: string) => siteOf(parseFixture(fixture).files);
/**
 * Returns a site as the workspace would read it. The workspace searches the text of all files for the names of images
 * (`mentions`).
 */
const createMentioningSite = (fixture: string) => ({ ...createSite(fixture), mentions: new Map() });
const listUnused = (fixture: string) =>
  findUnusedFiles(createSite(fixture)).map(
    ({ file, kind, isReferenced }) => `${kind} ${file}${isReferenced ? " named" : ""}`,
  );

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
  it("returns nothing if every file is listed, linked to, or intentionally unlisted", () =>
    assert.deepEqual(listUnused(`${base}//- secret.mdx\n---\ntitle: S\nhidden: true\n---\n//- notes.md\nNotes\n`), []));

  it("finds unused images, snippets, and pages", () =>
    assert.deepEqual(
      listUnused(
        `${base}//- images/old.png\n//- snippets/old.mdx\nx\n//- left.mdx\n---\ntitle: L\n---\n[self](/left)\n`,
      ),
      ["media images/old.png", "page left.mdx", "snippet snippets/old.mdx"],
    ));

  it("resolves a snippet's relative links from the pages that include the snippet", () =>
    assert.deepEqual(
      listUnused(`${base.replace("![y]", "[next](./next) ![y]")}//- next.mdx\n---\ntitle: N\n---\n`),
      [],
    ));

  it("finds unused components right away, but unused images only after reading all text that might refer to them", () =>
    assert.deepEqual(listUnused(`${base}//- images/old.png\n//- snippets/Old.jsx\nexport const Old = 1;\n`), [
      "snippet snippets/Old.jsx",
    ]));

  it("finds files that are used only by unused files, at any depth", () =>
    assert.deepEqual(
      listUnused(
        `${base}//- snippets/a.mdx\nimport B from "./b.mdx";\n\n<B /> ![s](/images/shown.png)\n//- snippets/b.mdx\n![t](/images/deep.png)\n//- images/deep.png\n`,
      ),
      ["media images/deep.png named", "snippet snippets/a.mdx", "snippet snippets/b.mdx named"],
    ));

  it("doesn't return an image on an unlisted page", () =>
    assert.deepEqual(
      listUnused(`${base}//- left.mdx\n---\ntitle: L\n---\n![x](/images/of-left.png)\n//- images/of-left.png\n`),
      ["page left.mdx"],
    ));

  it("ignores files in nested sites", () => {
    const inner = `${base}//- inner/docs.json\n{ "navigation": {} }\n//- inner/images/x.png\n`;
    const own = `${inner}//- .docwright.json\n{ "sites": ["inner"] }\n`;
    assert.deepEqual(findUnusedFiles(createMentioningSite(own)), []);
    assert.deepEqual(
      findUnusedFiles(createMentioningSite(inner)).map(({ file }) => file),
      ["inner/images/x.png"],
    );
  });
});

describe("leftUnused", () => {
  it("returns files that become unused when a page is deleted, but not those that were already unused", () => {
    const fixture = `${base}//- left.mdx\n---\ntitle: L\n---\nimport Own from "/snippets/own.mdx";\n\n<Own /> ![x](/images/shown.png)\n//- snippets/own.mdx\n![x](/images/own.png)\n//- images/own.png\n//- images/old.png\n`;
    assert.deepEqual(findNewlyUnusedFiles(createSite(fixture), new Set(["left.mdx"])), [
      "snippets/own.mdx",
      "images/own.png",
    ]);
    assert.deepEqual(findNewlyUnusedFiles(createSite(fixture), new Set(["index.mdx"])), [
      "snippets/note.mdx",
      "images/in-note.png",
    ]);
    assert.deepEqual(findNewlyUnusedFiles(createSite(fixture), new Set(["guides/start.mdx"])), []);
  });
});

const page = "---\ntitle: A page\n---\n";

function planAndApply(docs: string, pages: Readonly<Record<string, string>>, paths: readonly string[]) {
  const texts = Object.entries(pages).map(([path, text]) => `//- ${path}\n${page}${text}\n`);
  const { files } = parseFixture(`//- docs.json\n${docs}\n${texts.join("")}`);
  const plan = planDelete(siteOf(files), paths);
  return { plan, docs: applyPlan(files.get("docs.json") ?? "", plan) };
}

/** Returns docs.json after all of the plan's edits and redirects have been applied. */
function applyPlan(text: string, { edits, redirectEdits: redirects }: DeletePlan): unknown {
  const getDocsEdits = (fileEdits: readonly FileEdit[]) =>
    fileEdits.flatMap((edit) => (edit.kind === "edit" && edit.file === "docs.json" ? edit.edits : []));
  const sortedEdits = [...getDocsEdits(edits), ...getDocsEdits(redirects)].sort(
    (a, b) => b.range.start - a.range.start,
  );
  return JSON.parse(
    sortedEdits.reduce((now, { range, newText }) => now.slice(0, range.start) + newText + now.slice(range.end), text),
  );
}

describe("edits after files are deleted", () => {
  it("remove the page from the navigation and redirect readers to its neighbor", () => {
    const { plan, docs } = planAndApply(
      `{ "navigation": { "groups": [{ "group": "A", "pages": ["a/one", "a/two"] }] } }`,
      { "a/one.mdx": "", "a/two.mdx": "See [one](/a/one)." },
      ["a/one.mdx"],
    );
    assert.deepEqual(docs, {
      navigation: { groups: [{ group: "A", pages: ["a/two"] }] },
      redirects: [{ source: "/a/one", destination: "/a/two" }],
    });
    assert.deepEqual(
      plan.remainingReferences.map(({ kind, location: at }) => `${kind} ${at.file}`),
      ["link a/two.mdx"],
    );
  });

  it("redirect to the home page at its public path", () => {
    const { plan } = planAndApply(
      `{ "navigation": { "pages": ["index", "old"] } }`,
      { "index.mdx": "", "old.mdx": "" },
      ["old.mdx"],
    );
    assert.deepEqual(plan.addedRedirects, [{ source: "/old", destination: "/" }]);
  });

  it("don't redirect from the site's root, where the service always shows a page", () => {
    const { plan } = planAndApply(
      `{ "navigation": { "pages": ["index", "start"] } }`,
      { "index.mdx": "", "start.mdx": "" },
      ["index.mdx"],
    );
    assert.deepEqual(plan.addedRedirects, [{ source: "/index", destination: "/start" }]);
  });

  it("redirect to the folder's page if there is no neighbor", () => {
    const { plan } = planAndApply(
      `{ "navigation": { "groups": [{ "group": "G", "pages": ["g/index"] }, { "group": "A", "pages": ["g/a/old"] }] } }`,
      { "g/index.mdx": "", "g/a/old.mdx": "" },
      ["g/a/old.mdx"],
    );
    assert.deepEqual(plan.addedRedirects, [{ source: "/g/a/old", destination: "/g" }]);
  });

  it("distinguish an index page's short path from a page at that path", () => {
    const pages = { "g.mdx": "", "g/index.mdx": "", "g/old.mdx": "" };
    const docs = `{ "navigation": { "groups": [{ "group": "G", "pages": ["g/index", "g/old"] }, { "group": "H", "pages": ["g"] }] } }`;
    assert.deepEqual(planAndApply(docs, pages, ["g/old.mdx"]).plan.addedRedirects, [
      { source: "/g/old", destination: "/g/index" },
    ]);
    assert.deepEqual(planAndApply(docs, pages, ["g/index.mdx"]).plan.addedRedirects, [
      { source: "/g/index", destination: "/g/old" },
    ]);
  });

  it("update redirects to the deleted page so that they don't form a chain", () => {
    const { docs } = planAndApply(
      `{ "navigation": { "pages": ["new", "old"] }, "redirects": [{ "source": "/older", "destination": "/old" }] }`,
      { "new.mdx": "", "old.mdx": "" },
      ["old.mdx"],
    );
    assert.deepEqual((docs as { redirects: unknown }).redirects, [
      { source: "/older", destination: "/new" },
      { source: "/old", destination: "/new" },
    ]);
  });

  it("update redirects with and without the base path", () => {
    const getDestinations = (destinations: readonly string[], settings = "") => {
      const redirects = destinations.map((destination, i) => ({ source: `/r${String(i)}`, destination }));
      const text = JSON.stringify({ navigation: { pages: ["new", "old"] }, redirects });
      const fixture = `${settings}//- docs.json\n${text}\n//- new.mdx\nHi\n//- old.mdx\nHi`;
      const docs = applyPlan(text, planDelete(createSite(fixture), ["old.mdx"]));
      const after = (docs as { redirects: { destination: string }[] }).redirects;
      return after.slice(0, destinations.length).map(({ destination }) => destination);
    };
    assert.deepEqual(getDestinations(["/docs/old?x=1", "https://example.com/old"]), [
      "/docs/new",
      "https://example.com/old",
    ]);
    assert.deepEqual(
      getDestinations(
        ["/old#a", "/docs/old"],
        `//- .docwright.json
{ "basePath": "/docs" }
`,
      ),
      ["/new", "/docs/new"],
    );
  });

  it("update redirects to a page in a folder named like the path that the site is hosted under", () => {
    const { docs } = planAndApply(
      `{ "navigation": { "pages": ["docs/a", "docs/old"] }, "redirects": [{ "source": "/legacy", "destination": "/docs/docs/old" }] }
//- .docwright.json
{ "basePath": "/docs" }
`,
      { "docs/a.mdx": "", "docs/old.mdx": "" },
      ["docs/old.mdx"],
    );
    assert.deepEqual((docs as { redirects: unknown }).redirects, [
      { source: "/legacy", destination: "/docs/docs/a" },
      { source: "/docs/docs/old", destination: "/docs/docs/a" },
    ]);
  });

  it("cover all pages in a deleted folder, including links between them", () => {
    const { plan, docs } = planAndApply(
      `{ "navigation": { "groups": [{ "group": "A", "pages": ["keep", "a/one", "a/two"] }] } }`,
      { "keep.mdx": "[x](/a/two)", "a/one.mdx": "[x](/a/two)", "a/two.mdx": "" },
      ["a"],
    );
    assert.deepEqual((docs as { navigation: unknown }).navigation, {
      groups: [{ group: "A", pages: ["keep"] }],
    });
    assert.deepEqual(
      plan.remainingReferences.map(({ location: at }) => at.file),
      ["keep.mdx"],
    );
  });

  it("remove a deleted root page from its group", () => {
    const { docs } = planAndApply(
      `{ "navigation": { "groups": [{ "group": "A", "root": "a/index", "pages": ["a/one"] }] } }`,
      { "a/index.mdx": "", "a/one.mdx": "" },
      ["a/index.mdx"],
    );
    assert.deepEqual((docs as { navigation: unknown }).navigation, {
      groups: [{ group: "A", pages: ["a/one"] }],
    });
  });

  for (const [caseName, redirects] of [
    ["the list", '[{ "source": "/x", "destination": "/y" }'],
    ["an item of the list", '[{ "source": "/x", "destination": "/y" ]'],
    ["an empty list", "["],
  ] as const)
    it(`list the redirects to add manually if ${caseName} isn't closed`, () => {
      const docs = `{ "navigation": { "pages": ["new", "old"] }, "redirects": ${redirects} }`;
      const { files } = parseFixture(`//- docs.json\n${docs}\n//- new.mdx\n${page}//- old.mdx\n${page}`);
      const plan = planDelete(siteOf(files), ["old.mdx"]);
      assert.deepEqual([plan.redirectEdits, plan.addedRedirects], [[], []]);
      assert.deepEqual(plan.manualRedirects, [{ source: "/old", destination: "/new" }]);
    });

  it("report entries that can't be removed because their list isn't closed", () => {
    const docs = '{ "navigation": { "groups": [{ "group": "A", "root": "old", "pages": ["new", "old" }] } }';
    const { files } = parseFixture(`//- docs.json\n${docs}\n//- new.mdx\n${page}//- old.mdx\n${page}`);
    const { edits, remainingReferences } = planDelete(siteOf(files), ["old.mdx"]);
    assert.deepEqual(edits, []);
    assert.deepEqual(
      remainingReferences.map(({ kind, location: at }) => `${kind} ${at.file}`),
      ["entry docs.json", "root docs.json"],
    );
  });

  it("don't add redirects for files that aren't pages", () => {
    const { plan } = planAndApply(
      `{ "navigation": { "pages": ["index"] } }`,
      { "index.mdx": `import N from "/snippets/n.mdx";\n\n<N />`, "snippets/n.mdx": "" },
      ["snippets/n.mdx"],
    );
    assert.deepEqual([plan.addedRedirects, plan.edits], [[], []]);
    assert.deepEqual(
      plan.remainingReferences.map(({ kind, location: at }) => `${kind} ${at.file}`),
      ["import index.mdx"],
    );
  });
});
