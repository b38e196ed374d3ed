import assert from "node:assert/strict";
import fc from "fast-check";
import { nodeNamed } from "../../../../../test/harness/navigation-node.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { NavNode } from "../../config/settings/navigation.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { applyEdits } from "../../text/text-edit.ts";
import { formatMessageInEnglish } from "../../text/localized-message.ts";
import { dropInNavigation, type DropLocation } from "./drag-and-drop.ts";

const createSite = (text: string): Site => siteOf(new Map([["docs.json", text]]));

function drop(text: string, names: readonly string[], position: DropLocation["position"], target: string) {
  const site = createSite(text);
  const nodes = names.map((name) => nodeNamed(site, name));
  return dropInNavigation(site, nodes, { target: nodeNamed(site, target), position });
}

function dropAndApply(
  text: string,
  names: readonly string[],
  position: DropLocation["position"],
  target: string,
): string {
  const result = drop(text, names, position, target);
  assert.ok(result.ok, result.ok ? "" : formatMessageInEnglish(result.reason));
  const [edit] = result.edits;
  return edit?.kind === "edit" ? applyEdits(text, edit.edits) : text;
}

const docsWithNestedGroup =
  '{\n\t"navigation": {\n\t\t"groups": [\n\t\t\t{\n\t\t\t\t"group": "One",\n\t\t\t\t"pages": [\n\t\t\t\t\t"a",\n\t\t\t\t\t"b",\n\t\t\t\t\t{ "group": "Inner", "pages": ["c", "d"] }\n\t\t\t\t]\n\t\t\t},\n\t\t\t{\n\t\t\t\t"group": "Two",   "pages": []\n\t\t\t}\n\t\t]\n\t}\n}\n';

describe("drag and drop in the navigation", () => {
  it("moves a page after another one, in the same list or in a different one", () => {
    assert.equal(
      dropAndApply(docsWithNestedGroup, ["a"], "after", "b"),
      docsWithNestedGroup.replace('"a",\n\t\t\t\t\t"b",', '"b",\n\t\t\t\t\t"a",'),
    );
    assert.equal(
      dropAndApply(docsWithNestedGroup, ["a"], "after", "c"),
      docsWithNestedGroup.replace('"a",\n\t\t\t\t\t', "").replace('"c", "d"', '"c", "a", "d"'),
    );
    assert.equal(
      dropAndApply(docsWithNestedGroup, ["b"], "before", "a"),
      docsWithNestedGroup.replace('"a",\n\t\t\t\t\t"b",', '"b",\n\t\t\t\t\t"a",'),
    );
  });

  it("appends a page to a group, even an empty one", () => {
    assert.equal(
      dropAndApply(docsWithNestedGroup, ["d"], "inside", "One"),
      docsWithNestedGroup.replace('"c", "d"', '"c"').replace('"pages": ["c"] }', '"pages": ["c"] },\n\t\t\t\t\t"d"'),
    );
    assert.equal(
      dropAndApply(docsWithNestedGroup, ["a"], "inside", "Two"),
      docsWithNestedGroup
        .replace('"a",\n\t\t\t\t\t', "")
        .replace('"pages": []', '"pages": [\n\t\t\t\t\t"a"\n\t\t\t\t]'),
    );
  });

  it("moves a group with its content and adjusts the indentation", () => {
    const text =
      '{\n  "navigation": {\n    "groups": [\n      {\n        "group": "One",\n        "pages": [\n          "a"\n        ]\n      },\n      {\n        "group": "Two",\n        "pages": [\n          "b"\n        ]\n      }\n    ]\n  }\n}\n';
    assert.equal(
      dropAndApply(text, ["Two"], "inside", "One"),
      '{\n  "navigation": {\n    "groups": [\n      {\n        "group": "One",\n        "pages": [\n          "a",\n          {\n            "group": "Two",\n            "pages": [\n              "b"\n            ]\n          }\n        ]\n      }\n    ]\n  }\n}\n',
    );
  });

  it("moves several entries together and keeps their order in the file", () =>
    assert.equal(
      dropAndApply(docsWithNestedGroup, ["d", "a"], "inside", "Two"),
      docsWithNestedGroup
        .replace('"a",\n\t\t\t\t\t', "")
        .replace('"c", "d"', '"c"')
        .replace('"pages": []', '"pages": [\n\t\t\t\t\t"a",\n\t\t\t\t\t"d"\n\t\t\t\t]'),
    ));

  it("rejects drops that the service would ignore and explains why", () => {
    const tabs =
      '{ "navigation": { "tabs": [{ "tab": "T", "groups": [{ "group": "G", "pages": ["a"] }] }, { "tab": "U", "href": "https://x.y" }, { "tab": "V", "pages": ["b"] }] } }';
    const getReason = (...args: Parameters<typeof drop>) => {
      const result = drop(...args);
      return result.ok ? "fine" : formatMessageInEnglish(result.reason);
    };
    assert.match(
      getReason(tabs, ["b"], "inside", "T"),
      /This item already contains `groups`, and the service shows only one kind/,
    );
    assert.match(getReason(tabs, ["V"], "inside", "G"), /doesn't support `tabs` inside `groups`/);
    assert.match(getReason(tabs, ["a"], "inside", "U"), /This item is a link/);
    assert.match(getReason(tabs, ["G"], "after", "a"), /into itself/);
    assert.match(getReason(tabs, ["b", "U"], "inside", "T"), /one kind at a time/);
    assert.match(getReason(tabs, ["b"], "after", "T"), /already contains `tabs`/);
    assert.equal(getReason(tabs, ["G"], "inside", "V"), "fine");
    assert.equal(getReason(tabs, ["V"], "before", "T"), "fine");
  });

  it("doesn't allow the last item to be moved out of a list that can't be empty", () => {
    const text =
      '{ "navigation": { "versions": [{ "version": "1", "tabs": [{ "tab": "T", "pages": ["a"] }] }, { "version": "2", "tabs": [{ "tab": "U", "pages": ["b"] }] }] } }';
    const result = drop(text, ["T"], "inside", "2");
    assert.match(result.ok ? "fine" : formatMessageInEnglish(result.reason), /would leave `tabs` empty/);
    assert.ok(
      drop(text.replace('{ "tab": "T"', '{ "tab": "S", "pages": ["s"] }, { "tab": "T"'), ["T"], "inside", "2").ok,
    );
  });

  it("doesn't allow an operation to be moved outside the scope of its specification", () => {
    const files = new Map([
      [
        "docs.json",
        '{ "navigation": { "groups": [{ "group": "API", "openapi": "a.json", "pages": ["GET /users", "x"] }, { "group": "More", "pages": ["y"] }, { "group": "Both", "openapi": ["b.json", "a.json"], "pages": [] }] } }',
      ],
      [
        "a.json",
        '{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": { "/users": { "get": { "responses": {} } } } }',
      ],
      ["b.json", '{ "openapi": "3.1.0", "info": { "title": "B", "version": "1" }, "paths": {} }'],
    ]);
    const site = siteOf(files);
    const dropInto = (name: string, group: string) => {
      const result = dropInNavigation(site, [nodeNamed(site, name)], {
        target: nodeNamed(site, group),
        position: "inside",
      });
      return result.ok ? "fine" : formatMessageInEnglish(result.reason);
    };
    assert.match(dropInto("GET /users", "More"), /^“GET \/users” is defined in a\.json, .*readers would lose its page/);
    assert.equal(dropInto("x", "More"), "fine");
    assert.equal(dropInto("GET /users", "Both"), "fine");
    assert.equal(dropInto("API", "More"), "fine");
  });

  it("leaves comments and blank lines in place", () => {
    const text = `{
  "navigation": {
    "pages": [
      // for beginners
      "a", // the first
      /* odd */ "b",

      // for all others
      "c" // the last
    ]
  }
}
`;
    assert.equal(
      dropAndApply(text, ["a"], "after", "c"),
      `{
  "navigation": {
    "pages": [
      // for beginners
      // the first
      /* odd */ "b",

      // for all others
      "c", // the last
      "a"
    ]
  }
}
`,
    );
    assert.equal(
      dropAndApply(text, ["c"], "before", "b"),
      `{
  "navigation": {
    "pages": [
      // for beginners
      "a", // the first
      "c",
      /* odd */ "b"

      // for all others
      // the last
    ]
  }
}
`,
    );
  });

  it("preserves a trailing comma but never adds one", () => {
    const text =
      '{\n  "navigation": { "groups": [\n    { "group": "G", "pages": ["a", "b",] },\n    { "group": "H", "pages": [\n      "c"\n    ] }\n  ] }\n}';
    assert.equal(
      dropAndApply(text, ["b"], "after", "c"),
      text.replace('"a", "b",', '"a",').replace('"c"', '"c",\n      "b"'),
    );
    assert.equal(
      dropAndApply(text, ["c"], "before", "a"),
      text.replace('"a"', '"c", "a"').replace('[\n      "c"\n    ]', "[]"),
    );
  });

  it("moves an included node by moving its $ref and reindents lines from other files", () => {
    const files = new Map([
      [
        "docs.json",
        '{\n  "navigation": {\n    "tabs": [\n      { "$ref": "./t.json" },\n      {\n        "tab": "U",\n        "groups": []\n      }\n    ]\n  }\n}\n',
      ],
      [
        "t.json",
        '{\r\n\t"tab": "T",\r\n\t"groups": [\r\n\t\t{\r\n\t\t\t"group": "G",\r\n\t\t\t"pages": ["a"]\r\n\t\t}\r\n\t]\r\n}\r\n',
      ],
    ]);
    const site = siteOf(files);
    const getTextAfter = (name: string, position: DropLocation["position"], target: string, file: string) => {
      const result = dropInNavigation(site, [nodeNamed(site, name)], {
        target: nodeNamed(site, target),
        position,
      });
      assert.ok(result.ok, result.ok ? "" : formatMessageInEnglish(result.reason));
      const own = result.edits.flatMap((edit) => (edit.kind === "edit" && edit.file === file ? edit.edits : []));
      return applyEdits(files.get(file) ?? "", own);
    };
    assert.equal(
      getTextAfter("T", "after", "U", "docs.json"),
      '{\n  "navigation": {\n    "tabs": [\n      {\n        "tab": "U",\n        "groups": []\n      },\n      { "$ref": "./t.json" }\n    ]\n  }\n}\n',
    );
    assert.equal(
      getTextAfter("G", "inside", "U", "docs.json"),
      '{\n  "navigation": {\n    "tabs": [\n      { "$ref": "./t.json" },\n      {\n        "tab": "U",\n        "groups": [\n          {\n            "group": "G",\n            "pages": ["a"]\n          }\n        ]\n      }\n    ]\n  }\n}\n',
    );
    assert.equal(getTextAfter("G", "inside", "U", "t.json"), '{\r\n\t"tab": "T",\r\n\t"groups": []\r\n}\r\n');
  });

  it("preserves all pages, groups, and other content after any sequence of drops", function () {
    this.timeout(60_000);
    const config = fc.constantFrom(
      docsWithNestedGroup,
      docsWithNestedGroup.replaceAll("\n", "\r\n"),
      docsWithNestedGroup.replaceAll("\t", "  "),
      '{"navigation":{"tabs":[{"tab":"T","groups":[{"group":"G","pages":["a","b"]},{"group":"H","pages":["c"]}]},{"tab":"U","pages":["d",{"group":"I","pages":["e"]}]}]}}',
      '{ "name": "x",\n  "navigation": { "languages": [\n    { "language": "en", "pages": ["a", "b", "c"] },\n    { "language": "fr", "groups": [ { "group": "F", "pages": [ "fr/a" ] } ] } ] },\n  "colors": { "primary":"#000000" }\n}',
    );
    const step = fc.record({
      picked: fc.array(fc.nat(1000), { minLength: 1, maxLength: 3 }),
      target: fc.nat(1000),
      position: fc.constantFrom("before", "after", "inside"),
    });
    fc.assert(
      fc.property(config, fc.array(step, { maxLength: 40 }), (start, steps) => {
        let text = start;
        const outline = listNames(createSite(text));
        const frame = text.slice(0, text.indexOf("navigation")) + text.slice(text.lastIndexOf("]"));
        for (const { picked, target, position } of steps) {
          const site = createSite(text);
          const { entries, elements } = getNavigation(site.config);
          const allNodes: NavNode[] = [...elements, ...entries];
          const nodes = picked.flatMap((n) => allNodes[n % allNodes.length] ?? []);
          const at = allNodes[target % allNodes.length];
          if (!at) continue;
          const result = dropInNavigation(site, nodes, { target: at, position });
          const [edit] = result.ok ? result.edits : [];
          if (edit?.kind === "edit") text = applyEdits(text, edit.edits);
          JSON.parse(text);
          assert.deepEqual(listNames(createSite(text)), outline);
          assert.equal(
            text.slice(0, text.indexOf("navigation")) + text.slice(text.lastIndexOf("]")).replace(/^\]/, "]"),
            frame,
          );
        }
      }),
      { numRuns: 60, seed: 7 },
    );
  });
});

function listNames(site: Site): string[] {
  const { entries, elements } = getNavigation(site.config);
  return [
    ...entries.map(({ text }) => text),
    ...elements.map(({ kind, label }) => `${kind} ${label?.value ?? ""}`),
  ].sort((a, b) => (a < b ? -1 : 1));
}
