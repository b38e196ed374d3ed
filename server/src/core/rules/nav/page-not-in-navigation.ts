import { findConfigFile } from "../../config/config.ts";
import { insertItem, mergeInsertions, toJsonString } from "../../config/json/json-edit.ts";
import type { NavElement } from "../../config/settings/navigation.ts";
import { isUnlistedPage } from "../../site/files/file-usage.ts";
import { findNearestEntry } from "../../site/navigation/navigation-suggestions.ts";
import { getPageSlug, getPageHeadLocation, createFieldEdits } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { toCode, type Phrase, toVerbatim } from "../../text/phrase.ts";
import { getFolderPath } from "../../text/site-path.ts";
import type { FileEdit } from "../../text/text-edit.ts";
import { checkPage, defineRule, toFileEdits } from "../rule.ts";
import { formatElementName } from "../subjects/site-subjects.ts";

export const pageNotInNavigation = defineRule({
  code: "nav/page-not-in-navigation",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "hint",
  summary: "A page that isn't in the navigation.",
  why: "A page that isn't in the navigation is still published, so anyone who knows its URL or finds a link can read it.",
  howToFix:
    "Add the page to the navigation. If it's outside the navigation intentionally, set `hidden: true`, which also keeps the page out of search.",
  whenToTurnOff:
    "Turn off this rule if many of your pages are intentionally outside the navigation. To turn it off only for some folders, use `overrides`.",
  messages: {
    unlisted:
      "`{page}` isn't in the navigation, so readers can reach it only through a link or by entering its URL. Add it to `docs.json`, or set `hidden: true` if that's intentional.",
    unlistedUrl:
      "`{page}` only links to its `url` and isn't in the navigation, so readers never see it. Add it to `docs.json`, or delete it.",
    several:
      "{count} pages in {place}, such as `{page}`, aren't in the navigation, so readers can reach them only through a link or by entering their URLs. Add them to `docs.json`, or set `hidden: true`.",
    add: "Add to {section} in {fileName}",
    hide: "Hide page",
    addAll: "Add all {count} pages to {section} in {fileName}",
    hideAll: "Hide all {count} pages",
  },
  examples: [
    {
      bad: `
//- docs.json
{
  "navigation": {
    "groups": [
      {
        "group": "Guides",
        "pages": [
          "guides/start"
        ]
      }
    ]
  }
}
//- guides/start.mdx
//- guides/usage.mdx
---
[|title: Usage|]
---
`,
      good: `
//- docs.json
{
  "navigation": {
    "groups": [
      {
        "group": "Guides",
        "pages": [
          "guides/start",
          "guides/usage"
        ]
      }
    ]
  }
}
//- guides/start.mdx
//- guides/usage.mdx
---
title: Usage
---
//- guides/secret.mdx
---
title: Secret
hidden: true
---
`,
    },
  ],
  check: checkPage(function* ({ outline, references }, site) {
    const slug = getPageSlug(outline.path);
    if (slug === undefined || !isUnlistedPage(site, outline)) return;
    const message = outline.fields.has("url") ? "unlistedUrl" : "unlisted";
    const folder = getFolderPath(outline.path);
    yield {
      message,
      args: { page: slug, place: folder === "" ? "the site's root folder" : toCode(folder) },
      at: getPageHeadLocation(references),
      data: { slug },
    };
  }),
  *createFixes({ at, data, message }, site) {
    const slug = data?.["slug"];
    if (typeof slug !== "string") return;
    const addition = createAddition(slug, site);
    if (addition)
      yield {
        title: "add",
        args: { section: addition.group, fileName: toVerbatim(addition.file) },
        edits: addition.edits,
      };
    if (message === "unlistedUrl") return;
    const references = site.references.get(at.file);
    const edits = references ? createFieldEdits(references, "hidden", "true") : [];
    if (edits.length > 0) yield { title: "hide", edits };
  },
  grouping: {
    getCause: ({ at, message }) => (message === "unlisted" ? getFolderPath(at.file) : undefined),
    combinedMessage: "several",
    *createFixes(findings, site) {
      const count = findings.length;
      const slugs = findings.flatMap(({ data }) => {
        const slug = data?.["slug"];
        return typeof slug === "string" ? [slug] : [];
      });
      const addition = createCommonAddition(slugs, site);
      if (addition) {
        const args = { count, section: addition.group, fileName: toVerbatim(addition.file) };
        yield { title: "addAll", args, edits: addition.edits };
      }
      const hideEdits = findings.flatMap(({ at }) => {
        const references = site.references.get(at.file);
        return references ? createFieldEdits(references, "hidden", "true") : [];
      });
      if (hideEdits.length === count) yield { title: "hideAll", args: { count }, edits: hideEdits };
    },
  },
});

/**
 * The maximum number of pages that one fix adds. It's limited because finding the group for a page requires comparing
 * the page with all entries.
 */
const maxAddedPages = 1000;

/**
 * Returns the edits that add all pages to the navigation, or undefined if they don't belong in the same element or if
 * there are too many.
 */
function createCommonAddition(slugs: readonly string[], site: Site): ReturnType<typeof createAddition> {
  if (slugs.length > maxAddedPages) return undefined;
  const additions = slugs.map((slug) => createAddition(slug, site));
  const [firstAddition] = additions;
  if (!firstAddition || additions.some((otherAddition) => otherAddition?.parent !== firstAddition.parent))
    return undefined;
  const edits = additions.flatMap((otherAddition) =>
    (otherAddition?.edits ?? []).flatMap((edit) => (edit.kind === "edit" ? edit.edits : [])),
  );
  const file = findConfigFile(site.config, firstAddition.file);
  return file && { ...firstAddition, edits: toFileEdits(firstAddition.file, mergeInsertions(file, edits)) };
}

function createAddition(
  slug: string,
  site: Site,
):
  | { readonly parent: NavElement; readonly group: Phrase; readonly file: string; readonly edits: FileEdit[] }
  | undefined {
  const entry = findNearestEntry(site.config, slug);
  const array = entry?.parent.childProperties.find(({ array: candidate }) =>
    candidate?.items.includes(entry.node),
  )?.array;
  const file = array && findConfigFile(site.config, array.file);
  if (!entry || !file) return undefined;
  const precedingRange = entry.node.file === file.path ? entry.node.range : undefined;
  const edits = toFileEdits(file.path, insertItem(file, array, toJsonString(slug), precedingRange));
  if (edits.length === 0) return undefined;
  return { parent: entry.parent, group: formatElementName(entry.parent), file: file.path, edits };
}
