import type { PageReferences } from "../page/page.ts";
import { nameOfFile } from "../site/page-imports.ts";
import { importedFile, publishedPages } from "../site/published-pages.ts";
import { isSnippet } from "../site/page-slugs.ts";
import type { Site } from "../site/site.ts";
import { endOfLine } from "../text/line-ends.ts";
import type { FileEdit } from "../text/text-edit.ts";
import type { SitePath } from "../text/text-range.ts";

/** A file whose import gives a page a certain name. */
export interface ImportOffer {
  readonly file: SitePath;
  /** `default`, or the name of the export. */
  readonly imported: string;
}

/** Where a component of this name can be imported from; files that make it by this very name come first. */
export function importsFor(site: Site, name: string): ImportOffer[] {
  const offers: ImportOffer[] = [];
  for (const { path, exports } of site.scripts.values())
    for (const each of exports) {
      if (each.name === name && each.isComponent) offers.push({ file: path, imported: name });
      if (each.name === "default" && nameOfFile(path) === name)
        offers.push({ file: path, imported: "default" });
    }
  const { importedBy } = publishedPages(site.pages);
  for (const { path, exports } of site.pages.values()) {
    if (!isSnippet(path) && !importedBy.has(path)) continue;
    if (exports.some((each) => each.name === name && each.isComponent))
      offers.push({ file: path, imported: name });
    else if (nameOfFile(path) === name) offers.push({ file: path, imported: "default" });
  }
  return offers.slice(0, 5);
}

/** Adds an import behind those that are there, else below the frontmatter. */
export function addImport(page: PageReferences, { file, imported }: ImportOffer, local: string): FileEdit {
  const clause =
    imported === "default" ? local : imported === local ? `{ ${local} }` : `{ ${imported} as ${local} }`;
  const { at, newText } = placed(page, `import ${clause} from "/${file}";`);
  return { kind: "edit", file: page.path, edits: [{ range: { start: at, end: at }, newText }] };
}

/** Blank lines around an import keep it apart from text, which would be read as code otherwise. */
function placed({ text, eol, imports, frontmatter }: PageReferences, statement: string) {
  const last = imports.at(-1);
  if (last) return { at: endOfLine(text, last.range.end), newText: eol + statement };
  const end = frontmatter.range?.end;
  if (end === undefined) return { at: 0, newText: statement + eol + eol };
  const at = endOfLine(text, end);
  const isApart = /^(\r\n|\n|\r)[ \t]*(\r|\n|$)|^$/.test(text.slice(at, at + 200));
  return { at, newText: eol + eol + statement + (isApart ? "" : eol) };
}
