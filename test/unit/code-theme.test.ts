import assert from "node:assert/strict";
import "../harness/fake-vscode.ts";
import { loadTheme, parseJsonc } from "../../client/src/preview/code-theme.ts";

/**
 * Returns the theme at `themes/dark.json` in an extension with these files, and the files that were read to load it.
 */
async function load(files: Readonly<Record<string, string>>, path = "./themes/dark.json") {
  const requested: string[] = [];
  const theme = await loadTheme(path, (file) => {
    requested.push(file);
    const text = Object.hasOwn(files, file) ? files[file] : undefined;
    return Promise.resolve(text === undefined ? undefined : new TextEncoder().encode(text));
  });
  return { theme, asked: requested };
}

describe("editor color theme", () => {
  it("is read with the files that it includes, which have lower precedence", async () => {
    const { theme, asked: requested } = await load({
      "themes/dark.json": `{
        // Sets only what differs from the included theme.
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
    assert.deepEqual(requested, ["themes/dark.json", "themes/base/common.json"]);
    assert.deepEqual(Object.fromEntries(theme?.colorsByName ?? []), {
      "editor.background": "#111111",
      "editor.foreground": "#ffffff",
    });
    assert.deepEqual(theme?.rules, [
      { scopes: ["keyword"], foreground: "#0000ff", fontStyle: "bold" },
      { scopes: ["comment", "string.quoted"], foreground: "#aaaaaa" },
    ]);
  });

  it("is undefined if a file is missing, is too large, has a different format, or includes itself", async () => {
    for (const text of [
      '{ "include": "./gone.json" }',
      '{ "include": "./dark.json" }',
      '{ "tokenColors": "./gone.tmTheme" }',
      '{ "include": "./gone.tmTheme" }',
      '{ "settings": "./gone.tmTheme" }',
      "<plist/>",
      `{ "a": "${"a".repeat(2_000_001)}" }`,
    ])
      assert.equal((await load({ "themes/dark.json": text })).theme, undefined, text.slice(0, 50));
  });

  it("can be in TextMate format, on its own or in an included file", async () => {
    const colors = `<?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict>
        <key>name</key><string>Harbour &amp; Sea</string>
        <key>settings</key><array>
          <dict><key>settings</key><dict>
            <key>background</key><string>#101820</string>
            <key>foreground</key><string>#F0F0F0</string>
            <key>caret</key><string>#FFFFFF</string>
          </dict></dict>
          <dict>
            <key>name</key><string>Comment</string>
            <key>scope</key><string>comment, string.quoted</string>
            <key>settings</key><dict>
              <key>fontStyle</key><string>italic</string>
              <key>foreground</key><string>#75715E</string>
            </dict>
          </dict>
        </array>
      </dict></plist>`;
    const files = {
      "themes/harbour.tmTheme": colors,
      "themes/dark.json": '{ "tokenColors": "./harbour.tmTheme", "colors": { "editor.background": "#000000" } }',
      "themes/more.json":
        '{ "include": "./harbour.tmTheme", "tokenColors": [{ "scope": "keyword", "settings": { "foreground": "#ff0000" } }] }',
    };
    const comment = { scopes: ["comment", "string.quoted"], foreground: "#75715E", fontStyle: "italic" };
    const cases = [
      ["./themes/harbour.tmTheme", "#101820", [comment]],
      ["./themes/dark.json", "#000000", [comment]],
      ["./themes/more.json", "#101820", [comment, { scopes: ["keyword"], foreground: "#ff0000" }]],
    ] as const;
    for (const [path, ground, rules] of cases) {
      const { theme } = await load(files, path);
      assert.equal(theme?.colorsByName.get("editor.background"), ground, path);
      assert.equal(theme.colorsByName.get("editor.foreground"), "#F0F0F0", path);
      assert.deepEqual(theme.rules, rules, path);
    }
  });

  it("is undefined if a TextMate file is truncated, has no colors, or has invalid content", async () => {
    for (const text of [
      "",
      "<plist><dict><key>settings</key><array><dict>",
      "<plist><dict><key>settings</key><string>none</string></dict></plist>",
      "<plist><dict></array></dict></plist>",
      "<plist><array/></plist>",
    ]) {
      const { theme } = await load({ "a.tmTheme": text }, "./a.tmTheme");
      assert.deepEqual(theme?.rules ?? [], [], text);
    }
    const { theme } = await load(
      {
        "a.tmTheme":
          "<plist><dict><key>__proto__</key><dict><key>include</key><string>../../b.json</string></dict></dict></plist>",
      },
      "./a.tmTheme",
    );
    assert.deepEqual(theme?.rules ?? [], []);
  });

  it("is read only from files inside its extension", async () => {
    for (const include of ["../../secret.json", "/../../secret.json", "..\\\\..\\\\secret.json"]) {
      const { theme, asked: requested } = await load({ "themes/dark.json": `{ "include": "${include}" }` });
      assert.equal(theme, undefined);
      assert.deepEqual(requested, ["themes/dark.json"], include);
    }
    assert.deepEqual((await load({}, "../../../etc/theme.json")).asked, []);
  });
});

describe("JSON with comments", () => {
  it("is parsed without its comments and trailing commas", () => {
    for (const [text, value] of [
      ['\ufeff{ "a": 1, // one\n "b": [1, 2,], /* , */ }', { a: 1, b: [1, 2] }],
      ['{ "url": "https://a/b", "c": "/* no */,]" }', { url: "https://a/b", c: "/* no */,]" }],
      ['["a\\"//b,]"]', ['a"//b,]']],
      ["nothing", undefined],
      ["", undefined],
    ] as const)
      assert.deepEqual(parseJsonc(text), value, text);
  });
});
