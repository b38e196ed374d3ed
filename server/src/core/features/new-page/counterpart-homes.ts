import type { NavEntry, NavNode } from "../../config/settings/navigation.ts";
import { pageListings } from "../../site/navigation/navigation-pages.ts";
import { readPageEntry } from "../../site/settings/navigation.ts";
import { counterpartsOf } from "../../site/navigation/translations.ts";
import type { Site } from "../../site/site.ts";
import { counterpartSlug } from "../move/plan-move.ts";
import { checkNewPage } from "./check-new-page.ts";
import { nameOf } from "./page-homes.ts";
import type { PageTemplate } from "./page-template.ts";

/** The same page in another language or version. */
export interface CounterpartHome {
  /** `fr/guides/first-steps` */
  readonly slug: string;
  /** `fr › Guides` */
  readonly label: string;
  /** An entry behind which it goes, or the part of the navigation at whose end. */
  readonly home: NavNode;
}

/**
 * Where a page that is listed at `near` belongs in other languages and versions: beside the counterparts of its
 * neighbours. None where the neighbours have no counterparts, or its path lies beside theirs.
 */
export function counterpartHomes(
  site: Site,
  near: NavNode,
  slug: string,
  makes: PageTemplate["makes"],
): readonly CounterpartHome[] {
  const counterparts = counterpartsOf(site.config);
  const listed = new Map<string, NavEntry>();
  for (const { entry, slug: own } of pageListings(site.config))
    if (!entry.lost && !listed.has(own)) listed.set(own, entry);
  const found = new Map<string, CounterpartHome>();
  for (const neighbour of neighboursOf(near))
    for (const other of counterparts.get(neighbour.slug) ?? []) {
      const entry = listed.get(other);
      const target = counterpartSlug(neighbour.slug, slug, other);
      if (!entry || target === undefined || target === slug) continue;
      const menu = `${entry.parent.language ?? ""} ${entry.parent.version ?? ""}`;
      if (found.has(menu) || !checkNewPage(site, makes, target).ok) continue;
      const isBehind = near.type === "entry" && neighbour.entry === near;
      found.set(menu, { slug: target, label: labelOf(entry), home: isBehind ? entry : entry.parent });
    }
  return [...found.values()];
}

interface Neighbour {
  readonly slug: string;
  readonly entry: NavEntry;
}

/** Pages in the same list, the entry itself first, then from the end. */
function neighboursOf(near: NavNode): readonly Neighbour[] {
  const element = near.type === "element" ? near : near.parent;
  const entries = element?.children.flatMap((child) => (child.type === "entry" ? [child] : [])) ?? [];
  const ordered = [...(near.type === "entry" ? [near] : []), ...entries.reverse()];
  return ordered.flatMap((entry) => {
    const read = readPageEntry(entry.text);
    return read.kind === "page" && !entry.lost ? [{ slug: read.slug, entry }] : [];
  });
}

function labelOf({ parent }: NavEntry): string {
  const names = [nameOf(parent)];
  for (let at = parent.parent; at && at.kind !== "root"; at = at.parent) names.unshift(nameOf(at));
  return names.join(" › ");
}
