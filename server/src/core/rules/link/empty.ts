import { pagesWith } from "../../site/links/links.ts";
import type { PageLink, PageReferences } from "../../page/page.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { checkPage, defineRule } from "../rule.ts";
import { definitionsOf, usedLabels } from "../subjects/page-subjects.ts";
import { createTargetData, groupByTarget } from "../subjects/same-target.ts";

export const empty = defineRule({
  code: "link/empty",
  on: ["page"],
  needs: ["pages"],
  severity: "warning",
  summary: "A link or an image without a target.",
  why: "A link without a target keeps readers on the current page. An image without a source isn't displayed.",
  howToFix: "Add a URL or a path, or remove the link or the image.",
  whenToTurnOff: "Turn off this rule if a script on your site handles links without a target.",
  messages: {
    link: "This link has no target, so readers who follow it stay on the same page. Add a URL or a path, or remove the link.",
    links:
      "{count} links with this text have no target, so readers who follow them stay on the same page. Add a URL or a path, or remove the links.",
    image: "This image has no source, so readers don't see it. Add a path, or remove the image.",
  },
  examples: [
    {
      bad: `---
title: Home
---

Read the [first steps][|()|] or <a href=[|""|]>more</a>.
`,
      good: `---
title: Home
---

Read the [first steps](https://example.com), or go [back to the top](#).
`,
    },
  ],
  check: checkPage(function* ({ references }, site) {
    const links = references.links.filter((link) => isEmpty(link, references));
    if (links.length === 0 || pagesWith(site, references.path).length === 0) return;
    for (const { kind, range } of links) {
      const at = { file: references.path, range: { start: range.start - 1, end: range.end + 1 } };
      const text = kind === "image" ? undefined : linkText(references.text, range);
      if (kind === "image") yield { message: "image", at };
      else if (text === undefined) yield { message: "link", at };
      else yield { message: "link", at, data: createTargetData(text) };
    }
  }),
  grouping: groupByTarget({ several: { link: "links" }, isTranslated: true }),
});

/**
 * Returns the text of the Markdown link with this target, or undefined if the text is too long or contains brackets.
 */
function linkText(text: string, { start }: TextRange): string | undefined {
  return /\[([^[\]\n]+)\]\(\s*<?$/.exec(text.slice(Math.max(0, start - maxTextLength), start))?.[1]?.trim();
}

const maxTextLength = 100;

/** Whether a link's target is empty. A component without a target, such as `<Card href="">`, isn't a link. */
function isEmpty({ kind, target, range, component }: PageLink, page: PageReferences): boolean {
  if (target.trim() !== "" || !(component === undefined || component === "a" || component === "img"))
    return false;
  if (kind === "definition") return !isCommentLabel(range, page);
  // Readers don't see `[]()`, because the link has no text.
  return (
    component !== undefined ||
    !/(^|[^!])\[\s*\]\(\s*<?$/.test(page.text.slice(Math.max(0, range.start - 20), range.start))
  );
}

/** Whether a definition is used as a comment, as in `[comment]: <> (Later)`, because no link has its label. */
function isCommentLabel({ start }: TextRange, page: PageReferences): boolean {
  const label = definitionsOf(page).get(start)?.label;
  return label !== undefined && !usedLabels(page).has(label);
}
