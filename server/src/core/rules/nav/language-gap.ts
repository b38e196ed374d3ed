import { insertItem, joinInsertions, toJsonString } from "../../config/json/json-edit.ts";
import { locationOfNode } from "../../config/json/json-tree.ts";
import type { NavEntry } from "../../config/settings/navigation.ts";
import { findPage } from "../../site/navigation/navigation-pages.ts";
import { findMirrorLocations, type SiblingGap, siblingGaps } from "../../site/navigation/translations.ts";
import { isNavigationComplete } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { type FileEdit, isSameLocation, type TextEdit } from "../../text/text-edit.ts";
import { checkConfig, configFile, defineRule } from "../rule.ts";
import { createPage } from "../subjects/fixes.ts";
import { elementName, getElementLocation, formatElementName } from "../subjects/site-subjects.ts";

const maxRelated = 10;
const maxMirrored = 50;

export const languageGap = defineRule({
  code: "nav/language-gap",
  on: ["config"],
  severity: "information",
  summary: "A language that's missing pages listed in other languages.",
  why: "Readers who switch languages lose their place if their current page isn't listed in the other language. Pages are compared by their path within each language's folder.",
  howToFix:
    "Add the missing pages to the language's navigation, and translate them. The quick fix adds the entries and creates the files.",
  whenToTurnOff: "Turn off this rule if your languages intentionally have different pages.",
  messages: {
    one: "`{page}` is in `{sibling}` but not in `{name}`, so readers can't find it there. Add it, or ignore this problem if that's intentional.",
    several:
      "`{name}` is missing {count} pages that others list, such as `{page}` in `{sibling}`, so readers can't find them there. Add them, or ignore this problem if that's intentional.",
    languages:
      "{count} languages, such as `{name}`, are missing pages that others list, such as `{page}` in `{sibling}`, so readers can't find them there. Add them, or ignore this problem if that's intentional.",
    oneExtra:
      "`{page}` is in `{sibling}` but not in `{name}`, so readers can't find it there. Add it, remove it from `{sibling}`, or ignore this problem if that's intentional.",
    severalExtra:
      "`{name}` is missing {count} pages that others list, such as `{page}` in `{sibling}`, so readers can't find them there. Add or remove them, or ignore this problem if that's intentional.",
    languagesExtra:
      "{count} languages, such as `{name}`, are missing pages that others list, such as `{page}` in `{sibling}`, so readers can't find them there. Add or remove them, or ignore this problem if that's intentional.",
    listed: "`{sibling}` lists `{page}`.",
    mirror: "Add missing pages to {section}",
  },
  examples: [
    {
      bad: `
//- docs.json
{
  "navigation": {
    "languages": [
      {
        "language": "en",
        "pages": ["start", "usage", "help"]
      },
      {
        "language": [|"fr"|],
        "pages": ["fr/start", "fr/help"]
      }
    ]
  }
}
//- start.mdx
//- usage.mdx
//- help.mdx
//- fr/start.mdx
//- fr/help.mdx
`,
      good: `
//- docs.json
{
  "navigation": {
    "languages": [
      {
        "language": "en",
        "pages": ["start", "usage"]
      },
      {
        "language": "fr",
        "pages": ["fr/start", "fr/usage"]
      }
    ]
  }
}
//- start.mdx
//- usage.mdx
//- fr/start.mdx
//- fr/usage.mdx
`,
    },
  ],
  check: checkConfig(function* (config, site) {
    if (!isNavigationComplete(config)) return;
    for (const { element, missing, isApart } of gapsOf(site)) {
      const [first] = missing;
      if (!first) continue;
      const args = {
        name: elementName(element),
        count: missing.length,
        page: first.entry.text,
        sibling: elementName(first.listedBy),
      };
      const message = missing.length === 1 ? "one" : "several";
      // Pages that only translations have may be left over.
      const isExtraList = missing.every(({ isExtra }) => isExtra);
      yield {
        message: isExtraList ? `${message}Extra` : message,
        args,
        at: getElementLocation(element),
        related: missing.slice(0, maxRelated).map(({ entry, listedBy }) => ({
          at: locationOfNode(entry.node),
          message: "listed" as const,
          args: { page: entry.text, sibling: elementName(listedBy) },
        })),
        data: {
          list: element.parent?.node.range.start ?? 0,
          cause: isApart ? "apart" : missing.map(({ name }) => name).join("\n"),
        },
      };
    }
  }),
  *fixes({ at }, site) {
    const gap = gapsOf(site).find(({ element }) => isSameLocation(getElementLocation(element), at));
    if (!gap || gap.missing.length > maxMirrored) return;
    const listingLocations = findMirrorLocations(site.config, gap);
    if (listingLocations.length < gap.missing.length) return;
    yield {
      title: "mirror",
      args: { section: formatElementName(gap.element) },
      edits: [
        ...listingEdits(listingLocations, site),
        ...listingLocations.flatMap(({ slug }) => createPage(site, slug) ?? []),
      ],
    };
  },
  grouping: {
    causeOf: ({ at, data }) => `${at.file}\n${String(data?.["list"])}\n${String(data?.["cause"])}`,
    several: ({ message }) => (message.endsWith("Extra") ? "languagesExtra" : "languages"),
  },
});

/** Returns the gaps. Leaves out pages that don't exist, because `nav/page-not-found` already reports them. */
function gapsOf(site: Site): readonly SiblingGap[] {
  return siblingGaps(site.config)
    .map((gap) => ({
      ...gap,
      missing: gap.missing.filter(({ listed }) => findPage(site, listed).kind === "found"),
    }))
    .filter(({ missing }) => missing.length > 0);
}

/** Returns the edits that add the pages to the navigation, grouped by configuration file. */
function listingEdits(
  listingLocations: readonly { readonly slug: string; readonly after: NavEntry }[],
  site: Site,
): FileEdit[] {
  const byFile = new Map<string, TextEdit[]>();
  for (const { slug, after } of listingLocations) {
    const array = after.parent.childKeys.find(({ array: candidate }) =>
      candidate?.items.includes(after.node),
    )?.array;
    const file = array?.file === after.node.file ? configFile(site.config, array.file) : undefined;
    if (!array || !file) continue;
    const edits = byFile.get(file.path) ?? [];
    const newEntries = insertItem(file, array, toJsonString(slug), after.node.range);
    byFile.set(file.path, joinInsertions(file, [...edits, ...newEntries]));
  }
  return [...byFile].map(([file, edits]) => ({ kind: "edit", file, edits }));
}
