import type { Config } from "../config/config.ts";
import type { JsonNode } from "../config/json-tree.ts";
import type { NavElement, NavNode, SpecSource } from "../config/navigation.ts";
import type { Profile } from "../config/profile.ts";
import { looksLikeEndpoint, readOperationReference } from "../spec/endpoint-reference.ts";
import { findNamedSpec } from "../spec/find-spec.ts";
import type { SpecOutline } from "../spec/spec-outline.ts";
import { derive } from "./derive.ts";
import { endpointEntries } from "./endpoint-entries.ts";
import { pageOfChannel, pageOfOperation, type PagePlan } from "./generated-page-plan.ts";
import { navigationOf } from "./navigation-of.ts";
import { isReadable } from "./readable-spec.ts";
import type { EndpointTarget } from "./resolve-reference.ts";
import type { Site } from "./site.ts";
import { directoryOf, ownSources } from "./spec-sources.ts";

/** A page that the service makes of an operation, a webhook or a channel. */
export interface GeneratedPage {
  /** `api-reference/users/list-users`, as page paths are written. */
  readonly slug: string;
  readonly title: string;
  readonly spec: SpecOutline;
  readonly target: Exclude<EndpointTarget, { kind: "schema" }>;
  /** The entry that lists it, or the element whose specification it is generated from. */
  readonly node: NavNode;
  /** Labels of the groups it stands in below `node`, outermost first; none when an entry lists it. */
  readonly groups: readonly string[];
  /** In navigation. A hidden operation has a page all the same. */
  readonly listed: boolean;
}

/**
 * Every page that the service generates, in the order of navigation (research/docsjson.md §4): one for each entry
 * that names an operation; and for an element that sets a specification which no entry below it uses, one for each
 * operation of that.
 */
export function generatedPages(site: Parts): readonly GeneratedPage[] {
  return ofConfig(site.config)(site.specs)(site.profile);
}

const ofConfig = derive((config: Config) =>
  derive((specs: Site["specs"]) => derive((profile: Profile) => generate({ config, specs, profile }))),
);

type Parts = Pick<Site, "config" | "specs" | "profile">;

function generate(site: Parts): readonly GeneratedPage[] {
  const slugs = new SlugRegister();
  const used = sourcesUsedByEntries(site.config);
  const explicit = new Map(explicitPages(site).map((page) => [page.node, page]));
  const pages: GeneratedPage[] = [];
  const visit = (node: NavNode): void => {
    const listed = explicit.get(node);
    if (listed) pages.push(slugs.register(listed));
    if (node.type === "entry" || node.lost) return;
    for (const child of node.children) visit(child);
    for (const page of pagesOfElement(node, site, used)) pages.push(slugs.register(page));
  };
  const root = navigationOf(site.config).root;
  if (root) visit(root);
  return pages;
}

function explicitPages(site: Parts): Plan[] {
  return endpointEntries(site).flatMap(({ entry, resolution }): Plan[] => {
    if (resolution.kind !== "found" || entry.lost) return [];
    const { spec, target } = resolution;
    if (target.kind !== "operation" && target.kind !== "webhook") return [];
    if (target.operation.excluded) return [];
    const source = entry.parent.openapi?.value.find(({ source: written }) => hasSpec(site, written, spec));
    const plan = pageOfOperation(spec, target.operation, directoryOf(source), site.profile);
    return [{ ...plan, spec, target, node: entry, groups: [], listed: true }];
  });
}

/** Pages of a specification that the element itself sets. */
function pagesOfElement(element: NavElement, site: Parts, used: ReadonlySet<JsonNode>): Plan[] {
  const { openapi } = element;
  const sources = ownSources(element, "openapi");
  const first = site.profile.name === "mintlify" ? sources.slice(0, 1) : sources;
  const operations =
    openapi && used.has(openapi.from) ? [] : first.flatMap((source) => allOperations(element, source, site));
  const ignored = site.profile.name === "mintlify" && element.kind === "group" && sources.length > 0;
  const channels = ignored
    ? []
    : ownSources(element, "asyncapi").flatMap((source) => allChannels(element, source, site));
  return [...operations, ...channels];
}

function allOperations(element: NavElement, source: SpecSource, site: Parts): Plan[] {
  const spec = specOf(site, source);
  if (!spec) return [];
  const page = (kind: "operation" | "webhook", operation: SpecOutline["operations"][number]): Plan[] => {
    if (operation.excluded) return [];
    const plan = pageOfOperation(spec, operation, directoryOf(source), site.profile);
    return [{ ...plan, spec, target: { kind, operation }, node: element, listed: !operation.hidden }];
  };
  return [
    ...spec.operations.flatMap((operation) => page("operation", operation)),
    ...spec.webhooks.flatMap((webhook) => page("webhook", webhook)),
  ];
}

function allChannels(element: NavElement, source: SpecSource, site: Parts): Plan[] {
  const spec = specOf(site, source);
  return (spec?.channels ?? []).flatMap((channel): Plan[] => {
    if (!spec) return [];
    const plan = pageOfChannel(spec, channel, directoryOf(source));
    return [{ ...plan, spec, target: { kind: "channel", channel }, node: element, listed: true }];
  });
}

function specOf(site: Parts, source: SpecSource): SpecOutline | undefined {
  const found = findNamedSpec(site.specs, source.source);
  const spec = found.kind === "found" ? found.specs[0] : undefined;
  return spec && isReadable(spec) ? spec : undefined;
}

function hasSpec(site: Parts, written: string, spec: SpecOutline): boolean {
  const found = findNamedSpec(site.specs, written);
  return found.kind === "found" && found.specs.includes(spec);
}

/** The `openapi` values that some entry below relies on: an entry without a file of its own. */
function sourcesUsedByEntries(config: Config): ReadonlySet<JsonNode> {
  const used = new Set<JsonNode>();
  for (const { text, parent, lost } of navigationOf(config).entries) {
    if (lost || !parent.openapi || !looksLikeEndpoint(text)) continue;
    const read = readOperationReference(text);
    if (!read.ok || !read.reference.file) used.add(parent.openapi.from);
  }
  return used;
}

type Plan = Omit<GeneratedPage, "slug"> & PagePlan;

/** Gives slugs out: two things of one specification never share one, the same thing has the same everywhere. */
class SlugRegister {
  readonly #owners = new Map<string, object>();

  register({ baseSlug, fixed, ...page }: Plan): GeneratedPage {
    const owner = page.target.kind === "channel" ? page.target.channel : page.target.operation;
    let slug = baseSlug;
    for (let suffix = 1; !fixed && !this.#isFree(page.spec, slug, owner); suffix++)
      slug = `${baseSlug}-${suffix}`;
    this.#owners.set(`${page.spec.path}\n${slug}`, owner);
    return { ...page, slug };
  }

  #isFree(spec: SpecOutline, slug: string, owner: object): boolean {
    const known = this.#owners.get(`${spec.path}\n${slug}`);
    return known === undefined || known === owner;
  }
}
