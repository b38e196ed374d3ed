import { findPagesUsingFile } from "../../site/links/links.ts";
import type { PageLink, PageReferences } from "../../page/page.ts";
import type { Site } from "../../site/site.ts";
import { derive } from "../../text/maps.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { checkPage, defineRule } from "../rule.ts";
import { findDefinitions, getLinkText, collectUsedLabels } from "../subjects/page-subjects.ts";
import { createTargetData, groupByTarget } from "../subjects/same-target.ts";

export const emptyLink = defineRule({
  code: "link/empty",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "warning",
  summary: "A link or an image without a target.",
  why: "A link without a target keeps readers on the current page. An image without a source isn't displayed.",
  howToFix: "Add a URL or a path, or remove the link or the image.",
  whenToTurnOff: "Turn off this rule if a script on your site handles links without a target.",
  messages: {
    link: "This link has no target, so readers who follow it stay on the same page. Add a URL or a path, or remove the link.",
    links:
      "{count} links with this text have no target, so readers who follow them stay on the same page. Add a URL or a path, or remove the links.",
    code: "Markdown reads `[{text}]()` as a link without a target, so readers don't see its brackets. Put code in backticks.",
    codes:
      "Markdown reads `[{text}]()` as a link without a target, so readers don't see the brackets in {count} places. Put code in backticks.",
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
    const links = references.links.filter(
      (link) => hasEmptyTarget(link, references) && !isHandledByScript(link, references, site),
    );
    if (links.length === 0 || findPagesUsingFile(site, references.path).length === 0) return;
    for (const { kind, range } of links) {
      const at = { file: references.path, range: { start: range.start - 1, end: range.end + 1 } };
      const text = kind === "image" ? undefined : getLinkText(references.text, range);
      if (kind === "image") yield { message: "image", at };
      else if (text === undefined) yield { message: "link", at };
      else if (isCode(text, references.text.slice(Math.max(0, range.start - maxLinkTextLength), range.start)))
        yield { message: "code", args: { text }, at, data: createTargetData(text) };
      else yield { message: "link", at, data: createTargetData(text) };
    }
  }),
  grouping: groupByTarget({ combinedMessages: { link: "links", code: "codes" }, isTranslated: true }),
});

/** The maximum length of a link's text that is shown in the message. */
const maxLinkTextLength = 100;

/** Whether a link's target is empty. A component without a target, such as `<Card href="">`, isn't a link. */
function hasEmptyTarget({ kind, target, range, component }: PageLink, page: PageReferences): boolean {
  if (target.trim() !== "" || !(component === undefined || component === "a" || component === "img")) return false;
  if (kind === "definition") return !isCommentLabel(range, page);
  // Readers don't see `[]()`, because the link has no text.
  return (
    component !== undefined ||
    !/(^|[^!])\[\s*\]\(\s*<?$/.test(page.text.slice(Math.max(0, range.start - 20), range.start))
  );
}

/**
 * Whether code probably determines what the link does: an event handler on the link, or a script of the site, which can
 * find the link by its ID or data attribute.
 */
function isHandledByScript({ component, range }: PageLink, { text }: PageReferences, site: Site): boolean {
  if (component !== "a") return false;
  const searchStart = Math.max(0, range.start - maxTagLength);
  const start = searchStart + text.slice(searchStart, range.start).lastIndexOf("<a");
  const tagText = text.slice(start, start + maxTagLength);
  const tag = (/^<a\s(?:"[^"]*"|'[^']*'|=>|[^<>"'])*>/.exec(tagText) ?? /^<a\s(?:=>|[^<>])*>/.exec(tagText))?.[0] ?? "";
  return /\sonClick\s*=/.test(tag) || (/\s(?:id|data-[\w-]+)\s*=/.test(tag) && hasScripts(site.files));
}

const maxTagLength = 1000;

/** Whether the site has JavaScript files, which the service runs on every page. */
const hasScripts = derive((files: Site["files"]) => [...files].some((file) => file.endsWith(".js")));

/**
 * Whether `[text]()` is probably code, such as `[Symbol.iterator]()` or `handlers[0]()`. `textBefore` ends with the
 * start of the link's target.
 */
function isCode(text: string, textBefore: string): boolean {
  if (/^Symbol\.\w+$/.test(text)) return true;
  const isIndexExpression = /^(?:\d+|[A-Za-z_$]\w*[A-Z]\w*|[A-Za-z_$]\w*(?:\.\w+)+)$/.test(text);
  return isIndexExpression && /[\w$)\]]\[[^[\]\n]+\]\($/.test(textBefore);
}

/** Whether a definition is used as a comment, as in `[comment]: <> (Later)`, because no link has its label. */
function isCommentLabel({ start }: TextRange, page: PageReferences): boolean {
  const label = findDefinitions(page).get(start)?.label;
  return label !== undefined && !collectUsedLabels(page).has(label);
}
