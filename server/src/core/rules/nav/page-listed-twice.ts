import { placeOf } from "../../config/json-places.ts";
import type { NavEntry } from "../../config/navigation.ts";
import { menuOf } from "../../site/menu-of.ts";
import { findPage, pageListings } from "../../site/navigation-pages.ts";
import { removeAt } from "../edit-at.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const pageListedTwice = defineRule({
  code: "nav/page-listed-twice",
  on: ["config"],
  severity: "warning",
  summary: "A page stands twice in the navigation of one version and language.",
  why: "A page has one address, so the sidebar marks one place only, and “next” and “previous” go on from there, wherever readers came from. Across versions, languages and products a page may be listed again.",
  messages: {
    twice:
      "`{page}` is listed twice in the same version and language, so the menu shows it twice and marks only one of the places as open. Remove one.",
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
      const key = `${slug}\n${menuOf(entry.parent)}`;
      const first = firstOf.get(key);
      if (!first) firstOf.set(key, entry);
      else if (first.node !== entry.node && findPage(site, slug).kind === "found")
        yield {
          message: "twice",
          args: { page: slug },
          at: placeOf(entry.node),
          related: [{ at: placeOf(first.node), message: "first", args: { page: slug } }],
        };
    }
  }),
  *fixes({ at }, { config }) {
    const edits = removeAt(config, at);
    if (edits.length > 0) yield { title: "remove", edits };
  },
});
