import type { Page } from "../../page/page.ts";
import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import type { OperationName } from "../../spec/validity/analyze-spec.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";
import { slugOf } from "../pages/pages.ts";
import type { Site } from "../site.ts";
import { endpointsOfPage, operationsAtAddress, type Resolution } from "../specs/operation-references.ts";
import { isReadable } from "../specs/specs.ts";

/** A page whose frontmatter names an endpoint. */
export interface EndpointPage {
  readonly page: Page;
  readonly slug: string;
  readonly field: "openapi" | "api";
  readonly written: string;
  /** The operation that it names beyond doubt. */
  readonly found: FoundOperation | undefined;
  /** Why it names none, as a sentence. */
  readonly reason: string;
}

export interface FoundOperation {
  readonly spec: SpecOutline;
  readonly operation: OperationOutline;
  readonly kind: "operation" | "webhook";
}

/** Every page with `openapi` or `api` in its frontmatter that could give way to an entry of the navigation, by path. */
export const endpointPages = derive((site: Site): readonly EndpointPage[] =>
  [...site.pages.values()]
    .flatMap((outline): EndpointPage[] => {
      const references = site.references.get(outline.path);
      const slug = slugOf(outline.path);
      if (!references || slug === undefined) return [];
      const page = { outline, references };
      const [endpoint] = endpointsOfPage(site, outline);
      if (endpoint?.field === "openapi")
        return [
          { page, slug, field: "openapi", written: endpoint.text, ...readResolution(endpoint.resolution) },
        ];
      const api = outline.fields.get("api");
      if (endpoint || typeof api !== "string" || api.trim() === "") return [];
      return [{ page, slug, field: "api", written: api, ...findByAddress(site, api) }];
    })
    .sort((a, b) => (a.page.outline.path < b.page.outline.path ? -1 : 1)),
);

/** The operations of which a migration needs models, by specification. */
export function operationsToMigrate(site: Site): ReadonlyMap<SitePath, readonly OperationName[]> {
  const wanted = new Map<SitePath, OperationName[]>();
  for (const { found } of endpointPages(site)) {
    if (!found) continue;
    const { spec, operation, kind } = found;
    const name = { method: operation.method, path: operation.path, isWebhook: kind === "webhook" };
    const known = wanted.get(spec.path);
    if (known) known.push(name);
    else wanted.set(spec.path, [name]);
  }
  return wanted;
}

type Found = Pick<EndpointPage, "found" | "reason">;

function none(reason: string): Found {
  return { found: undefined, reason };
}

function readResolution(resolution: Resolution): Found {
  switch (resolution.kind) {
    case "found": {
      const { target, spec, candidates } = resolution;
      if (candidates.length > 1)
        return none(`Several specifications have this operation: ${listed(candidates)}.`);
      if (target.kind !== "operation" && target.kind !== "webhook")
        return none("It names no operation but another part of a specification.");
      if (!isReadable(spec)) return none(`The specification ${spec.path} cannot be read as it is.`);
      return { found: { spec, operation: target.operation, kind: target.kind }, reason: "" };
    }
    case "unknown":
      return none(
        resolution.remote
          ? "Its specification is on the web and cannot be looked into here."
          : "Its specification cannot be read as it is.",
      );
    case "spec-not-found":
    case "spec-outside-site":
      return none("The specification that it names is not in the site.");
    case "no-spec":
      return none("The site has no specification.");
    case "target-not-found":
      return none("No specification of the site has this operation.");
    case "malformed":
      return none("What it names is not written as a method and a path.");
  }
}

function listed(specs: readonly SpecOutline[]): string {
  return specs
    .slice(0, 3)
    .map(({ path }) => path)
    .join(", ");
}

/** The one specification that has the operation, and whose server begins the address, is meant. */
function findByAddress({ specs }: Site, written: string): Found {
  const found = operationsAtAddress(specs, written);
  if (!found) return none("What it names is not written as a method and an address.");
  const [only, ...more] = found;
  if (!only) return none("No specification of the site has this operation.");
  return more.length > 0
    ? none(`Several specifications have this operation: ${listed(found.map(({ spec }) => spec))}.`)
    : { found: { ...only, kind: "operation" }, reason: "" };
}
