import { getNodeLocation } from "../../config/json/json-tree.ts";
import type { NavElement, NavEntry } from "../../config/settings/navigation.ts";
import {
  getNamedOperation,
  groupListingsBySlug,
  listDocumentedOperations,
  groupLocationsByOperation,
} from "../../site/navigation/coverage.ts";
import { isHiddenByRedirect } from "../../site/links/hiding-redirect.ts";
import { groupSectionsByPage } from "../../site/navigation/navigation-pages.ts";
import { getPageSlug } from "../../site/pages/pages.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { hasUpperCaseMethod, readOperationReference } from "../../spec/operation-reference.ts";
import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import { getFileName } from "../../text/site-path.ts";
import { isSameLocation, type SitePath } from "../../text/text-edit.ts";
import { defineRule, type Finding, createMemberRemovalEdits } from "../rule.ts";
import { createTargetData, groupByTarget } from "../subjects/same-target.ts";
import {
  getElementName,
  getElementLocation,
  listLocatedReferences,
  formatOperation,
} from "../subjects/site-subjects.ts";

const combinedMessageKeys: Readonly<Record<string, "manyEntries">> = { entries: "manyEntries" };
const pageGrouping = groupByTarget({ combinedMessages: combinedMessageKeys });

export const operationOnSeveralPages = defineRule({
  code: "openapi/operation-on-several-pages",
  subjectKinds: ["config", "page"],
  requires: ["pages", "specs"],
  severity: "warning",
  summary: "An operation on several pages of the same language and version.",
  why: "Readers and search engines find the endpoint more than once, and changes to one page don't appear on the other. If the pages or entries are in different groups or other sections, or if the pages have different titles, the problem is only information.",
  howToFix: "Keep one of the pages or entries, and remove the others.",
  whenToTurnOff: "Turn off this rule if you show operations in several sections intentionally.",
  messages: {
    pages: "`{operation}` is also on the page `{other}`, so it appears twice on the site. Keep only one of them.",
    entries: "`{operation}` is already listed, so it appears twice on the site. Remove one of the entries.",
    morePages:
      "`{operation}` is also on {ownCount} other pages, such as `{other}`, so readers find it several times. Keep only one of them.",
    apart:
      "`{operation}` is on {ownCount} pages in different sections, here and under `{other}`, so changes to one page don't appear on the others.",
    manyApart:
      "{count} operations, such as `{operation}`, are on pages in different sections, here and under `{other}`, so changes to one page don't appear on the others.",
    separate: "`{other}` also shows `{operation}`, so changes to one page don't appear on the other.",
    severalSeparate:
      "`{operation}` is on {ownCount} pages, here and on pages such as `{other}`, so changes to one page don't appear on the others.",
    near: "`{operation}` is also on the page `{other}`, but `{near}` isn't on any page. Did you mean `{near}` on one of them?",
    manyEntries: "`{operation}` is already listed and appears again in {count} more entries. Remove these entries.",
    other: "Also shown here.",
    remove: "Remove entry `{entry}`",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "pages": ["users", "people"] } }
//- users.mdx
---
openapi: [|GET /users|]
---
//- people.mdx
---
openapi: GET /users
---
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {}, "post": {} } } }
`,
      good: `
//- docs.json
{ "navigation": { "pages": ["users", "people"] } }
//- users.mdx
---
openapi: GET /users
---
//- people.mdx
---
openapi: POST /users
---
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {}, "post": {} } } }
`,
    },
  ],
  *check(subject, site) {
    for (const { resolution, at, text, field } of listLocatedReferences(subject, site)) {
      const operation = getNamedOperation(resolution, site.profile);
      if (!operation || resolution.kind !== "found") continue;
      const { spec } = resolution;
      const args = { operation: formatOperation(operation) };
      for (const { pages, entries } of groupLocationsByOperation(site).get(operation)?.values() ?? []) {
        const finding: SeveralPagesFinding | undefined =
          field === undefined
            ? createEntryFinding(entries, at, { ...args, entry: text })
            : createPageFinding(
                pages.filter((page) => !isHiddenByRedirect(site, page)),
                at,
                { spec, operation },
                site,
              );
        if (!finding) continue;
        yield { data: createTargetData(spec.path, args.operation), ...finding };
        break;
      }
    }
  },
  *createFixes({ message, at, args }, site) {
    const isEntry = getNavigation(site.config).entries.some(({ node }) => isSameLocation(getNodeLocation(node), at));
    const edits = message === "entries" && isEntry ? createMemberRemovalEdits(site.config, at) : [];
    if (edits.length > 0) yield { title: "remove", args: args ?? {}, edits };
  },
  grouping: {
    ...pageGrouping,
    getCause: (finding, site) => {
      const sections = finding.data?.["sections"];
      return typeof sections === "string" ? sections : pageGrouping.getCause(finding, site);
    },
    combinedMessage: (finding) => (finding.message === "apart" ? "manyApart" : combinedMessageKeys[finding.message]),
  },
});

type SeveralPagesFinding = Finding<
  "pages" | "morePages" | "apart" | "separate" | "severalSeparate" | "near" | "entries" | "other"
>;

/**
 * Returns the finding for an entry that should be removed, or undefined for the entry to keep. The entry to keep is the
 * first one with an uppercase method, which every service accepts, or the first one if no method is uppercase.
 */
function createEntryFinding(
  entries: readonly NavEntry[],
  at: SeveralPagesFinding["at"],
  args: Readonly<Record<string, string>>,
): SeveralPagesFinding | undefined {
  const retainedEntry = entries.find(isUpperCase) ?? entries[0];
  const redundantEntry = entries.find(
    (entry) => entry !== retainedEntry && isSameLocation(getNodeLocation(entry.node), at),
  );
  if (!retainedEntry || !redundantEntry) return undefined;
  return {
    message: "entries",
    args,
    at,
    relatedLocations: [{ at: getNodeLocation(retainedEntry.node), message: "other" }],
    ...(retainedEntry.parent !== redundantEntry.parent && { severity: "information" }),
  };
}

function isUpperCase({ text }: NavEntry): boolean {
  const parsedReference = readOperationReference(text);
  return (
    !parsedReference.ok ||
    parsedReference.reference.form !== "operation" ||
    hasUpperCaseMethod(parsedReference.reference)
  );
}

/**
 * Returns the finding for a page that isn't the only one with the operation. Only the first of these pages has a
 * finding, which lists the others.
 */
function createPageFinding(
  pages: readonly SitePath[],
  at: SeveralPagesFinding["at"],
  { spec, operation }: { readonly spec: SpecOutline; readonly operation: OperationOutline },
  site: Site,
): SeveralPagesFinding | undefined {
  if (!pages.includes(at.file)) return undefined;
  const otherFiles = [...new Set(pages)].filter((page) => page !== at.file);
  const args = { operation: formatOperation(operation) };
  const isFirst = (otherPages: readonly SitePath[]) =>
    otherPages.every((page) => pages.indexOf(at.file) < pages.indexOf(page));
  // If some of the pages compete with each other, only these have a finding.
  const isFirstOfSeparate = () => isFirst(otherFiles) && !haveCompetitors(pages, site);
  if (otherFiles.every((page) => areInSeparateSections(page, at.file, site)))
    return isFirstOfSeparate() ? createSeparatePagesFinding(otherFiles, at, args, site) : undefined;
  const competingPages = otherFiles.filter((page) => !areSeparate(page, at.file, site));
  const suggestion = findUndocumentedOperation(spec, operation, site);
  const lastSegment = suggestion === undefined ? "" : getFileName(suggestion.path).toLowerCase();
  const pagesInSameSection = otherFiles.filter((page) => !areInSeparateSections(page, at.file, site));
  const matchingPages = suggestion
    ? [at.file, ...pagesInSameSection].filter((page) => getFileName(page).toLowerCase().includes(lastSegment))
    : [];
  const [otherPage] = suggestion && matchingPages.length === 1 ? pagesInSameSection : competingPages;
  if (otherPage === undefined) {
    const [separatePage] = otherFiles;
    if (separatePage === undefined || !isFirstOfSeparate()) return undefined;
    return {
      ...(otherFiles.length === 1
        ? { message: "separate", args: { ...args, other: separatePage } }
        : { message: "severalSeparate", args: { ...args, other: separatePage, ownCount: otherFiles.length + 1 } }),
      at,
      relatedLocations: createRelatedLocations(otherFiles, site),
      severity: areIntended([at.file, ...otherFiles], site) ? "hint" : "information",
    };
  }
  // If only one page's name matches the suggested operation, only that page has the wrong reference.
  if (suggestion && matchingPages.length === 1 ? matchingPages[0] !== at.file : !isFirst(competingPages))
    return undefined;
  const relatedLocations = createRelatedLocations(
    competingPages.length > 0 ? competingPages : pagesInSameSection,
    site,
  );
  if (suggestion)
    return {
      message: "near",
      args: { ...args, other: otherPage, near: formatOperation(suggestion) },
      at,
      relatedLocations,
    };
  return competingPages.length === 1
    ? { message: "pages", args: { ...args, other: otherPage }, at, relatedLocations }
    : {
        message: "morePages",
        args: { ...args, other: otherPage, ownCount: competingPages.length },
        at,
        relatedLocations,
      };
}

function createSeparatePagesFinding(
  otherPages: readonly SitePath[],
  at: SeveralPagesFinding["at"],
  args: { readonly operation: string },
  site: Site,
): SeveralPagesFinding | undefined {
  const sections = [at.file, ...otherPages].flatMap((page) => getSections(page, site).slice(0, 1));
  const [, section] = sections;
  if (!section) return undefined;
  return {
    message: "apart",
    args: { ...args, ownCount: otherPages.length + 1, other: getElementName(section) },
    at,
    relatedLocations: createRelatedLocations(otherPages, site),
    severity: "information",
    data: { sections: sections.map(createElementKey).sort().join(" ") },
  };
}

function createElementKey(element: NavElement): string {
  const { file, range } = getElementLocation(element);
  return `${file}:${range.start}`;
}

function createRelatedLocations(
  pages: readonly SitePath[],
  site: Site,
): NonNullable<SeveralPagesFinding["relatedLocations"]> {
  return pages.flatMap((page) => {
    const range = site.references.get(page)?.frontmatter.fields.get("openapi")?.valueRange;
    return range ? [{ at: { file: page, range }, message: "other" as const }] : [];
  });
}

/**
 * Whether no group lists both pages or their titles differ, so authors probably show the operation on both on purpose.
 */
function areSeparate(firstPage: SitePath, secondPage: SitePath, site: Site): boolean {
  const titles = [firstPage, secondPage].map((page) => site.pages.get(page)?.fields.get("title"));
  if (titles[0] !== titles[1]) return true;
  const groups = new Set(getListingElements(firstPage, site));
  return getListingElements(secondPage, site).every((group) => !groups.has(group));
}

/** Whether each page has a different title and description, so that it describes one use of the operation. */
function areIntended(pages: readonly SitePath[], site: Site): boolean {
  return ["title", "description"].every((field) => {
    const texts = new Set(pages.map((page) => site.pages.get(page)?.fields.get(field)));
    return texts.size === pages.length && !texts.has(undefined);
  });
}

/**
 * Whether any two of the pages aren't separate (see `areSeparate`). The time is proportional to the number of pages.
 */
function haveCompetitors(pages: readonly SitePath[], site: Site): boolean {
  const titlesByGroup = new Map<NavElement, Set<unknown>>();
  for (const page of new Set(pages)) {
    const title = site.pages.get(page)?.fields.get("title");
    for (const group of new Set(getListingElements(page, site))) {
      const titles = titlesByGroup.get(group) ?? new Set();
      if (titles.has(title)) return true;
      titlesByGroup.set(group, titles.add(title));
    }
  }
  return false;
}

/** Returns the elements that list a page. */
function getListingElements(page: SitePath, site: Site): readonly NavElement[] {
  return groupListingsBySlug(site).get(getPageSlug(page) ?? "") ?? [];
}

/** Whether no tab or other section lists both pages, so readers see only one of them at a time. */
function areInSeparateSections(firstPage: SitePath, secondPage: SitePath, site: Site): boolean {
  const sections = new Set(getSections(firstPage, site));
  return getSections(secondPage, site).every((section) => !sections.has(section));
}

function getSections(page: SitePath, { config }: Site): readonly NavElement[] {
  return [...(groupSectionsByPage(config).get(getPageSlug(page) ?? "") ?? [])];
}

/** Returns the only operation without a page whose method is the same and whose path has one more segment. */
function findUndocumentedOperation(
  spec: SpecOutline,
  { method, path }: OperationOutline,
  site: Site,
): OperationOutline | undefined {
  const operations = spec.operations.filter(
    (other) =>
      other.method === method &&
      other.path.startsWith(`${path}/`) &&
      /^[^/{}]+$/.test(other.path.slice(path.length + 1)) &&
      !listDocumentedOperations(site).has(other),
  );
  return operations.length === 1 ? operations[0] : undefined;
}
