import { findConfigFile, type Config } from "../../config/config.ts";
import { findNodeAtRange } from "../../config/json/json-edit.ts";
import { getKeyLocation } from "../../config/json/json-tree.ts";
import { type NavElement, nonEmptyKeys, type SpecSource } from "../../config/settings/navigation.ts";
import { listMisreadFiles, getNavigation } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { hasOverlays, isReadable } from "../../site/specs/specs.ts";
import { findNamedSpec } from "../../spec/find-spec.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import { checkConfig, defineRule } from "../rule.ts";
import {
  getElementName,
  getElementLocation,
  isFromOtherRepository,
  findOwnProperty,
} from "../subjects/site-subjects.ts";

export const emptyElement = defineRule({
  code: "nav/empty-element",
  subjectKinds: ["config"],
  severity: "warning",
  summary: "A navigation element with nothing to show.",
  why: "An element without pages, a link, or a specification is a label that doesn't open anything. If the whole navigation is empty, the site has no sidebar.",
  howToFix: "Add pages, a link, or a specification, or remove the element.",
  whenToTurnOff: "Turn off this rule if you publish sections before they have content.",
  messages: {
    element: "`{name}` has no pages, link, or specification, so it doesn't open anything. Add pages, or remove it.",
    unfilled:
      "`{name}` gets its content from `{file}`, which has nothing to show, so readers see nothing there. Add visible operations or channels, or remove it.",
    root: "`{key}` is empty, so the docs have no navigation at all. Add an item.",
    refused: "`{key}` is empty, so the service has no navigation to build and rejects the site. Add an item.",
  },
  examples: [
    {
      bad: '{ "navigation": { "groups": [{ "group": "Guides", "pages": ["start"] }, { "group": [|"Later"|], "pages": [] }] } }',
      good: '{ "navigation": { "groups": [{ "group": "Guides", "pages": ["start"] }, { "group": "API", "openapi": "api.json", "pages": [] }] } }',
    },
    {
      bad: '{ "navigation": { [|"tabs"|]: [] } }',
      good: '{ "navigation": { "pages": ["index"] } }',
    },
  ],
  check: checkConfig(function* (config, site) {
    const { profile } = site;
    const misreadFiles = listMisreadFiles(config);
    for (const element of getNavigation(config).elements) {
      if (element.isIgnored || misreadFiles.has(element.node.file)) continue;
      const source = site.loaded.specs ? findUnfilledSource(element, site) : undefined;
      if (source !== undefined)
        yield {
          message: "unfilled",
          args: { name: getElementName(element), file: source },
          at: getElementLocation(element),
          data: createGroupingData(element),
        };
      if (!isEmpty(element, config)) continue;
      if (element.kind !== "root") {
        // If the profile doesn't allow a group without `pages`, `nav/missing-field` reports the group.
        const isReportedElsewhere =
          element.kind === "group" && element.childProperties.length === 0 && profile.groupsRequireContent;
        if (!isReportedElsewhere)
          yield {
            message: "element",
            args: { name: getElementName(element) },
            at: getElementLocation(element),
            data: createGroupingData(element),
          };
        continue;
      }
      const [pattern] = element.childProperties;
      if (!pattern) continue;
      const finding = { args: { key: pattern.key }, at: getKeyLocation(pattern.property) };
      yield nonEmptyKeys.has(pattern.key)
        ? { ...finding, message: "refused", severity: "error" }
        : { ...finding, message: "root" };
    }
  }),
  grouping: {
    // Other languages and versions often repeat the same element.
    getCause: ({ message, data }) => {
      const position = data?.["position"];
      return typeof position === "string" ? `${message}\n${position}` : undefined;
    },
    combinedMessage: ({ message }) => (message === "unfilled" ? "unfilled" : "element"),
  },
});

/** Returns data that is the same for elements at the same position in different languages or versions. */
function createGroupingData(element: NavElement): { readonly position?: string } {
  const path: string[] = [];
  let isRepeated = false;
  for (let ancestor = element; ancestor.parent; ancestor = ancestor.parent) {
    const isEdition = ancestor.kind === "language" || ancestor.kind === "version";
    isRepeated ||= isEdition && ancestor !== element;
    path.push(
      isEdition && ancestor !== element
        ? ancestor.kind
        : `${ancestor.kind} ${ancestor.parent.children.indexOf(ancestor)}`,
    );
  }
  return isRepeated ? { position: path.join("\n") } : {};
}

/**
 * Keys, in addition to those for children, that give an element content. For example, a group's `root` is a page that
 * readers can open.
 */
const contentKeys = ["href", "root", "openapi", "asyncapi", "graphql", "sdk", "$ref"];

/**
 * Returns the element's first specification if the element has no other content and none of its specifications has
 * operations to show. Otherwise, returns undefined.
 */
function findUnfilledSource(element: NavElement, site: Site): string | undefined {
  const { specs } = site;
  const hasOtherContent =
    element.isHidden ||
    element.childProperties.some(({ array }) => !array || array.items.length > 0) ||
    contentKeys.some((key) => !/^(openapi|asyncapi)$/.test(key) && findOwnProperty(element, key));
  const ownSources = [element.openapi, element.asyncapi].flatMap((value) =>
    value && !value.isInherited ? value.value : [],
  );
  if (hasOtherContent || ownSources.length === 0) return undefined;
  const isEmptySource = ({ source }: SpecSource) => {
    const lookup = findNamedSpec(specs, source);
    return (
      lookup.kind === "found" &&
      lookup.specs.every((spec) => isReadable(spec) && showsNothing(spec) && !hasOverlays(spec, site))
    );
  };
  return ownSources.every(isEmptySource) ? ownSources[0]?.source : undefined;
}

function showsNothing({ operations, webhooks, channels }: SpecOutline): boolean {
  return (
    channels.length === 0 && [...operations, ...webhooks].every(({ isHidden, isExcluded }) => isHidden || isExcluded)
  );
}

function isEmpty(element: NavElement, config: Config): boolean {
  if (
    element.kind === "global" ||
    element.parent?.kind === "global" ||
    element.isHidden ||
    isFromOtherRepository(element)
  )
    return false;
  // Other rules report a key whose value isn't a list or whose entries can't be read.
  if (element.childProperties.some(({ array }) => !array || array.items.length > 0)) return false;
  if (element.openapi ?? element.asyncapi ?? element.globalElement) return false;
  if (contentKeys.some((key) => findOwnProperty(element, key))) return false;
  return element.childProperties.every(({ array }) => array && isExplicitlyEmpty(array, config));
}

/**
 * Whether the author wrote an empty list. In contrast, a list whose only entry is a `$ref` that can't be resolved
 * contains nothing but isn't empty in the file.
 */
function isExplicitlyEmpty(
  array: NonNullable<NavElement["childProperties"][number]["array"]>,
  config: Config,
): boolean {
  const arrayNode = findNodeAtRange(findConfigFile(config, array.file)?.root, array.range);
  return arrayNode?.kind === "array" && arrayNode.items.length === 0;
}
