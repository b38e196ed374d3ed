import {
  findLateFrontmatter,
  hasOnlyFields,
  type LateFrontmatter,
  readFrontmatter,
  createRemovalEdits,
} from "../../page/frontmatter.ts";
import type { Page, PageReferences } from "../../page/page.ts";
import { getShownSlugs } from "../../site/navigation/navigation-pages.ts";
import { getPageSlug } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { derive } from "../../text/maps.ts";
import { getFileName, getFolderPath, removePageExtension } from "../../text/site-path.ts";
import type { FileEdit, SiteLocation, SitePath, TextEdit } from "../../text/text-edit.ts";
import { getFrontmatterField, formatYamlText, getUnfencedFields } from "../subjects/page-subjects.ts";
import { checkPage, defineRule } from "../rule.ts";
import { findFileWithSameUrl } from "../nav/slug-collision.ts";
import { findIntendedField } from "./unknown-field.ts";

/** Fields that provide a title if the page doesn't set one, or that turn the file into something other than a page. */
const otherTitleFields = ["openapi", "openapi-schema", "asyncapi", "graphql", "sdk", "url"] as const;

export const missingTitle = defineRule({
  code: "frontmatter/missing-title",
  subjectKinds: ["page"],
  severity: "information",
  summary: "A page in the navigation without a title.",
  why: "Without a `title`, the sidebar, browser tab, and search results show a title derived from the file name. An empty `title` overrides the derived title, and the service doesn't document what its menus show in that case. If the page starts with a heading that has the derived title, nothing is missing, so the page isn't reported.",
  howToFix: "Add a `title`.",
  whenToTurnOff: "Turn off this rule if titles derived from file names are sufficient for your site.",
  messages: {
    empty:
      "The `title` is empty and overrides the one derived from the file name, so the sidebar and search results may show no text. Enter a title, or remove the field.",
    "empty-with-sidebar-title":
      "The `title` is empty and overrides the one derived from the file name, so search results and the browser tab may show no text. Enter a title, or remove the field.",
    missing:
      "This page has no `title`, so the sidebar and search results show “{name}”, which is derived from the file name. Add a `title` to the frontmatter.",
    "sidebar-title":
      "This page has no `title`, so search results and the browser tab show “{name}”, which is derived from the file name. Add a `title` to the frontmatter.",
    text: "The frontmatter is empty, and the fields after it are shown as text, so readers don't see the title in the sidebar. Remove the first `---` line.",
    late: "The frontmatter starts here instead of on the first line, so its fields have no effect and readers see them as text. Remove the lines before it.",
    several:
      "{count} pages have no `title`, so the sidebar and search results show titles derived from their file names, such as “{name}”. Add a `title` to each page.",
    severalWithSidebarTitle:
      "{count} pages have no `title`, so search results and the browser tab show titles derived from their file names, such as “{name}”. Add a `title` to each page.",
    add: "Add title “{title}”",
    addAll: "Add titles to all {count} pages",
    remove: "Remove empty frontmatter",
    removeLines: "Remove lines before frontmatter",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "navigation": { "pages": ["page"] } }\n//- page.mdx\n[|---|]\nicon: rocket\n---\n\nWelcome.\n',
      good: "---\ntitle: Welcome\nicon: rocket\n---\n\nWelcome.\n",
    },
    {
      bad: '//- docs.json\n{ "navigation": { "pages": ["page"] } }\n//- page.mdx\n---\n[|title|]: ""\n---\n\nWelcome.\n',
      good: "---\ntitle: Welcome\n---\n\nWelcome.\n",
    },
    {
      bad: '//- docs.json\n{ "navigation": { "pages": ["page"] } }\n//- page.mdx\n[|---\n---|]\ntitle: Welcome\n---\n\nWelcome.\n',
      good: "---\ntitle: Welcome\n---\n\nWelcome.\n",
    },
    {
      bad: '//- docs.json\n{ "navigation": { "pages": ["page"] } }\n//- page.mdx\n[||]Welcome.\n',
      good: "---\nopenapi: GET /users\n---\n\nWelcome.\n",
    },
  ],
  check: checkPage(function* (page, site) {
    const { path, fields } = page.outline;
    if (!getShownSlugs(site.config).has(getPageSlug(path) ?? "") || page.references.frontmatter.problems.length > 0)
      return;
    const title = fields.get("title") ?? null;
    const hasTitle = title !== null && (typeof title !== "string" || title.trim() !== "");
    // Readers see only one of two files with the same URL, and nav/slug-collision reports the conflict.
    if (!hasTitle && findFileWithSameUrl(path, site)) return;
    // The service shows neither a sidebar nor a title on a custom page.
    if (hasTitle || fields.get("mode") === "custom") return;
    if (findSecondFrontmatterStart(page.references) !== undefined) {
      const { start = 0, end = 0 } = page.references.frontmatter.range ?? {};
      yield { message: "text", at: { file: path, range: { start, end } } };
      return;
    }
    // The fence that turns the frontmatter into code is reported by mdx/syntax.
    if (site.syntaxProblems.get(path)?.some(({ kind }) => kind === "fence-around-page")) return;
    // Fields without `---` lines are reported by frontmatter/syntax.
    if (getUnfencedFields(page.references)) return;
    const lateFrontmatter = findMisplacedFrontmatter(page.references);
    if (lateFrontmatter) {
      yield {
        message: "late",
        at: { file: path, range: { start: lateFrontmatter.start, end: lateFrontmatter.start + "---".length } },
      };
      return;
    }
    const titleField = page.references.frontmatter.fields.get("title");
    if (titleField)
      yield {
        message: hasSidebarTitle(page) ? "empty-with-sidebar-title" : "empty",
        at: { file: page.references.path, range: titleField.keyRange },
      };
    else if (
      !otherTitleFields.some((key) => getFrontmatterField(page, key)) &&
      !hasMisnamedTitle(page) &&
      page.outline.headings[0]?.text !== createTitleFromPath(path)
    )
      yield {
        message: hasSidebarTitle(page) ? "sidebar-title" : "missing",
        args: { name: createTitleFromPath(path) },
        at: getMissingTitleLocation(page),
      };
  }),
  *createFixes({ at, message }, site) {
    const references = site.references.get(at.file);
    const secondFrontmatterStart =
      message === "text" && references ? findSecondFrontmatterStart(references) : undefined;
    if (secondFrontmatterStart !== undefined) {
      const range = { start: at.range.start, end: secondFrontmatterStart };
      yield { title: "remove", edits: [{ kind: "edit", file: at.file, edits: [{ range, newText: "" }] }] };
      return;
    }
    if (message === "late" && references) {
      const lateFrontmatter = findMisplacedFrontmatter(references);
      const edits = lateFrontmatter ? createRemovalEdits(lateFrontmatter) : [];
      if (edits.length > 0) yield { title: "removeLines", edits: [{ kind: "edit", file: at.file, edits }] };
      return;
    }
    const titleFix = createTitleFix(at.file, site);
    if (titleFix) yield { title: "add", args: { title: titleFix.title }, edits: [titleFix.edit] };
  },
  grouping: {
    getCause: ({ message }) => {
      // Authors who use `sidebarTitle` instead of `title` usually do so on the entire site.
      if (message === "sidebar-title" || message === "missing") return message;
      return undefined;
    },
    combinedMessage: ({ message }) => (message === "missing" ? "several" : "severalWithSidebarTitle"),
    *createFixes(findings, site) {
      const edits = findings.flatMap(({ at }) => createTitleFix(at.file, site)?.edit ?? []);
      if (edits.length === findings.length && edits.length <= maxAddedTitles)
        yield { title: "addAll", args: { count: edits.length }, edits };
    },
  },
});

/** The maximum number of pages that one fix changes. It's limited because the fix is created when the caret moves. */
const maxAddedTitles = 1000;

/**
 * Returns the title that a fix adds to a page, and the edit that adds it. The title is the page's only heading of level
 * 1, if it's the first heading. If there's no such heading, or if several pages of the folder start with the same one,
 * the title is the `sidebarTitle` or is derived from the file name.
 */
function createTitleFix(file: SitePath, site: Site): { readonly title: string; readonly edit: FileEdit } | undefined {
  const outline = site.pages.get(file);
  const references = site.references.get(file);
  if (!outline || !references) return undefined;
  const sidebarTitle = outline.fields.get("sidebarTitle");
  const [heading, ...otherHeadings] = outline.headings;
  const isHeadingTitle = heading?.depth === 1 && heading.text !== "" && otherHeadings.every(({ depth }) => depth > 1);
  const isHeadingShared =
    isHeadingTitle && (countPagesByFirstHeading(site.pages).get(getHeadingKey(file, heading.text)) ?? 0) > 1;
  const derivedTitle =
    typeof sidebarTitle === "string" && sidebarTitle.trim() !== "" ? sidebarTitle.trim() : createTitleFromPath(file);
  const title = isHeadingTitle && !isHeadingShared ? heading.text : derivedTitle;
  const edits = [createTitleEdit({ outline, references }, formatYamlText(title))];
  return { title, edit: { kind: "edit", file, edits } };
}

/** Counts the pages of each folder that start with the same heading. */
const countPagesByFirstHeading = derive((pages: Site["pages"]): ReadonlyMap<string, number> => {
  const countByHeadingKey = new Map<string, number>();
  for (const [path, { headings }] of pages) {
    const [heading] = headings;
    if (heading?.depth !== 1) continue;
    const key = getHeadingKey(path, heading.text);
    countByHeadingKey.set(key, (countByHeadingKey.get(key) ?? 0) + 1);
  }
  return countByHeadingKey;
});

function getHeadingKey(path: SitePath, heading: string): string {
  return `${getFolderPath(path)}\n${heading}`;
}

/**
 * Returns the frontmatter that starts after the first line. Returns undefined if the code block that contains it ends
 * before the end of the page, because the frontmatter is then an example.
 */
function findMisplacedFrontmatter({ text }: PageReferences): LateFrontmatter | undefined {
  const lateFrontmatter = findLateFrontmatter(text);
  return lateFrontmatter?.endsEarly ? undefined : lateFrontmatter;
}

/** Whether the page has a title under another name, which frontmatter/unknown-field reports. */
function hasMisnamedTitle({ references: { frontmatter } }: Page): boolean {
  return [...frontmatter.fields.values()].some(
    ({ key, value }) => findIntendedField(key) === "title" && typeof value === "string" && value.trim() !== "",
  );
}

function hasSidebarTitle({ outline: { fields } }: Page): boolean {
  const text = fields.get("sidebarTitle");
  return typeof text === "string" && text.trim() !== "";
}

/**
 * Returns the offset of the `---` line that closes empty frontmatter, if this line would open frontmatter with a title
 * once the lines before it are removed. Otherwise, returns undefined.
 */
function findSecondFrontmatterStart({ text, frontmatter: { range, fields, contentRange } }: PageReferences) {
  if (!range || !contentRange || fields.size > 0 || text.slice(contentRange.start, contentRange.end).trim() !== "")
    return undefined;
  const start = Math.max(text.lastIndexOf("\n", range.end - 1), text.lastIndexOf("\r", range.end - 1)) + 1;
  const { frontmatter } = readFrontmatter(text.slice(start));
  const fieldText =
    frontmatter.contentRange && text.slice(start).slice(frontmatter.contentRange.start, frontmatter.contentRange.end);
  // Text for readers must not become a comment or a value.
  const containsOnlyFields = fieldText !== undefined && hasOnlyFields(fieldText);
  return start > range.start &&
    frontmatter.problems.length === 0 &&
    containsOnlyFields &&
    frontmatter.fields.has("title")
    ? start
    : undefined;
}

/**
 * Returns the location of the frontmatter's opening fence or, if the page has no frontmatter, the start of the file.
 */
function getMissingTitleLocation({ references: { path, frontmatter } }: Page): SiteLocation {
  const start = frontmatter.range?.start ?? 0;
  return { file: path, range: { start, end: frontmatter.range ? start + "---".length : start } };
}

function createTitleEdit({ references: { frontmatter, eol } }: Page, title: string): TextEdit {
  const titleField = frontmatter.fields.get("title");
  if (titleField)
    return {
      range: titleField.valueRange,
      newText: titleField.valueRange.start === titleField.keyRange.end + 1 ? ` ${title}` : title,
    };
  const { contentRange } = frontmatter;
  if (contentRange)
    return { range: { start: contentRange.start, end: contentRange.start }, newText: `title: ${title}${eol}` };
  return { range: { start: 0, end: 0 }, newText: `---${eol}title: ${title}${eol}---${eol}${eol}` };
}

/**
 * Returns the title that the service derives from the file name, such as `Quick start` for `guides/quick-start.mdx`.
 */
function createTitleFromPath(path: string): string {
  const name = removePageExtension(getFileName(path)).replace(/[-_]+/g, " ").trim();
  return name.charAt(0).toUpperCase() + name.slice(1);
}
