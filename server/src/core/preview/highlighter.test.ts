import assert from "node:assert/strict";
import { createHighlighter, type GrammarIndex, type PackedJson } from "./highlighter.ts";

const index = {
  aliases: { ts: "typescript" },
  needs: { typescript: ["typescript"], json: ["json"] },
  files: {},
};

async function grammars(
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
    lists.flatMap(({ default: list }) => list).map((one) => [one.name, one as unknown as PackedJson]),
  );
}

async function highlighter(known: GrammarIndex = index) {
  const [light, dark] = await Promise.all([
    import("@shikijs/themes/github-light"),
    import("@shikijs/themes/github-dark"),
  ]);
  return createHighlighter(known, {
    light: light.default,
    dark: dark.default,
  });
}

/** Returns the text of highlighted lines. */
function textOf(
  lines: readonly (readonly (string | readonly [string, number])[])[] | undefined,
): string | undefined {
  return lines
    ?.map((line) => line.map((piece) => (typeof piece === "string" ? piece : piece[0])).join(""))
    .join("\n");
}

describe("code highlighting", () => {
  it("requests a grammar before it highlights code and preserves every character", async () => {
    const code = 'const a: string = "x"; // why\n\nlet b = `y ${a}`;';
    const colors = await highlighter();
    assert.equal(colors.highlight(code, "ts"), undefined);
    assert.deepEqual(colors.missing(), ["typescript"]);
    assert.deepEqual(colors.missing(), []);
    colors.add(await grammars("typescript"));
    const lines = colors.highlight(code, "ts");
    assert.equal(textOf(lines), code);
    const [keyword] = lines?.[0] ?? [];
    assert.ok(Array.isArray(keyword) && keyword[0] === "const");
    const color = colors.palette()[keyword[1] as number];
    assert.deepEqual(color, { light: "#D73A49", dark: "#F97583" });
  });

  it("highlights MDX: frontmatter, tags, and fenced code", async () => {
    const names = ["mdx", "tsx", "yaml", "python"] as const;
    const colors = await highlighter({
      aliases: { py: "python" },
      needs: Object.fromEntries(names.map((each) => [each, [each]])),
      files: {},
    });
    const code = "---\ntitle: Start\n---\n\n<Card href={to + 1} />\n\n```py\nimport os\n```";
    assert.equal(colors.highlight(code, "mdx"), undefined);
    const missing = colors.missing();
    assert.deepEqual([...missing].sort(), ["mdx", "python", "tsx", "yaml"]);
    colors.add(await grammars("mdx"));
    colors.add(await grammars("tsx", "yaml", "python"));
    const lines = colors.highlight(code, "mdx");
    assert.equal(textOf(lines), code);
    const isColoured = (line: number, text: string) =>
      lines?.[line]?.some((piece) => typeof piece !== "string" && piece[0].includes(text));
    assert.deepEqual(
      [isColoured(1, "title"), isColoured(4, "href"), isColoured(4, "1"), isColoured(7, "import")],
      [true, true, true, true],
    );
  });

  it("leaves plain text and unknown languages unchanged", async () => {
    const colors = await highlighter();
    for (const language of ["", "text", "plaintext", "no-such", "constructor", "__proto__"])
      assert.equal(colors.highlight("a", language), undefined, language);
    assert.deepEqual(colors.missing(), []);
  });

  it("finishes in time for a long line and for a long text", async () => {
    const colors = await highlighter();
    colors.add(await grammars("typescript"));
    const line = `const a = "${"(".repeat(50_000)}";`;
    assert.equal(textOf(colors.highlight(line, "ts")), line);
    assert.equal(colors.highlight("a".repeat(200_000), "ts"), undefined);
  });
});
