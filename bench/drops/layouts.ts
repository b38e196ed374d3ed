import { parse } from "jsonc-parser";
import { createRandom, type Random } from "../recall/random.ts";

/** The texts of docs.json and the files that it includes, by path. */
export type ConfigTexts = ReadonlyMap<string, string>;

/** Functions that format the same configuration in the styles of other authors. */
export const layouts: Readonly<Record<string, (texts: ConfigTexts, seed: string) => ConfigTexts>> = {
  "as written": (texts) => texts,
  comments: (texts, seed) => changeEach(texts, (text) => addComments(text, createRandom(seed))),
  CRLF: (texts) => changeEach(texts, addCrlf),
  tabs: (texts) => changeEach(texts, changeIndentation),
  "one-line lists": (texts) => changeEach(texts, (text) => joinLists(text, /[^[\]{}]*/.source)),
  "one line": (texts) => changeEach(texts, (text) => JSON.stringify(parse(text))),
  "trailing commas": (texts) => changeEach(texts, addTrailingCommas),
  "byte order mark": (texts) => changeEach(texts, (text) => `\uFEFF${text}`),
  "split files": splitFiles,
  "all at once": (texts, seed) =>
    changeEach(splitFiles(texts), (text) =>
      addCrlf(
        addComments(addTrailingCommas(changeIndentation(joinLists(text, '\\s*"[^"]*"\\s*'))), createRandom(seed)),
      ),
    ),
};

function changeEach(texts: ConfigTexts, change: (text: string) => string): ConfigTexts {
  return new Map([...texts].map(([path, text]) => [path, change(text)]));
}

function addCrlf(text: string): string {
  return text.replace(/\r?\n/g, "\r\n");
}

/**
 * Adds comments at the starts and ends of lines. These positions are always outside strings, because JSON strings can't
 * span lines.
 */
function addComments(text: string, random: Random): string {
  const isOpen = (line: string) => /[[{,]\s*$/.test(line);
  return text
    .split("\n")
    .flatMap((line, i) => {
      if (i === 0 || line.trim() === "") return [line];
      const [indentation = ""] = /^\s*/.exec(line) ?? [];
      const end = random.nextChance(0.2)
        ? ` // behind ${String(i)}`
        : random.nextChance(0.1)
          ? ` /* end ${String(i)} */`
          : "";
      const start = random.nextChance(0.08) ? `${indentation}/* in front ${String(i)} */ ${line.trimStart()}` : line;
      const above = random.nextChance(0.12) ? [`${indentation}// above ${String(i)}`] : [];
      return [...above, isOpen(line) || random.nextChance(0.5) ? start + end : start];
    })
    .join("\n");
}

function addTrailingCommas(text: string): string {
  return text.replace(/([\w"\]}])((?:\s|\/\/[^\n]*\n|\/\*.*?\*\/)*\n\s*[\]}])/g, "$1,$2");
}

/** Converts indentation from tabs to spaces, or from spaces to tabs. */
function changeIndentation(text: string): string {
  return /^\t/m.test(text)
    ? text.replace(/^\t+/gm, (tabs) => "    ".repeat(tabs.length))
    : text.replace(/^(?: {2})+/gm, (blanks) => "\t".repeat(blanks.length / 2));
}

/** Puts each list that contains only strings on one line. `inner` can restrict this to lists with a single string. */
function joinLists(text: string, inner: string): string {
  return text.replace(
    new RegExp(`\\[(${inner})\\]`, "g"),
    (_, items: string) => `[${items.replace(/\s*\n\s*/g, " ").trim()}]`,
  );
}

/**
 * Moves every other child of the first division or list of groups to a separate file with a different layout, and moves
 * the pages of a group in that file to a third file.
 */
function splitFiles(texts: ConfigTexts): ConfigTexts {
  const entry = texts.get("docs.json") ?? "";
  const config = parse(entry) as Json;
  const list = config.navigation === undefined ? undefined : findFirstList(config.navigation as Json);
  if (!list) return texts;
  const split = new Map(texts);
  list.items.forEach((item, i) => {
    if (i % 2 === 1 || typeof item !== "object" || item === null || "$ref" in item) return;
    const path = `split-${String(i)}.json`;
    const pages = (item as Json)["pages"];
    if (Array.isArray(pages) && !JSON.stringify(pages).includes('"$ref"')) {
      split.set(`split-pages-${String(i)}.json`, JSON.stringify(pages, null, "\t"));
      (item as Json)["pages"] = { $ref: `./split-pages-${String(i)}.json` };
    }
    if (JSON.stringify(item).includes('"$ref": "../')) return;
    split.set(path, JSON.stringify(item, null, 4));
    list.items[i] = { $ref: `./${path}` };
  });
  return split.set("docs.json", `${JSON.stringify(config, null, 2)}\n`);
}

type Json = Record<string, unknown>;

function findFirstList(element: Json): { readonly items: unknown[] } | undefined {
  for (const value of Object.values(element))
    if (Array.isArray(value) && value.length > 1 && value.every((item) => typeof item === "object"))
      return { items: value };
  for (const value of Object.values(element))
    for (const item of Array.isArray(value) ? value : []) {
      const found = typeof item === "object" && item !== null ? findFirstList(item as Json) : undefined;
      if (found) return found;
    }
  return undefined;
}
