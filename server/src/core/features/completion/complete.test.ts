import assert from "node:assert/strict";
import * as fc from "fast-check";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { chooseByMode } from "../../../../../test/harness/choose-by-mode.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import { applyEdits } from "../../text/text-edit.ts";
import { complete } from "./complete.ts";
import type { Completion, Completions } from "./completion.ts";

function completeIn(fixture: string, profile?: ProfileName): Completions & { readonly text: string } {
  const { files, cursor } = parseFixture(fixture);
  assert.ok(cursor, "no $0");
  const text = files.get(cursor.file) ?? "";
  return { ...complete(siteOf(files, profile), cursor.file, text, cursor.offset), text };
}

function listLabels(fixture: string, profile?: ProfileName): string[] {
  return completeIn(fixture, profile).items.map(({ label }) => label);
}

function getItem(fixture: string, label: string): { readonly item: Completion; readonly text: string } {
  const { items, text } = completeIn(fixture);
  const item = items.find((candidate) => candidate.label === label);
  assert.ok(item, `no ${label} among ${items.map((candidate) => candidate.label).join(" ")}`);
  return { item, text };
}

/** Accepts the item and compares the resulting file with the expected one, in which `$0` marks the caret. */
function check(fixture: string, label: string, expected: string): void {
  const { item, text } = getItem(fixture, label);
  const { start, end } = item.edit.range;
  assert.ok(!text.slice(start, end).includes("\n"), "the range spans several lines");
  const caret = item.caret ?? item.edit.newText.length;
  const newText = `${item.edit.newText.slice(0, caret)}$0${item.edit.newText.slice(caret)}`;
  assert.equal(applyEdits(text, [...item.additionalEdits, { ...item.edit, newText }]), expected);
}

const site = `
//- guides/start.mdx
---
title: Start here
---
//- guides/next.mdx
//- listed.mdx
//- snippets/note.mdx
//- api/eggs.json
{ "openapi": "3.1.0", "info": { "title": "Eggs", "version": "1" }, "paths": {
  "/eggs": { "get": { "summary": "List eggs", "responses": {} }, "post": { "x-hidden": true, "responses": {} } },
  "/nests": { "get": { "responses": {} }, "put": { "x-excluded": true, "responses": {} } } } }
//- docs.json
`;

describe("setting key completion", () => {
  it("inserts a key with an empty value of the right type", () => {
    check("{ $0 }", "name", '{ "name": "$0" }');
    check('{ "$0" }', "name", '{ "name": "$0" }');
    check('{ "na$0" }', "navigation", '{ "navigation": {$0} }');
    check('{ "redirects$0" }', "redirects", '{ "redirects": [$0] }');
    check("{ na$0 }", "name", '{ "name": "$0" }');
  });

  it("adds missing commas", () => {
    check('{\n  "name": "x"\n  $0\n}', "theme", '{\n  "name": "x",\n  "theme": "$0"\n}');
    check('{\n  $0\n  "name": "x"\n}', "theme", '{\n  "theme": "$0",\n  "name": "x"\n}');
    check('{ "a": 1, "th$0", "b": 2 }', "theme", '{ "a": 1, "theme": "$0", "b": 2 }');
    check('{ "a": 1, $0 "b": 2 }', "theme", '{ "a": 1, "theme": "$0", "b": 2 }');
    check('{ "a": [1] $0, "b": 2 }', "theme", '{ "a": [1], "theme": "$0", "b": 2 }');
  });

  it("keeps the closing quote that an editor adds before another value on the line", () => {
    check('{ "th$0" "name": "x" }', "theme", '{ "theme": "$0", "name": "x" }');
    const createDocs = (pageText: string) => `{ "navigation": { "pages": [${pageText}] } }`;
    const files = "//- listed.mdx\n//- docs.json\n";
    for (const next of ['"a"', '{ "group": "A", "pages": [] }', '"a", "b"']) {
      check(`${files}${createDocs(`"li$0" ${next}`)}`, "listed", createDocs(`"listed",$0 ${next}`));
      check(`${files}${createDocs(`"li$0 ${next}`)}`, "listed", createDocs(`"listed",$0 ${next}`));
    }
  });

  it("preserves an existing value", () => {
    check('{ "nam$0e": "Kestrel" }', "name", '{ "name"$0: "Kestrel" }');
    check('{ "$0": "Kestrel" }', "name", '{ "name"$0: "Kestrel" }');
  });

  it("omits keys that already exist or aren't allowed", () => {
    const tabLabels = listLabels('{ "navigation": { "tabs": [{ "tab": "A", "$0" }] } }');
    assert.ok(tabLabels.includes("groups") && tabLabels.includes("icon"));
    assert.ok(!tabLabels.includes("tab") && !tabLabels.includes("tabs"));
    assert.ok(!listLabels('{ "navigation": { "groups": [{ $0 }] } }').includes("tabs"));
    assert.ok(!listLabels("{ $0 }", "mintlify").includes("server"));
    assert.ok(listLabels("{ $0 }", "standard").includes("server"));
  });

  it("omits keys that exist after the cursor, even in text that can't be parsed", () => {
    const after = '"navigation": { "theme": [{ "logo": "}" }] }, "name": "x", // "favicon": 1\n "colors": {} }';
    for (const text of [
      `{ $0, ${after}`,
      `{ "$0"\n${after}`,
      `{ "$0": 1, ${after}`,
      `{ "banner": {}, "lo$0", ${after}`,
    ]) {
      const suggestedLabels = listLabels(text);
      for (const key of ["navigation", "name", "colors"])
        assert.ok(!suggestedLabels.includes(key), `${key} in ${text}`);
      if (!text.includes("lo$0"))
        for (const key of ["theme", "favicon"]) assert.ok(suggestedLabels.includes(key), `${key} in ${text}`);
    }
    const groupLabels = listLabels('{ "navigation": { "groups": [{ $0 "group": "A", "pages": [ }], "tabs": [] } }');
    assert.ok(!groupLabels.includes("group") && !groupLabels.includes("pages") && groupLabels.includes("icon"));
  });

  it("offers an element's required keys first", () => {
    assert.equal(listLabels('{ "navigation": { "languages": [{ $0 }] } }')[0], "language");
  });

  it("offers keys in a file that docs.json includes", () => {
    const files = '//- docs.json\n{ "navigation": { "tabs": { "$ref": "tabs.json" } } }\n//- tabs.json\n';
    check(
      `${files}[\r\n\t{\r\n\t\t"tab": "A"\r\n\t\t"ic$0"\r\n\t}\r\n]`,
      "icon",
      '[\r\n\t{\r\n\t\t"tab": "A",\r\n\t\t"icon": "$0"\r\n\t}\r\n]',
    );
  });

  it("offers nothing where nothing can be inserted", () => {
    for (const text of ["//- docs.json\n$0", '{ "name"$0: 1 }', '{ "name" $0: 1 }', "{} $0", '{ "name": "x"$0 }'])
      assert.deepEqual(listLabels(text), [], text);
  });
});

describe("value completion", () => {
  it("inserts values with their quotes", () => {
    const before = '{ "api": { "playground": { "display": ';
    check(`${before}$0 } } }`, "simple", `${before}"simple"$0 } } }`);
    check(`${before}"si$0" } } }`, "simple", `${before}"simple"$0 } } }`);
    check(`${before}"$0 } } }`, "simple", `${before}"simple"$0 } } }`);
    check(`${before}"no$0ne" } } }`, "none", `${before}"none"$0 } } }`);
    check(
      `${before}$0\n "proxy": true } } }`,
      "auth",
      `${before}"auth"$0,\n "proxy": true } } }`.replace('"auth"$0,', '"auth",$0'),
    );
    check('{ "appearance": { "strict": $0 } }', "true", '{ "appearance": { "strict": true$0 } }');
    check('{ "appearance": { "strict": tr$0 } }', "true", '{ "appearance": { "strict": true$0 } }');
  });

  it("offers the profile's languages", () => {
    const text = '{ "navigation": { "languages": [{ "language": "$0" }] } }';
    assert.equal(listLabels(text, "standard").length, 29);
    assert.equal(listLabels(text, "mintlify").length, 40);
    check(text, "pt-BR", '{ "navigation": { "languages": [{ "language": "pt-BR"$0 }] } }');
  });
});

describe("page path completion", () => {
  const createDocs = (pages: string) => `${site}{ "navigation": { "pages": ["listed", ${pages}] } }`;
  const createText = (pages: string) => `{ "navigation": { "pages": ["listed", ${pages}] } }`;

  it("inserts a path with its quotes and a missing comma", () => {
    check(createDocs('"gui$0"'), "guides/start", createText('"guides/start"$0'));
    check(createDocs('"gui$0'), "guides/start", createText('"guides/start"$0'));
    check(createDocs("$0"), "guides/next", createText('"guides/next"$0'));
    check(createDocs('"gui$0, "other"'), "guides/next", createText('"guides/next"$0, "other"'));
    check(createDocs('$0 "other"'), "guides/next", createText('"guides/next",$0 "other"'));
    check(createDocs('"gui$0des/old"'), "guides/next", createText('"guides/next"$0'));
  });

  it("shows titles, ranks unlisted pages first, and omits snippets", () => {
    const { items } = completeIn(createDocs('"$0"'));
    assert.deepEqual(
      items.filter(({ kind }) => kind === "page").map(({ label, detail, remark }) => [label, detail, remark]),
      [
        ["guides/next", undefined, undefined],
        ["guides/start", "Start here", undefined],
        ["listed", undefined, "already listed"],
      ],
    );
  });

  it("matches typed text with or without a leading slash", () => {
    assert.deepEqual(listLabels(createDocs('"gstart$0"')), ["guides/start"]);
    const { item } = getItem(createDocs('"/gui$0"'), "guides/start");
    assert.equal(item.filterText, '"/guides/start Start here"');
  });

  it("offers pages for a group's root page and for entries at any depth", () => {
    const group = (value: string) =>
      `{ "navigation": { "groups": [{ "group": "A", "root": ${value}, "pages": [] }] } }`;
    check(site + group('"$0"'), "guides/start", group('"guides/start"$0'));
    const createDeep = (value: string) =>
      `{ "navigation": { "groups": [{ "group": "A", "pages": [{ "group": "B", "pages": [${value}] }] }] } }`;
    check(site + createDeep('"$0"'), "guides/start", createDeep('"guides/start"$0'));
  });

  it("offers up to 200 pages, marks the list as incomplete, and finds the other pages as you type", () => {
    const pages = Array.from({ length: 500 }, (_, i) => `//- many/page-${i}.mdx`).join("\n");
    const completeMany = (typedText: string) =>
      completeIn(`${pages}\n//- docs.json\n{ "navigation": { "pages": ["${typedText}$0"] } }`);
    assert.equal(completeMany("").items.length, 200);
    assert.equal(completeMany("").isComplete, false);
    assert.deepEqual(
      completeMany("page-499").items.map(({ label }) => label),
      ["many/page-499"],
    );
    assert.equal(completeMany("page-499").isComplete, true);
  });
});

describe("operation completion", () => {
  const createDocs = (entry: string, openapi = '"api/eggs.json"') =>
    `{ "navigation": { "tabs": [{ "tab": "Guides", "pages": ["x"] }, { "tab": "API", "openapi": ${openapi}, "groups": [{ "group": "Eggs", "pages": ["GET /eggs", ${entry}] }] }] } }`;

  it("offers the operations of the inherited specification with their summaries", () => {
    const { items } = completeIn(site + createDocs('"$0"'));
    assert.deepEqual(
      items.filter(({ kind }) => kind === "operation").map(({ label, detail, remark }) => [label, detail, remark]),
      [
        ["GET /nests", undefined, undefined],
        ["GET /eggs", "List eggs", "already listed"],
        ["POST /eggs", undefined, "hidden"],
      ],
    );
  });

  it("inserts the method and path", () => {
    check(site + createDocs('"GET $0"'), "GET /nests", createDocs('"GET /nests"$0'));
    check(site + createDocs('"GET /n$0'), "GET /nests", createDocs('"GET /nests"$0'));
  });

  it("offers only the operations in the file before the caret", () => {
    const reference = "api/eggs.json GET /nests";
    check(site + createDocs('"api/eggs.json GET $0"'), reference, createDocs(`"${reference}"$0`));
    check(site + createDocs('"/api/eggs.json $0"'), `/${reference}`, createDocs(`"/${reference}"$0`));
    const suggestedLabels = listLabels(site + createDocs('"api/eggs.json $0"'));
    assert.ok(suggestedLabels.length > 0 && suggestedLabels.every((label) => label.startsWith("api/eggs.json ")));
  });

  it("doesn't offer operations if no specification is inherited", () => {
    assert.ok(!listLabels(`${site}{ "navigation": { "pages": ["$0"] } }`).some((label) => label.startsWith("GET")));
  });

  it("offers specifications for a setting that accepts one", () => {
    check(site + createDocs('"x"', '"$0"'), "api/eggs.json", createDocs('"x"', '"api/eggs.json"$0'));
  });
});

describe("completion at any position", () => {
  it("never fails and returns edits that contain the cursor and stay on one line", () => {
    const { files } = parseFixture(
      `${site}{ "navigation": { "tabs": [{ "tab": "A", "openapi": "api/eggs.json", "groups": [{ "group": "G", "pages": ["listed", "GET /eggs"] }] }] },\n\t"api": { "playground": { "display": "none" } }, "appearance": { "strict": true } }`,
    );
    const text = files.get("docs.json") ?? "";
    const at = fc.nat({ max: text.length });
    const check = (start: number, length: number, insertedText: string, offset: number) => {
      const brokenText = text.slice(0, start) + insertedText + text.slice(start + length);
      const brokenSite = siteOf(new Map([...files, ["docs.json", brokenText]]));
      const caret = Math.min(offset, brokenText.length);
      for (const { edit, additionalEdits, caret: caretOffset } of complete(brokenSite, "docs.json", brokenText, caret)
        .items) {
        assert.ok(edit.range.start <= caret && caret <= edit.range.end && edit.range.end <= brokenText.length);
        assert.ok(!brokenText.slice(edit.range.start, edit.range.end).includes("\n"));
        assert.ok(additionalEdits.every(({ range }) => range.end <= edit.range.start));
        assert.ok(caretOffset === undefined || caretOffset <= edit.newText.length);
      }
    };
    const pieces = fc.constantFrom("", '"', "{", "[", "]", "}", ",", ":", "\\", "/*", "//", "\n", "a");
    fc.assert(fc.property(at, fc.nat({ max: 30 }), pieces, at, check), { numRuns: chooseByMode(60, 300) });
  });
});
