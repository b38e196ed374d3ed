import assert from "node:assert/strict";
import { parseMessage } from "../text/parse-message.ts";
import { codeTheme, packedTheme } from "./code-theme.ts";
import { createHighlighter, type PackedJson } from "./highlighter.ts";

const theme = {
  type: "dark",
  ground: "#101010",
  ink: "#eeeeee",
  rules: [
    { scopes: ["source.json string"], foreground: "#00ff00" },
    { scopes: ["support.type.property-name.json"], foreground: "#ff0000", fontStyle: "italic" },
  ],
};

describe("color theme of the editor", () => {
  it("colors code in light and dark pages", async () => {
    const read = parseMessage(codeTheme, theme);
    assert.ok(read);
    const packed = packedTheme(read);
    const index = { aliases: {}, needs: { json: ["json"] }, files: {} };
    const highlighter = createHighlighter(index, { light: packed, dark: packed });
    const { default: grammars } = await import("@shikijs/langs/json");
    highlighter.add(new Map(grammars.map((one) => [one.name, one as unknown as PackedJson])));
    const [line = []] = highlighter.highlight('{"a": "b", "c": 1}', "json") ?? [];
    const colorOf = (text: string) => {
      const piece = line.find((each) => typeof each !== "string" && each[0].includes(text));
      return typeof piece === "object" ? highlighter.palette()[piece[1]] : undefined;
    };
    assert.deepEqual(colorOf("a"), { light: "#FF0000", dark: "#FF0000", italic: true });
    assert.deepEqual(colorOf("b"), { light: "#00FF00", dark: "#00FF00" });
    assert.equal(colorOf("1"), undefined);
  });

  it("is undefined without a background and a text color", () => {
    for (const bad of [
      undefined,
      null,
      "dark",
      [],
      { ...theme, type: "purple" },
      { ...theme, ground: undefined },
      { ...theme, ink: "red; background: url(https://leak.example.test)" },
      { ...theme, rules: "all" },
    ])
      assert.equal(parseMessage(codeTheme, bad), undefined, JSON.stringify(bad));
  });

  it("omits invalid rules, colors, and styles, and anything beyond the limit", () => {
    const read = parseMessage(codeTheme, {
      ...theme,
      rules: [
        null,
        { scopes: "comment", foreground: "#000000" },
        { scopes: ["comment"], foreground: "url(x)" },
        { scopes: ["comment"], fontStyle: "bold;color:red" },
        { scopes: [1, "x".repeat(1000), "comment"], foreground: "#123", fontStyle: "" },
        ...Array.from({ length: 10_000 }, () => ({ scopes: ["a"], foreground: "#000000" })),
      ],
    });
    assert.deepEqual(read?.rules[0], { scopes: ["comment"], foreground: "#123", fontStyle: "" });
    assert.ok((read?.rules.length ?? 0) <= 5000);
  });
});
