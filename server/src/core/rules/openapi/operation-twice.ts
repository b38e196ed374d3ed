import { getNodeLocation } from "../../config/json/json-tree.ts";
import type { NavEntry } from "../../config/settings/navigation.ts";
import { isMovedByExtension, getNamedOperation, groupLocationsByOperation } from "../../site/navigation/coverage.ts";
import { getPageListings } from "../../site/navigation/navigation-pages.ts";
import { getPageSlug, createFieldRemoval } from "../../site/pages/pages.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import type { OperationOutline } from "../../spec/spec-outline.ts";
import { toVerbatim } from "../../text/phrase.ts";
import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import { defineRule, createMemberRemovalEdits } from "../rule.ts";
import { createHrefFix } from "../subjects/fixes.ts";
import { findEntry, listLocatedReferences, formatOperation } from "../subjects/site-subjects.ts";

export const operationTwice = defineRule({
  code: "openapi/operation-twice",
  subjectKinds: ["config", "page"],
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
    page: "`{operation}` also has an entry in the navigation, so it appears twice on the site. Remove the entry or the page, or set a different `href` in the operation's `{extension}`.",
    other: "Also shown here.",
    "remove-entry": "Remove entry `{entry}`",
    "set-href": "Set the operation's `href` to `{href}`",
    "remove-page": "Remove `openapi` from {fileName}, and remove the page from the navigation",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json", "pages": ["users", [|"GET /users"|]] }] } }
//- users.mdx
---
openapi: [|"GET /users"|]
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
      const duplicate = findDuplicate(operation, at, site, subject.kind === "config");
      if (!duplicate) continue;
      const args = {
        operation: formatOperation(operation),
        extension: site.profile.vendorExtensions[0] ?? "",
      };
      const { entry, page } = duplicate;
      if (subject.kind === "config")
        yield {
          message: "entry",
          args: { ...args, page },
          at,
          relatedLocations: [{ at: getFieldLocation(page, site), message: "other" }],
        };
      else
        yield { message: "page", args, at, relatedLocations: [{ at: getNodeLocation(entry.node), message: "other" }] };
    }
  },
  *createFixes({ at }, site) {
    const duplicates = [...groupLocationsByOperation(site)].flatMap(([operation, menus]) =>
      [...menus.values()].map((locations) => ({ operation, ...locations })),
    );
    const entry = findEntry(getNavigation(site.config), at);
    for (const { operation, entries, ...files } of duplicates) {
      const pages = [...files.pages, ...files.unlistedPages];
      const isReported = entry ? entries.includes(entry) : pages.includes(at.file) && entries.length > 0;
      const [removableEntry] = entry ? [entry] : entries;
      const page = entry ? pages[0] : at.file;
      if (!isReported || !removableEntry || page === undefined) continue;
      const edits = createMemberRemovalEdits(site.config, getNodeLocation(removableEntry.node));
      if (edits.length > 0) yield { title: "remove-entry", args: { entry: removableEntry.text }, edits };
      const references = site.references.get(page);
      const pageListings = getPageListings(site.config).filter(({ slug }) => slug === getPageSlug(page));
      const entryEdits = pageListings.flatMap((pageListing) =>
        createMemberRemovalEdits(site.config, getNodeLocation(pageListing.entry.node)),
      );
      if (references && pageListings.length <= 1)
        yield {
          title: "remove-page",
          args: { fileName: toVerbatim(page) },
          edits: [...createFieldRemoval(references, "openapi"), ...entryEdits],
        };
      const hrefFix = createHrefFix(operation, removableEntry, site);
      if (hrefFix) yield { title: "set-href", ...hrefFix };
      return;
    }
  },
});

/**
 * Returns an entry and a page that show the operation in the same language and version. One of them is at `at`. Returns
 * undefined if the operation is shown only once there.
 */
function findDuplicate(
  operation: OperationOutline,
  at: SiteLocation,
  site: Site,
  isEntry: boolean,
): { readonly entry: NavEntry; readonly page: SitePath } | undefined {
  for (const { entries, ...files } of groupLocationsByOperation(site).get(operation)?.values() ?? []) {
    const pages = [...files.pages, ...files.unlistedPages];
    const entry = isEntry
      ? entries.find(({ node }) => node.range.start === at.range.start && node.file === at.file)
      : entries[0];
    const page = isEntry ? pages[0] : pages.find((path) => path === at.file);
    if (entry && page !== undefined) return { entry, page };
  }
  return undefined;
}

function getFieldLocation(page: SitePath, site: Site): SiteLocation {
  const field = site.references.get(page)?.frontmatter.fields.get("openapi");
  return { file: page, range: field?.valueRange ?? { start: 0, end: 0 } };
}
