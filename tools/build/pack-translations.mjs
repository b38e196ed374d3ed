import { mkdir, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { writePacked } from "./pack-json.mjs";

/**
 * Packs the translations of each language, which are objects in `<language>.json` with English strings as keys.
 * `en.json.br` contains the English strings as a list, and the other files contain the translations in the same order,
 * which halves their size in the package.
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
    // A string without a translation remains English.
    await writePacked(to, name, JSON.stringify(english.map((text) => tables[i][text] ?? text)));
}
