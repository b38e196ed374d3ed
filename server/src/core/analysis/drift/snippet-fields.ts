import type { DocumentedField } from "../../page/frontmatter-fields.ts";
import type { PageReferences } from "../../page/page.ts";
import { resolveImport } from "../../site/pages/imports.ts";
import type { Site } from "../../site/site.ts";
import { derive } from "../../text/maps.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { readPageSamples } from "./called-operations.ts";

/** The maximum number of snippets on a page whose fields are read, including those in other snippets. */
const maxSnippets = 100;

/**
 * Returns the names of the fields that the snippets on a page document. Each name occurs alone and with its parents,
 * such as `city` and `address.city`.
 */
export const listSnippetFields = derive((site: Site) =>
  derive((page: PageReferences): ReadonlySet<string> => {
    const names = new Set<string>();
    const snippets = new Set<SitePath>();
    const pages = [page];
    for (const shownPage of pages)
      for (const path of listShownFiles(site, shownPage)) {
        const snippet = site.references.get(path);
        if (!snippet || snippets.has(path) || snippets.size >= maxSnippets) continue;
        snippets.add(path);
        pages.push(snippet);
        addNames(readPageSamples(snippet).fields, "", names);
      }
    return names;
  }),
);

/** Returns the files that a page imports and shows with a tag. */
function listShownFiles(site: Site, { imports, tags, path }: PageReferences): readonly SitePath[] {
  if (imports.length === 0) return [];
  const tagNames = new Set(tags.map(({ name }) => name));
  const sources = new Set(
    imports.flatMap(({ source, names }) => (names.some(({ localName: local }) => tagNames.has(local)) ? [source] : [])),
  );
  return [...sources].flatMap((source) => {
    const target = resolveImport(site, source, path);
    return "path" in target ? [target.path] : [];
  });
}

function addNames(fields: readonly DocumentedField[], prefix: string, names: Set<string>): void {
  for (const { name, children } of fields) {
    names.add(name).add(prefix + name);
    addNames(children, `${prefix}${name}.`, names);
  }
}
