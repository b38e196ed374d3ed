import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { findSymbols } from "./workspace-symbols.ts";

const { files } = parseFixture(`//- docs.json
{ "navigation": { "pages": ["guides/start", "guides/next"] } }
//- guides/start.mdx
---
title: Getting started
---

## Install the CLI

export const PriceTable = () => <b>1</b>;
//- guides/next.mdx
## Über uns
//- snippets/chart.jsx
export const BarChart = () => <b>1</b>;
export const limit = 3;
//- api.json
{ "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" },
  "paths": { "/users/{id}": { "get": { "summary": "One user", "operationId": "getUser", "responses": {} } } } }
`);
const site = siteOf(files);
const names = (query: string) => findSymbols(site, query).map(({ kind, name }) => `${kind} ${name}`);

describe("workspace symbols", () => {
  it("match characters in order, ignoring case", () => {
    assert.deepEqual(names("incli"), ["heading Install the CLI"]);
    assert.deepEqual(names("install cli"), ["heading Install the CLI"]);
    assert.deepEqual(names("pricetable"), ["component PriceTable"]);
    assert.deepEqual(names("BarC"), ["component BarChart"]);
    assert.deepEqual(names("über"), ["heading Über uns"]);
    assert.deepEqual(names("ilcin"), []);
  });

  it("include pages by title or path, under the name that matches", () => {
    assert.deepEqual(names("gettings"), ["page Getting started"]);
    assert.deepEqual(names("guides/s"), ["page guides/start"]);
    const [found] = findSymbols(site, "guides/s");
    assert.equal(found?.container, "Getting started");
    assert.equal(found.file, "guides/start.mdx");
  });

  it("include operations by method, path, and summary", () => {
    assert.deepEqual(names("get/users"), ["operation GET /users/{id}"]);
    assert.deepEqual(names("oneuser"), ["operation One user"]);
  });

  it("include all pages for an empty query", () =>
    assert.deepEqual(names(""), ["page Getting started", "page guides/next"]));

  it("are sorted by match quality", () => {
    const many = siteOf(
      parseFixture(`//- docs.json
{ "navigation": { "pages": ["a"] } }
//- a.mdx
---
title: Page
---

## a u t h

## Reauthorize

## Use auth here

## Authentication

## Auth`).files,
    );
    assert.deepEqual(
      findSymbols(many, "auth").map(({ name }) => name),
      ["Auth", "Authentication", "Use auth here", "Reauthorize", "a u t h"],
    );
  });

  it("include at most 200 results", () => {
    const text = Array.from({ length: 500 }, (_, i) => `## Same ${i}`).join("\n\n");
    const large = siteOf(
      new Map([
        ["docs.json", "{}"],
        ["a.mdx", text],
      ]),
    );
    assert.equal(findSymbols(large, "same").length, 200);
  });
});
