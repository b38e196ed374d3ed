import { getNodeLocation } from "../../config/json/json-tree.ts";
import {
  isMovedByExtension,
  getNamedOperation,
  groupLocationsByOperation,
  type OperationLocations,
} from "../../site/navigation/coverage.ts";
import { getPageListings } from "../../site/navigation/navigation-pages.ts";
import { getPageSlug, createFieldRemoval } from "../../site/pages/pages.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import type { OperationOutline } from "../../spec/spec-outline.ts";
import { toVerbatim } from "../../text/phrase.ts";
import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import { defineRule, createMemberRemovalEdits } from "../rule.ts";
import { createHrefFix, createPagePathEdits } from "../subjects/fixes.ts";
import { findEntry, listLocatedReferences, formatOperation } from "../subjects/site-subjects.ts";

export const operationTwice = defineRule({
  code: "openapi/operation-twice",
  subjectKinds: ["config"],
  requires: ["pages", "specs"],
  // In the `mintlify` profile, the service generates both pages.
  severity: { standard: "error", mintlify: "warning" },
  summary: "An operation with both its own page and a navigation entry.",
  why: "The service generates a page for an entry. If a page file documents the same operation, readers find two pages, and you can't predict which one links open.",
  howToFix: "Remove the entry or the page, or set a different `href` in the operation's extension.",
  whenToTurnOff: "Keep this rule on. If an operation has two pages, you can't predict which one readers see.",
  messages: {
    entry:
      "`{operation}` is also on the page `{page}`, so it appears twice on the site. Remove the entry or the page, or set a different `href` in the operation's `{extension}`.",
    published:
      "`{operation}` is also on the page `{page}`, so it appears twice on the site. Remove the entry or the page.",
    guide:
      "`{operation}` is also on the page `{page}`, so it appears twice on the site. Remove the entry, or `openapi` from the page.",
    unlisted:
      "`{operation}` is also on the page `{page}`, which isn't in the navigation. Replace the entry with the page, or delete the page.",
    other: "Also shown here.",
    replace: "Replace entry with `{page}`",
    "remove-entry": "Remove entry `{entry}`",
    "set-href": "Set the operation's `href` to `{href}`",
    "remove-field": "Remove `openapi` from {fileName}",
    "remove-page": "Remove `openapi` from {fileName}, and remove the page from the navigation",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json", "pages": ["users", [|"GET /users"|]] }] } }
//- users.mdx
---
openapi: "GET /users"
---
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {} } } }
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json", "pages": ["users"] }] } }
//- users.mdx
---
openapi: "GET /users"
---
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {} } } }
`,
    },
  ],
  *check(subject, site) {
    for (const { resolution, at } of listLocatedReferences(subject, site)) {
      const operation = getNamedOperation(resolution, site.profile);
      if (!operation || isMovedByExtension(operation, site)) continue;
      const { pages, unlistedPages } = findDuplicate(operation, at, site) ?? {};
      const page = pages?.[0] ?? unlistedPages?.[0];
      if (page === undefined) continue;
      yield {
        // In the published service, the operation has two pages even if `href` is different.
        message:
          pages?.length === 0
            ? "unlisted"
            : hasOwnText(page, site)
              ? "guide"
              : site.profile.name === "mintlify"
                ? "published"
                : "entry",
        args: {
          operation: formatOperation(operation),
          extension: site.profile.vendorExtensions[0] ?? "",
          page,
        },
        at,
        relatedLocations: [...(pages ?? []), ...(unlistedPages ?? [])].map((path) => ({
          at: getFieldLocation(path, site),
          message: "other",
        })),
      };
    }
  },
  *createFixes({ at, message }, site) {
    const entry = findEntry(getNavigation(site.config), at);
    const duplicate = [...groupLocationsByOperation(site)]
      .flatMap(([operation, menus]) => [...menus.values()].map((locations) => ({ operation, ...locations })))
      .find(({ entries }) => entry && entries.includes(entry));
    const page = duplicate?.pages[0] ?? duplicate?.unlistedPages[0];
    if (!entry || page === undefined || !duplicate) return;
    if (message === "unlisted") {
      const slug = getPageSlug(page);
      if (slug !== undefined) yield { title: "replace", args: { page: slug }, edits: createPagePathEdits(at, slug) };
      return;
    }
    const edits = createMemberRemovalEdits(site.config, getNodeLocation(entry.node));
    if (edits.length > 0) yield { title: "remove-entry", args: { entry: entry.text }, edits };
    const references = site.references.get(page);
    const pageListings = getPageListings(site.config).filter(({ slug }) => slug === getPageSlug(page));
    const entryEdits = pageListings.flatMap((pageListing) =>
      createMemberRemovalEdits(site.config, getNodeLocation(pageListing.entry.node)),
    );
    if (references && message === "guide")
      yield {
        title: "remove-field",
        args: { fileName: toVerbatim(page) },
        edits: createFieldRemoval(references, "openapi"),
      };
    else if (references && pageListings.length <= 1)
      yield {
        title: "remove-page",
        args: { fileName: toVerbatim(page) },
        edits: [...createFieldRemoval(references, "openapi"), ...entryEdits],
      };
    const hrefFix =
      message === "entry" || (message === "guide" && site.profile.name !== "mintlify")
        ? createHrefFix(duplicate.operation, entry, site)
        : undefined;
    if (hrefFix) yield { title: "set-href", ...hrefFix };
  },
});

/** Whether the page has text in addition to the operation, so that it's still useful without it. */
function hasOwnText(page: SitePath, site: Site): boolean {
  const { frontmatter, headings, text } = site.references.get(page) ?? {};
  return (
    headings !== undefined &&
    headings.length > 0 &&
    (text ?? "").slice(frontmatter?.range?.end ?? 0).length > minGuideLength
  );
}

/** The minimum number of characters on a page that is more than a description of the operation. */
const minGuideLength = 500;

/** Returns the locations of the operation in the language and version of the entry at `at`. */
function findDuplicate(operation: OperationOutline, at: SiteLocation, site: Site): OperationLocations | undefined {
  return [...(groupLocationsByOperation(site).get(operation)?.values() ?? [])].find(({ entries }) =>
    entries.some(({ node }) => node.range.start === at.range.start && node.file === at.file),
  );
}

function getFieldLocation(page: SitePath, site: Site): SiteLocation {
  const field = site.references.get(page)?.frontmatter.fields.get("openapi");
  return { file: page, range: field?.valueRange ?? { start: 0, end: 0 } };
}
