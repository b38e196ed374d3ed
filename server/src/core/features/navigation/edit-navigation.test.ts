import assert from "node:assert/strict";
import { nodeNamed } from "../../../../../test/harness/navigation-node.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { Site } from "../../site/site.ts";
import { applyEdits } from "../../text/text-edit.ts";
import { type DropResult, dropInNavigation, type DropPlace } from "./drag-and-drop.ts";
import { addPage, removeFromNavigation, stepInNavigation } from "./edit-navigation.ts";

const siteWith = (text: string): Site => siteOf(new Map([["docs.json", text]]));

function textAfter(text: string, answer: DropResult): string {
  assert.ok(answer.ok, answer.ok ? "" : answer.reason);
  const [edit] = answer.edits;
  return edit?.kind === "edit" ? applyEdits(text, edit.edits) : text;
}

describe("move navigation rows up or down", () => {
  const pages = (...names: readonly string[]) =>
    `{ "navigation": { "pages": [${names.map((name) => `"${name}"`).join(", ")}, { "group": "G", "pages": ["x"] }] } }`;
  const stepped = (names: readonly string[], direction: "up" | "down", text = pages("a", "b", "c", "d")) => {
    const site = siteWith(text);
    return stepInNavigation(
      site,
      names.map((name) => nodeNamed(site, name)),
      direction,
    );
  };
  const after = (names: readonly string[], direction: "up" | "down") =>
    textAfter(pages("a", "b", "c", "d"), stepped(names, direction));

  it("swaps a row with its neighbor", () => {
    assert.equal(after(["b"], "up"), pages("b", "a", "c", "d"));
    assert.equal(after(["b"], "down"), pages("a", "c", "b", "d"));
  });

  it("moves several rows together and keeps their order", () => {
    assert.equal(after(["c", "b"], "up"), pages("b", "c", "a", "d"));
    assert.equal(after(["b", "c"], "down"), pages("a", "d", "b", "c"));
  });

  it("doesn't move rows beyond the end of their list", () => {
    assert.equal(after(["a", "b"], "up"), pages("a", "b", "c", "d"));
    assert.deepEqual(stepped(["G"], "down"), { ok: true, edits: [] });
  });

  it("rejects rows from different lists with a reason", () => {
    const answer = stepped(["a", "x"], "up");
    assert.ok(!answer.ok);
    assert.match(answer.reason, /in different lists/);
  });
});

describe("add a page", () => {
  const added = (path: string) => {
    const site = siteWith('{ "navigation": { "groups": [{ "group": "G", "pages": ["a"] }] } }');
    return addPage(site, nodeNamed(site, "G"), path, undefined);
  };

  it("creates the page and lists it in the navigation", () => {
    const answer = added("/guides/first-steps.mdx");
    assert.ok(answer.ok);
    assert.deepEqual(
      answer.edits.map(({ kind, file }) => [kind, file]),
      [
        ["edit", "docs.json"],
        ["create", "guides/first-steps.mdx"],
      ],
    );
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
    it(`rejects ${JSON.stringify(path)} for the same reason as a new page`, () => {
      const answer = added(path);
      assert.ok(!answer.ok);
      assert.match(answer.reason, reason);
    });
});

describe("remove rows from the navigation", () => {
  const tabs =
    '{ "navigation": { "tabs": [{ "tab": "T", "pages": ["a"] }, { "tab": "U", "groups": [{ "group": "G", "pages": ["b"] }] }] } }';
  const removed = (...names: readonly string[]) => {
    const site = siteWith(tabs);
    return removeFromNavigation(
      site,
      names.map((name) => nodeNamed(site, name)),
    );
  };

  it("leaves the other rows unchanged", () => {
    assert.equal(textAfter(tabs, removed("T")), tabs.replace('{ "tab": "T", "pages": ["a"] }, ', ""));
    assert.equal(textAfter(tabs, removed("G")), tabs.replace('{ "group": "G", "pages": ["b"] }', ""));
  });

  it("rejects removals that would leave a required list empty", () => {
    const answer = removed("T", "U");
    assert.ok(!answer.ok);
    assert.match(answer.reason, /“tabs” empty/);
  });
});

describe("drop next to comments and spaces", () => {
  const dropped = (
    text: string,
    names: readonly string[],
    position: DropPlace["position"],
    target: string,
  ) => {
    const site = siteWith(text);
    const nodes = names.map((name) => nodeNamed(site, name));
    return textAfter(text, dropInNavigation(site, nodes, { target: nodeNamed(site, target), position }));
  };

  it("inserts before a first row that follows a comment and matches its indentation", () => {
    const text = (first: string, second: string) =>
      `{\n  "navigation": {\n    "tabs": [\n      { "tab": "T", "groups": [\n        /* one */ ${first}\n      ] },\n      { "tab": "U", "groups": [\n        ${second}\n      ] }\n    ]\n  }\n}\n`;
    const [one, three] = ['{ "group": "One", "pages": ["a"] }', '{ "group": "Three", "pages": ["c"] }'];
    const two = '{\n          "group": "Two",\n          "pages": ["b"]\n        }';
    assert.equal(
      dropped(text(one, `${two},\n        ${three}`), ["Two"], "before", "One"),
      text(`${two}, ${one}`, three),
    );
  });

  it("preserves trailing spaces and moves whitespace-only lines with their rows", () => {
    const before =
      '{\n  "navigation": { "groups": [\n    {\n      "group": "G", "pages": [\n        "a"   \n      ]\n    },\n    { "group": "H", "pages": [\n      {\n        "group": "I",\n          \n        "pages": ["b"]\n      }\n    ] }\n  ] }\n}\n';
    assert.equal(
      dropped(before, ["I"], "after", "a"),
      '{\n  "navigation": { "groups": [\n    {\n      "group": "G", "pages": [\n        "a",   \n        {\n          "group": "I",\n            \n          "pages": ["b"]\n        }\n      ]\n    },\n    { "group": "H", "pages": [] }\n  ] }\n}\n',
    );
  });
});
