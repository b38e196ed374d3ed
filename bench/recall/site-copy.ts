import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getFolder, normalize } from "./paths.ts";
import { readConfig, type Config } from "./read-config.ts";
import { readPage, type PagePlaces } from "./read-page.ts";
import { readSpecs, type SpecText } from "./read-specs.ts";

/** A site as the injections see it: its texts and the results of a simple parser. Uses no product code. */
export interface SiteCopy {
  readonly name: string;
  /** The text files by path. Paths are relative to the site. */
  readonly texts: ReadonlyMap<string, string>;
  /** All files, including images. */
  readonly files: ReadonlySet<string>;
  readonly config: Config;
  /**
   * The pages that readers are certain to see, because they're in the navigation, have a file, and aren't imported by
   * another page.
   */
  readonly pages: readonly string[];
  /** Returns the positions of a page's parts, or undefined if the page can't be parsed as MDX. */
  readonly getPage: (path: string) => PagePlaces | undefined;
  readonly specs: readonly SpecText[];
}

const textual = /\.(mdx?|json|ya?ml|jsx|tsx)$/;

export function readSite(folder: string, name: string): SiteCopy {
  const files = new Set(listFilesBelow(folder, ""));
  const texts = new Map<string, string>();
  for (const path of files) if (textual.test(path)) texts.set(path, readFileSync(join(folder, path), "utf8"));
  const config = readConfig(texts);
  const imported = listImportedFiles(texts);
  const pages = new Map<string, PagePlaces | undefined>();
  return {
    name,
    texts,
    files,
    config,
    pages: [...new Set(config.entries.map(({ value }) => value.replace(/^\//, "")))]
      .map((entry) => [`${entry}.mdx`, `${entry}.md`].find((path) => texts.has(path)) ?? "")
      .filter((path) => path !== "" && !imported.has(path) && !isIgnored(path)),
    getPage: (path) => {
      if (!pages.has(path)) pages.set(path, readPage(texts.get(path) ?? ""));
      return pages.get(path);
    },
    specs: readSpecs(texts),
  };
}

function listFilesBelow(folder: string, prefix: string): string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = `${prefix}${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : listFilesBelow(folder, `${path}/`);
    return [path];
  });
}

/**
 * Returns the files that pages import. The check is deliberately imprecise and returns any file whose name occurs in an
 * import on any page.
 */
function listImportedFiles(texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const imported = new Set<string>();
  for (const [path, text] of texts)
    for (const [, target = ""] of text.matchAll(/^\s*import\s[^"'\n]*["']([^"'\n]+)["']/gm))
      imported.add(target.startsWith("/") ? target.slice(1) : normalize(`${getFolder(path)}${target}`));
  return imported;
}

function isIgnored(path: string): boolean {
  return /(^|\/)(snippets|_snippets|node_modules|\.[^/]+)\//.test(path) || /(^|\/)[A-Z]+\.md$/.test(path);
}
