import assert from "node:assert/strict";
import { parseMessage } from "../text/parse-message.ts";
import { codeThemeSchema, createHighlighter, type GrammarIndex, type PackedJson, packTheme } from "./highlighter.ts";

const index = {
  aliases: { ts: "typescript" },
  needs: { typescript: ["typescript"], json: ["json"] },
  files: {},
};

async function loadGrammars(
  ...names: readonly ("typescript" | "json" | "mdx" | "tsx" | "yaml" | "python")[]
): Promise<ReadonlyMap<string, PackedJson>> {
  const found = {
    typescript: () => import("@shikijs/langs/typescript"),
    json: () => import("@shikijs/langs/json"),
    mdx: () => import("@shikijs/langs/mdx"),
    tsx: () => import("@shikijs/langs/tsx"),
    yaml: () => import("@shikijs/langs/yaml"),
    python: () => import("@shikijs/langs/python"),
  };
  const lists = await Promise.all(names.map((name) => found[name]()));
  return new Map(
    lists
      .flatMap(({ default: list }) => list)
      .map((registration) => [registration.name, registration as unknown as PackedJson]),
  );
}

async function createTestHighlighter(knownIndex: GrammarIndex = index) {
  const [light, dark] = await Promise.all([
    import("@shikijs/themes/github-light"),
    import("@shikijs/themes/github-dark"),
  ]);
  return createHighlighter(knownIndex, {
    light: light.default,
    dark: dark.default,
  });
}

/** Returns the text of highlighted lines. */
function getText(lines: readonly (readonly (string | readonly [string, number])[])[] | undefined): string | undefined {
  return lines?.map((line) => line.map((piece) => (typeof piece === "string" ? piece : piece[0])).join("")).join("\n");
}

describe("code highlighting", () => {
  it("requests a grammar before highlighting code and preserves every character", async () => {
    const code = 'const a: string = "x"; // why\n\nlet b = `y ${a}`;';
    const colors = await createTestHighlighter();
    assert.equal(colors.highlight(code, "ts"), undefined);
    assert.deepEqual(colors.takeMissingFiles(), ["typescript"]);
    assert.deepEqual(colors.takeMissingFiles(), []);
    colors.addGrammars(await loadGrammars("typescript"));
    const lines = colors.highlight(code, "ts");
    assert.equal(getText(lines), code);
    const [keyword] = lines?.[0] ?? [];
    assert.ok(Array.isArray(keyword) && keyword[0] === "const");
    const color = colors.getPalette()[keyword[1] as number];
    assert.deepEqual(color, { light: "#D73A49", dark: "#F97583" });
  });

  it("highlights MDX: frontmatter, tags, and fenced code", async () => {
    const names = ["mdx", "tsx", "yaml", "python"] as const;
    const colors = await createTestHighlighter({
      aliases: { py: "python" },
      needs: Object.fromEntries(names.map((name) => [name, [name]])),
      files: {},
    });
    const code = "---\ntitle: Start\n---\n\n<Card href={to + 1} />\n\n```py\nimport os\n```";
    assert.equal(colors.highlight(code, "mdx"), undefined);
    const missing = colors.takeMissingFiles();
    assert.deepEqual([...missing].sort(), ["mdx", "python", "tsx", "yaml"]);
    colors.addGrammars(await loadGrammars("mdx"));
    colors.addGrammars(await loadGrammars("tsx", "yaml", "python"));
    const lines = colors.highlight(code, "mdx");
    assert.equal(getText(lines), code);
    const isColoured = (line: number, text: string) =>
      lines?.[line]?.some((piece) => typeof piece !== "string" && piece[0].includes(text));
    assert.deepEqual(
      [isColoured(1, "title"), isColoured(4, "href"), isColoured(4, "1"), isColoured(7, "import")],
      [true, true, true, true],
    );
  });

  it("leaves plain text and unknown languages unchanged", async () => {
    const colors = await createTestHighlighter();
    for (const language of ["", "text", "plaintext", "no-such", "constructor", "__proto__"])
      assert.equal(colors.highlight("a", language), undefined, language);
    assert.deepEqual(colors.takeMissingFiles(), []);
  });

  it("is fast for long lines and long text", async () => {
    const colors = await createTestHighlighter();
    colors.addGrammars(await loadGrammars("typescript"));
    const line = `const a = "${"(".repeat(50_000)}";`;
    assert.equal(getText(colors.highlight(line, "ts")), line);
    assert.equal(colors.highlight("a".repeat(200_000), "ts"), undefined);
  });
});

const theme = {
  type: "dark",
  background: "#101010",
  foreground: "#eeeeee",
  rules: [
    { scopes: ["source.json string"], foreground: "#00ff00" },
    { scopes: ["support.type.property-name.json"], foreground: "#ff0000", fontStyle: "italic" },
  ],
};

describe("editor color theme", () => {
  it("colors code on light and dark pages", async () => {
    const read = parseMessage(codeThemeSchema, theme);
    assert.ok(read);
    const packedJson = packTheme(read);
    const index = { aliases: {}, needs: { json: ["json"] }, files: {} };
    const highlighter = createHighlighter(index, { light: packedJson, dark: packedJson });
    const { default: grammars } = await import("@shikijs/langs/json");
    highlighter.addGrammars(
      new Map(grammars.map((registration) => [registration.name, registration as unknown as PackedJson])),
    );
    const [line = []] = highlighter.highlight('{"a": "b", "c": 1}', "json") ?? [];
    const getColor = (text: string) => {
      const piece = line.find((name) => typeof name !== "string" && name[0].includes(text));
      return typeof piece === "object" ? highlighter.getPalette()[piece[1]] : undefined;
    };
    assert.deepEqual(getColor("a"), { light: "#FF0000", dark: "#FF0000", italic: true });
    assert.deepEqual(getColor("b"), { light: "#00FF00", dark: "#00FF00" });
    assert.equal(getColor("1"), undefined);
  });

  it("is undefined unless both a background and a text color are defined", () => {
    for (const invalid of [
      undefined,
      null,
      "dark",
      [],
      { ...theme, type: "purple" },
      { ...theme, background: undefined },
      { ...theme, foreground: "red; background: url(https://leak.example.test)" },
      { ...theme, rules: "all" },
    ])
      assert.equal(parseMessage(codeThemeSchema, invalid), undefined, JSON.stringify(invalid));
  });

  it("omits invalid rules, colors, and styles, and anything beyond the limit", () => {
    const read = parseMessage(codeThemeSchema, {
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
