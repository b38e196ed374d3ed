import type { Config } from "../config/config.ts";
import type { PageOutline } from "../page/page.ts";
import {
  readNameReference,
  readOperationReference,
  type ReferenceResult,
} from "../spec/operation-reference.ts";
import { findNamedSpec } from "../spec/find-spec.ts";
import type { SpecOutline } from "../spec/spec-outline.ts";
import { folderOf } from "../text/site-path.ts";
import type { SitePath } from "../text/text-edit.ts";
import { derive } from "../text/view.ts";
import { resolvePageReference, type Resolution } from "./resolve-reference.ts";
import type { Site } from "./site.ts";
import { namedSources } from "./spec-sources.ts";

/** Fields of frontmatter that name something in a specification; of several the service takes the first. */
export const endpointFields = ["openapi-schema", "openapi", "asyncapi"] as const;
export type EndpointField = (typeof endpointFields)[number];

export interface PageEndpoint {
  readonly page: SitePath;
  readonly field: EndpointField;
  /** As written. */
  readonly text: string;
  readonly resolution: Resolution;
}

/** What a page's frontmatter names in specifications, the field that counts first. */
export function endpointsOfPage(
  site: Pick<Site, "config" | "specs">,
  page: PageOutline,
): readonly PageEndpoint[] {
  return ofSpecs(site.config)(site.specs)(page);
}

/** All pages that name something in a specification, by the field that counts. */
export function pageEndpoints(site: Pick<Site, "config" | "specs" | "pages">): readonly PageEndpoint[] {
  return endpointsOfPages(site.config)(site.specs)(site.pages);
}

const ofSpecs = derive((config: Config) =>
  derive((specs: Site["specs"]) => {
    const context = contextOf(config, specs);
    return derive((page: PageOutline) => readEndpoints(page, specs, context));
  }),
);

const endpointsOfPages = derive((config: Config) =>
  derive((specs: Site["specs"]) =>
    derive((pages: Site["pages"]): readonly PageEndpoint[] => {
      const endpointsOf = ofSpecs(config)(specs);
      return pagesWithEndpoint(pages).flatMap((page) => endpointsOf(page).slice(0, 1));
    }),
  ),
);

/** Pages that have such a field, which are few; which they are is known while docs.json is edited. */
export const pagesWithEndpoint = derive((pages: Site["pages"]): readonly PageOutline[] => {
  const found: PageOutline[] = [];
  for (const page of pages.values()) if (hasEndpoint(page)) found.push(page);
  return found;
});

/** Known of each of the other thousands while one page is edited. */
const hasEndpoint = derive(({ fields }: PageOutline) => endpointFields.some((field) => fields.has(field)));

interface Context {
  readonly preferred: readonly SpecOutline[];
  readonly hasRemote: boolean;
}

function contextOf(config: Config, specs: Site["specs"]): Context {
  const lookups = namedSources(config).map(({ source, element }) => ({
    element,
    lookup: findNamedSpec(specs, source.source),
  }));
  return {
    preferred: lookups.flatMap(({ element, lookup }) =>
      !element && lookup.kind === "found" ? lookup.specs : [],
    ),
    hasRemote: lookups.some(({ lookup }) => lookup.kind === "remote"),
  };
}

function readEndpoints(page: PageOutline, specs: Site["specs"], context: Context): readonly PageEndpoint[] {
  return endpointFields.flatMap((field): PageEndpoint[] => {
    const text = page.fields.get(field);
    if (typeof text !== "string" || text.trim() === "") return [];
    return [{ page: page.path, field, text, resolution: resolve(read(field, text), page, specs, context) }];
  });
}

function read(field: EndpointField, text: string): ReferenceResult {
  if (field === "openapi") return readOperationReference(text);
  return readNameReference(text, field === "asyncapi" ? "channel" : "schema");
}

function resolve(
  result: ReferenceResult,
  page: PageOutline,
  specs: Site["specs"],
  { preferred, hasRemote }: Context,
): Resolution {
  if (!result.ok) return { kind: "malformed", malformed: result.malformed, at: result.at };
  return resolvePageReference(specs, result.reference, folderOf(page.path), preferred, hasRemote);
}
