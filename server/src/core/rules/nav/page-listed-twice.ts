import { locationOfNode } from "../../config/json/json-tree.ts";
import type { NavElement, NavEntry } from "../../config/settings/navigation.ts";
import { findPage, pageListings } from "../../site/navigation/navigation-pages.ts";
import { getMenu } from "../../site/settings/navigation.ts";
import { truncateEnd, truncateStart } from "../../text/message.ts";
import { checkConfig, defineRule, removeAt } from "../rule.ts";
import { elementName } from "../subjects/site-subjects.ts";

export const pageListedTwice = defineRule({
  code: "nav/page-listed-twice",
  on: ["config"],
  severity: "warning",
  summary: "A page stands twice in the navigation of one version and language.",
  why: "A page has one address, so the sidebar marks one place only, and “next” and “previous” go on from there, wherever readers came from. Across versions, languages and products a page may be listed again.",
  messages: {
    twice:
      "`{page}` is listed twice in the same version and language, so the menu shows it twice and marks only one of the places as open. Remove one.",
    apart:
      "`{page}` is under `{other}` too. A page has one address, so readers who open it from here may land in the other menu. Remove one of the two.",
    first: "`{page}` is listed here first.",
    remove: "Remove this entry",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "A", "pages": ["start"] }, { "group": "B", "pages": [[|"start"|], "more"] }] } }
//- start.mdx
//- more.mdx
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "A", "pages": ["start"] }, { "group": "B", "pages": ["more"] }] } }
//- start.mdx
//- more.mdx
`,
    },
  ],
  check: checkConfig(function* (config, site) {
    const firstOf = new Map<string, NavEntry>();
    for (const { entry, slug } of pageListings(config)) {
      if (entry.lost || slug === "") continue;
      const key = `${slug}\n${getMenu(entry.parent)}`;
      const first = firstOf.get(key);
      if (!first) firstOf.set(key, entry);
      else if (first.node !== entry.node && findPage(site, slug).kind === "found")
        yield {
          ...(isApart(first, entry)
            ? {
                message: "apart",
                args: { page: truncateStart(slug, 50), other: truncateEnd(menuName(first), 25) },
              }
            : { message: "twice", args: { page: truncateStart(slug, 65) } }),
          at: locationOfNode(entry.node),
          related: [{ at: locationOfNode(first.node), message: "first", args: { page: slug } }],
        };
    }
  }),
  *fixes({ at }, { config }) {
    const edits = removeAt(config, at);
    if (edits.length > 0) yield { title: "remove", edits };
  },
});

/** Whether readers see only one of the two entries at a time, because they're in different tabs or other sections. */
function isApart(a: NavEntry, b: NavEntry): boolean {
  return chosenPart(a.parent) !== chosenPart(b.parent);
}

function menuName(entry: NavEntry): string {
  return elementName(chosenPart(entry.parent) ?? entry.parent);
}

/** Returns the nearest enclosing element that isn't a group. The groups of a tab are visible together. */
function chosenPart(element: NavElement): NavElement | undefined {
  return element.kind === "group" && element.parent ? chosenPart(element.parent) : element;
}
