import assert from "node:assert/strict";
import { loadTheme } from "../../client/src/preview/load-theme.ts";
import { readJsonc } from "../../client/src/preview/read-jsonc.ts";

/** The theme at `themes/dark.json` of an extension with these files, and what was read for it. */
async function load(files: Readonly<Record<string, string>>, path = "./themes/dark.json") {
  const asked: string[] = [];
  const theme = await loadTheme(path, (file) => {
    asked.push(file);
    const text = Object.hasOwn(files, file) ? files[file] : undefined;
    return Promise.resolve(text === undefined ? undefined : new TextEncoder().encode(text));
  });
  return { theme, asked };
}

describe("a colour theme of the editor", () => {
  it("is read with what it includes, which counts less", async () => {
    const { theme, asked } = await load({
      "themes/dark.json": `{
        // It says only what is another.
        "include": "./base/common.json",
        "colors": { "editor.background": "#111111", },
        "tokenColors": [{ "scope": "comment, string.quoted", "settings": { "foreground": "#aaaaaa" } },],
      }`,
      "themes/base/common.json": JSON.stringify({
        colors: { "editor.background": "#000000", "editor.foreground": "#ffffff" },
        tokenColors: [
          { settings: { foreground: "#ffffff" } },
          { scope: ["keyword"], settings: { foreground: "#0000ff", fontStyle: "bold" } },
        ],
      }),
    });
    assert.deepEqual(asked, ["themes/dark.json", "themes/base/common.json"]);
    assert.deepEqual(Object.fromEntries(theme?.colours ?? []), {
      "editor.background": "#111111",
      "editor.foreground": "#ffffff",
    });
    assert.deepEqual(theme?.rules, [
      { scopes: ["keyword"], foreground: "#0000ff", fontStyle: "bold" },
      { scopes: ["comment", "string.quoted"], foreground: "#aaaaaa" },
    ]);
  });

  it("is none when a part of it is missing, too large, in another format, or includes itself", async () => {
    for (const text of [
      '{ "include": "./gone.json" }',
      '{ "include": "./dark.json" }',
      '{ "tokenColors": "./colors.tmTheme" }',
      '{ "include": "./colors.tmTheme" }',
      "<plist/>",
      `{ "a": "${"a".repeat(2_000_001)}" }`,
    ])
      assert.equal((await load({ "themes/dark.json": text })).theme, undefined, text.slice(0, 50));
  });

  it("reads nothing outside its extension", async () => {
    for (const include of ["../../secret.json", "/../../secret.json", "..\\\\..\\\\secret.json"]) {
      const { theme, asked } = await load({ "themes/dark.json": `{ "include": "${include}" }` });
      assert.equal(theme, undefined);
      assert.deepEqual(asked, ["themes/dark.json"], include);
    }
    assert.deepEqual((await load({}, "../../../etc/theme.json")).asked, []);
  });
});

describe("JSON with comments", () => {
  it("is read without them, and without commas too many", () => {
    for (const [text, value] of [
      ['\ufeff{ "a": 1, // one\n "b": [1, 2,], /* , */ }', { a: 1, b: [1, 2] }],
      ['{ "url": "https://a/b", "c": "/* no */,]" }', { url: "https://a/b", c: "/* no */,]" }],
      ['["a\\"//b,]"]', ['a"//b,]']],
      ["nothing", undefined],
      ["", undefined],
    ] as const)
      assert.deepEqual(readJsonc(text), value, text);
  });
});
