import type { Config } from "../../config/config.ts";
import type { NavEntry, Navigation, SpecSource } from "../../config/settings/navigation.ts";
import type { Profile } from "../../config/settings/profile.ts";
import type { PageOutline } from "../../page/page.ts";
import { findRemoteSpec } from "../../spec/detect-spec.ts";
import {
  findNamedSpec,
  findOperation,
  findSpecs,
  findWebhook,
  hasExactFileName,
  haveSameOperation,
  isExactMethod,
  type SpecLookup,
} from "../../spec/find-spec.ts";
import {
  type EndpointReference,
  isRemoteSource,
  type ReferenceErrorKind,
  readNameReference,
  readOperationReference,
  type ReferencePart,
  type ReferenceResult,
} from "../../spec/operation-reference.ts";
import {
  type ChannelOutline,
  getFamily,
  type NamedRange,
  type OperationOutline,
  type SpecOutline,
} from "../../spec/spec-outline.ts";
import { derive } from "../../text/maps.ts";
import { getFolderPath } from "../../text/site-path.ts";
import type { SitePath, TextRange } from "../../text/text-edit.ts";
import { listEndpointEntries, getNavigation } from "../settings/navigation.ts";
import { type Site, createSiteView } from "../site.ts";
import {
  isReadable,
  listNamedSources,
  getReadProblem,
  getSourcesWithSpecs,
  groupSpecsByIncludedFile,
} from "./specs.ts";

/** The target of an endpoint reference. */
export type EndpointTarget =
  | { readonly kind: "operation" | "webhook"; readonly operation: OperationOutline }
  | { readonly kind: "schema"; readonly schema: NamedRange }
  | { readonly kind: "channel"; readonly channel: ChannelOutline };

/** The result of resolving an endpoint reference. */
export type Resolution =
  | { readonly kind: "malformed"; readonly errorKind: ReferenceErrorKind; readonly range: TextRange }
  | {
      readonly kind: "found";
      readonly reference: EndpointReference;
      readonly spec: SpecOutline;
      readonly target: EndpointTarget;
      /** All specifications that contain the target, or only `spec` if the reference specifies a file. */
      readonly candidates: readonly SpecOutline[];
    }
  /**
   * The specifications can be read, but none of them contains the target. `specs` contains the specifications that the
   * reference or its context specifies or, if neither specifies any, all specifications of that kind in the site.
   */
  | {
      readonly kind: "target-not-found";
      readonly reference: EndpointReference;
      readonly specs: readonly SpecOutline[];
    }
  | {
      readonly kind: "spec-not-found";
      readonly reference: EndpointReference;
      readonly file: ReferencePart;
      /** A target in another specification. Some services use this target, but the reference should be fixed anyway. */
      readonly alternative: { readonly spec: SpecOutline; readonly target: EndpointTarget } | undefined;
    }
  | {
      readonly kind: "spec-outside-site";
      readonly reference: EndpointReference;
      readonly file: ReferencePart;
    }
  /** Neither the reference nor its context indicates which specification to use. */
  | { readonly kind: "no-spec"; readonly reference: EndpointReference }
  /**
   * The target can't be determined, because a specification is remote or invalid. The problem with the specification is
   * reported separately.
   */
  | {
      readonly kind: "unknown";
      readonly reference: EndpointReference;
      readonly isRemote: boolean;
      /** The invalid specification. Set only if the reference specifies this file. */
      readonly unreadableSpec?: SpecOutline;
    };

type SpecsByPath = ReadonlyMap<SitePath, SpecOutline>;

/**
 * Resolves a reference in a navigation entry. Searches the file that the reference specifies or, if it doesn't specify
 * one, the inherited specifications. Some services use only the first inherited specification.
 */
export function resolveEntryReference(
  specs: SpecsByPath,
  profile: Profile,
  reference: EndpointReference,
  inheritedSources: readonly SpecSource[] | undefined,
): Resolution {
  if (reference.file) return resolveWithFile(specs, reference, reference.file, "");
  if (!inheritedSources) return { kind: "no-spec", reference };
  const sources = profile.name === "mintlify" ? inheritedSources.slice(0, 1) : inheritedSources;
  const lookups = sources.map(({ source }) => findNamedSpec(specs, source));
  const matchingSpecs = lookups.flatMap((lookup) => (lookup.kind === "found" ? lookup.specs : []));
  const match = findFirstTarget(matchingSpecs, reference);
  if (match) return { kind: "found", reference, ...match, candidates: [match.spec] };
  const isCandidate = (spec: SpecOutline) => isReadable(spec) && spec.kind !== "asyncapi";
  if (lookups.some(({ kind }) => kind !== "found") || !matchingSpecs.every(isCandidate))
    return { kind: "unknown", reference, isRemote: lookups.some(({ kind }) => kind === "remote") };
  return { kind: "target-not-found", reference, specs: matchingSpecs };
}

/**
 * Resolves a reference in a page's frontmatter. Searches the file that the reference specifies or, if it doesn't
 * specify one, all specifications on the site. `preferredSpecs` contains the specifications under `api` in docs.json.
 * Set `hasRemoteSpecs` if docs.json refers to specifications that have no local copy.
 */
export function resolvePageReference(
  specs: SpecsByPath,
  reference: EndpointReference,
  folder: SitePath,
  preferredSpecs: readonly SpecOutline[],
  hasRemoteSpecs: boolean,
): Resolution {
  if (reference.file) return resolveWithFile(specs, reference, reference.file, folder);
  const family = reference.form === "channel" ? "asyncapi" : "openapi";
  const familySpecs = [...specs.values()].filter(({ kind }) => (kind === "asyncapi") === (family === "asyncapi"));
  // A file with another version, such as Swagger 2.0, may be the source of the file that the service uses.
  const [supported, others] = [
    familySpecs.filter((spec) => spec.isSupported),
    familySpecs.filter((spec) => !spec.isSupported),
  ];
  const match = findFirstTarget([...preferredSpecs, ...supported, ...others], reference);
  if (match) {
    const candidates = preferredSpecs.includes(match.spec)
      ? [match.spec]
      : (match.spec.isSupported ? supported : others).filter((spec) => findTarget(spec, reference));
    return { kind: "found", reference, ...match, candidates };
  }
  if (hasRemoteSpecs || !familySpecs.every(isReadable)) return { kind: "unknown", reference, isRemote: hasRemoteSpecs };
  return familySpecs.length > 0
    ? { kind: "target-not-found", reference, specs: familySpecs }
    : { kind: "no-spec", reference };
}

function resolveWithFile(
  specs: SpecsByPath,
  reference: EndpointReference,
  file: ReferencePart,
  folder: SitePath,
): Resolution {
  const lookup: SpecLookup = findSpecs(specs, file.text, folder);
  switch (lookup.kind) {
    case "remote":
      return { kind: "unknown", reference, isRemote: true };
    case "outside-site":
      return { kind: "spec-outside-site", reference, file };
    case "not-found":
      return {
        kind: "spec-not-found",
        reference,
        file,
        alternative: findFirstTarget(specs.values(), reference),
      };
    case "found":
      return resolveInSpecs(lookup.specs, specs, reference, file);
  }
}

function resolveInSpecs(
  namedSpecs: readonly SpecOutline[],
  specs: SpecsByPath,
  reference: EndpointReference,
  file: ReferencePart,
): Resolution {
  const specsWithName = namedSpecs.filter((spec) => hasExactFileName(spec, file.text));
  if (specsWithName.length === 0)
    return {
      kind: "spec-not-found",
      reference,
      file,
      alternative: findFirstTarget([...namedSpecs, ...specs.values()], reference),
    };
  const match = findFirstTarget(specsWithName, reference);
  const unreadableSpec = specsWithName.find((spec) => !isReadable(spec));
  if (match && isReadable(match.spec)) return { kind: "found", reference, ...match, candidates: [match.spec] };
  if (unreadableSpec) return { kind: "unknown", reference, isRemote: false, unreadableSpec };
  return { kind: "target-not-found", reference, specs: specsWithName };
}

function findFirstTarget(
  specs: Iterable<SpecOutline>,
  reference: EndpointReference,
): { readonly spec: SpecOutline; readonly target: EndpointTarget } | undefined {
  for (const spec of specs) {
    const target = findTarget(spec, reference);
    if (target) return { spec, target };
  }
  return undefined;
}

/** Returns the target of a reference in this specification, or undefined if the specification doesn't contain it. */
export function findTarget(spec: SpecOutline, reference: EndpointReference): EndpointTarget | undefined {
  switch (reference.form) {
    case "operation": {
      const operation = findOperation(spec, reference.method.text, reference.path.text);
      return operation && { kind: "operation", operation };
    }
    case "webhook": {
      const operation = findWebhook(spec, reference.name.text);
      return operation && { kind: "webhook", operation };
    }
    case "schema": {
      const schema = spec.schemas.find(({ name }) => name === reference.name.text);
      return schema && { kind: "schema", schema };
    }
    case "channel": {
      const channel = spec.channels.find(({ id }) => id === reference.name.text);
      return channel && { kind: "channel", channel };
    }
  }
}

/**
 * Whether the service accepts the method as written and readers therefore see the target. The result depends on the
 * profile.
 */
export function isReferenceShown({ reference, target }: FoundResolution, profile: Profile): boolean {
  if (reference.form !== "operation" || target.kind !== "operation") return true;
  return isExactMethod(target.operation, reference.method.text, profile.name);
}

/**
 * Whether readers may see a different target, because several specifications define the target with different content.
 */
export function isAmbiguous({ candidates, reference }: FoundResolution): boolean {
  const [firstSpec, ...otherSpecs] = candidates;
  const findOperation = (spec: SpecOutline): OperationOutline | undefined => {
    const target = findTarget(spec, reference);
    return target && "operation" in target ? target.operation : undefined;
  };
  return firstSpec !== undefined && otherSpecs.some((other) => !haveSameOperation(firstSpec, other, findOperation));
}

type FoundResolution = Extract<Resolution, { kind: "found" }>;

/**
 * Frontmatter fields that refer to a specification. If a page has several of them, the service uses the first one in
 * this list.
 */
export const endpointFields = ["openapi-schema", "openapi", "asyncapi"] as const;
export type EndpointField = (typeof endpointFields)[number];

export interface PageEndpoint {
  readonly page: SitePath;
  readonly field: EndpointField;
  readonly text: string;
  readonly resolution: Resolution;
}

/** Returns the references in a page's frontmatter. The reference that applies comes first. */
export function getPageEndpoints(site: Pick<Site, "config" | "specs">, page: PageOutline): readonly PageEndpoint[] {
  return getEndpointsByPage(site)(page);
}

/** Returns all pages that refer to a specification, along with the field that applies on each page. */
export const listPageEndpoints = createSiteView(
  ["config", "specs", "pages"],
  ({ config, specs, pages }): readonly PageEndpoint[] => {
    const getEndpoints = getEndpointsByPage({ config, specs });
    return listPagesWithEndpoint(pages).flatMap((page) => getEndpoints(page).slice(0, 1));
  },
);

const getEndpointsByPage = createSiteView(["config", "specs"], ({ config, specs }) => {
  const context = createContext(config, specs);
  return derive((page: PageOutline) => readEndpoints(page, specs, context));
});

/**
 * The pages that have an endpoint field. Cached separately so that editing docs.json doesn't cause another search for
 * these pages.
 */
export const listPagesWithEndpoint = derive((pages: Site["pages"]): readonly PageOutline[] => {
  const pagesWithEndpoint: PageOutline[] = [];
  for (const page of pages.values()) if (hasEndpoint(page)) pagesWithEndpoint.push(page);
  return pagesWithEndpoint;
});

/** Whether the page refers to a specification. Cached, so an edit doesn't cause other pages to be checked again. */
export const hasEndpoint = derive(({ fields }: PageOutline) => endpointFields.some((field) => fields.has(field)));

interface ReferenceContext {
  readonly preferredSpecs: readonly SpecOutline[];
  readonly hasRemoteSpecs: boolean;
}

function createContext(config: Config, specs: Site["specs"]): ReferenceContext {
  const lookups = listNamedSources(config).map(({ source, element }) => ({
    element,
    lookup: findNamedSpec(specs, source.source),
  }));
  return {
    preferredSpecs: lookups.flatMap(({ element, lookup }) => (!element && lookup.kind === "found" ? lookup.specs : [])),
    hasRemoteSpecs: lookups.some(({ lookup }) => lookup.kind === "remote"),
  };
}

function readEndpoints(page: PageOutline, specs: Site["specs"], context: ReferenceContext): readonly PageEndpoint[] {
  return endpointFields.flatMap((field): PageEndpoint[] => {
    const text = page.fields.get(field);
    if (typeof text !== "string" || text.trim() === "") return [];
    return [
      { page: page.path, field, text, resolution: resolveReference(parseReference(field, text), page, specs, context) },
    ];
  });
}

function parseReference(field: EndpointField, text: string): ReferenceResult {
  if (field === "openapi") return readOperationReference(text);
  return readNameReference(text, field === "asyncapi" ? "channel" : "schema");
}

function resolveReference(
  parsedReference: ReferenceResult,
  page: PageOutline,
  specs: Site["specs"],
  { preferredSpecs, hasRemoteSpecs }: ReferenceContext,
): Resolution {
  if (!parsedReference.ok) return { kind: "malformed", errorKind: parsedReference.error, range: parsedReference.range };
  return resolvePageReference(
    specs,
    parsedReference.reference,
    getFolderPath(page.path),
    preferredSpecs,
    hasRemoteSpecs,
  );
}

/**
 * The maximum number of remote specifications. The number is limited because a copy of each one is stored and parsed,
 * and sites don't need more.
 */
const maxSources = 50;

/** Returns the URLs of remote specifications in docs.json and on pages, as written and without duplicates. */
export const listRemoteSources = createSiteView(["config", "pages"], ({ config, pages }): readonly string[] =>
  [...new Set([...listConfigSources(config), ...listPageSources(pages)])].filter(isRemoteSource).slice(0, maxSources),
);

const listConfigSources = derive((config: Config): readonly string[] => [
  ...listNamedSources(config).map(({ source }) => source.source),
  ...listEndpointEntries(getNavigation(config)).flatMap(({ text }) =>
    text.includes("//") ? listReferencedFile(readOperationReference(text)) : [],
  ),
]);

const listPageSources = derive((pages: Site["pages"]) =>
  listPagesWithEndpoint(pages).flatMap((page) => endpointFields.flatMap((field) => listFieldSources(page, field))),
);

function listFieldSources({ fields }: PageOutline, field: EndpointField): readonly string[] {
  const text = fields.get(field);
  if (typeof text !== "string" || !text.includes("//")) return [];
  return listReferencedFile(field === "openapi" ? readOperationReference(text) : readNameReference(text, "schema"));
}

/** Returns the URLs of the remote OpenAPI specifications that have no local copy, as written. */
export function listUnfetchedSources(site: Pick<Site, "config" | "pages" | "specs">): readonly string[] {
  const asyncapiSources = new Set([
    ...listNamedSources(site.config).flatMap(({ family, source }) => (family === "asyncapi" ? [source.source] : [])),
    ...listPagesWithEndpoint(site.pages).flatMap((page) => listFieldSources(page, "asyncapi")),
  ]);
  return listRemoteSources(site).filter((url) => !asyncapiSources.has(url) && !findRemoteSpec(site.specs, url));
}

function listReferencedFile(parsedReference: ReturnType<typeof readOperationReference>): string[] {
  return parsedReference.ok && parsedReference.reference.file ? [parsedReference.reference.file.text] : [];
}

/** A navigation entry that refers to an endpoint, such as `GET /users`, together with its target. */
export interface EndpointEntry {
  readonly entry: NavEntry;
  readonly resolution: Resolution;
}

/** Returns all navigation entries that refer to endpoints, in navigation order. Such entries aren't page paths. */
export function getEndpointEntries(site: Pick<Site, "config" | "specs" | "profile">): readonly EndpointEntry[] {
  return listResolvedEntries(getNavigation(site.config))(site);
}

/** The navigation remains the same object if only other settings change. */
const listResolvedEntries = derive((navigation: Navigation) =>
  createSiteView(["specs", "profile"], ({ specs, profile }): readonly EndpointEntry[] =>
    listEndpointEntries(navigation).map((entry) => ({ entry, resolution: resolveEntry(entry, specs, profile) })),
  ),
);

function resolveEntry(entry: NavEntry, specs: Site["specs"], profile: Profile): Resolution {
  const parsedReference = readOperationReference(entry.text);
  if (!parsedReference.ok) return { kind: "malformed", errorKind: parsedReference.error, range: parsedReference.range };
  return resolveEntryReference(specs, profile, parsedReference.reference, entry.parent.openapi?.value);
}

const usageParts = ["config", "specs", "pages", "profile"] as const;

/** Whether docs.json or a page uses this specification. */
export function isSpecUsed(spec: SpecOutline, site: Pick<Site, (typeof usageParts)[number]>): boolean {
  return listUsedSpecs(site).has(spec);
}

const listUsedSpecs = createSiteView(usageParts, (site): ReadonlySet<SpecOutline> => {
  const specs = getSourcesWithSpecs(site).flatMap(({ spec }) => spec ?? []);
  return new Set([...specs, ...listReferencedSpecs(site, [...getEndpointEntries(site), ...listPageEndpoints(site)])]);
});

/**
 * Whether only references on pages use this specification. The service then doesn't generate any pages from it. A
 * specification under `api` in docs.json doesn't generate any pages, either.
 */
export function isSpecUsedOnlyOnPages(spec: SpecOutline, site: Pick<Site, (typeof usageParts)[number]>): boolean {
  return listPageOnlySpecs(site).has(spec);
}

const listPageOnlySpecs = createSiteView(usageParts, (site): ReadonlySet<SpecOutline> => {
  const specs = getSourcesWithSpecs(site).flatMap(({ element, spec }) => (element && spec ? [spec] : []));
  const generatingSpecs = new Set([...specs, ...listReferencedSpecs(site, getEndpointEntries(site))]);
  return new Set(listReferencedSpecs(site, listPageEndpoints(site)).filter((spec) => !generatingSpecs.has(spec)));
});

function listReferencedSpecs(
  site: Pick<Site, "specs">,
  references: readonly { readonly resolution: Resolution }[],
): SpecOutline[] {
  return references.flatMap(({ resolution }) => {
    if (resolution.kind === "found") return [...resolution.candidates];
    if (resolution.kind === "target-not-found") return resolution.reference.file ? [...resolution.specs] : [];
    if (resolution.kind !== "unknown") return [];
    return resolution.unreadableSpec ? [resolution.unreadableSpec] : listSpecsToFix(site.specs, resolution);
  });
}

/**
 * Returns the specifications that have to be fixed before a page's reference can be resolved. A reference without a
 * file refers to any specification of the site.
 */
function listSpecsToFix(
  specs: SpecsByPath,
  { reference, isRemote }: Extract<Resolution, { kind: "unknown" }>,
): readonly SpecOutline[] {
  if (isRemote || reference.file) return [];
  const family = reference.form === "channel" ? "asyncapi" : "openapi";
  return [...specs.values()].filter((spec) => getFamily(spec) === family && getReadProblem(spec));
}

/**
 * For a file that isn't itself a specification, returns the specification that includes the file. Problems in the file
 * are reported for that specification. If several specifications include the file, returns the first one that the site
 * uses, because the others might not have been analyzed.
 */
export function findIncludingSpec(site: Site, file: SitePath): SpecOutline | undefined {
  if (site.specs.has(file)) return undefined;
  const specs = groupSpecsByIncludedFile(site.specs).get(file);
  return specs && specs.length > 1 ? (specs.find((spec) => isSpecUsed(spec, site)) ?? specs[0]) : specs?.[0];
}
