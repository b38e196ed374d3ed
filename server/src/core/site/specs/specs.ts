import type { Config } from "../../config/config.ts";
import { getJsonValue } from "../../config/json/json-tree.ts";
import { type NavElement, readSpecSources, type SpecSource } from "../../config/settings/navigation.ts";
import { parseApiTarget } from "../../page/check-field.ts";
import { findNamedSpec, findOperation } from "../../spec/find-spec.ts";
import type { OperationOutline, SpecFamily, SpecOutline, SpecReadProblem } from "../../spec/spec-outline.ts";
import type { ValidityProblem } from "../../spec/validity/analyze-spec.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { addToGroup, derive } from "../../text/maps.ts";
import { getNavigation } from "../settings/navigation.ts";
import { type Site, createSiteView } from "../site.ts";

/** A specification that docs.json refers to, with the location of the reference. */
interface NamedSource {
  readonly family: SpecFamily;
  readonly source: SpecSource;
  /** The index in the specification's array, or 0 for a single value. */
  readonly index: number;
  /** The navigation element that sets the specification. Undefined if it's under `api`. */
  readonly element: NavElement | undefined;
}

/**
 * All `openapi` and `asyncapi` values in docs.json. The values under `api` come first, followed by the other values in
 * navigation order.
 */
export const listNamedSources = derive((config: Config): readonly NamedSource[] => {
  const api = getJsonValue(config.root, "api");
  const families = ["openapi", "asyncapi"] as const;
  const apiSources = families.flatMap((family) =>
    (readSpecSources(getJsonValue(api, family)) ?? []).map((source, index) => ({
      family,
      source,
      index,
      element: undefined,
    })),
  );
  const sources: NamedSource[] = apiSources;
  for (const element of getNavigation(config).elements)
    for (const family of families)
      for (const [index, source] of getOwnSources(element, family).entries())
        sources.push({ family, source, index, element });
  return sources;
});

/**
 * Returns the sources in docs.json together with their specifications. A specification is undefined if the file isn't
 * in the site or hasn't been loaded yet.
 */
export function getSourcesWithSpecs(
  site: Pick<Site, "config" | "specs">,
): readonly (NamedSource & { readonly spec: SpecOutline | undefined })[] {
  return listSourcesWithSpecs(site);
}

const listSourcesWithSpecs = createSiteView(["config", "specs"], ({ config, specs }) =>
  listNamedSources(config).map((source) => {
    const lookup = findNamedSpec(specs, source.source.source);
    return { ...source, spec: lookup.kind === "found" ? lookup.specs[0] : undefined };
  }),
);

/** Returns the sources that an element sets itself. Excludes inherited sources. */
export function getOwnSources(element: NavElement, family: SpecFamily): readonly SpecSource[] {
  const sources = element[family];
  return sources && !sources.isInherited ? sources.value : [];
}

/**
 * Returns the folder for pages that are generated from a source, in lowercase and without a leading or trailing slash.
 * The default is `api-reference`.
 */
export function getDirectory(source: SpecSource | undefined): string {
  return (source?.directory ?? "api-reference")
    .slice(0, 500)
    .split("/")
    .filter((segment) => segment !== "" && segment !== "." && segment !== "..")
    .join("/")
    .toLowerCase();
}

/** Returns the first specification that is this file or includes it. */
export function findFileSpec(site: Pick<Site, "specs">, file: SitePath): SpecOutline | undefined {
  const spec = site.specs.get(file);
  if (spec) return spec;
  for (const spec of site.specs.values()) if (spec.includedFiles.includes(file)) return spec;
  return undefined;
}

/** Returns the problem that makes a specification unreadable, or undefined if it's readable. */
export function getReadProblem(spec: SpecOutline): SpecReadProblem | undefined {
  return spec.problems.find((problem) => "reason" in problem);
}

/** Whether the service can generate pages from the specification, based on its syntax and version. */
export function isReadable(spec: SpecOutline): boolean {
  return spec.isSupported && !getReadProblem(spec);
}

type SpecSiteParts = Pick<Site, "config" | "specs" | "overlays">;

/**
 * Whether OpenAPI Overlays change the specification: overlays that docs.json lists for the specification or, if
 * docs.json doesn't list any, overlay files that extend it. Docwright doesn't apply overlays, so the content that
 * readers see can't be determined.
 */
export function hasOverlays(spec: SpecOutline, site: SpecSiteParts): boolean {
  return listOverlaidSpecs(site).has(spec);
}

/** Whether the page at this path could be generated from a specification that overlays change. */
export function mayComeFromOverlay(slug: string, site: SpecSiteParts): boolean {
  return getSourcesWithSpecs(site).some(({ source, element, spec }) => {
    if (!element || !spec || !hasOverlays(spec, site)) return false;
    const folder = getDirectory(source);
    return folder === "" || slug.startsWith(`${folder}/`);
  });
}

const listOverlaidSpecs = createSiteView(
  ["config", "specs", "overlays"],
  ({ config, specs, overlays }): ReadonlySet<SpecOutline> => {
    const hasOverlaysBySpec = new Map<SpecOutline, boolean>();
    for (const { source, spec } of getSourcesWithSpecs({ config, specs }))
      if (spec && source.hasOverlays !== undefined)
        hasOverlaysBySpec.set(spec, source.hasOverlays || hasOverlaysBySpec.get(spec) === true);
    const extendedSpecs = [...(overlays?.values() ?? [])].flatMap((target) => {
      const lookup = findNamedSpec(specs, target);
      return lookup.kind === "found" ? lookup.specs : [];
    });
    return new Set([
      ...extendedSpecs.filter((spec) => !hasOverlaysBySpec.has(spec)),
      ...[...hasOverlaysBySpec].flatMap(([spec, isOverlaid]) => (isOverlaid ? [spec] : [])),
    ]);
  },
);

/**
 * Returns the errors in a specification that matter to the service, or an empty list if the specification hasn't been
 * analyzed. A service that validates the file as written tolerates errors that appear only after references are
 * resolved. It also doesn't validate the content of extensions, and its schemas accept a few values that OpenAPI
 * forbids.
 */
export function getServiceProblems(
  { analyses, profile }: Pick<Site, "analyses" | "profile">,
  { kind, path, version }: SpecOutline,
): readonly ValidityProblem[] {
  const problems = analyses.get(path)?.problems ?? [];
  if (profile.resolvesBeforeValidation) return problems.filter(({ isServiceOnly }) => !isServiceOnly);
  return problems.flatMap((problem) => {
    if (isInResolvedReference(problem))
      return problem.name.startsWith("#/x-") ? [] : [{ ...problem, isTolerated: true }];
    const isAccepted = kind === "openapi" && isAcceptedByService(problem, version);
    return [isAccepted ? { ...problem, isTolerated: true, isAccepted } : problem];
  });
}

function isInResolvedReference({ kind }: ValidityProblem): boolean {
  return kind === "second-verdict";
}

/**
 * Whether the service generates pages from the file despite an error that makes it invalid according to OpenAPI. The
 * service sets a missing or empty API version itself, and its schemas are less strict than the specification.
 */
function isAcceptedByService({ kind, name, path, variant }: ValidityProblem, version: string): boolean {
  const [parent = "", key = ""] = path.slice(-2);
  if (path[0] === "info" && path.length <= 2 && (key === "version" || name === "version"))
    return kind === "missing-key" || (kind === "wrong-type" && variant === "empty");
  // A parameter in a path can be optional.
  if (kind === "wrong-value" && key === "required") return name === "false";
  if (!version.startsWith("3.1")) return false;
  if (kind === "too-few") return key === "responses";
  if (kind === "wrong-form" && path[0] === "components" && path.length === 2) return /^[\w. -]+$/.test(name);
  // The schema for headers allows any key next to `schema` or `content`.
  return kind === "unknown-key" && variant === undefined && parent === "headers";
}

/** The specifications that include each file. */
export const groupSpecsByIncludedFile = derive(
  (specs: Site["specs"]): ReadonlyMap<SitePath, readonly SpecOutline[]> => {
    const specsByFile = new Map<SitePath, SpecOutline[]>();
    for (const spec of specs.values()) for (const file of spec.includedFiles) addToGroup(specsByFile, file, spec);
    return specsByFile;
  },
);

export interface OperationAtUrl {
  readonly spec: SpecOutline;
  readonly operation: OperationOutline;
}

/**
 * Returns the operations that a page's `api` field can refer to. The field doesn't specify a file, so the result
 * contains all operations with the same method and path and, if the field contains a full URL, a matching server.
 * Returns undefined if the field has another format.
 */
export function findOperationsAtUrl(specs: Site["specs"], api: string): readonly OperationAtUrl[] | undefined {
  const target = parseApiTarget(api);
  if (target.kind === "malformed") return undefined;
  const operations: OperationAtUrl[] = [];
  for (const spec of specs.values())
    for (const path of target.kind === "path" ? [target.path] : listServerPaths(spec, target.url)) {
      const operation = isReadable(spec) ? findOperation(spec, target.method, path) : undefined;
      if (operation && !operations.some((other) => other.operation === operation)) operations.push({ spec, operation });
    }
  return operations;
}

function listServerPaths({ servers }: SpecOutline, url: string): string[] {
  return servers.flatMap((server) => {
    const serverUrl = server.replace(/\/+$/, "");
    return url.startsWith(`${serverUrl}/`) ? [url.slice(serverUrl.length)] : [];
  });
}
