import type { PageImport, PageReferences } from "../../page/page.ts";
import { scriptSources } from "../../page/scan-script.ts";
import { resolveImport } from "../../site/pages/imports.ts";
import type { Site } from "../../site/site.ts";
import type { SitePath, TextRange } from "../../text/text-edit.ts";
import { namesOfImport } from "./names-of-import.ts";
import type { ThingUse } from "./site-thing.ts";

/**
 * Where an export is named: in the imports of pages, and in their tags and expressions, and in the imports of code, of which
 * a site doesn't contain the text.
 */
export function exportUses(
  site: Site,
  file: SitePath,
  name: string,
  textOf: ReadText = () => undefined,
): readonly ThingUse[] {
  const inPages = [...site.references.values()].flatMap((page) => {
    const members = namespacesOf(site, page, file).flatMap((namespace) => memberTags(page, namespace, name));
    const local = localName(site, page, file, name);
    if (local === undefined) return members;
    const at = (range: TextRange) => ({ file: page.path, range });
    return [
      ...members,
      ...importedNames(page, site, file, name).map((range): ThingUse => ({ kind: "import", at: at(range) })),
      ...mentionsOf(page, local),
    ];
  });
  const inCode = importsInCode(site, file, name, textOf).map(({ path, found }): ThingUse => ({
    kind: "import",
    at: { file: path, range: found.range },
  }));
  return [...inPages, ...inCode];
}

type ReadText = (file: SitePath) => string | undefined;

/** The imports of files of code that name an export. */
export function importsInCode(site: Site, file: SitePath, name: string, textOf: ReadText) {
  return [...site.scripts.values()].flatMap(({ path, imports }) => {
    if (!imports.some((source) => isFrom(site, source, path, file))) return [];
    const text = textOf(path) ?? "";
    return scriptSources(text)
      .filter(({ source }) => isFrom(site, source, path, file))
      .flatMap(({ clause }) => namesOfImport(text, clause))
      .flatMap(({ imported, importedRange, ...rest }) =>
        imported === name && importedRange ? [{ path, text, found: { ...rest, range: importedRange } }] : [],
      );
  });
}

/** Returns the first file that imports a name whose range in the text isn't known, so that a rename can't change it. */
export function fileWithoutRange(
  site: Site,
  file: SitePath,
  name: string,
  textOf: ReadText,
): SitePath | undefined {
  const lacksRange = (path: SitePath, text: string, imports: readonly PageImport[]) =>
    imports.some(
      ({ source, clause, names }) =>
        names.some(({ imported }) => imported === name) &&
        isFrom(site, source, path, file) &&
        !namesOfImport(text, clause).some(
          ({ imported, importedRange }) => imported === name && importedRange,
        ),
    );
  for (const { path, text, imports } of site.references.values())
    if (lacksRange(path, text, imports)) return path;
  for (const { path, imports } of site.scripts.values()) {
    if (!imports.some((source) => isFrom(site, source, path, file))) continue;
    const text = textOf(path);
    if (text === undefined || lacksRange(path, text, scriptSources(text))) return path;
  }
  return undefined;
}

/** Returns the names by which a page has a whole file: `All` of `import * as All from …`. */
function namespacesOf(site: Site, page: PageReferences, file: SitePath): readonly string[] {
  return page.imports.flatMap(({ source, names }) => {
    const own = names.filter(({ imported }) => imported === "*");
    return own.length > 0 && isFrom(site, source, page.path, file) ? own.map(({ local }) => local) : [];
  });
}

/** Returns where tags name a member of a namespace: `Box` in `<All.Box>`, and in its end. */
function memberTags(page: PageReferences, namespace: string, name: string): ThingUse[] {
  const member = `${namespace}.${name}`;
  return mentionsOf(page, member).map(({ at: { file, range } }) => ({
    kind: "member",
    at: { file, range: { start: range.start + namespace.length + 1, end: range.end } },
  }));
}

/**
 * Returns the first file that reaches an export through a namespace elsewhere than in a tag of a page, such as `{All.Box}`,
 * so that a rename can't change it.
 */
export function fileWithMember(
  site: Site,
  file: SitePath,
  name: string,
  textOf: ReadText,
): SitePath | undefined {
  for (const page of site.references.values())
    for (const namespace of namespacesOf(site, page, file))
      if (memberCount(page.text, namespace, name) > memberTags(page, namespace, name).length)
        return page.path;
  for (const { path, imports } of site.scripts.values()) {
    if (!imports.some((source) => isFrom(site, source, path, file))) continue;
    const text = textOf(path) ?? "";
    for (const { source, clause } of scriptSources(text)) {
      if (!isFrom(site, source, path, file)) continue;
      const namespaces = namesOfImport(text, clause).filter(({ imported }) => imported === "*");
      if (namespaces.some(({ local }) => memberCount(text, local, name) > 0)) return path;
    }
  }
  return undefined;
}

/** Counts each `All.Box` in a text, whatever stands around it. */
function memberCount(text: string, namespace: string, name: string): number {
  const escaped = [namespace, name].map((each) => each.replaceAll("$", "\\$&"));
  const word = String.raw`[\p{ID_Continue}$]`;
  const pattern = new RegExp(`(?<!${word})${escaped.join(String.raw`\s*\.\s*`)}(?!${word})`, "gu");
  return [...text.matchAll(pattern)].length;
}

/** What a page calls it; undefined where it does not have it. */
export function localName(
  site: Site,
  page: PageReferences,
  file: SitePath,
  name: string,
): string | undefined {
  if (page.path === file) return page.exports.some((each) => each.name === name) ? name : undefined;
  const found = page.imports.flatMap(({ source, names }) => {
    const own = names.filter(({ imported }) => imported === name);
    return own.length > 0 && isFrom(site, source, page.path, file) ? own : [];
  });
  // A page can import it a second time under another name.
  return (found.find(({ local }) => local === name) ?? found[0])?.local;
}

/** Tags, their ends and `{name}` with this name in the text of a page. */
export function mentionsOf(page: PageReferences, local: string): ThingUse[] {
  const uses: ThingUse[] = [];
  const add = (kind: ThingUse["kind"], start: number) =>
    uses.push({ kind, at: { file: page.path, range: { start, end: start + local.length } } });
  for (const { name, nameRange, closing } of page.tags) {
    if (name !== local && !name.startsWith(`${local}.`)) continue;
    add("tag", nameRange.start);
    if (closing) add("tag", page.text.indexOf(local, closing.start));
  }
  for (const { name, range } of page.names)
    if (name === local) add("name", page.text.indexOf(local, range.start));
  return uses;
}

/** Every `Name` of `import { Name as Other } from …`. */
function importedNames(page: PageReferences, site: Site, file: SitePath, name: string): TextRange[] {
  return page.imports.flatMap(({ source, clause, names }) => {
    if (!names.some(({ imported }) => imported === name) || !isFrom(site, source, page.path, file)) return [];
    return namesOfImport(page.text, clause).flatMap(({ imported, importedRange }) =>
      imported === name && importedRange ? [importedRange] : [],
    );
  });
}

function isFrom(site: Site, source: string, from: SitePath, file: SitePath): boolean {
  const target = resolveImport(site, source, from);
  return "path" in target && target.path === file;
}
