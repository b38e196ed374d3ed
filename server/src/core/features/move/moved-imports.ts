import type { PageReferences } from "../../page/page.ts";
import { scriptSources } from "../../page/scan-script.ts";
import { addEdits, type EditsByFile } from "../../analysis/migration/migration-edits.ts";
import { resolveImport } from "../../site/pages/imports.ts";
import type { Site } from "../../site/site.ts";
import { snippetPlaces } from "../../site/navigation/used-files.ts";
import { resolveSitePath } from "../../text/site-path.ts";
import type { SitePath, TextEdit, TextRange } from "../../text/text-edit.ts";
import type { MovedFiles } from "./moved-files.ts";
import { folderChange, writtenPath } from "../../site/links/written-path.ts";

/** Endings that may be left out of an import. */
const endings = ["", ".mdx", ".md", ".jsx", ".tsx", ".js", ".ts"];

/**
 * Imports of pages and of code, and the file of older `<Snippet>` tags, as they are written after the move. `textOf`
 * reads code, of which a site keeps outlines alone.
 */
export function movedImports(
  site: Site,
  moved: MovedFiles,
  textOf: (file: SitePath) => string | undefined,
): EditsByFile {
  const edits: EditsByFile = new Map();
  for (const page of site.references.values()) {
    addEdits(edits, page.path, importEdits(site, page.path, page.imports, moved));
    addEdits(edits, page.path, snippetEdits(site, page, moved));
  }
  for (const { path, imports } of site.scripts.values()) {
    const isConcerned = moved.has(path) || imports.some((source) => movedSource(site, source, path, moved));
    const text = isConcerned ? textOf(path) : undefined;
    if (text !== undefined) addEdits(edits, path, importEdits(site, path, scriptSources(text), moved));
  }
  return edits;
}

interface WrittenSource {
  readonly source: string;
  /** Without its quotes. */
  readonly range: TextRange;
}

function importEdits(
  site: Site,
  file: SitePath,
  sources: readonly WrittenSource[],
  moved: MovedFiles,
): TextEdit[] {
  return sources.flatMap(({ source, range }): TextEdit[] => {
    const newText = movedSource(site, source, file, moved);
    return newText === undefined ? [] : [{ range, newText }];
  });
}

/** Undefined where the import can stay. */
function movedSource(site: Site, source: string, file: SitePath, moved: MovedFiles): string | undefined {
  const target = resolveImport(site, source, file);
  if (target.kind === "package" || target.kind === "outside-site") return undefined;
  const ending = endings.find((each) => moved.has(target.path + each));
  const to = ending === undefined ? undefined : moved.get(target.path + ending);
  const folders = folderChange(file, moved.get(file));
  const isElsewhere = !source.startsWith("/") && folders.newFolder !== folders.oldFolder;
  if (to === undefined && !isElsewhere) return undefined;
  const cut = ending === undefined || ending === "" ? 0 : (/\.\w+$/.exec(to ?? "")?.[0].length ?? 0);
  const path = to === undefined ? target.path : cut === 0 ? to : to.slice(0, -cut);
  const change = { from: target.path, to: path };
  const written = writtenPath(source, change, folders);
  // What does not begin with dots would name a package.
  const named = /^\.{0,2}\//.test(written) ? written : `./${written}`;
  return named === source ? undefined : named;
}

/** `<Snippet file="note.mdx" />` is looked for in the folders of snippets, so only its place within those follows. */
function snippetEdits(site: Site, page: PageReferences, moved: MovedFiles): TextEdit[] {
  return page.tags.flatMap(({ name, attributes }): TextEdit[] => {
    const value = name === "Snippet" ? attributes.find((each) => each.name === "file")?.value : undefined;
    if (value?.kind !== "text") return [];
    const file = snippetPlaces(value.text).find((place) => site.pages.has(place));
    const to = file === undefined ? undefined : moved.get(file);
    if (file === undefined || to === undefined) return [];
    const folder = /^_?snippets\//.exec(to)?.[0] ?? "";
    const read = resolveSitePath(value.text.replace(/^\/+/, ""), "");
    const prefix = read.ok && read.path === file ? "" : folder;
    return [{ range: value.range, newText: to.slice(prefix.length) }];
  });
}
