import { mkdir, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { writePacked } from "./pack-json.mjs";

/**
 * Packs `<language>.json`, objects from English texts to translations, as lists: `en.json.br` contains the English
 * texts, and the other files the translations in the same order. This halves their size in the package.
 */
export async function packTranslations(from, to) {
  await mkdir(to, { recursive: true });
  const files = (await readdir(from)).filter((name) => name.endsWith(".json"));
  const tables = await Promise.all(
    files.map(async (name) => JSON.parse(await readFile(path.join(from, name), "utf8"))),
  );
  const english = [...new Set(tables.flatMap((table) => Object.keys(table)))];
  await writePacked(to, "en.json", JSON.stringify(english));
  for (const [i, name] of files.entries())
    // A missing text stays English.
    await writePacked(to, name, JSON.stringify(english.map((text) => tables[i][text] ?? text)));
}
