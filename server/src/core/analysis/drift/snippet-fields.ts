import type { DocumentedField } from "../../page/frontmatter-fields.ts";
import type { PageReferences } from "../../page/page.ts";
import { resolveImport } from "../../site/pages/imports.ts";
import type { Site } from "../../site/site.ts";
import { derive } from "../../text/maps.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { readPageSamples } from "./called-operations.ts";
import type { PageDrift } from "./page-drift.ts";

/** The maximum number of snippets on a page whose fields are read, including those in other snippets. */
const maxSnippets = 100;

interface SnippetFields {
  /** The paths of the fields of requests, such as `address.city`, from the snippet's outermost field. */
  readonly request: ReadonlySet<string>;
  readonly response: ReadonlySet<string>;
}

/** Returns the fields that the snippets on a page document. */
const listSnippetFields = derive((site: Site) =>
  derive((page: PageReferences): SnippetFields => {
    const [request, response] = [new Set<string>(), new Set<string>()];
    const snippets = new Set<SitePath>();
    const pages = [page];
    for (const shownPage of pages)
      for (const path of listShownFiles(site, shownPage)) {
        const snippet = site.references.get(path);
        if (!snippet || snippets.has(path) || snippets.size >= maxSnippets) continue;
        snippets.add(path);
        pages.push(snippet);
        for (const field of readPageSamples(snippet).fields)
          addPaths([field], "", field.location === "response" ? response : request);
      }
    return { request, response };
  }),
);

/** The maximum number of fields that contain the outermost field of a snippet. */
const maxDepth = 20;

/**
 * Whether a snippet on the page documents the field. The page may show the snippet inside other fields, so the snippet
 * can document `address.city` as `city`. In a request, fields inside others are often documented as response fields.
 */
export function isInSnippet(site: Site, page: PageReferences, { name, direction }: PageDrift): boolean {
  const { request, response } = listSnippetFields(site)(page);
  const segments = name.replaceAll("[]", "").split(".").slice(-maxDepth);
  const paths = segments.map((_, index) => segments.slice(index).join("."));
  const mayBeResponseField = direction === "response" || segments.length > 1;
  return paths.some((path) => request.has(path) || (mayBeResponseField && response.has(path)));
}

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

/** Adds the paths of the fields. The name of a field inside another one may already be a path. */
function addPaths(fields: readonly DocumentedField[], prefix: string, paths: Set<string>): void {
  for (const { name, children } of fields) {
    const path = (name.startsWith(prefix) ? name : prefix + name).replaceAll("[]", "");
    paths.add(path);
    addPaths(children, `${path}.`, paths);
  }
}
