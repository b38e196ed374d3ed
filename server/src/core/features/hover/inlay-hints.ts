import { type JsonNode, locationOfNode } from "../../config/json/json-tree.ts";
import type { NavElement, NavEntry } from "../../config/settings/navigation.ts";
import { navigationOf } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { endpointEntries } from "../../site/specs/operation-references.ts";
import { specName } from "../../spec/remote-spec.ts";
import { truncateEnd } from "../../text/message.ts";
import type { SiteLocation, SitePath, TextRange } from "../../text/text-edit.ts";
import { passedDown, whereFrom } from "./describe-values.ts";

/** A value that a docs.json element inherits rather than sets. */
export interface InheritedHint {
  /** The offset after which it's shown. */
  readonly offset: number;
  /** `openapi: api.json` */
  readonly label: string;
  /** A Markdown sentence about where the value comes from. */
  readonly tooltip: string;
  /** The location of the value, where authors change it. */
  readonly from: SiteLocation;
}

const maxValueLength = 40;

/** Default values, which aren't shown. */
const defaults: ReadonlySet<string> = new Set(["directory none", "boost 1"]);

/**
 * Returns hints for inherited values in the range `within`, in text order. An element's title shows its specifications,
 * directory, and boost. An operation without a file shows its specification if there are several. A page shows its
 * boost.
 */
export function inheritedHints(site: Site, file: SitePath, within: TextRange): readonly InheritedHint[] {
  const { elements, entries } = navigationOf(site.config);
  const isHere = (node: JsonNode | undefined): node is JsonNode =>
    node?.file === file && within.start <= node.range.end && node.range.end <= within.end;
  const hints = [
    ...elements.flatMap((element) => {
      const { label } = element;
      return isHere(label) ? hintsOfElement(site, element, label.range.end) : [];
    }),
    ...entries.flatMap((entry) => (isHere(entry.node) ? hintsOfPage(site, entry) : [])),
    ...endpointEntries(site).flatMap(({ entry, resolution }): InheritedHint[] => {
      const reference = "reference" in resolution ? resolution.reference : undefined;
      const { openapi } = entry.parent;
      if (!isHere(entry.node) || !reference || reference.file || resolution.kind !== "found") return [];
      // If there's only one, the enclosing element shows it in its text or its own hint.
      if (!openapi || openapi.value.length < 2) return [];
      const label = truncateEnd(specName(resolution.spec.path), maxValueLength);
      return [hintOf(site, entry.parent, openapi.from, entry.node.range.end, label)];
    }),
  ];
  return hints.sort((a, b) => a.offset - b.offset);
}

function hintsOfElement(site: Site, element: NavElement, offset: number): InheritedHint[] {
  return Object.entries(passedDown).flatMap(([key, valueOf]): InheritedHint[] => {
    const found = valueOf(element);
    if (!found?.inherited || defaults.has(`${key} ${found.value}`)) return [];
    const label = `${key}: ${truncateEnd(found.value, maxValueLength)}`;
    return [hintOf(site, element.parent, found.from, offset, label)];
  });
}

function hintsOfPage(site: Site, { node, parent }: NavEntry): InheritedHint[] {
  const { boost } = parent;
  if (!boost || boost.value === 1) return [];
  return [hintOf(site, parent, boost.from, node.range.end, `boost: ${boost.value}`)];
}

function hintOf(
  site: Site,
  nearest: NavElement | undefined,
  from: JsonNode,
  offset: number,
  label: string,
): InheritedHint {
  const words = whereFrom(site, nearest, from);
  return {
    offset,
    label,
    tooltip: `${words.charAt(0).toUpperCase()}${words.slice(1)}.`,
    from: locationOfNode(from),
  };
}
