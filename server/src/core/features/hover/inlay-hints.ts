import { type JsonNode, type JsonString, getNodeLocation } from "../../config/json/json-tree.ts";
import type { InheritedValue, NavElement } from "../../config/settings/navigation.ts";
import { findPageBySlug } from "../../site/links/resolve-link.ts";
import { getNavigation, readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { getGeneratedPages } from "../../site/specs/generated-pages.ts";
import { getEndpointEntries } from "../../site/specs/operation-references.ts";
import { isRemoteSpec, getSpecName } from "../../spec/detect-spec.ts";
import { escapeInvisible, truncateEnd } from "../../text/message.ts";
import type { SiteLocation, SitePath, TextRange } from "../../text/text-edit.ts";
import { formatInlineCode } from "../../text/markdown.ts";
import { getPageTitle } from "./describe-page.ts";
import { inheritedSettings, describeOrigin } from "./describe-values.ts";

/**
 * `titles`: the title of a page or operation, shown after its entry. `inheritedValues`: a value that an element
 * inherits.
 */
export const hintKinds = ["titles", "inheritedValues"] as const;
export type HintKind = (typeof hintKinds)[number];

/** Text that an editor shows after a string in docs.json, although it isn't part of the file. */
export interface ConfigHint {
  readonly kind: HintKind;
  /** The offset at which the hint is shown: the end of the string. */
  readonly offset: number;
  /** The text of the hint, such as `openapi: api.json`. */
  readonly label: string;
  /** A sentence in Markdown that describes where the text comes from. */
  readonly tooltip: string;
  /**
   * The location at which authors can change the value. Undefined for a specification that isn't a file in the site.
   */
  readonly sourceLocation: SiteLocation | undefined;
}

const maxValueLength = 40;

/** Default values. No hints are shown for them. */
const defaultHints: ReadonlySet<string> = new Set(["directory none", "boost 1"]);

/**
 * Returns the hints in `visibleRange`, in text order. Hints after an element's label show the specifications,
 * directory, and boost that the element inherits from another file, unless its parent shows the same values. If an
 * operation doesn't name its file and the element has several specifications, a hint after the operation shows its
 * specification.
 */
export function createConfigHints(
  site: Site,
  file: SitePath,
  visibleRange: TextRange,
  requestedKinds: readonly HintKind[] = hintKinds,
): readonly ConfigHint[] {
  const { elements, entries } = getNavigation(site.config);
  const isInVisibleRange = (node: JsonNode | undefined): node is JsonNode =>
    node?.file === file && visibleRange.start <= node.range.end && node.range.end <= visibleRange.end;
  const hints = [
    ...elements.flatMap((element) => {
      const { label } = element;
      return isInVisibleRange(label) ? createElementHints(site, element, label.range.end) : [];
    }),
    ...elements.flatMap(({ root }) => (isInVisibleRange(root) ? createTitleHint(site, root) : [])),
    ...entries.flatMap(({ node }) => (isInVisibleRange(node) ? createTitleHint(site, node) : [])),
    ...getGeneratedPages(site).flatMap(({ node, title, spec }) =>
      node.type === "entry" && isInVisibleRange(node.node) ? createPageTitleHint(node.node, title, spec.path) : [],
    ),
    ...getEndpointEntries(site).flatMap(({ entry, resolution }): ConfigHint[] => {
      const reference = "reference" in resolution ? resolution.reference : undefined;
      const { openapi } = entry.parent;
      if (!isInVisibleRange(entry.node) || !reference || reference.file || resolution.kind !== "found") return [];
      // If the parent uses only one specification, the parent already shows it, either in its own text or in a hint.
      if (!openapi || openapi.value.length < 2) return [];
      const label = truncateEnd(getSpecName(resolution.spec.path), maxValueLength);
      return [createInheritedHint(site, entry.parent, openapi.sourceNode, entry.node.range.end, label)];
    }),
  ];
  // If a file is included twice, the same text belongs to two elements. Each hint is still shown only once.
  const hintsByKey = new Map(hints.map((hint) => [`${hint.offset} ${hint.label}`, hint]));
  return [...hintsByKey.values()]
    .filter(({ kind }) => requestedKinds.includes(kind))
    .sort((a, b) => a.offset - b.offset);
}

/** Returns a hint with the title of the page that the entry refers to, or an empty list if the page has no title. */
function createTitleHint({ pages }: Site, node: JsonString): ConfigHint[] {
  const pageEntry = readPageEntry(node.value);
  const page = pageEntry.kind === "page" ? findPageBySlug(pages, pageEntry.slug) : undefined;
  const title = getPageTitle(page);
  if (!page || title === undefined || title.trim() === "") return [];
  return [createPageTitleHint(node, title, page.path)];
}

function createPageTitleHint(node: JsonString, title: string, file: SitePath): ConfigHint {
  return {
    kind: "titles",
    offset: node.range.end,
    label: truncateEnd(escapeInvisible(title.replace(/\s+/g, " ").trim()), maxValueLength),
    tooltip: `The title in ${formatInlineCode(getSpecName(file))}.`,
    sourceLocation: isRemoteSpec(file) ? undefined : { file, range: { start: 0, end: 0 } },
  };
}

function createElementHints(site: Site, element: NavElement, offset: number): ConfigHint[] {
  const { parent, label: ownLabel } = element;
  return Object.entries(inheritedSettings).flatMap(([key, getValue]): ConfigHint[] => {
    const inheritedValue = getValue(element);
    if (!inheritedValue?.isInherited || defaultHints.has(`${key} ${inheritedValue.value}`)) return [];
    if (ownLabel && isShownByAncestor(parent, ownLabel.file, getValue)) return [];
    const label = `${key}: ${truncateEnd(inheritedValue.value, maxValueLength)}`;
    return [createInheritedHint(site, parent, inheritedValue.sourceNode, offset, label)];
  });
}

/**
 * Whether an element or one of its parents shows a value in this file, either in its own text or in a hint after its
 * label.
 */
function isShownByAncestor(
  element: NavElement | undefined,
  file: SitePath,
  getValue: (element: NavElement) => InheritedValue<string> | undefined,
): boolean {
  const inheritedValue = element && getValue(element);
  if (!inheritedValue) return false;
  if (!inheritedValue.isInherited) return inheritedValue.sourceNode.file === file;
  return element.label?.file === file || isShownByAncestor(element.parent, file, getValue);
}

function createInheritedHint(
  site: Site,
  nearestElement: NavElement | undefined,
  valueNode: JsonNode,
  offset: number,
  label: string,
): ConfigHint {
  const tooltip = describeOrigin(site, nearestElement, valueNode);
  return {
    kind: "inheritedValues",
    offset,
    label,
    tooltip: `${tooltip.charAt(0).toUpperCase()}${tooltip.slice(1)}.`,
    sourceLocation: getNodeLocation(valueNode),
  };
}
