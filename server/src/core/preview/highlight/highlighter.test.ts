import assert from "node:assert/strict";
import { createHighlighter, type PackedJson } from "./highlighter.ts";

const index = {
  aliases: { ts: "typescript" },
  needs: { typescript: ["typescript"], json: ["json"] },
};

async function grammars(
  ...names: readonly ("typescript" | "json")[]
): Promise<ReadonlyMap<string, PackedJson>> {
  const found = {
    typescript: () => import("@shikijs/langs/typescript"),
    json: () => import("@shikijs/langs/json"),
  };
  const lists = await Promise.all(names.map((name) => found[name]()));
  return new Map(
    lists.flatMap(({ default: list }) => list).map((one) => [one.name, one as unknown as PackedJson]),
  );
}

async function highlighter() {
  const [light, dark] = await Promise.all([
    import("@shikijs/themes/github-light"),
    import("@shikijs/themes/github-dark"),
  ]);
  return createHighlighter(index, {
    light: light.default,
    dark: dark.default,
  });
}

/** The text of coloured lines. */
function textOf(
  lines: readonly (readonly (string | readonly [string, number])[])[] | undefined,
): string | undefined {
  return lines
    ?.map((line) => line.map((piece) => (typeof piece === "string" ? piece : piece[0])).join(""))
    .join("\n");
}

describe("code in colours", () => {
  it("asks for a grammar before it colours, and keeps every character", async () => {
    const code = 'const a: string = "x"; // why\n\nlet b = `y ${a}`;';
    const colours = await highlighter();
    assert.equal(colours.highlight(code, "ts"), undefined);
    assert.deepEqual(colours.missing(), ["typescript"]);
    assert.deepEqual(colours.missing(), []);
    colours.add(await grammars("typescript"));
    const lines = colours.highlight(code, "ts");
    assert.equal(textOf(lines), code);
    const [keyword] = lines?.[0] ?? [];
    assert.ok(Array.isArray(keyword) && keyword[0] === "const");
    const colour = colours.palette()[keyword[1] as number];
    assert.deepEqual(colour, { light: "#D73A49", dark: "#F97583" });
  });

  it("leaves text and unknown languages alone", async () => {
    const colours = await highlighter();
    for (const language of ["", "text", "plaintext", "no-such", "constructor", "__proto__"])
      assert.equal(colours.highlight("a", language), undefined, language);
    assert.deepEqual(colours.missing(), []);
  });

  it("ends on a long line and on a long text", async () => {
    const colours = await highlighter();
    colours.add(await grammars("typescript"));
    const line = `const a = "${"(".repeat(50_000)}";`;
    assert.equal(textOf(colours.highlight(line, "ts")), line);
    assert.equal(colours.highlight("a".repeat(200_000), "ts"), undefined);
  });
});
