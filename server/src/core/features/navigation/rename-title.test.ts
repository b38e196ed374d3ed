import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { applyEdits } from "../../text/text-edit.ts";
import { titleOfRow } from "./rename-title.ts";

const listed = '//- docs.json\n{ "navigation": { "pages": ["a"] } }\n';

function renamed(fixture: string, title: string): string {
  const { files } = parseFixture(fixture);
  const found = titleOfRow(siteOf(files), "a", title);
  assert.equal(found.kind, "page");
  assert.deepEqual(
    found.edits.map(({ file }) => file),
    ["a.mdx"],
  );
  const [edit] = found.edits;
  assert.equal(edit?.kind, "edit");
  return applyEdits(files.get("a.mdx") ?? "", edit.edits);
}

const api = (operation: object) => `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json", "pages": ["GET /users", "b"] }] } }
//- b.mdx
---
title: B
---
[x](/api-reference/list-users)
//- api.json
${JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: { "/users": { get: { responses: {}, ...operation } } } })}`;

function ofOperation(operation: object, slug: string, title = "All users") {
  return titleOfRow(siteOf(parseFixture(api(operation)).files), slug, title);
}

describe("titleOfRow", () => {
  it("edits only the title of a page that the sidebar shows", () => {
    assert.equal(
      renamed(`${listed}//- a.mdx\n---\ntitle: "Old" # x\nicon: y\n---\nText`, "New"),
      "---\ntitle: New # x\nicon: y\n---\nText",
    );
    assert.equal(
      renamed(`${listed}//- a.mdx\n---\ntitle: Long\nsidebarTitle: Old\n---\n`, "a: b"),
      '---\ntitle: Long\nsidebarTitle: "a: b"\n---\n',
    );
    assert.equal(renamed(`${listed}//- a.mdx\nText`, "New"), "---\ntitle: New\n---\n\nText");
  });

  it("edits the summary of an operation and updates links and redirects to its generated path", () => {
    const found = ofOperation({ summary: "List users" }, "api-reference/list-users");
    assert.equal(found.kind, "operation");
    assert.deepEqual(found.title.keys, ["summary"]);
    assert.deepEqual(found.title.operation, { method: "GET", path: "/users" });
    const [link] = found.follows.edits;
    assert.ok(link?.kind === "edit" && link.file === "b.mdx");
    assert.equal(link.edits[0]?.newText, "/api-reference/all-users");
    assert.match(JSON.stringify(found.follows.redirects), /list-users.*all-users/);
  });

  it("edits the title in the operation's extension, if set, without moving the page", () => {
    const cases = [
      [{ sidebarTitle: "S", title: "T" }, "sidebarTitle"],
      [{ title: "T" }, "title"],
    ] as const;
    for (const [metadata, key] of cases) {
      const found = ofOperation(
        { summary: "List users", "x-service": { metadata } },
        "api-reference/list-users",
      );
      assert.equal(found.kind, "operation");
      assert.deepEqual(found.title.keys, ["x-service", "metadata", key]);
      assert.deepEqual(found.follows, { edits: [], redirects: [] });
    }
  });

  it("rejects titles that are empty or too long, changed entries, and titles from other sources", () => {
    const reason = (slug: string, title: string, operation: object = { summary: "List users" }) => {
      const found = ofOperation(operation, slug, title);
      return found.kind === "refused" ? found.reason : found.kind;
    };
    assert.match(reason("b", "  "), /title can't be empty/);
    assert.match(reason("b", "\u200b"), /title can't be empty/);
    assert.match(reason("b", "a\nb"), /one line/);
    assert.match(reason("b", "x".repeat(301)), /one line/);
    assert.match(reason("gone", "New"), /just changed/);
    assert.match(
      reason("moved/here", "New", { summary: "x", "x-service": { href: "/moved/here" } }),
      /sidebarTitle/,
    );
  });
});
