import { createLinkGroupFix, createLinkFixData, replacePath, createLinkFix } from "../subjects/fixes.ts";
import { createTargetData, groupByTarget } from "../subjects/same-target.ts";
import { listUrls } from "../../site/pages/pages.ts";
import type { LinkReference } from "../../site/links/links.ts";
import type { LinkTarget } from "../../site/links/resolve-link.ts";
import { getLinks, linkSubjectKinds, findTargetOfKind } from "../subjects/site-subjects.ts";
import { defineRule } from "../rule.ts";

export const wrongCase = defineRule({
  code: "link/wrong-case",
  subjectKinds: linkSubjectKinds,
  requires: ["pages"],
  severity: "warning",
  summary: "A link whose letter case doesn't match its page or file.",
  why: "Paths on the published site are case-sensitive. macOS and Windows find the file anyway, so the problem appears only after publishing. The same applies to accented letters, which some systems store as two characters.",
  howToFix: "Match the letter case of the file name, and use the same encoding for accented letters.",
  whenToTurnOff: "Keep this rule on, because these links work on macOS and Windows but fail on the published site.",
  messages: {
    case: "`{link}` differs from `{now}` only in letter case, so readers may get a 404 page. Match the case of the file name.",
    accents:
      "`{link}` looks like its file name but encodes an accented letter differently, so readers may get a 404 page. Use the same encoding as the file name.",
    mediaCase:
      "`{link}` differs from `{now}` only in letter case, so readers may see a broken image or nothing at all. Match the case of the file name.",
    mediaAccents:
      "`{link}` looks like its file name but encodes an accented letter differently, so readers may see a broken image or nothing at all. Use the same encoding as the file name.",
    cases:
      "`{link}` differs from `{now}` only in letter case, so {count} links may lead readers to a 404 page. Match the case of the file name.",
    mediaCases:
      "`{link}` differs from `{now}` only in letter case, so readers may see a broken image or nothing at all in {count} places. Match the case of the file name.",
    use: "Change to `{near}`",
    useAll: "Change all {count} to `{near}`",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "pages": ["index", "guides/start"] } }
//- index.mdx
---
title: Home
---

Read the [first steps]([|/Guides/start#top|]) and see ![the logo]([|/images/Logo.png|]).
//- guides/start.mdx
---
title: Start
---
//- images/logo.png
`,
      good: `
//- docs.json
{ "navigation": { "pages": ["index", "guides/start"] } }
//- index.mdx
---
title: Home
---

Read the [first steps](/guides/start#top) and see ![the logo](/images/logo.png).
//- guides/start.mdx
---
title: Start
---
//- images/logo.png
`,
    },
  ],
  *check(subject, site) {
    for (const link of getLinks(subject, site)) {
      const { reference } = link;
      const misspelledTarget = findTargetOfKind(link, "spelling");
      if (!misspelledTarget) continue;
      const correctUrl = getCorrectUrl(misspelledTarget.target);
      const { difference } = misspelledTarget.target.otherSpelling;
      yield {
        message: isMediaLink(reference) ? mediaMessages[difference] : difference,
        args: { link: reference.url, now: correctUrl },
        at: reference.location,
        data: {
          ...createTargetData(misspelledTarget.target.path),
          ...createLinkFixData(
            reference,
            replacePath(reference.url, createCorrectUrl(reference.url, misspelledTarget.target, correctUrl)),
          ),
        },
      };
    }
  },
  createFixes: (finding) => createLinkFix(finding, { isSafe: true }),
  grouping: groupByTarget({
    combinedMessages: { case: "cases", mediaCase: "mediaCases" },
    createFixes: (findings) => createLinkGroupFix(findings),
  }),
});

const mediaMessages = { case: "mediaCase", accents: "mediaAccents" } as const;

/** Whether the link is the source of an image, a video, or other media, rather than of a style sheet or script. */
function isMediaLink({ targetKind, url }: LinkReference): boolean {
  return targetKind === "file" && !/\.(?:css|m?js)(?:[?#]|$)/i.test(url);
}

type MisspelledTarget = Extract<LinkTarget, { kind: "spelling" }>;

/**
 * Returns the URL of a page in the form that matches the link. For example, `guides/index` becomes `/guides` if the
 * link refers to the folder.
 */
function getCorrectUrl({ otherSpelling, path }: MisspelledTarget): string {
  const urls = listUrls(otherSpelling.path);
  return urls.find((url) => url.length === path.length + 1) ?? urls[0] ?? `/${otherSpelling.path}`;
}

/**
 * Returns the link's URL with the capitalization of the file's path. A relative link, such as `./start`, stays
 * relative.
 */
function createCorrectUrl(url: string, { path, otherSpelling }: MisspelledTarget, correctUrl: string): string {
  const [, relativePrefix = "", pathEnd = ""] = /^((?:\.{1,2}\/)*)([^?#]*)/.exec(url) ?? [];
  const correctPathEnd = otherSpelling.path.slice(otherSpelling.path.length - pathEnd.length);
  const isRelativeToFolder = otherSpelling.path.slice(0, -correctPathEnd.length) === path.slice(0, -pathEnd.length);
  const differsOnlyInSpelling =
    correctPathEnd.toLowerCase() === pathEnd.toLowerCase() && otherSpelling.path.length === path.length;
  return differsOnlyInSpelling && isRelativeToFolder && !url.startsWith("/")
    ? relativePrefix + correctPathEnd
    : correctUrl;
}
