import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { nodeNamed } from "../../../../../test/harness/navigation-node.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { Site } from "../../site/site.ts";
import { applyEdits } from "../../text/text-edit.ts";
import { formatMessageInEnglish } from "../../text/localized-message.ts";
import type { NavigationEdits } from "./check-changes.ts";
import { dropInNavigation, type DropLocation } from "./drag-and-drop.ts";
import { addPage, removeFromNavigation, moveByStep, changeRowTitle } from "./edit-navigation.ts";

const createSite = (text: string): Site => siteOf(new Map([["docs.json", text]]));

function getTextAfter(text: string, result: NavigationEdits): string {
  assert.ok(result.ok, result.ok ? "" : formatMessageInEnglish(result.reason));
  const [edit] = result.edits;
  return edit?.kind === "edit" ? applyEdits(text, edit.edits) : text;
}

describe("moving navigation rows up or down", () => {
  const createPages = (...names: readonly string[]) =>
    `{ "navigation": { "pages": [${names.map((name) => `"${name}"`).join(", ")}, { "group": "G", "pages": ["x"] }] } }`;
  const step = (names: readonly string[], direction: "up" | "down", text = createPages("a", "b", "c", "d")) => {
    const site = createSite(text);
    return moveByStep(
      site,
      names.map((name) => nodeNamed(site, name)),
      direction,
    );
  };
  const getAfter = (names: readonly string[], direction: "up" | "down") =>
    getTextAfter(createPages("a", "b", "c", "d"), step(names, direction));

  it("swaps a row with its neighbor", () => {
    assert.equal(getAfter(["b"], "up"), createPages("b", "a", "c", "d"));
    assert.equal(getAfter(["b"], "down"), createPages("a", "c", "b", "d"));
  });

  it("moves several rows together and keeps their order", () => {
    assert.equal(getAfter(["c", "b"], "up"), createPages("b", "c", "a", "d"));
    assert.equal(getAfter(["b", "c"], "down"), createPages("a", "d", "b", "c"));
  });

  it("doesn't move rows beyond the end of their list", () => {
    assert.equal(getAfter(["a", "b"], "up"), createPages("a", "b", "c", "d"));
    assert.deepEqual(step(["G"], "down"), { ok: true, edits: [] });
  });

  it("rejects rows from different lists and explains why", () => {
    const result = step(["a", "x"], "up");
    assert.ok(!result.ok);
    assert.match(formatMessageInEnglish(result.reason), /in different lists/);
  });
});

describe("adding a page", () => {
  const add = (path: string) => {
    const site = createSite('{ "navigation": { "groups": [{ "group": "G", "pages": ["a"] }] } }');
    return addPage(site, nodeNamed(site, "G"), path, undefined);
  };

  it("creates the page and lists it in the navigation", () => {
    const result = add("/guides/first-steps.mdx");
    assert.ok(result.ok);
    assert.deepEqual(
      result.edits.map(({ kind, file }) => [kind, file]),
      [
        ["edit", "docs.json"],
        ["create", "guides/first-steps.mdx"],
      ],
    );
  });

  it("is rejected if the list isn't closed", () => {
    const site = createSite('{ "navigation": { "groups": [{ "group": "G", "pages": ["a" }] } }');
    const result = addPage(site, nodeNamed(site, "G"), "b", undefined);
    assert.ok(!result.ok);
    assert.match(formatMessageInEnglish(result.reason), /has an error here/);
  });

  for (const [path, reason] of [
    ["", /The name is missing/],
    [" ", /The name is missing/],
    ["/", /The name is missing/],
    [".mdx", /The name is missing/],
    ["guides/", /The name is missing/],
    ["snippets/x", /are snippets, not pages/],
    ["mcp", /service itself handles/],
    ["con", /device name that Windows reserves/],
  ] as const)
    it(`rejects the path ${JSON.stringify(path)} and explains why`, () => {
      const result = add(path);
      assert.ok(!result.ok);
      assert.match(formatMessageInEnglish(result.reason), reason);
    });
});

describe("removing rows from the navigation", () => {
  const tabs =
    '{ "navigation": { "tabs": [{ "tab": "T", "pages": ["a"] }, { "tab": "U", "groups": [{ "group": "G", "pages": ["b"] }] }] } }';
  const remove = (...names: readonly string[]) => {
    const site = createSite(tabs);
    return removeFromNavigation(
      site,
      names.map((name) => nodeNamed(site, name)),
    );
  };

  it("leaves the other rows unchanged", () => {
    assert.equal(getTextAfter(tabs, remove("T")), tabs.replace('{ "tab": "T", "pages": ["a"] }, ', ""));
    assert.equal(getTextAfter(tabs, remove("G")), tabs.replace('{ "group": "G", "pages": ["b"] }', ""));
  });

  it("removes a group together with its selected pages", () => {
    assert.equal(getTextAfter(tabs, remove("G", "b")), tabs.replace('{ "group": "G", "pages": ["b"] }', ""));
  });

  it("rejects removals from an unclosed list instead of silently doing nothing", () => {
    const text = '{ "navigation": { "groups": [{ "group": "G", "pages": ["a", "b" }] } }';
    const site = createSite(text);
    for (const name of ["a", "G"]) {
      const result = removeFromNavigation(site, [nodeNamed(site, name)]);
      assert.ok(!result.ok);
      assert.match(formatMessageInEnglish(result.reason), /has an error here/);
    }
  });

  it("rejects removals that would leave a required list empty", () => {
    const result = remove("T", "U");
    assert.ok(!result.ok);
    assert.match(formatMessageInEnglish(result.reason), /`tabs` empty/);
  });
});

describe("dropping rows next to comments and whitespace", () => {
  const drop = (text: string, names: readonly string[], position: DropLocation["position"], target: string) => {
    const site = createSite(text);
    const nodes = names.map((name) => nodeNamed(site, name));
    return getTextAfter(text, dropInNavigation(site, nodes, { target: nodeNamed(site, target), position }));
  };

  it("inserts rows between a comment and the first row, with the same indentation", () => {
    const createText = (first: string, second: string) =>
      `{\n  "navigation": {\n    "tabs": [\n      { "tab": "T", "groups": [\n        /* one */ ${first}\n      ] },\n      { "tab": "U", "groups": [\n        ${second}\n      ] }\n    ]\n  }\n}\n`;
    const [one, groupThree] = ['{ "group": "One", "pages": ["a"] }', '{ "group": "Three", "pages": ["c"] }'];
    const groupTwo = '{\n          "group": "Two",\n          "pages": ["b"]\n        }';
    assert.equal(
      drop(createText(one, `${groupTwo},\n        ${groupThree}`), ["Two"], "before", "One"),
      createText(`${groupTwo}, ${one}`, groupThree),
    );
  });

  it("preserves trailing spaces and moves whitespace-only lines with their rows", () => {
    const before =
      '{\n  "navigation": { "groups": [\n    {\n      "group": "G", "pages": [\n        "a"   \n      ]\n    },\n    { "group": "H", "pages": [\n      {\n        "group": "I",\n          \n        "pages": ["b"]\n      }\n    ] }\n  ] }\n}\n';
    assert.equal(
      drop(before, ["I"], "after", "a"),
      '{\n  "navigation": { "groups": [\n    {\n      "group": "G", "pages": [\n        "a",   \n        {\n          "group": "I",\n            \n          "pages": ["b"]\n        }\n      ]\n    },\n    { "group": "H", "pages": [] }\n  ] }\n}\n',
    );
  });
});

const docsFixture = '//- docs.json\n{ "navigation": { "pages": ["a"] } }\n';

function renameRow(fixture: string, title: string): string {
  const { files } = parseFixture(fixture);
  const found = changeRowTitle(siteOf(files), "a", title);
  assert.ok(found.ok && found.kind === "page");
  assert.deepEqual(
    found.edits.map(({ file }) => file),
    ["a.mdx"],
  );
  const [edit] = found.edits;
  assert.equal(edit?.kind, "edit");
  return applyEdits(files.get("a.mdx") ?? "", edit.edits);
}

const createApi = (operation: object) => `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json", "pages": ["GET /users", "b"] }] } }
//- b.mdx
---
title: B
---
[x](/api-reference/list-users)
//- api.json
${JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: { "/users": { get: { responses: {}, ...operation } } } })}`;

function renameOperation(operation: object, slug: string, title = "All users") {
  return changeRowTitle(siteOf(parseFixture(createApi(operation)).files), slug, title);
}

describe("titleOfRow", () => {
  it("edits only the field that the sidebar shows as a page's title", () => {
    assert.equal(
      renameRow(`${docsFixture}//- a.mdx\n---\ntitle: "Old" # x\nicon: y\n---\nText`, "New"),
      "---\ntitle: New # x\nicon: y\n---\nText",
    );
    assert.equal(
      renameRow(`${docsFixture}//- a.mdx\n---\ntitle: Long\nsidebarTitle: Old\n---\n`, "a: b"),
      '---\ntitle: Long\nsidebarTitle: "a: b"\n---\n',
    );
    assert.equal(renameRow(`${docsFixture}//- a.mdx\nText`, "New"), "---\ntitle: New\n---\n\nText");
  });

  it("edits an operation's summary and updates links and redirects to its generated path", () => {
    const found = renameOperation({ summary: "List users" }, "api-reference/list-users");
    assert.ok(found.ok && found.kind === "operation");
    assert.deepEqual(found.title.keys, ["summary"]);
    assert.deepEqual(found.title.operation, { method: "GET", path: "/users" });
    const [link] = found.siteRename.edits;
    assert.ok(link?.kind === "edit" && link.file === "b.mdx");
    assert.equal(link.edits[0]?.newText, "/api-reference/all-users");
    assert.match(JSON.stringify(found.siteRename.redirectEdits), /list-users.*all-users/);
  });

  it("edits the title in the operation's extension, if set, without moving the page", () => {
    const cases = [
      [{ sidebarTitle: "S", title: "T" }, "sidebarTitle"],
      [{ title: "T" }, "title"],
    ] as const;
    for (const [metadata, key] of cases) {
      const found = renameOperation({ summary: "List users", "x-service": { metadata } }, "api-reference/list-users");
      assert.ok(found.ok && found.kind === "operation");
      assert.deepEqual(found.title.keys, ["x-service", "metadata", key]);
      assert.deepEqual(found.siteRename, {
        edits: [],
        redirectEdits: [],
        addedRedirects: [],
        manualRedirects: [],
      });
    }
  });

  it("rejects titles that are empty or too long, changed entries, and titles from other sources", () => {
    const getReason = (slug: string, title: string, operation: object = { summary: "List users" }) => {
      const found = renameOperation(operation, slug, title);
      return found.ok ? found.kind : formatMessageInEnglish(found.reason);
    };
    assert.match(getReason("b", "  "), /title can't be empty/);
    assert.match(getReason("b", "\u200b"), /title can't be empty/);
    assert.match(getReason("b", "a\nb"), /one line/);
    assert.match(getReason("b", "x".repeat(301)), /one line/);
    assert.match(getReason("gone", "New"), /just changed/);
    assert.match(
      getReason("moved/here", "New", { summary: "x", "x-service": { href: "/moved/here" } }),
      /sidebarTitle/,
    );
  });
});
