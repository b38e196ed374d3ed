import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { applyEdits } from "../../text/text-edit.ts";
import { complete } from "./complete.ts";

const site = `
//- guides/start.mdx
---
title: Start here
---
Version {{version}}
//- guides/next.mdx
//- logo/light.svg
//- logo/dark.svg
//- images/egg.png
//- navigation/tabs.json
[]
//- docs.json
`;

function completeIn(fixture: string) {
  const { files, cursor } = parseFixture(fixture);
  assert.ok(cursor, "no $0");
  const text = files.get(cursor.file) ?? "";
  return { ...complete(siteOf(files, "mintlify"), cursor.file, text, cursor.offset), text };
}

function listLabels(fixture: string): string[] {
  return completeIn(fixture).items.map(({ label }) => label);
}

function check(fixture: string, label: string, expected: string): void {
  const { items, text } = completeIn(fixture);
  const item = items.find((candidate) => candidate.label === label);
  assert.ok(
    item,
    `no ${label} among ${items
      .map((completion) => completion.label)
      .slice(0, 30)
      .join(" ")}`,
  );
  const caret = item.caret ?? item.edit.newText.length;
  const newText = `${item.edit.newText.slice(0, caret)}$0${item.edit.newText.slice(caret)}`;
  assert.equal(applyEdits(text, [...item.additionalEdits, { ...item.edit, newText }]), expected);
}

describe("completion of docs.json values", () => {
  it("finds pages by title", () => {
    const createDocs = (entry: string) => `{ "navigation": { "pages": [${entry}] } }`;
    check(`${site}${createDocs('"Start h$0"')}`, "guides/start", createDocs('"guides/start"$0'));
  });

  it("doesn't offer children for global elements, which only link to pages", () => {
    const suggestedLabels = listLabels(`${site}{ "navigation": { "global": { "tabs": [{ "tab": "A", "$0" }] } } }`);
    assert.ok(suggestedLabels.includes("href"));
    assert.ok(!suggestedLabels.includes("pages") && !suggestedLabels.includes("groups"));
  });

  it("ranks unlisted pages in the same folder as the neighboring entries first", () => {
    const more = "//- api/other.mdx\n//- a.mdx\n";
    const text = '{ "navigation": { "groups": [{ "group": "G", "pages": ["guides/start", "$0"] }] } }';
    assert.equal(listLabels(`${more.trimEnd()}${site}${text}`)[0], "guides/next");
  });

  it("offers icons from the configured library and ranks those that match the label first", () => {
    const createDocs = (icon: string) =>
      `{ "icons": { "library": "lucide" }, "navigation": { "groups": [{ "group": "Eggs", "icon": ${icon}, "pages": [] }] } }`;
    const { items } = completeIn(createDocs('"$0"'));
    assert.deepEqual(items[0]?.icon, { library: "lucide", name: "egg" });
    check(createDocs('"roc$0"'), "rocket", createDocs('"rocket"$0'));
  });

  it("inserts a complete element where an object is expected", () => {
    check(
      '{ "navigation": { "groups": [$0] } }',
      "group …",
      '{ "navigation": { "groups": [{ "group": "$0", "pages": [] }] } }',
    );
    check('{ "redirects": [$0] }', "source …", '{ "redirects": [{ "source": "$0", "destination": "" }] }');
  });

  it("offers files for file settings and ranks names that match the setting first", () => {
    assert.deepEqual(listLabels(`${site}{ "logo": { "light": "$0" } }`)[0], "/logo/light.svg");
    check(`${site}{ "logo": { "dark": "$0" } }`, "/logo/dark.svg", '{ "logo": { "dark": "/logo/dark.svg"$0 } }');
    check(
      `${site}{ "navigation": { "$ref": "$0" } }`,
      "./navigation/tabs.json",
      '{ "navigation": { "$ref": "./navigation/tabs.json"$0 } }',
    );
  });

  it("offers pages for links and redirects and ranks similar names first", () => {
    const redirect = '{ "redirects": [{ "source": "/old/start", "destination": "$0" }] }';
    assert.equal(listLabels(`${site}${redirect}`)[0], "/guides/start");
    const createLink = (href: string) => `{ "navbar": { "links": [{ "label": "Next", "href": ${href} }] } }`;
    check(`${site}${createLink('"$0"')}`, "/guides/next", createLink('"/guides/next"$0'));
  });

  it("ranks pages with the same name as the redirect's source first, even if the source has no folder", () => {
    const files = "//- shop.mdx\n//- guides/xp.mdx\n//- docs.json\n";
    assert.equal(listLabels(`${files}{ "redirects": [{ "source": "/xp", "destination": "$0" }] }`)[0], "/guides/xp");
    // "hop" doesn't name a page. A page whose name only ends in the same letters isn't similar.
    const other = `//- about.mdx\n//- shop.mdx\n//- docs.json\n`;
    assert.equal(listLabels(`${other}{ "redirects": [{ "source": "/hop", "destination": "$0" }] }`)[0], "/about");
  });

  it("offers paths of missing pages as redirect sources and ranks those similar to the destination first", () => {
    const before = "//- HEAD:api/setup.mdx\n//- HEAD:guides/begin.mdx\n//- HEAD:guides/start.mdx\n";
    const createRedirects = (...more: readonly string[]) =>
      `${before}${site}{ "redirects": [${more.join("")}{ "source": "$0", "destination": "/guides/start" }] }`;
    assert.deepEqual(listLabels(createRedirects()), ["/guides/begin", "/api/setup"]);
    const completedText = '{ "source": "/guides/:page*", "destination": "/guides/next" },';
    assert.deepEqual(
      listLabels(createRedirects(completedText)),
      ["/api/setup"],
      "a redirect is offered for a path that already has one",
    );
  });

  it("offers the folders, variable names, and colors that the site uses", () => {
    assert.deepEqual(listLabels('{ "colors": { "primary": "#16803C", "dark": "$0" } }'), ["#16803C"]);
    check(`${site}{ "variables": { $0 } }`, "version", '{ "variables": { "version": "$0" } }');
    assert.deepEqual(
      listLabels(
        '{ "navigation": { "tabs": [{ "tab": "A", "openapi": { "source": "a.json", "directory": "$0" } }] } }',
      ),
      ["api-reference"],
    );
  });

  it("ranks keys first if they accept the existing value or if neighboring objects use them", () => {
    assert.equal(listLabels('{ "$0": "mint" }')[0], "theme");
    assert.equal(listLabels('{ "$0": { "primary": "#16803C" } }')[0], "colors");
    const groups = '[{ "group": "A", "tag": "x", "pages": [] }, { "group": "B", "pages": [], $0 }]';
    assert.equal(listLabels(`{ "navigation": { "groups": ${groups} } }`)[0], "tag");
  });
});

describe("completion in .docwright.json", () => {
  const createSettings = (text: string) => `//- docs.json\n{}\n//- .docwright.json\n${text}`;
  it("offers keys, rules, areas, and severities", () => {
    check(createSettings('{ "ru$0" }'), "rules", '{ "rules": {$0} }');
    check(createSettings('{ "rules": { $0 } }'), "link/*", '{ "rules": { "link/*": "$0" } }');
    check(createSettings('{ "rules": { "mdx/syntax": "$0" } }'), "off", '{ "rules": { "mdx/syntax": "off"$0 } }');
    check(createSettings('{ "profile": $0 }'), "mintlify", '{ "profile": "mintlify"$0 }');
    assert.ok(!listLabels(createSettings('{ "rules": { "mdx/syntax": "off", $0 } }')).includes("mdx/syntax"));
    check(
      createSettings('{ "overrides": [{ "files": ["a"], "rules": { "$0" } }] }'),
      "link/to-redirect",
      '{ "overrides": [{ "files": ["a"], "rules": { "link/to-redirect": "$0" } }] }',
    );
  });
});
