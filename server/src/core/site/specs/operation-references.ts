import type { Config } from "../../config/config.ts";
import type { NavEntry, Navigation, SpecSource } from "../../config/settings/navigation.ts";
import type { Profile } from "../../config/settings/profile.ts";
import { readApiTarget } from "../../page/check-field.ts";
import type { PageOutline } from "../../page/page.ts";
import {
  findNamedSpec,
  findOperation,
  findSpecs,
  findWebhook,
  hasWrittenName,
  type SpecLookup,
} from "../../spec/find-spec.ts";
import {
  type EndpointReference,
  isRemoteSource,
  isEndpointLike,
  type Malformation,
  readNameReference,
  readOperationReference,
  type ReferencePart,
  type ReferenceResult,
} from "../../spec/operation-reference.ts";
import type { ChannelOutline, NamedRange, OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import { folderOf } from "../../text/site-path.ts";
import type { SitePath, TextRange } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";
import { navigationOf } from "../settings/navigation.ts";
import type { Site } from "../site.ts";
import { isReadable, namedSources, sourcesWithSpecs } from "./specs.ts";

/** What a reference names. */
export type EndpointTarget =
  | { readonly kind: "operation" | "webhook"; readonly operation: OperationOutline }
  | { readonly kind: "schema"; readonly schema: NamedRange }
  | { readonly kind: "channel"; readonly channel: ChannelOutline };

/** What became of a reference. */
export type Resolution =
  | { readonly kind: "malformed"; readonly malformed: Malformation; readonly at: TextRange }
  | {
      readonly kind: "found";
      readonly reference: EndpointReference;
      readonly spec: SpecOutline;
      readonly target: EndpointTarget;
      /** Every specification that has it, when none is named; else only `spec`. */
      readonly candidates: readonly SpecOutline[];
    }
  /** The specification is known, what it should have is not there. No specification: the site's have none of it. */
  | {
      readonly kind: "target-not-found";
      readonly reference: EndpointReference;
      readonly specs: readonly SpecOutline[];
    }
  | {
      readonly kind: "spec-not-found";
      readonly reference: EndpointReference;
      readonly file: ReferencePart;
      /** Some services take this one instead; to the author the name is wrong all the same. */
      readonly instead: { readonly spec: SpecOutline; readonly target: EndpointTarget } | undefined;
    }
  | {
      readonly kind: "spec-outside-site";
      readonly reference: EndpointReference;
      readonly file: ReferencePart;
    }
  /** The reference names no file and nothing else does. */
  | { readonly kind: "no-spec"; readonly reference: EndpointReference }
  /** Cannot be told: the specification is remote or faulty, or the fault is told where docs.json names it. */
  | {
      readonly kind: "unknown";
      readonly reference: EndpointReference;
      readonly remote: boolean;
      /** The faulty file, when the reference names it itself. */
      readonly faulty?: SpecOutline;
    };

type Specs = ReadonlyMap<SitePath, SpecOutline>;

/** A navigation entry: its own file, else what the element inherits (of a list some services use the first only). */
export function resolveEntryReference(
  specs: Specs,
  profile: Profile,
  reference: EndpointReference,
  inherited: readonly SpecSource[] | undefined,
): Resolution {
  if (reference.file) return resolveNamed(specs, reference, reference.file, "");
  if (!inherited) return { kind: "no-spec", reference };
  const used = profile.name === "mintlify" ? inherited.slice(0, 1) : inherited;
  const lookups = used.map(({ source }) => findNamedSpec(specs, source));
  const found = lookups.flatMap((lookup) => (lookup.kind === "found" ? lookup.specs : []));
  const match = firstWith(found, reference);
  if (match) return { kind: "found", reference, ...match, candidates: [match.spec] };
  const isAnswer = (spec: SpecOutline) => isReadable(spec) && spec.kind !== "asyncapi";
  if (lookups.some(({ kind }) => kind !== "found") || !found.every(isAnswer))
    return { kind: "unknown", reference, remote: lookups.some(({ kind }) => kind === "remote") };
  return { kind: "target-not-found", reference, specs: found };
}

/**
 * A page's frontmatter: its own file, else any specification of the site. `preferred` are those that docs.json names
 * under `api`; `hasRemote` says that docs.json names some that are not here to look into.
 */
export function resolvePageReference(
  specs: Specs,
  reference: EndpointReference,
  folder: SitePath,
  preferred: readonly SpecOutline[],
  hasRemote: boolean,
): Resolution {
  if (reference.file) return resolveNamed(specs, reference, reference.file, folder);
  const family = reference.form === "channel" ? "asyncapi" : "openapi";
  const all = [...specs.values()].filter(({ kind }) => (kind === "asyncapi") === (family === "asyncapi"));
  const match = firstWith([...preferred, ...all], reference);
  if (match) {
    const candidates = preferred.includes(match.spec)
      ? [match.spec]
      : all.filter((spec) => findTarget(spec, reference));
    return { kind: "found", reference, ...match, candidates };
  }
  if (hasRemote || !all.every(isReadable)) return { kind: "unknown", reference, remote: hasRemote };
  return all.length > 0
    ? { kind: "target-not-found", reference, specs: all }
    : { kind: "no-spec", reference };
}

function resolveNamed(
  specs: Specs,
  reference: EndpointReference,
  file: ReferencePart,
  folder: SitePath,
): Resolution {
  const lookup: SpecLookup = findSpecs(specs, file.text, folder);
  switch (lookup.kind) {
    case "remote":
      return { kind: "unknown", reference, remote: true };
    case "outside-site":
      return { kind: "spec-outside-site", reference, file };
    case "not-found":
      return { kind: "spec-not-found", reference, file, instead: firstWith(specs.values(), reference) };
    case "found":
      return resolveIn(lookup.specs, specs, reference, file);
  }
}

function resolveIn(
  named: readonly SpecOutline[],
  specs: Specs,
  reference: EndpointReference,
  file: ReferencePart,
): Resolution {
  const written = named.filter((spec) => hasWrittenName(spec, file.text));
  if (written.length === 0)
    return {
      kind: "spec-not-found",
      reference,
      file,
      instead: firstWith([...named, ...specs.values()], reference),
    };
  const match = firstWith(written, reference);
  const faulty = written.find((spec) => !isReadable(spec));
  if (match && isReadable(match.spec))
    return { kind: "found", reference, ...match, candidates: [match.spec] };
  if (faulty) return { kind: "unknown", reference, remote: false, faulty };
  return { kind: "target-not-found", reference, specs: written };
}

function firstWith(
  specs: Iterable<SpecOutline>,
  reference: EndpointReference,
): { readonly spec: SpecOutline; readonly target: EndpointTarget } | undefined {
  for (const spec of specs) {
    const target = findTarget(spec, reference);
    if (target) return { spec, target };
  }
  return undefined;
}

/** What the reference names in this specification. */
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

/** No site needs more; each is a copy that is held and read. */
const maxSources = 50;

/** The specifications that docs.json and pages name by a URL, each once and as written. */
export function remoteSources(site: Pick<Site, "config" | "pages">): readonly string[] {
  return sources(site.config)(site.pages);
}

const sources = derive((config: Config) => {
  const named = namedSources(config).map(({ source }) => source.source);
  const entries = navigationOf(config).entries.flatMap(({ text }) =>
    text.includes("//") && isEndpointLike(text) ? fileOf(readOperationReference(text)) : [],
  );
  return derive((pages: Site["pages"]): readonly string[] =>
    [...new Set([...named, ...entries, ...remoteSourcesOfPages(pages)])]
      .filter(isRemoteSource)
      .slice(0, maxSources),
  );
});

const remoteSourcesOfPages = derive((pages: Site["pages"]) =>
  pagesWithEndpoint(pages).flatMap(remoteSourcesOfPage),
);

function remoteSourcesOfPage({ fields }: PageOutline): string[] {
  return endpointFields.flatMap((field) => {
    const text = fields.get(field);
    if (typeof text !== "string" || !text.includes("//")) return [];
    return fileOf(field === "openapi" ? readOperationReference(text) : readNameReference(text, "schema"));
  });
}

function fileOf(read: ReturnType<typeof readOperationReference>): string[] {
  return read.ok && read.reference.file ? [read.reference.file.text] : [];
}

/** A navigation entry that is meant as an endpoint, `GET /users`, and what it names. */
export interface EndpointEntry {
  readonly entry: NavEntry;
  readonly resolution: Resolution;
}

/** Every navigation entry that is meant as an endpoint, in the order of navigation. Such an entry is no page path. */
export function endpointEntries(site: Pick<Site, "config" | "specs" | "profile">): readonly EndpointEntry[] {
  return ofNavigation(navigationOf(site.config))(site.specs)(site.profile);
}

const ofNavigation = derive(({ entries }: Navigation) =>
  derive((specs: Site["specs"]) =>
    derive((profile: Profile): readonly EndpointEntry[] =>
      entries
        .filter(({ text }) => isEndpointLike(text))
        .map((entry) => ({ entry, resolution: resolveEntry(entry, specs, profile) })),
    ),
  ),
);

function resolveEntry(entry: NavEntry, specs: Site["specs"], profile: Profile): Resolution {
  const read = readOperationReference(entry.text);
  if (!read.ok) return { kind: "malformed", malformed: read.malformed, at: read.at };
  return resolveEntryReference(specs, profile, read.reference, entry.parent.openapi?.value);
}

/** Whether anything in docs.json or on a page leads to this specification. */
export function isOperationUsed(spec: SpecOutline, site: Site): boolean {
  return usedSpecs(site).has(spec);
}

const usedSpecs = derive((site: Site): ReadonlySet<SpecOutline> => {
  const named = sourcesWithSpecs(site).flatMap(({ spec }) => spec ?? []);
  const resolutions = [...endpointEntries(site), ...pageEndpoints(site)].map(({ resolution }) => resolution);
  const referenced = resolutions.flatMap((resolution) => {
    if (resolution.kind === "found") return [...resolution.candidates];
    if (resolution.kind === "target-not-found") return resolution.reference.file ? [...resolution.specs] : [];
    return resolution.kind === "unknown" ? (resolution.faulty ?? []) : [];
  });
  return new Set([...named, ...referenced]);
});

/**
 * The specification that pulls in a file which is none itself: what is told in that file is told as this one sees
 * it. Of several the first that something leads to, for others need not have been studied.
 */
export function specReading(site: Site, file: SitePath): SpecOutline | undefined {
  if (site.specs.has(file)) return undefined;
  const readers = readersOf(site.specs).get(file);
  return readers && readers.length > 1
    ? (readers.find((spec) => isOperationUsed(spec, site)) ?? readers[0])
    : readers?.[0];
}

const readersOf = derive((specs: Site["specs"]): ReadonlyMap<SitePath, readonly SpecOutline[]> => {
  const readers = new Map<SitePath, SpecOutline[]>();
  for (const spec of specs.values())
    for (const file of spec.reads) {
      const known = readers.get(file);
      if (known) known.push(spec);
      else readers.set(file, [spec]);
    }
  return readers;
});

export interface OperationAtAddress {
  readonly spec: SpecOutline;
  readonly operation: OperationOutline;
}

/**
 * What the field `api` of a page can mean, which names no specification: operations of that method and path, behind a
 * server of their specification where it has a full address. Undefined where it is not written as that.
 */
export function operationsAtAddress(
  specs: Site["specs"],
  written: string,
): readonly OperationAtAddress[] | undefined {
  const target = readApiTarget(written);
  if (target.kind === "malformed") return undefined;
  const found: OperationAtAddress[] = [];
  for (const spec of specs.values())
    for (const path of target.kind === "path" ? [target.path] : pathsBehindServers(spec, target.url)) {
      const operation = isReadable(spec) ? findOperation(spec, target.method, path) : undefined;
      if (operation && !found.some((known) => known.operation === operation)) found.push({ spec, operation });
    }
  return found;
}

function pathsBehindServers({ servers }: SpecOutline, url: string): string[] {
  return servers.flatMap((server) => {
    const base = server.replace(/\/+$/, "");
    return url.startsWith(`${base}/`) ? [url.slice(base.length)] : [];
  });
}
