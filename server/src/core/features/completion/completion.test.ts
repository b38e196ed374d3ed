import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { getHover } from "../hover/hover.ts";
import { complete } from "./complete.ts";
import { type DelegatableFeature, delegatableFeatures } from "./completion.ts";

const site = `
//- docs.json
{ "name": "Eggs", "navigation": { "pages": ["index", "guides/start"] } }
//- guides/start.mdx
---
title: Start
---
//- snippets/reminder.mdx
Notes.
//- snippets/mine.mdx
Mine.
//- index.mdx
---
title: Home
---
import Mine from "/snippets/mine.mdx"

`;

function parsed(body: string) {
  const { files, cursor } = parseFixture(`${site}${body}`);
  assert.ok(cursor, "no $0");
  return {
    site: siteOf(files),
    file: cursor.file,
    text: files.get(cursor.file) ?? "",
    offset: cursor.offset,
  };
}

function labels(body: string, ...delegated: DelegatableFeature[]): string[] {
  const { site: value, file, text, offset } = parsed(body);
  return complete(value, file, text, offset, new Set(delegated)).items.map(({ label }) => label);
}

function hovered(body: string, ...delegated: DelegatableFeature[]): string {
  const { site: value, file, offset } = parsed(body);
  const place = { site: value, file, offset, findIcon: () => undefined, delegated: new Set(delegated) };
  return getHover(place)?.markdown ?? "";
}

describe("delegating features to another extension", () => {
  it("is off by default", () => {
    assert.ok(labels("<Car$0").includes("Card"));
    assert.ok(labels("<Card ti$0").includes("title"));
    assert.match(hovered('<Ca$0rd title="A">b</Card>'), /Card/);
  });

  it("omits component completions, except for snippets that aren't imported yet", () => {
    const all = ["Mine", "Note", "Reminder", "video"];
    const offered = (...delegated: DelegatableFeature[]) =>
      all.filter((name) => labels(`<${name.slice(0, 3)}$0`, ...delegated).includes(name));
    assert.deepEqual(offered(), all);
    // `Reminder` is a snippet that the page hasn't imported yet, so the other extension doesn't suggest it.
    assert.deepEqual(offered("component-completion"), ["Reminder", "video"]);
  });

  it("omits closing tag completions", () => {
    assert.deepEqual(labels("<Card>a</$0"), ["Card"]);
    assert.deepEqual(labels("<Card>a</$0", "component-completion"), []);
    assert.deepEqual(labels("<Card>a</$0", "prop-completion", "component-hover"), ["Card"]);
  });

  it("omits completions for props and enum values but keeps pages and icons", () => {
    assert.deepEqual(labels("<Card ti$0", "prop-completion"), []);
    assert.ok(labels('<Badge size="$0" />').includes("sm"));
    assert.deepEqual(labels('<Badge size="$0" />', "prop-completion"), []);
    assert.ok(labels('<Card href="/gui$0" />', ...delegatableFeatures).includes("/guides/start"));
    assert.ok(labels('<Card icon="rock$0" />', ...delegatableFeatures).includes("rocket"));
    assert.ok(labels("[a](/gui$0)", ...delegatableFeatures).includes("/guides/start"));
  });

  it("omits hovers for components and props but keeps hovers for values", () => {
    const card = (caret: string) => caret.replace("|", "$0");
    assert.equal(hovered(card('<Ca|rd title="A" href="/guides/start">b</Card>'), "component-hover"), "");
    assert.equal(hovered(card('<Card ti|tle="A" href="/guides/start">b</Card>'), "component-hover"), "");
    assert.match(
      hovered(card('<Card title="A" href="/gui|des/start">b</Card>'), ...delegatableFeatures),
      /Start/,
    );
    assert.notEqual(hovered(card('<Card ti|tle="A">b</Card>'), "prop-completion"), "");
  });
});
