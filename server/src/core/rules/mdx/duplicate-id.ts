import type { PageAnchor, PageReferences, PageTag } from "../../page/page.ts";
import { isFileUsed } from "../../site/navigation/used-files.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { checkPage, defineRule } from "../rule.ts";
import { findBuiltInComponent, getLocation } from "../subjects/page-subjects.ts";
import { createTargetData, groupByTarget } from "../subjects/same-target.ts";

export const duplicateId = defineRule({
  code: "mdx/duplicate-id",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "warning",
  summary: "Two elements on a page with the same ID.",
  why: "A link to an ID goes to the first element that has it. Elements in different tabs or views can share an ID, because readers see only one at a time. Elements that wrap headings can also share an ID, because headings have their own anchors.",
  howToFix: "Use a different ID for each element.",
  whenToTurnOff: "Turn off this rule if nothing links to the elements with the same ID.",
  messages: {
    duplicate:
      "`{id}` is already the ID of another element on this page, so links can't reach this one. Use a different ID.",
    duplicates:
      "`{id}` is already the ID of another element on this page, so links can't reach {count} elements with this ID. Use a different ID for each.",
    first: "First used here.",
  },
  examples: [
    {
      bad: '---\ntitle: Start\n---\n\n<div id="limits">Limits</div>\n\n<div id="[|limits|]">More limits</div>\n',
      good: '---\ntitle: Start\n---\n\n<div id="limits">Limits</div>\n\n<div id="more-limits">More limits</div>\n',
    },
  ],
  check: checkPage(function* (page, site) {
    const { references } = page;
    if (references.anchors.length < 2 || !isFileUsed(site, references.path)) return;
    const firstRangeById = new Map<string, TextRange>();
    for (const anchor of references.anchors) {
      const { id, range } = anchor;
      if (!needsId(references, anchor)) continue;
      const firstRange = firstRangeById.get(id);
      if (!firstRange) firstRangeById.set(id, range);
      else if (!areInAlternatives(references.tags, firstRange, range))
        yield {
          message: "duplicate",
          args: { id },
          at: getLocation(page, range),
          relatedLocations: [{ at: getLocation(page, firstRange), message: "first" }],
          data: createTargetData(references.path, id),
        };
    }
  }),
  grouping: groupByTarget({ combinedMessages: { duplicate: "duplicates" } }),
});

/** Matches SVG elements, whose IDs other elements of the drawing refer to. Copies of a drawing repeat these IDs. */
const svgElementPattern =
  /^(?:svg|g|defs|symbol|path|rect|circle|mask|marker|filter|clipPath|pattern|image|use|text|\w+Gradient)$/;

const headingAfterIdPattern = /^["'`]?\}?[^<>]*>\s*#{1,6}[ \t]/;

/**
 * Whether readers see the element and its ID is the only anchor for links to it. A custom component can use its `id`
 * for other purposes.
 */
function needsId(page: PageReferences, { element, isInCode, range }: PageAnchor): boolean {
  if (element === undefined || isInCode || svgElementPattern.test(element)) return false;
  if (headingAfterIdPattern.test(page.text.slice(range.end, range.end + 500))) return false;
  return /^[a-z]/.test(element) || findBuiltInComponent(page, element)?.props.get("id")?.names === "id";
}

/** Components that readers see one at a time. */
const alternativeComponents: ReadonlySet<string> = new Set(["Tab", "View", "Visibility", "Variation"]);

/** Whether the two positions are in different components that readers see one at a time. */
function areInAlternatives(tags: readonly PageTag[], a: TextRange, b: TextRange): boolean {
  const isInTag = ({ range, closingTagRange: closingRange }: PageTag, { start, end }: TextRange) =>
    range.start < start && end < (closingRange?.end ?? range.end);
  return tags.some((tag) => alternativeComponents.has(tag.name) && isInTag(tag, a) !== isInTag(tag, b));
}
