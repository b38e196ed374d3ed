import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { FileEdit } from "../../text/text-edit.ts";
import { planDelete, type DeletePlan } from "./plan-delete.ts";

const page = "---\ntitle: A page\n---\n";

function planned(docs: string, pages: Readonly<Record<string, string>>, paths: readonly string[]) {
  const texts = Object.entries(pages).map(([path, text]) => `//- ${path}\n${page}${text}\n`);
  const { files } = parseFixture(`//- docs.json\n${docs}\n${texts.join("")}`);
  const plan = planDelete(siteOf(files), paths);
  return { plan, docs: applied(files.get("docs.json") ?? "", plan) };
}

/** docs.json when everything that is offered is agreed to. */
function applied(text: string, { edits, redirects }: DeletePlan): unknown {
  const ofDocs = (all: readonly FileEdit[]) =>
    all.flatMap((edit) => (edit.kind === "edit" && edit.file === "docs.json" ? edit.edits : []));
  const all = [...ofDocs(edits), ...ofDocs(redirects)].sort((a, b) => b.range.start - a.range.start);
  return JSON.parse(
    all.reduce((now, { range, newText }) => now.slice(0, range.start) + newText + now.slice(range.end), text),
  );
}

describe("what follows when files are deleted", () => {
  it("takes the page out of the navigation and leads readers to the one beside it", () => {
    const { plan, docs } = planned(
      `{ "navigation": { "groups": [{ "group": "A", "pages": ["a/one", "a/two"] }] } }`,
      { "a/one.mdx": "", "a/two.mdx": "See [one](/a/one)." },
      ["a/one.mdx"],
    );
    assert.deepEqual(docs, {
      navigation: { groups: [{ group: "A", pages: ["a/two"] }] },
      redirects: [{ source: "/a/one", destination: "/a/two" }],
    });
    assert.deepEqual(
      plan.uses.map(({ kind, at }) => `${kind} ${at.file}`),
      ["link a/two.mdx"],
    );
  });

  it("leads to the home page as readers know it", () => {
    const { plan } = planned(
      `{ "navigation": { "pages": ["index", "old"] } }`,
      { "index.mdx": "", "old.mdx": "" },
      ["old.mdx"],
    );
    assert.deepEqual(plan.addresses, [{ source: "/old", destination: "/" }]);
  });

  it("leads to the page of the folder where nothing is beside it", () => {
    const { plan } = planned(
      `{ "navigation": { "groups": [{ "group": "G", "pages": ["g/index"] }, { "group": "A", "pages": ["g/a/old"] }] } }`,
      { "g/index.mdx": "", "g/a/old.mdx": "" },
      ["g/a/old.mdx"],
    );
    assert.deepEqual(plan.addresses, [{ source: "/g/a/old", destination: "/g" }]);
  });

  it("keeps the short address of an index page apart from the page that has it", () => {
    const pages = { "g.mdx": "", "g/index.mdx": "", "g/old.mdx": "" };
    const docs = `{ "navigation": { "groups": [{ "group": "G", "pages": ["g/index", "g/old"] }, { "group": "H", "pages": ["g"] }] } }`;
    assert.deepEqual(planned(docs, pages, ["g/old.mdx"]).plan.addresses, [
      { source: "/g/old", destination: "/g/index" },
    ]);
    assert.deepEqual(planned(docs, pages, ["g/index.mdx"]).plan.addresses, [
      { source: "/g/index", destination: "/g/old" },
    ]);
  });

  it("leads redirects to it on to where its own leads, so that no chain is left", () => {
    const { docs } = planned(
      `{ "navigation": { "pages": ["new", "old"] }, "redirects": [{ "source": "/older", "destination": "/old" }] }`,
      { "new.mdx": "", "old.mdx": "" },
      ["old.mdx"],
    );
    assert.deepEqual((docs as { redirects: unknown }).redirects, [
      { source: "/older", destination: "/new" },
      { source: "/old", destination: "/new" },
    ]);
  });

  it("takes a whole folder with the links among its own pages", () => {
    const { plan, docs } = planned(
      `{ "navigation": { "groups": [{ "group": "A", "pages": ["keep", "a/one", "a/two"] }] } }`,
      { "keep.mdx": "[x](/a/two)", "a/one.mdx": "[x](/a/two)", "a/two.mdx": "" },
      ["a"],
    );
    assert.deepEqual((docs as { navigation: unknown }).navigation, {
      groups: [{ group: "A", pages: ["keep"] }],
    });
    assert.deepEqual(
      plan.uses.map(({ at }) => at.file),
      ["keep.mdx"],
    );
  });

  it("takes a group's own page from it, which would lead to nothing", () => {
    const { docs } = planned(
      `{ "navigation": { "groups": [{ "group": "A", "root": "a/index", "pages": ["a/one"] }] } }`,
      { "a/index.mdx": "", "a/one.mdx": "" },
      ["a/index.mdx"],
    );
    assert.deepEqual((docs as { navigation: unknown }).navigation, {
      groups: [{ group: "A", pages: ["a/one"] }],
    });
  });

  it("offers nothing for files that are no pages of their own", () => {
    const { plan } = planned(
      `{ "navigation": { "pages": ["index"] } }`,
      { "index.mdx": `import N from "/snippets/n.mdx";\n\n<N />`, "snippets/n.mdx": "" },
      ["snippets/n.mdx"],
    );
    assert.deepEqual([plan.addresses, plan.edits], [[], []]);
    assert.deepEqual(
      plan.uses.map(({ kind, at }) => `${kind} ${at.file}`),
      ["import index.mdx"],
    );
  });
});
