import fc from "fast-check";

/**
 * Typical lines from authors and generators. They include constructs that often cause problems in line-based parsers,
 * such as indentation, tabs, and wide characters.
 */
const fragments = [
  "word",
  "  word",
  "\tword \t",
  "    indented code",
  "two **bold 😀** and _em_ `co😀de` [link](/other#part) ![alt 👩‍👩‍👧](./a.png)",
  "# Heading",
  "## 😀 Heading `code` {#own-id}",
  "   ### Indented heading",
  "- item",
  "  - nested item",
  "    1. deeper 😀",
  "\t* with a tab",
  "> quote",
  "> > - nested",
  "| a | b |",
  "| --- | :-: |",
  "| 😀 `x|y` | [l](/p) |",
  "  | indented | 𝒳 |",
  '```js title="a😀.js" {1}',
  "```",
  "~~~",
  "  ```",
  'const a = "𝒳";',
  '<Card title="A 😀" icon="rocket" href="/other">',
  "</Card>",
  "  <Note>",
  "  </Note>",
  '<Tabs><Tab title="😀">x</Tab></Tabs>',
  "<a 😀>",
  "<😀",
  "</😀>",
  "<Unknown𝒳 prop={1} />",
  "{name😀}",
  "{/* comment 😀 */}",
  "{",
  "}",
  'import { A } from "/snippets/a😀.mdx"',
  "export const b😀 = 1",
  "export const Box = ({ a }) => <b>{a}</b>;",
  "---",
  'title: "T 😀"',
  "tag: [a, 𝒳]",
  "&amp; &#x1F600; &nope😀;",
  "$$",
  '[ref]: /other "😀"',
  "[^1]: note 😀",
  "***😀",
  "😀😀😀😀😀😀😀😀😀😀",
  "",
  "   ",
  "\u00a0",
  "\ufeff",
] as const;

const line = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...fragments) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...fragments), fc.constantFrom(...fragments)).map(([a, b]) => `${a}${b}`),
  },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 20 }) },
);

const frontmatter = fc.constantFrom(
  "",
  "---\ntitle: A\n---\n\n",
  '---\ntitle: "😀"\n  description: bad\ntags: [\n---\n',
  "---\nopenapi: GET /😀\nicon: rocket\n---\n",
  "---\n",
);

/** The text of an MDX page, which can be invalid in any way but doesn't contain lone surrogates. */
export const randomPage = fc
  .tuple(frontmatter, fc.array(line, { minLength: 1, maxLength: 25 }), fc.constantFrom("\n", "\r\n", "\r"))
  .map(([front, lines, lineEnd]) => `${front}${lines.join("\n")}`.replaceAll("\n", lineEnd));

/** Returns random pages. The pages are the same for the same seed. */
export function randomPages(count: number, seed: number): string[] {
  return fc.sample(randomPage, { numRuns: count, seed });
}

const word = fc.constantFrom(
  "a",
  "😀",
  "a😀b",
  "𝒳",
  "\\ud83d",
  "/a",
  "GET /😀",
  "https://😀.example/",
  "#😀",
  "{😀",
  "😀".repeat(40),
);

/** The text of a docs.json with invalid values. Some of the texts aren't valid JSON. */
export const randomConfig = fc
  .tuple(
    fc.array(word, { maxLength: 3 }),
    fc.array(
      fc.tuple(
        fc.constantFrom("name", "theme", "favicon", "colors", "logo", "redirects", "😀", "navbar", "$ref"),
        word,
      ),
      { maxLength: 4 },
    ),
    fc.option(fc.tuple(fc.nat(400), fc.constantFrom("😀", "𝒳", '"', ",", "{", "'", "//😀\n", "")), {
      freq: 2,
    }),
  )
  .map(([pages, settings, spoiled]) => {
    const members = settings.map(([key, value]) => `  "${key}": "${value}",\n`).join("");
    const list = pages.map((page) => `"${page}"`).join(", ");
    const text = `{\n${members}  "navigation": { "pages": ["a", ${list}] }\n}\n`.replace(", ]", "]");
    if (!spoiled) return text;
    const [offset, inserted] = spoiled;
    // Text is inserted only between complete characters.
    const characters = Array.from(text);
    characters.splice(offset % characters.length, 1, inserted);
    return characters.join("");
  });

/** The text of an OpenAPI document, which can be valid or invalid. */
export const randomSpec = fc
  .tuple(
    word,
    word,
    fc.option(fc.tuple(fc.nat(400), fc.constantFrom("😀", "\t😀", "𝒳: [", '"', "&😀 ", "")), { freq: 3 }),
  )
  .map(([path, text, spoiled]) => {
    const full = [
      "openapi: 3.1.0",
      `info: { title: "${text}", version: "1" }`,
      "paths:",
      `  "/${path}":`,
      "    get:",
      `      summary: '${text}'`,
      "      responses:",
      `        "2😀": { description: "${text}" }`,
      `        "200": { $ref: "#/components/responses/${path}" }`,
    ].join("\n");
    if (!spoiled) return full;
    const characters = Array.from(full);
    characters.splice(spoiled[0] % characters.length, 1, spoiled[1]);
    return characters.join("");
  });

/** Whether a text contains a lone surrogate. */
export function hasHalfPair(text: string): boolean {
  return /\p{Cs}/u.test(text);
}
