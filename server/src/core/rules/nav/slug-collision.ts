import { getNodeLocation } from "../../config/json/json-tree.ts";
import type { Page, PageReferences } from "../../page/page.ts";
import { findGeneratedPage } from "../../site/links/resolve-link.ts";
import { getPageSlug, getPageHeadLocation, getPublishedPages } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import type { GeneratedPage } from "../../site/specs/generated-pages.ts";
import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import { checkPage, defineRule } from "../rule.ts";
import { createTargetData, groupByTarget, maxSeparateFindings } from "../subjects/same-target.ts";
import { getElementLocation } from "../subjects/site-subjects.ts";

export const slugCollision = defineRule({
  code: "nav/slug-collision",
  subjectKinds: ["page"],
  requires: ["pages", "specs"],
  severity: "warning",
  summary: "Two pages with the same URL.",
  why: "A URL can show only one page. If two files, or a file and a page generated from a specification, have the same URL, one of them silently replaces the other.",
  howToFix:
    "Rename or delete one of the files. For a generated page, set a different `href` in the operation's extension.",
  whenToTurnOff: "Keep this rule on. If two pages have the same URL, readers see only one of them.",
  messages: {
    file: "`{file}` and `{other}` have the same URL, so readers see only one of them. Rename or remove one.",
    generated:
      "The page that `{spec}` generates for `{target}` has the same URL as this file, so readers see only one of them. Rename this file, or set the operation's `href`.",
    generatedPages:
      "{count} pages that `{spec}` generates have the same URLs as files, such as `{file}`, so readers see only one page per URL. Rename the files, or set `href` for the operations.",
    same: "The page that `{spec}` generates for `{target}` has the same URL and content as this file, so the file has no effect. Delete the file.",
    samePages:
      "{count} pages that `{spec}` generates have the same URLs and content as files, such as `{file}`, so the files have no effect. Delete the files.",
    there: "The other page with this URL.",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "pages": ["start"] } }
//- start.mdx
---
[|title: Start|]
---
//- start.md
---
[|title: Start|]
---
`,
      good: `
//- docs.json
{ "navigation": { "pages": ["start"] } }
//- start.mdx
---
title: Start
---
`,
    },
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json", "pages": ["GET /users"] }] } }
//- api.json
{
  "openapi": "3.1.0",
  "info": { "title": "Users", "version": "1" },
  "paths": { "/users": { "get": { "summary": "List users", "responses": { "200": { "description": "All" } } } } }
}
//- api-reference/list-users.mdx
---
[|title: Users|]
---
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json", "pages": ["GET /users", "api-reference/users"] }] } }
//- api.json
{
  "openapi": "3.1.0",
  "info": { "title": "Users", "version": "1" },
  "paths": { "/users": { "get": { "summary": "List users", "responses": { "200": { "description": "All" } } } } }
}
//- api-reference/users.mdx
---
title: Users
---
`,
    },
  ],
  check: checkPage(function* ({ outline, references }, site) {
    const slug = getPageSlug(outline.path);
    if (slug === undefined || isImported(outline.path, site)) return;
    const otherPage = findFileWithSameUrl(outline.path, site);
    if (otherPage)
      yield {
        message: "file",
        args: { file: outline.path, other: otherPage.path },
        at: getPageHeadLocation(references),
        relatedLocations: [{ at: getPageHeadLocation(otherPage), message: "there" }],
        data: createTargetData(slug, "file"),
      };
    // If there are two files, only one of them collides with the generated page.
    const generatedPage = otherPage && outline.path.endsWith(".md") ? undefined : findGeneratedPage(site, slug);
    if (generatedPage) {
      const message = isSameAsGenerated({ outline, references }, generatedPage) ? "same" : "generated";
      yield {
        message,
        args: { spec: generatedPage.spec.path, target: formatTarget(generatedPage), file: outline.path },
        at: getPageHeadLocation(references),
        relatedLocations: [{ at: getGeneratedLocation(generatedPage), message: "there" }],
        data: createTargetData(generatedPage.spec.path, message),
      };
    }
  }),
  grouping: groupByTarget({
    combinedMessages: { file: "file", generated: "generatedPages", same: "samePages" },
    // Each of the two files with the same URL has this problem.
    maxSeparateProblems: ({ message }) => (message === "file" ? 1 : maxSeparateFindings),
  }),
});

/** Returns the other file with the URL of this page, such as `start.md` for `start.mdx`. */
export function findFileWithSameUrl(path: SitePath, site: Site): PageReferences | undefined {
  const otherPath = getPathWithOtherExtension(path);
  return isImported(otherPath, site) ? undefined : site.references.get(otherPath);
}

function isImported(path: string, site: Site): boolean {
  return getPublishedPages(site.pages).importersByFile.has(path);
}

/** Whether a file consists only of the `openapi` field, for the same operation as the generated page. */
function isSameAsGenerated({ outline, references: { text, frontmatter } }: Page, page: GeneratedPage): boolean {
  const [field, ...otherFields] = frontmatter.fields.values();
  const openapi = outline.fields.get("openapi");
  if (field?.key !== "openapi" || otherFields.length > 0 || typeof openapi !== "string") return false;
  const isEmpty = text.slice(frontmatter.range?.end).trim() === "";
  const [method = "", path = ""] = openapi.trim().split(/\s+/).slice(-2);
  const removeNames = (text: string) => text.replaceAll(/\{[^{}]*\}/g, "{}");
  return (
    isEmpty &&
    page.target.kind === "operation" &&
    removeNames(`${method.toUpperCase()} ${path}`) === removeNames(formatTarget(page))
  );
}

/** Returns the path of the same page with the other extension, such as `start.md` for `start.mdx`. */
function getPathWithOtherExtension(path: string): string {
  return path.endsWith(".md") ? `${path}x` : path.slice(0, -1);
}

/** Returns the target of a generated page as text: `GET /users`, `webhook order.paid`, or a channel's name. */
function formatTarget({ target }: GeneratedPage): string {
  if (target.kind === "channel") return target.channel.id;
  const { method, path } = target.operation;
  return target.kind === "webhook" ? `webhook ${path}` : `${method} ${path}`;
}

function getGeneratedLocation({ node }: GeneratedPage): SiteLocation {
  return node.type === "entry" ? getNodeLocation(node.node) : getElementLocation(node);
}
