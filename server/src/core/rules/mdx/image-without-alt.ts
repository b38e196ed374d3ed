import type { PageLink, PageReferences, PageTag } from "../../page/page.ts";
import { isFileUsed } from "../../site/navigation/used-files.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { checkPage, defineRule, createReplaceEdits } from "../rule.ts";
import { getAttribute, findBuiltInComponent, getLocation } from "../subjects/page-subjects.ts";

export const imageWithoutAlt = defineRule({
  code: "mdx/image-without-alt",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "hint",
  summary: "An image without alternative text.",
  why: 'Screen readers read the alternative text of an image aloud, and search engines and AI assistants rely on it. `alt=""` marks an image as decorative.',
  howToFix: 'Describe the image for readers who can\'t see it. If the image is decorative, use `alt=""`.',
  whenToTurnOff: "Turn off this rule if you check the accessibility of your pages with another tool.",
  messages: {
    markdown:
      "This image has no alternative text, so readers who can't see it don't know what it shows. Add a description between the square brackets.",
    element:
      "This image has no alternative text, so readers who can't see it don't know what it shows. Add `alt`, and leave it empty if the image is decorative.",
    add: "Add empty `alt` for a decorative image",
  },
  examples: [
    {
      bad: '---\ntitle: Start\n---\n\n[|![](/images/menu.png)|]\n\n<[|img|] src="/images/menu.png" />\n',
      good: '---\ntitle: Start\n---\n\n![The open menu](/images/menu.png)\n\n<img src="/images/menu.png" alt="" />\n',
    },
  ],
  check: checkPage(function* (page, site) {
    const { links, tags, path } = page.references;
    if (!isFileUsed(site, path)) return;
    for (const link of links) {
      const range =
        link.kind === "image" && link.component === undefined ? findImageRange(page.references, link) : undefined;
      if (range && !isDescribed(page.references, findTagAround(tags, range.start)))
        yield { message: "markdown", at: getLocation(page, range) };
    }
    for (const tag of tags) {
      if (tag.name !== "img" || tag.hasSpread || tag.isInExpression) continue;
      const describingProps = ["alt", "aria-label", "aria-labelledby", "aria-hidden", "role"];
      const parent = tag.parentIndex === undefined ? undefined : tags[tag.parentIndex];
      if (!describingProps.some((name) => getAttribute(tag, name)) && !isDescribed(page.references, parent))
        yield { message: "element", at: getLocation(page, tag.nameRange) };
    }
  }),
  *createFixes({ at, message }) {
    const insertLocation = { file: at.file, range: { start: at.range.end, end: at.range.end } };
    if (message === "element") yield { title: "add", edits: createReplaceEdits(insertLocation, ' alt=""') };
  },
});

/** Whether the caption of a frame or the title of a tile describes the image inside it. */
function isDescribed(page: PageReferences, parent: PageTag | undefined): boolean {
  const props =
    parent && findBuiltInComponent(page, parent.name) ? describingPropsByComponent.get(parent.name) : undefined;
  return (
    parent !== undefined &&
    (parent.hasSpread || props?.some((name) => getAttribute(parent, name)) === true) &&
    props !== undefined
  );
}

const describingPropsByComponent: ReadonlyMap<string, readonly string[]> = new Map([
  ["Frame", ["caption", "hint", "title", "description"]],
  ["Tile", ["title", "description"]],
]);

/** Returns the innermost tag whose content contains an offset. */
function findTagAround(tags: readonly PageTag[], offset: number): PageTag | undefined {
  let [low, high] = [0, tags.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tags[middle]?.range.start ?? Infinity) < offset) low = middle + 1;
    else high = middle;
  }
  let tag = tags[low - 1];
  while (tag && (tag.closingTagRange?.start ?? 0) < offset)
    tag = tag.parentIndex === undefined ? undefined : tags[tag.parentIndex];
  return tag;
}

/** Returns the range of an image such as `![](x)`, or undefined if it has text in its square brackets. */
function findImageRange({ text }: PageReferences, { range }: PageLink): TextRange | undefined {
  const imageStartMatch = /!\[\s{0,9}\]\([ \t]{0,9}<?$/.exec(text.slice(Math.max(0, range.start - 30), range.start));
  const closingParenthesisOffset = text.indexOf(")", range.end);
  return imageStartMatch
    ? {
        start: range.start - imageStartMatch[0].length,
        end: closingParenthesisOffset < 0 ? range.end : closingParenthesisOffset + 1,
      }
    : undefined;
}
