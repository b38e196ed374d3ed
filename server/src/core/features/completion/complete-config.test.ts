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

function completeIn(marked: string) {
  const { files, cursor } = parseFixture(marked);
  assert.ok(cursor, "no $0");
  const text = files.get(cursor.file) ?? "";
  return { ...complete(siteOf(files, "mintlify"), cursor.file, text, cursor.offset), text };
}

function labels(marked: string): string[] {
  return completeIn(marked).items.map(({ label }) => label);
}

function check(marked: string, label: string, expected: string): void {
  const { items, text } = completeIn(marked);
  const item = items.find((candidate) => candidate.label === label);
  assert.ok(
    item,
    `no ${label} among ${items
      .map((one) => one.label)
      .slice(0, 30)
      .join(" ")}`,
  );
  const caret = item.caret ?? item.edit.newText.length;
  const newText = `${item.edit.newText.slice(0, caret)}$0${item.edit.newText.slice(caret)}`;
  assert.equal(applyEdits(text, [...item.more, { ...item.edit, newText }]), expected);
}

describe("completion of docs.json values", () => {
  it("finds pages by title", () => {
    const docs = (entry: string) => `{ "navigation": { "pages": [${entry}] } }`;
    check(`${site}${docs('"Start h$0"')}`, "guides/start", docs('"guides/start"$0'));
  });

  it("doesn't offer children for global elements, which only link to pages", () => {
    const offered = labels(`${site}{ "navigation": { "global": { "tabs": [{ "tab": "A", "$0" }] } } }`);
    assert.ok(offered.includes("href"));
    assert.ok(!offered.includes("pages") && !offered.includes("groups"));
  });

  it("ranks unlisted pages in the same folder as the neighboring entries first", () => {
    const more = "//- api/other.mdx\n//- a.mdx\n";
    const text = '{ "navigation": { "groups": [{ "group": "G", "pages": ["guides/start", "$0"] }] } }';
    assert.equal(labels(`${more.trimEnd()}${site}${text}`)[0], "guides/next");
  });

  it("offers icons from the configured library and ranks those that match the label first", () => {
    const docs = (icon: string) =>
      `{ "icons": { "library": "lucide" }, "navigation": { "groups": [{ "group": "Eggs", "icon": ${icon}, "pages": [] }] } }`;
    const { items } = completeIn(docs('"$0"'));
    assert.deepEqual(items[0]?.icon, { library: "lucide", name: "egg" });
    check(docs('"roc$0"'), "rocket", docs('"rocket"$0'));
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
    assert.deepEqual(labels(`${site}{ "logo": { "light": "$0" } }`)[0], "/logo/light.svg");
    check(
      `${site}{ "logo": { "dark": "$0" } }`,
      "/logo/dark.svg",
      '{ "logo": { "dark": "/logo/dark.svg"$0 } }',
    );
    check(
      `${site}{ "navigation": { "$ref": "$0" } }`,
      "./navigation/tabs.json",
      '{ "navigation": { "$ref": "./navigation/tabs.json"$0 } }',
    );
  });

  it("offers pages for links and redirects and ranks similar names first", () => {
    const redirect = '{ "redirects": [{ "source": "/old/start", "destination": "$0" }] }';
    assert.equal(labels(`${site}${redirect}`)[0], "/guides/start");
    const link = (href: string) => `{ "navbar": { "links": [{ "label": "Next", "href": ${href} }] } }`;
    check(`${site}${link('"$0"')}`, "/guides/next", link('"/guides/next"$0'));
  });

  it("offers paths of missing pages as redirect sources and ranks those similar to the destination first", () => {
    const before = "//- HEAD:api/setup.mdx\n//- HEAD:guides/begin.mdx\n//- HEAD:guides/start.mdx\n";
    const redirects = (...more: readonly string[]) =>
      `${before}${site}{ "redirects": [${more.join("")}{ "source": "$0", "destination": "/guides/start" }] }`;
    assert.deepEqual(labels(redirects()), ["/guides/begin", "/api/setup"]);
    const answered = '{ "source": "/guides/:page*", "destination": "/guides/next" },';
    assert.deepEqual(
      labels(redirects(answered)),
      ["/api/setup"],
      "a redirect is offered for a path that already has one",
    );
  });

  it("offers the folders, variable names, and colors that the site uses", () => {
    assert.deepEqual(labels('{ "colors": { "primary": "#16803C", "dark": "$0" } }'), ["#16803C"]);
    check(`${site}{ "variables": { $0 } }`, "version", '{ "variables": { "version": "$0" } }');
    assert.deepEqual(
      labels(
        '{ "navigation": { "tabs": [{ "tab": "A", "openapi": { "source": "a.json", "directory": "$0" } }] } }',
      ),
      ["api-reference"],
    );
  });

  it("ranks keys first if they accept the existing value or if neighboring objects use them", () => {
    assert.equal(labels('{ "$0": "mint" }')[0], "theme");
    assert.equal(labels('{ "$0": { "primary": "#16803C" } }')[0], "colors");
    const groups = '[{ "group": "A", "tag": "x", "pages": [] }, { "group": "B", "pages": [], $0 }]';
    assert.equal(labels(`{ "navigation": { "groups": ${groups} } }`)[0], "tag");
  });
});

describe("completion in .docwright.json", () => {
  const settings = (text: string) => `//- docs.json\n{}\n//- .docwright.json\n${text}`;
  it("offers keys, rules, areas, and severities", () => {
    check(settings('{ "ru$0" }'), "rules", '{ "rules": {$0} }');
    check(settings('{ "rules": { $0 } }'), "link/*", '{ "rules": { "link/*": "$0" } }');
    check(settings('{ "rules": { "mdx/syntax": "$0" } }'), "off", '{ "rules": { "mdx/syntax": "off"$0 } }');
    check(settings('{ "profile": $0 }'), "mintlify", '{ "profile": "mintlify"$0 }');
    assert.ok(!labels(settings('{ "rules": { "mdx/syntax": "off", $0 } }')).includes("mdx/syntax"));
    check(
      settings('{ "overrides": [{ "files": ["a"], "rules": { "$0" } }] }'),
      "link/to-redirect",
      '{ "overrides": [{ "files": ["a"], "rules": { "link/to-redirect": "$0" } }] }',
    );
  });
});
