import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { components } from "../../server/src/core/page/components/components.ts";
import { findSiteProblems } from "../../server/src/core/rules/engine/run-rules.ts";
import { fillSnippet } from "../harness/fill-snippet.ts";
import { parseFixture } from "../harness/fixture.ts";
import { siteOf } from "../harness/site-of.ts";

interface Snippet {
  readonly prefix: string;
  readonly body: readonly string[];
  readonly description: string;
  readonly isFileTemplate?: boolean;
}

const file = path.resolve(import.meta.dirname, "../../syntaxes/mdx-snippets.json");
const snippets = Object.entries(JSON.parse(readFileSync(file, "utf8")) as Record<string, Snippet>);

/** A site that contains everything to which the defaults of the snippets refer. */
const site = `
//- docs.json
{ "$schema": "https://mintlify.com/docs.json", "theme": "mint", "name": "Eggs", "colors": { "primary": "#0F5132" },
  "navigation": { "pages": ["index", "quickstart", "api-reference", "written"] } }
//- index.mdx
---
title: Home
description: Where to begin.
---
//- quickstart.mdx
---
title: Quickstart
description: A first result.
---
![What it shows](/images/screenshot.png)
//- api-reference.mdx
---
title: API reference
---
//- images/screenshot.png
//- api/openapi.json
{ "openapi": "3.1.0", "info": { "title": "Users", "version": "1" }, "servers": [{ "url": "https://api.example.com" }],
  "paths": { "/users": {
    "get": { "summary": "List", "responses": { "200": { "description": "ok" } } } } } }
`;

/**
 * Returns the problems in a site in which the page `written` consists of the snippet. If the snippet isn't a complete
 * page, it's placed after a title.
 */
function problemsWith({ body, prefix }: Snippet): string[] {
  const text = fillSnippet(body);
  const head = '---\ntitle: "Written"\ndescription: "By a snippet."\n---\n\n';
  const files = new Map(parseFixture(site).files);
  if (prefix === "snippet-props") {
    files.set("snippets/written.mdx", text);
    files.set("written.mdx", `${head}import { PlanNote } from "/snippets/written.mdx"\n\n<PlanNote plan="Free" />\n`);
  } else files.set("written.mdx", text.startsWith("---\n") ? text : head + text);
  return findSiteProblems(siteOf(files)).map(({ code, message, at }) => `${at.file} ${code}: ${message}`);
}

describe("snippets", () => {
  it("are tested on a site without other problems", () => {
    const empty: Snippet = { prefix: "none", body: [""], description: "" };
    assert.deepEqual(problemsWith(empty), []);
    const wrong: Snippet = { prefix: "none", body: ["<Crad>a</Crad>"], description: "" };
    assert.equal(problemsWith(wrong).length, 1);
  });

  for (const [name, snippet] of snippets) {
    it(`have no problems as inserted: ${name}`, () => assert.deepEqual(problemsWith(snippet), []));

    it(`end with a final tab stop and have a unique prefix: ${name}`, () => {
      assert.ok(snippet.body.join("\n").endsWith("$0"));
      assert.match(snippet.description, /^[A-Z].*\.$/);
      assert.equal(snippets.filter(([, { prefix }]) => prefix === snippet.prefix).length, 1);
    });
  }

  it("are listed in the guide", () => {
    const guide = readFileSync(path.resolve(import.meta.dirname, "../../docs/editor.mdx"), "utf8");
    for (const [name, { prefix, isFileTemplate }] of snippets)
      assert.ok(
        guide.includes(`\`${prefix}\`${isFileTemplate ? "*" : ""} |`) ||
          guide.includes(`\`${prefix}\`${isFileTemplate ? "*" : ""},`),
        name,
      );
  });

  it("start with frontmatter if they fill a whole page, except for modules", () => {
    for (const [name, { body, isFileTemplate, prefix }] of snippets)
      if (prefix !== "snippet-props") assert.equal(body[0] === "---", isFileTemplate === true, name);
  });

  // A snippet is useful only if it contains more than a single component, because completion already inserts a
  // component with its props and closing tag.
  it("contain more than a single component, because completion already inserts components", () => {
    const tags = (body: readonly string[]) =>
      [...body.join("\n").matchAll(/<([A-Z]\w*|img)/g)].map(([, name]) => name ?? "");
    for (const [name, { body, isFileTemplate }] of snippets) {
      if (isFileTemplate) continue;
      const fences = body.filter((line) => line.startsWith("```")).length;
      assert.ok(tags(body).length + fences > 1 || /^## /m.test(body.join("\n").replace(/^ +/gm, "")), name);
      for (const tag of tags(body)) assert.ok(tag === "img" || components.has(tag), tag);
    }
  });
});

describe("fillSnippet", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["${1:a} $1 ${1:other}$0", "a a a"],
    ["${1|GET,POST|}", "GET"],
    ["${1:$CURRENT_YEAR-$CURRENT_MONTH}", "2026-01"],
    ["{${1:a}} { b }", "{a} { b }"],
  ];
  for (const [body, expected] of cases)
    it(`returns ${JSON.stringify(expected)} for ${body}`, () => {
      assert.equal(fillSnippet([body]), expected);
    });
});
