import type { NavElement, NavEntry } from "../../config/settings/navigation.ts";
import { readOperationReference } from "../../spec/operation-reference.ts";
import { isRemoteSpec } from "../../spec/remote-spec.ts";
import { sourceOfEntry } from "../specs/generated-pages.ts";
import { resolveEntryReference } from "../specs/operation-references.ts";
import type { Site } from "../site.ts";
import { directoryOf } from "../specs/specs.ts";
import type { FoundOperation } from "./endpoint-pages.ts";

/** How an entry of the navigation names an operation. */
export interface EntryPlace {
  /** `GET /users`. */
  readonly bare: string;
  /**
   * `inherited`: the specification is set above. `unset`: none is; it has to be set, or named in the entry. `other`:
   * another is set, so that the entry has to name its own.
   */
  readonly spec: "inherited" | "unset" | "other";
  /** The folder that the generated page goes into. */
  readonly directory: string;
}

/** Undefined where no entry can name the operation. */
export function placeEntry(site: Site, entry: NavEntry, found: FoundOperation): EntryPlace | undefined {
  const { spec, operation, kind } = found;
  const bare = kind === "webhook" ? `webhook ${operation.path}` : `${operation.method} ${operation.path}`;
  const read = readOperationReference(bare);
  if (!read.ok) return undefined;
  const directory = directoryOf(sourceOfEntry(entry, spec, site));
  const inherited = entry.parent.openapi?.value;
  const resolved = resolveEntryReference(site.specs, site.profile, read.reference, inherited);
  if (resolved.kind === "found" && resolved.target.kind === kind && resolved.target.operation === operation)
    return { bare, spec: "inherited", directory };
  // Its name stands between blanks in the entry.
  if (isRemoteSpec(spec.path) || /\s/.test(spec.path)) return undefined;
  return { bare, spec: inherited ? "other" : "unset", directory };
}

/** An entry that relies on a specification which nothing above it sets. */
export interface UnsetEntry {
  readonly entry: NavEntry;
  readonly spec: string;
}

/**
 * Where the specifications of such entries are set: for each the innermost element around all its entries in one tab,
 * version or the like. Where that cannot take one (`href`, channels of its own), entries have to name their file.
 */
export function chooseElements(unset: readonly UnsetEntry[]): ReadonlyMap<NavElement, string> {
  const groups = new Map<string, { readonly spec: string; readonly chains: (readonly NavElement[])[] }>();
  const numbers = new Map<NavElement, number>();
  for (const { entry, spec } of unset) {
    const chain = chainTo(entry.parent);
    const [, top] = chain;
    if (!top) continue;
    const number = numbers.get(top) ?? numbers.size;
    numbers.set(top, number);
    const key = `${number} ${spec}`;
    const group = groups.get(key) ?? { spec, chains: [] };
    groups.set(key, group);
    group.chains.push(chain);
  }
  const chosen = new Map<NavElement, string>();
  for (const { spec, chains } of [...groups.values()].sort((a, b) => b.chains.length - a.chains.length)) {
    const common = chains[0]?.findLast((element, i) => chains.every((other) => other[i] === element));
    for (const element of new Set(chains.map((chain) => innermostOf(common, chain))))
      if (element && !chosen.has(element) && !takesFromOthers(element, spec, unset, chosen))
        chosen.set(element, spec);
  }
  return chosen;
}

/** Entries below would lose what has been chosen for them further up. */
function takesFromOthers(
  element: NavElement,
  spec: string,
  unset: readonly UnsetEntry[],
  chosen: ReadonlyMap<NavElement, string>,
): boolean {
  return unset.some(
    (other) =>
      other.spec !== spec &&
      chainTo(other.entry.parent).includes(element) &&
      chosenFor(other.entry, chosen) === other.spec,
  );
}

/** What is set for an entry in the end: the nearest choice above it. */
export function chosenFor(entry: NavEntry, chosen: ReadonlyMap<NavElement, string>): string | undefined {
  for (let element: NavElement | undefined = entry.parent; element; element = element.parent)
    if (chosen.has(element)) return chosen.get(element);
  return undefined;
}

/** The element in common, else the entry's own parent; undefined where neither can take a specification. */
function innermostOf(common: NavElement | undefined, chain: readonly NavElement[]): NavElement | undefined {
  return [common, chain.at(-1)].find((element) => element && canTakeSpec(element));
}

/** From the root down. */
function chainTo(element: NavElement): readonly NavElement[] {
  return element.parent ? [...chainTo(element.parent), element] : [element];
}

function canTakeSpec({ kind, href, asyncapi, openapi, lost }: NavElement): boolean {
  const hasChannels = asyncapi !== undefined && !asyncapi.inherited;
  return kind !== "root" && kind !== "global" && !href && !hasChannels && !openapi && !lost;
}
