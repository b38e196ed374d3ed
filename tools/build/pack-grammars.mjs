import { mkdir, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { writePacked } from "./pack-json.mjs";

/**
 * The most frequent languages of code blocks on documentation sites, along with the languages that their grammars
 * embed. Other languages aren't highlighted.
 */
const languages =
  "bash c cpp csharp css csv dart diff docker dotenv elixir go graphql groovy hcl html http ini java javascript jinja json json5 jsonc jsx kotlin less log lua make markdown mdx nginx objective-c perl php powershell prisma proto python r ruby rust scala scss shellsession solidity sql svelte swift terraform toml tsx typescript vue xml yaml zig".split(
    " ",
  );

/**
 * Groups of similar grammars. Each group is stored in one file, which is named after its first grammar. Compressed
 * together, similar grammars take up only a third of the space.
 */
const families = [
  ["javascript", "jsx", "typescript", "tsx"],
  ["c", "cpp", "cpp-macro", "objective-c"],
];

/**
 * Writes a file for each grammar or family of grammars and for each theme, and `index.json` with the names and
 * dependencies of each grammar.
 */
export async function packGrammars(folder) {
  const places = { grammars: path.join(folder, "grammars"), themes: path.join(folder, "themes") };
  await Promise.all(Object.values(places).map((place) => mkdir(place, { recursive: true })));
  const grammars = new Map();
  const needs = {};
  const aliases = {};
  for (const language of languages) {
    const { default: list } = await import(`@shikijs/langs/${language}`);
    for (const grammar of list) grammars.set(grammar.name, grammar);
    const own = list.at(-1);
    needs[own.name] = Array.from(new Set(list.map(({ name }) => name)));
    for (const alias of [language, ...(own.aliases ?? [])]) if (alias !== own.name) aliases[alias] = own.name;
  }
  const files = Object.fromEntries(families.flatMap(([first, ...rest]) => rest.map((name) => [name, first])));
  const packed = [...grammars.keys()]
    .filter((name) => !(name in files))
    .map((name) => {
      const family = families.find(([first]) => first === name) ?? [name];
      const own = Object.fromEntries(family.map((each) => [each, grammars.get(each)]));
      return writePacked(places.grammars, `${name}.json`, JSON.stringify(own));
    });
  packed.push(writePacked(places.grammars, "index.json", JSON.stringify({ aliases, needs, files })));
  const from = path.join(path.dirname(createRequire(import.meta.url).resolve("@shikijs/themes/github-light")), ".");
  for (const file of await readdir(from)) {
    if (!file.endsWith(".mjs") || file === "index.mjs") continue;
    const { default: theme } = await import(pathToFileURL(path.join(from, file)).href);
    packed.push(writePacked(places.themes, file.replace(/mjs$/, "json"), JSON.stringify(lean(theme))));
  }
  await Promise.all(packed);
}

/**
 * Returns a theme that contains only the colors of code, because VS Code has its own colors for buttons and borders.
 */
function lean({ name, type, fg, bg, colors, tokenColors, settings }) {
  const kept = ["editor.background", "editor.foreground"];
  return {
    name,
    type,
    ...(fg && { fg }),
    ...(bg && { bg }),
    colors: Object.fromEntries(Object.entries(colors ?? {}).filter(([key]) => kept.includes(key))),
    settings: tokenColors ?? settings,
  };
}
