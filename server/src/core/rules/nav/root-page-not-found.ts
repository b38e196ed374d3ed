import { getNodeLocation } from "../../config/json/json-tree.ts";
import { findNearestPage } from "../../site/links/link-suggestions.ts";
import { findPage } from "../../site/navigation/navigation-pages.ts";
import { getNavigation, readPageEntry } from "../../site/settings/navigation.ts";
import { toVerbatim } from "../../text/phrase.ts";
import { checkConfig, defineRule, removeMemberAt } from "../rule.ts";
import { createPageEdit, createSuggestionSource, replaceWithPagePath } from "../subjects/fixes.ts";
import { getElementName } from "../subjects/site-subjects.ts";

export const rootPageNotFound = defineRule({
  code: "nav/root-page-not-found",
  subjectKinds: ["config"],
  severity: "error",
  summary: "A group whose `root` page doesn't exist.",
  why: "The title of a group opens its `root` page. If the page doesn't exist, the title is a dead link.",
  howToFix: "Create the page, use the path of an existing page, or remove `root`.",
  whenToTurnOff: "Turn off this rule if a build step creates the pages after Docwright checks the site.",
  messages: {
    missing: "`{page}` doesn't exist, so the title of `{group}` is a dead link. Create the page, or remove `root`.",
    meant: "`{page}` doesn't exist, so the title of `{group}` is a dead link. Did you mean `{near}`?",
    faulty:
      "`{page}` isn't a page path on this site, so the title of `{group}` is a dead link. Use the path of a page, or remove `root`.",
    create: "Create the page {fileName}",
    use: "Change to `{near}`",
    remove: "Remove `root`",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "Guides", "root": [|"guides/overveiw"|], "pages": ["guides/start"] }] } }
//- guides/overview.mdx
//- guides/start.mdx
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "Guides", "root": "guides/overview", "pages": ["guides/start"] }] } }
//- guides/overview.mdx
//- guides/start.mdx
`,
    },
  ],
  check: checkConfig(function* (config, site) {
    const guess = createSuggestionSource();
    for (const element of getNavigation(config).elements) {
      if (element.isIgnored || element.kind !== "group" || !element.root) continue;
      const args = { page: element.root.value, group: getElementName(element) };
      const at = getNodeLocation(element.root);
      const pageEntry = readPageEntry(element.root.value);
      if (pageEntry.kind !== "page") {
        yield { message: "faulty", args, at };
        continue;
      }
      const lookup = findPage(site, pageEntry.slug);
      const { slug } = pageEntry;
      if (lookup.kind === "found" || lookup.kind === "not-known") continue;
      const suggestion =
        lookup.kind === "wrong-case" ? lookup.slug : guess(slug, () => findNearestPage(site.files, slug));
      yield suggestion === undefined
        ? { message: "missing", args, at, data: { slug } }
        : { message: "meant", args: { ...args, near: suggestion }, at, data: { slug, near: suggestion } };
    }
  }),
  *createFixes({ at, data }, site) {
    const suggestion = data?.["near"];
    if (typeof suggestion === "string")
      yield { title: "use", args: { near: suggestion }, edits: replaceWithPagePath(at, suggestion) };
    const slug = data?.["slug"];
    const page = typeof slug === "string" ? createPageEdit(site, slug) : undefined;
    if (page) yield { title: "create", args: { fileName: toVerbatim(page.file) }, edits: [page] };
    const edits = removeMemberAt(site.config, at);
    if (edits.length > 0) yield { title: "remove", edits };
  },
});
