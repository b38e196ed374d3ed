import type { PageOutline, PageReferences } from "../../page/page.ts";
import { getPageHeadLocation, getPageSlug } from "../../site/pages/pages.ts";
import { isWrittenSeparately, findSourcePage } from "../../site/navigation/translations.ts";
import { isFileUsed } from "../../site/navigation/used-files.ts";
import { hasEndpoint } from "../../site/specs/operation-references.ts";
import { createTargetData, groupByTarget } from "../subjects/same-target.ts";
import { checkPage, defineRule } from "../rule.ts";

export const translationGap = defineRule({
  code: "mdx/translation-gap",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "information",
  summary: "A translated page with fewer headings or code blocks than its source page.",
  why: "Each translated page is compared with the same page in the default language. Fewer headings or code blocks usually mean that part of the page hasn't been translated yet or was lost. Languages with only a few pages, or with pages that are organized differently, aren't compared.",
  howToFix: "Compare the two pages, and translate the missing parts.",
  whenToTurnOff: "Turn off this rule if your translations are intentionally shorter than their source pages.",
  messages: {
    headings:
      "This translation has fewer headings than `{source}` ({ownCount} instead of {sourceCount}), so part of the page may be missing. Compare the two pages.",
    code: "This translation has fewer code blocks than `{source}` ({ownCount} instead of {sourceCount}), so some may be missing. Compare the two pages.",
    severalHeadings:
      "{count} translations of `{source}`, such as this one, have fewer headings ({ownCount} instead of {sourceCount}), so parts of the pages may be missing. Compare the pages.",
    severalCode:
      "{count} translations of `{source}`, such as this one, have fewer code blocks ({ownCount} instead of {sourceCount}), so some may be missing. Compare the pages.",
    source: "The source page.",
  },
  examples: [
    {
      bad: `
//- docs.json
{
  "navigation": {
    "languages": [
      { "language": "en", "pages": ["start"] },
      { "language": "fr", "pages": ["fr/start"] }
    ]
  }
}
//- start.mdx
---
title: Start
---

## Install

## Run
//- fr/start.mdx
---
[|title: Début|]
---

## Installer
`,
      good: `
//- docs.json
{
  "navigation": {
    "languages": [
      { "language": "en", "pages": ["start"] },
      { "language": "fr", "pages": ["fr/start"] }
    ]
  }
}
//- start.mdx
---
title: Start
---

## Install

## Run
//- fr/start.mdx
---
title: Début
---

## Installer

## Lancer
`,
    },
  ],
  check: checkPage(function* ({ outline, references }, site) {
    if (!isFileUsed(site, outline.path) || isWrittenSeparately(site, outline.path)) return;
    const source = findSourcePage(site, outline);
    const sourceReferences = source && site.references.get(source.path);
    if (!source || !sourceReferences || outline.imports.length > source.imports.length) return;
    // The service generates most of the content of a page with an endpoint, so it isn't compared with other pages.
    if (hasEndpoint(source) !== hasEndpoint(outline)) return;
    if (isPlaceholder(outline, references, source)) return;
    const gap = findGap(source, outline);
    if (!gap) return;
    yield {
      message: gap.message,
      args: { source: source.path, sourceCount: gap.count, ownCount: gap.own },
      at: getPageHeadLocation(references),
      relatedLocations: [{ at: getPageHeadLocation(sourceReferences), message: "source" }],
      data: createTargetData(source.path, gap.message),
    };
  }),
  grouping: groupByTarget({
    combinedMessages: { headings: "severalHeadings", code: "severalCode" },
  }),
});

/** Whether the page only refers readers to the source page, because it hasn't been translated yet. */
function isPlaceholder({ headings }: PageOutline, { text, links }: PageReferences, source: PageOutline): boolean {
  if (headings.length > 0 || text.length > maxPlaceholderLength) return false;
  const slug = getPageSlug(source.path);
  return links.some(({ target }) => target.replace(/^\/|[?#].*$/gs, "") === slug);
}

/** The maximum length of a page that only refers readers to another page, including its frontmatter, in characters. */
const maxPlaceholderLength = 800;

function findGap(source: PageOutline, translation: PageOutline) {
  const missingCount = source.headings.length - translation.headings.length;
  // Estimates how many headings were translated as bold lines or with broken Markdown.
  const unmarkedDelta = translation.unmarkedHeadingCount - source.unmarkedHeadingCount;
  if (missingCount > 0 && missingCount > unmarkedDelta)
    return { message: "headings", count: source.headings.length, own: translation.headings.length } as const;
  if (translation.codeBlockCount < source.codeBlockCount)
    return { message: "code", count: source.codeBlockCount, own: translation.codeBlockCount } as const;
  return undefined;
}
