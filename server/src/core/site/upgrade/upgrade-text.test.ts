import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { applyEdits } from "../../text/text-edit.ts";
import { oldSettingsIn, takeOver, upgradedText } from "./upgrade-text.ts";

function taken(
  docs: string,
  upgraded: Parameters<typeof takeOver>[1],
  more: readonly [string, string][] = [],
) {
  const { config } = siteOf(new Map([["docs.json", docs], ...more]));
  const found = takeOver(config, upgraded);
  if (!found) return undefined;
  assert.equal(found.edit.file, "docs.json");
  return found.edit.kind === "edit" ? applyEdits(docs, found.edit.edits) : undefined;
}

describe("takeOver", () => {
  const upgraded = { $schema: "x", name: "Old", footer: { socials: { x: "y" } }, redirects: [] };

  it("writes what docs.json lacks behind what is there, and leaves that", () =>
    assert.equal(
      taken('{\n\t"name": "New",\n\t"navigation": { "pages": ["a"] }\n}\n', upgraded),
      '{\n\t"name": "New",\n\t"navigation": { "pages": ["a"] },\n\t"footer": {\n\t\t"socials": {\n\t\t\t"x": "y"\n\t\t}\n\t},\n\t"redirects": []\n}\n',
    ));

  it("keeps a byte order mark, line ends and comments", () => {
    const docs = '\ufeff{\r\n  // mine\r\n  "name": "New" // too\r\n}\r\n';
    const after = taken(docs, { name: "Old", search: { prompt: "Ask" } }) ?? "";
    assert.ok(after.startsWith('\ufeff{\r\n  // mine\r\n  "name": "New"'));
    assert.match(after, /\/\/ too/);
    assert.equal(after.replaceAll("\r\n", "").includes("\n"), false);
    const stripped = after.slice(1).replace(/\/\/.*/g, "");
    assert.deepEqual(JSON.parse(stripped), { name: "New", search: { prompt: "Ask" } });
  });

  it("of an empty object, and one whose parts stand in other files", () => {
    assert.deepEqual(JSON.parse(taken("{}", upgraded) ?? ""), {
      name: "Old",
      footer: upgraded.footer,
      redirects: [],
    });
    const docs = '{ "name": "N", "redirects": { "$ref": "./r.json" } }';
    assert.deepEqual(JSON.parse(taken(docs, upgraded, [["r.json", "[]"]]) ?? ""), {
      name: "N",
      redirects: { $ref: "./r.json" },
      footer: upgraded.footer,
    });
  });

  it("is nothing where all is there, or docs.json cannot be read", () => {
    assert.equal(taken('{ "name": "a", "footer": {}, "redirects": [] }', upgraded), undefined);
    assert.equal(taken("[]", upgraded), undefined);
    assert.equal(taken("", upgraded), undefined);
  });
});

describe("oldSettingsIn", () => {
  it("reads objects of JSON alone", () => {
    assert.deepEqual(oldSettingsIn('\ufeff{ "name": "A" }'), { name: "A" });
    for (const text of ["", "[]", "null", "{", "3", '{ "a": 1, }'])
      assert.equal(oldSettingsIn(text), undefined, text);
    assert.equal(upgradedText({ name: "A" }), '{\n  "name": "A"\n}\n');
  });
});
