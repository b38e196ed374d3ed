import type { ModuleExport, PageReferences } from "../page/page.ts";
import { nameOfFile } from "../site/pages/imports.ts";
import { isSnippet, publishedPages } from "../site/pages/pages.ts";
import type { Site } from "../site/site.ts";
import { endOfLine, type FileEdit, type SitePath } from "../text/text-edit.ts";
import { derive } from "../text/view.ts";

/** A file whose import gives a page a certain name. */
export interface ImportOffer {
  readonly file: SitePath;
  /** `default`, or the name of the export. */
  readonly imported: string;
}

/**
 * Where the page `from` can import a component of this name from, at most five places: first one in
 * folders that the page stands in too (its language), then the nearest to the site's folder.
 */
export function importsFor(site: Site, name: string, from: SitePath): readonly ImportOffer[] {
  const offers = importsByName(site.pages)(site.scripts).get(name) ?? [];
  const folders = new Set(from.split("/").slice(0, -1));
  const rank = ({ file }: ImportOffer) => {
    const path = file.split("/").slice(0, -1);
    return path.length - 10 * path.filter((folder) => folders.has(folder)).length;
  };
  return offers.toSorted((a, b) => rank(a) - rank(b)).slice(0, 5);
}

const importsByName = derive((pages: Site["pages"]) =>
  derive((scripts: Site["scripts"]): ReadonlyMap<string, readonly ImportOffer[]> => {
    const byName = new Map<string, ImportOffer[]>();
    const add = (name: string, offer: ImportOffer) => {
      const offers = byName.get(name);
      if (offers) offers.push(offer);
      else byName.set(name, [offer]);
    };
    const addAll = (file: SitePath, exports: readonly ModuleExport[]) => {
      for (const { name, isComponent } of exports)
        if (isComponent && name !== "default") add(name, { file, imported: name });
    };
    for (const { path, exports } of scripts.values()) {
      addAll(path, exports);
      if (exports.some(({ name }) => name === "default"))
        add(nameOfFile(path), { file: path, imported: "default" });
    }
    const { importedBy } = publishedPages(pages);
    for (const { path, exports } of pages.values()) {
      if (!isSnippet(path) && !importedBy.has(path)) continue;
      addAll(path, exports);
      if (!exports.some(({ name }) => name === nameOfFile(path)))
        add(nameOfFile(path), { file: path, imported: "default" });
    }
    return byName;
  }),
);

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
