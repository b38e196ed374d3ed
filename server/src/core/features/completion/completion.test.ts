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

function parse(body: string) {
  const { files, cursor } = parseFixture(`${site}${body}`);
  assert.ok(cursor, "no $0");
  return {
    site: siteOf(files),
    file: cursor.file,
    text: files.get(cursor.file) ?? "",
    offset: cursor.offset,
  };
}

function listLabels(body: string, ...delegatedFeatures: DelegatableFeature[]): string[] {
  const { site: value, file, text, offset } = parse(body);
  return complete(value, file, text, offset, new Set(delegatedFeatures)).items.map(({ label }) => label);
}

function getHoverText(body: string, ...delegatedFeatures: DelegatableFeature[]): string {
  const { site: value, file, offset } = parse(body);
  const context = {
    site: value,
    file,
    offset,
    findIcon: () => undefined,
    delegatedFeatures: new Set(delegatedFeatures),
  };
  return getHover(context)?.markdown ?? "";
}

describe("delegating features to another extension", () => {
  it("is off by default", () => {
    assert.ok(listLabels("<Car$0").includes("Card"));
    assert.ok(listLabels("<Card ti$0").includes("title"));
    assert.match(getHoverText('<Ca$0rd title="A">b</Card>'), /Card/);
  });

  it("omits component completions, except for snippets that aren't imported yet", () => {
    const names = ["Mine", "Note", "Reminder", "video"];
    const listSuggested = (...delegatedFeatures: DelegatableFeature[]) =>
      names.filter((name) => listLabels(`<${name.slice(0, 3)}$0`, ...delegatedFeatures).includes(name));
    assert.deepEqual(listSuggested(), names);
    // `Reminder` is a snippet that the page hasn't imported yet, so the other extension doesn't suggest it.
    assert.deepEqual(listSuggested("component-completion"), ["Reminder", "video"]);
  });

  it("omits closing tag completions", () => {
    assert.deepEqual(listLabels("<Card>a</$0"), ["Card"]);
    assert.deepEqual(listLabels("<Card>a</$0", "component-completion"), []);
    assert.deepEqual(listLabels("<Card>a</$0", "prop-completion", "component-hover"), ["Card"]);
  });

  it("omits completions for props and enum values but keeps pages and icons", () => {
    assert.deepEqual(listLabels("<Card ti$0", "prop-completion"), []);
    assert.ok(listLabels('<Badge size="$0" />').includes("sm"));
    assert.deepEqual(listLabels('<Badge size="$0" />', "prop-completion"), []);
    assert.ok(listLabels('<Card href="/gui$0" />', ...delegatableFeatures).includes("/guides/start"));
    assert.ok(listLabels('<Card icon="rock$0" />', ...delegatableFeatures).includes("rocket"));
    assert.ok(listLabels("[a](/gui$0)", ...delegatableFeatures).includes("/guides/start"));
  });

  it("omits hovers for components and props but keeps hovers for values", () => {
    const createCard = (caret: string) => caret.replace("|", "$0");
    assert.equal(getHoverText(createCard('<Ca|rd title="A" href="/guides/start">b</Card>'), "component-hover"), "");
    assert.equal(getHoverText(createCard('<Card ti|tle="A" href="/guides/start">b</Card>'), "component-hover"), "");
    assert.match(
      getHoverText(createCard('<Card title="A" href="/gui|des/start">b</Card>'), ...delegatableFeatures),
      /Start/,
    );
    assert.notEqual(getHoverText(createCard('<Card ti|tle="A">b</Card>'), "prop-completion"), "");
  });
});
