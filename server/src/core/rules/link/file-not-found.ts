import { components } from "../../page/components/components.ts";
import type { Page, PageTag } from "../../page/page.ts";
import type { ResolvedLink } from "../../site/links/links.ts";
import { findMissingFolder, findNearestFile } from "../../site/links/file-suggestions.ts";
import { findPageBySlug } from "../../site/links/resolve-link.ts";
import { indexImportsByName, isNameAvailable, resolveImport } from "../../site/pages/imports.ts";
import { isMissingProtocol } from "../../site/pages/urls.ts";
import type { Site } from "../../site/site.ts";
import { getFileName, getFolderPath, getTopFolder, resolveSitePath } from "../../text/site-path.ts";
import type { FileEdit, SiteLocation, TextRange } from "../../text/text-edit.ts";
import {
  createSuggestionSource,
  createLinkGroupFix,
  createLinkFix,
  createLinkFixData,
  fixAnchor,
  replacePath,
} from "../subjects/fixes.ts";
import { getLocation, getRootComponent } from "../subjects/page-subjects.ts";
import { createAllEdits, createTargetData, groupByTarget } from "../subjects/same-target.ts";
import { getLinks, linkSubjectKinds, findTargetOfKind } from "../subjects/site-subjects.ts";
import { isReported } from "../ignore-comments.ts";
import { defineRule, type Finding } from "../rule.ts";

const combinedMessageKeys = {
  image: "images",
  imageNear: "imagesNear",
  code: "codes",
  codeNear: "codesNear",
  download: "downloads",
  downloadNear: "downloadsNear",
  placeholder: "placeholders",
} as const;

/** Matches a URL that a tool should have replaced, such as `@@TOK3@@`, `%IMAGE_URL%`, or `__VIDEO__`. */
const placeholderPattern =
  /^\/?(?:@@\w+@@|%%\w+%%|%[A-Z_\d]{3,}%|__(?:[A-Z]|(?!\p{Script=Latin})\p{L})[\p{L}\p{M}\d_]*__|\$[A-Z_]{3,}|<[^<>]+>|\[[^[\]]+\])$/u;

/** Matches a note that the author wrote in place of a URL, as in `src="TBD: add a screenshot"`. */
const notePattern = /^(?:todo|tbd|fixme|placeholder)\b[: ]/i;

export const fileNotFound = defineRule({
  code: "link/file-not-found",
  subjectKinds: linkSubjectKinds,
  severity: "warning",
  requires: ["pages"],
  summary: "An image, video, style sheet, script, or download that doesn't exist.",
  why: "The service publishes images and other files at the same paths as in the site's folder. If an image doesn't exist, readers see a broken image or nothing at all. If a download doesn't exist, they get a 404 page. If a style sheet or script doesn't exist, the page loads without it.",
  howToFix: "Add the file to the site, or fix the path.",
  whenToTurnOff: "Turn off this rule if a build step adds the files after Docwright checks the site.",
  messages: {
    image: "`{file}` doesn't exist, so readers see a broken image or nothing at all. Add the file, or fix the path.",
    imageNear: "`{file}` doesn't exist, so readers see a broken image or nothing at all. Did you mean `{near}`?",
    code: "`{file}` doesn't exist, so the page loads without its styles or scripts. Add the file, or fix the path.",
    codeNear: "`{file}` doesn't exist, so the page loads without its styles or scripts. Did you mean `{near}`?",
    download: "`{file}` doesn't exist, so readers who follow the link get a 404 page. Add the file, or fix the path.",
    downloadNear: "`{file}` doesn't exist, so readers who follow the link get a 404 page. Did you mean `{near}`?",
    images:
      "`{file}` doesn't exist, so readers see a broken image or nothing at all in {count} places. Add the file, or fix the paths.",
    imagesNear:
      "`{file}` doesn't exist, so readers see a broken image or nothing at all in {count} places. Did you mean `{near}`?",
    imagesMoved:
      "Images such as `{file}` are in another folder, so readers see broken images or nothing at all in {count} places. Did you mean `{near}`?",
    imagesFolder:
      "The folder `{folder}` doesn't exist, so readers see broken images or nothing at all in {count} places, such as `{file}`. Add the files, or fix the paths.",
    codes:
      "`{file}` doesn't exist, so {count} references to it load no styles or scripts. Add the file, or fix the paths.",
    codesNear: "`{file}` doesn't exist, so {count} references to it load no styles or scripts. Did you mean `{near}`?",
    downloads: "`{file}` doesn't exist, so {count} links lead readers to a 404 page. Add the file, or fix the links.",
    downloadsNear: "`{file}` doesn't exist, so {count} links lead readers to a 404 page. Did you mean `{near}`?",
    placeholder:
      "`{file}` is a placeholder, so readers see an error or nothing at all. Replace it with the URL of the content.",
    placeholders:
      "Placeholders such as `{file}` are used as URLs, so readers see errors or nothing at all in {count} places. Replace them with the URLs of the content.",
    sources:
      "The paths of {count} links, such as `{file}`, have an extension that pages don't have, so readers who follow them get a 404 page. Did you mean `{near}`?",
    use: "Change to `{near}`",
    useAll: "Change all {count} to `{near}`",
    useEach: "Change all {count} links to the suggested pages",
    useFiles: "Change all {count} to the suggested files",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "pages": ["index"] } }
//- index.mdx
---
title: Home
---

![How it works]([|/images/flow.svg|])

<img src="[|/images/Scren.png|]" alt="The screen" /> and the [data]([|/files/data.csv|]).
//- images/screen.png
`,
      good: `
//- docs.json
{ "navigation": { "pages": ["index"] } }
//- index.mdx
---
title: Home
---

![How it works](/images/flow.svg) ![Elsewhere](https://example.com/a.png)

<img src="./images/screen.png" alt="The screen" />
//- images/flow.svg
//- images/screen.png
`,
    },
  ],
  *check(subject, site) {
    const guess = createSuggestionSource();
    const page = subject.kind === "page" ? subject.value : undefined;
    let removedRanges: readonly TextRange[] | undefined;
    for (const link of getLinks(subject, site)) {
      const { reference } = link;
      if (reference.targetKind === "file" && notePattern.test(reference.url) && !findTargetOfKind(link, "file")) {
        yield createPlaceholderFinding(link);
        continue;
      }
      const missingTarget = findTargetOfKind(link, "missing");
      if (
        !missingTarget ||
        (reference.targetKind === "place" &&
          (missingTarget.target.expectedKind === "page" || isMissingProtocol(reference.url))) ||
        (reference.targetKind === "file" && existsFromRoot(reference.url, site))
      )
        continue;
      // If a missing component contains the link, the component itself is reported, and readers don't see the link.
      removedRanges ??= page ? listRemovedRanges(page, site) : [];
      const isRemoved =
        reference.location.file === page?.outline.path && isWithinRanges(reference.location.range, removedRanges);
      const isUnseen = isRemoved || (page !== undefined && isInHiddenElement(page.references.text, reference.location));
      const severityOverride = isUnseen ? ({ severity: "hint" } as const) : {};
      const kind = getFileKind(link);
      const file = reference.url;
      if (reference.targetKind === "file" && placeholderPattern.test(file)) {
        yield { ...createPlaceholderFinding(link), ...severityOverride };
        continue;
      }
      const { path } = missingTarget.target;
      const from = missingTarget.page ?? "";
      const pageOfSource = findPageOfSource(path, reference.targetKind, site);
      const suggestion =
        pageOfSource ?? guess(`${path}\n${getTopFolder(from)}`, () => findNearestFile(site.files, path, from));
      // The author or a tool wrote the extension in all links. Files in several folders can have the path.
      const data =
        pageOfSource === undefined ? createTargetData(path, kind, suggestion ?? "") : createTargetData(sourceTarget);
      // Images that are in the same other folder have one cause.
      const isMoved = suggestion !== undefined && kind === "image" && getFileName(suggestion) === getFileName(path);
      const folder = suggestion === undefined && kind === "image" ? findMissingFolder(path, site.files) : undefined;
      if (suggestion === undefined)
        yield {
          message: kind,
          args: { file, ...(folder !== undefined && { folder }) },
          at: reference.location,
          data: folder === undefined ? data : { ...createTargetData(folder, "folder"), folder },
          ...severityOverride,
        };
      else {
        const pathUrl = replacePath(reference.url, suggestion);
        const newUrl = pageOfSource === undefined ? pathUrl : fixAnchor(site, suggestion, pathUrl, guess);
        yield {
          message: `${kind}Near`,
          args: { file, near: suggestion },
          at: reference.location,
          data: {
            ...data,
            ...(isMoved && { ...createTargetData(getFolderPath(path), "moved", getFolderPath(suggestion)), isMoved }),
            ...createLinkFixData(reference, newUrl),
          },
          ...severityOverride,
        };
      }
    }
  },
  createFixes: (finding) => createLinkFix(finding),
  grouping: {
    ...groupByTarget({
      combinedMessages: combinedMessageKeys,
      *createFixes(findings) {
        yield* createLinkGroupFix(findings);
        const isMixed = new Set(findings.map(({ args }) => args?.["near"])).size > 1;
        const edits = isMixed ? createAllEdits(findings, createEdits) : [];
        const title = findings[0]?.data?.["isMoved"] === true ? "useFiles" : "useEach";
        if (edits.length > 0) yield { title, args: { count: findings.length }, edits };
      },
    }),
    combinedMessage: ({ message, data }) => {
      if (typeof data?.["folder"] === "string") return "imagesFolder";
      if (data?.["isMoved"] === true) return "imagesMoved";
      return data?.["target"] === sourceTarget
        ? "sources"
        : combinedMessageKeys[message as keyof typeof combinedMessageKeys];
    },
  },
});

function createPlaceholderFinding({ reference: { url, location: at } }: ResolvedLink) {
  return { message: "placeholder", args: { file: url }, at, data: createTargetData("placeholder") } as const;
}

/** The target of links to files from which pages were generated, such as `guide.html`. */
const sourceTarget = "source";

function createEdits(finding: Finding): readonly FileEdit[] {
  return [...createLinkFix(finding)].flatMap(({ edits }) => edits);
}

/**
 * Returns the ranges of the outermost components that the service removes with their content, because they aren't
 * built in and their definition can't be loaded. Leaves out components whose problem the author ignores, because
 * something else probably provides them.
 */
function listRemovedRanges(page: Page, site: Site): readonly TextRange[] {
  const ranges: TextRange[] = [];
  let lastEnd = -1;
  for (const tag of page.references.tags) {
    if (tag.range.start < lastEnd || tag.isInExpression || !isReportedAsMissing(tag, page, site)) continue;
    lastEnd = tag.closingTagRange?.end ?? tag.range.end;
    ranges.push({ start: tag.range.start, end: lastEnd });
  }
  return ranges;
}

function isReportedAsMissing({ name, nameRange }: PageTag, page: Page, site: Site): boolean {
  const { references } = page;
  const root = getRootComponent(name);
  if (!/^[A-Z]/.test(root) || root === "React" || root === "Fragment") return false;
  const pageImport = indexImportsByName(references).get(root);
  if (!pageImport) {
    const isUnknown = !components.has(name) && !isNameAvailable(site, references, root);
    return isUnknown && isReported("mdx/unknown-component", getLocation(page, nameRange), site);
  }
  const { kind } = resolveImport(site, pageImport.source, references.path);
  const code = kind === "package" ? "mdx/package-import" : kind === "missing" ? "mdx/snippet-not-found" : undefined;
  return code !== undefined && isReported(code, getLocation(page, pageImport.range), site);
}

/** Whether one of the ranges, which are sorted and don't overlap, contains the range. */
function isWithinRanges({ start, end }: TextRange, ranges: readonly TextRange[]): boolean {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.start ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return end <= (ranges[low - 1]?.end ?? -1);
}

/** Whether the link is in a tag that hides its element, as with an image that only other sites show as a preview. */
function isInHiddenElement(text: string, { range: { start } }: SiteLocation): boolean {
  const textBefore = text.slice(Math.max(0, start - maxTagLength), start);
  const partBefore = textBefore.slice(Math.max(0, textBefore.lastIndexOf("<")));
  const [tag = "", attributes = ""] =
    /^<[A-Za-z](.*?)(?<!=)>/s.exec(partBefore + text.slice(start, start + maxTagLength)) ?? [];
  if (tag.length <= partBefore.length) return false;
  return /\sstyle=(?:\{\{[^}]*\bdisplay:\s*["']none["']|["'][^"']*\bdisplay:\s*none\b)/.test(attributes);
}

const maxTagLength = 500;

function getFileKind({ reference }: ResolvedLink): "image" | "code" | "download" {
  if (reference.targetKind !== "file") return "download";
  return /\.(?:css|m?js)(?:[?#]|$)/i.test(reference.url) ? "code" : "image";
}

/**
 * Whether the file exists relative to the site's root, which is how the service resolves image paths. It isn't
 * documented how the service resolves `images/logo.png` on a page in a folder.
 */
function existsFromRoot(url: string, { files }: Site): boolean {
  if (/^[./\\]/.test(url)) return false;
  const resolvedPath = resolveSitePath(url.replace(/[?#].*$/s, ""), "");
  return resolvedPath.ok && files.has(resolvedPath.path);
}

/** Returns the page that was generated from a file such as `guide.ipynb` or that replaces `guide.html`. */
function findPageOfSource(path: string, targetKind: "place" | "file", { pages }: Site): string | undefined {
  const slug = /^(.*)\.(?:html?|ipynb)$/i.exec(path)?.[1];
  const matchingPage =
    slug !== undefined && targetKind === "place" && findPageBySlug(pages, slug.replace(/(?:^|\/)index$/, ""));
  return matchingPage ? `/${slug.replace(/(?:^|\/)index$/, "")}` : undefined;
}
