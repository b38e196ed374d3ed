import type { Config } from "../../config/config.ts";
import { nodeAt } from "../../config/edit-config.ts";
import type { NavElement } from "../../config/navigation.ts";
import { neverEmpty } from "../../config/read-navigation.ts";
import { misreadFiles } from "../../site/complete-navigation.ts";
import { navigationOf } from "../../site/navigation-of.ts";
import { configFile } from "../edit-at.ts";
import { elementName, elementPlace, isMounted, keyPlace, propertyOf } from "../navigation-places.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const emptyElement = defineRule({
  code: "nav/empty-element",
  on: ["config"],
  severity: "warning",
  summary: "A group or division that shows nothing.",
  why: "An element without pages, link or specification is a name that leads nowhere, and an empty navigation is a site without a menu.",
  messages: {
    element:
      "`{name}` has no pages, no link and no specification below it, so readers find nothing there. Add pages or remove it.",
    root: "`{key}` is empty, so the docs have no menu at all. Add an entry.",
    refused: "`{key}` is empty, so the service has no menu to build and refuses the site. Add an entry.",
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
  check: checkConfig(function* (config, { profile }) {
    const misread = misreadFiles(config);
    for (const element of navigationOf(config).elements) {
      if (element.lost || misread.has(element.node.file) || !isEmpty(element, config)) continue;
      if (element.kind !== "root") {
        // The specification calls a group without `pages` an error: nav/missing-field.
        const isMissing =
          element.kind === "group" && element.childKeys.length === 0 && profile.groupNeedsPages;
        if (!isMissing)
          yield { message: "element", args: { name: elementName(element) }, at: elementPlace(element) };
        continue;
      }
      const [pattern] = element.childKeys;
      if (!pattern) continue;
      const found = { args: { key: pattern.key }, at: keyPlace(pattern.property) };
      yield neverEmpty.has(pattern.key)
        ? { ...found, message: "refused", severity: "error" }
        : { ...found, message: "root" };
    }
  }),
});

/** What fills an element besides children. A group's `root` is a page to click on; `hidden` wants nothing shown. */
const fillers = ["href", "root", "openapi", "asyncapi", "graphql", "sdk", "$ref"];

function isEmpty(element: NavElement, config: Config): boolean {
  if (element.kind === "global" || element.parent?.kind === "global" || element.hidden || isMounted(element))
    return false;
  if (element.openapi ?? element.asyncapi ?? element.globals) return false;
  if (fillers.some((key) => propertyOf(element, key))) return false;
  // A key that holds no list, or whose entries could not be read, is another rule's matter.
  return element.childKeys.every(
    ({ array }) => array && array.items.length === 0 && isWrittenEmpty(array, config),
  );
}

/** Entries that a `$ref` could not bring are gone from the list, but the author wrote them. */
function isWrittenEmpty(
  array: NonNullable<NavElement["childKeys"][number]["array"]>,
  config: Config,
): boolean {
  const written = nodeAt(configFile(config, array.file)?.root, array.range);
  return written?.kind === "array" && written.items.length === 0;
}
