import { locationOfNode } from "../../config/json/json-tree.ts";
import type { NavElement, NavEntry } from "../../config/settings/navigation.ts";
import { documentedOperations, namedOperation, operationLocations } from "../../site/navigation/coverage.ts";
import { getDivision, pageDivisions } from "../../site/navigation/navigation-pages.ts";
import { getPageSlug } from "../../site/pages/pages.ts";
import { navigationOf } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { hasUpperCaseMethod, readOperationReference } from "../../spec/operation-reference.ts";
import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import { getFileName } from "../../text/site-path.ts";
import { isSameLocation, type SitePath } from "../../text/text-edit.ts";
import { defineRule, type Finding, removeAt } from "../rule.ts";
import { createTargetData, groupByTarget } from "../subjects/same-target.ts";
import {
  elementName,
  getElementLocation,
  listLocatedReferences,
  operationText,
} from "../subjects/site-subjects.ts";

const severalMessages: Readonly<Record<string, "manyPages" | "manyEntries">> = {
  pages: "manyPages",
  morePages: "manyPages",
  entries: "manyEntries",
};
const separateGrouping = groupByTarget({ several: severalMessages });

export const operationOnSeveralPages = defineRule({
  code: "openapi/operation-on-several-pages",
  on: ["config", "page"],
  needs: ["pages", "specs"],
  severity: "warning",
  summary: "An operation on several pages of the same language and version.",
  why: "Readers and search engines find the endpoint more than once, and changes to one page don't appear on the other. If the pages are in different tabs or other sections, the problem is only information.",
  howToFix: "Keep one of the pages or entries, and remove the others.",
  whenToTurnOff: "Turn off this rule if you show operations in several sections intentionally.",
  messages: {
    pages:
      "`{operation}` is also on the page `{other}`, so it appears twice on the site. Keep only one of them.",
    entries: "`{operation}` is already listed, so it appears twice on the site. Remove one of the entries.",
    morePages:
      "`{operation}` is also on {ownCount} other pages, such as `{other}`, so readers find it several times. Keep only one of them.",
    apart:
      "`{operation}` is on {ownCount} pages in different sections, here and under `{other}`, so changes to one page don't appear on the others.",
    manyApart:
      "{count} operations, such as `{operation}`, are on pages in different sections, here and under `{other}`, so changes to one page don't appear on the others.",
    near: "`{operation}` is also on the page `{other}`, but `{near}` isn't on any page. Did you mean `{near}` on one of them?",
    manyPages:
      "`{operation}` is on {count} pages, so it appears several times on the site. Keep only one of them.",
    manyEntries:
      "`{operation}` is already listed and appears again in {count} more entries. Remove these entries.",
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
openapi: [|GET /users|]
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
      const operation = namedOperation(resolution, site.profile);
      if (!operation || resolution.kind !== "found") continue;
      const { spec } = resolution;
      const args = { operation: operationText(operation) };
      for (const { pages, entries } of operationLocations(site).get(operation)?.values() ?? []) {
        const finding: SeveralPagesFinding | undefined =
          field === undefined
            ? otherEntry(entries, at, { ...args, entry: text })
            : otherPage(pages, at, { spec, operation }, site);
        if (!finding) continue;
        yield { data: createTargetData(spec.path, args.operation), ...finding };
        break;
      }
    }
  },
  *fixes({ message, at, args }, site) {
    const isEntry = navigationOf(site.config).entries.some(({ node }) =>
      isSameLocation(locationOfNode(node), at),
    );
    const edits = message === "entries" && isEntry ? removeAt(site.config, at) : [];
    if (edits.length > 0) yield { title: "remove", args: args ?? {}, edits };
  },
  grouping: {
    ...separateGrouping,
    causeOf: (finding, site) => {
      const sections = finding.data?.["sections"];
      return typeof sections === "string" ? sections : separateGrouping.causeOf(finding, site);
    },
    several: (finding) => (finding.message === "apart" ? "manyApart" : severalMessages[finding.message]),
  },
});

type SeveralPagesFinding = Finding<"pages" | "morePages" | "apart" | "near" | "entries" | "other">;

/**
 * Returns the finding for an entry that should be removed, or undefined for the entry to keep. The entry to keep is the
 * first one with an uppercase method, which every service accepts, or the first one if no method is uppercase.
 */
function otherEntry(
  entries: readonly NavEntry[],
  at: SeveralPagesFinding["at"],
  args: Readonly<Record<string, string>>,
): SeveralPagesFinding | undefined {
  const retainedEntry = entries.find(isUpperCase) ?? entries[0];
  const other = entries.find(
    (entry) => entry !== retainedEntry && isSameLocation(locationOfNode(entry.node), at),
  );
  if (!retainedEntry || !other) return undefined;
  const isApart = getDivision(retainedEntry.parent) !== getDivision(other.parent);
  return {
    message: "entries",
    args,
    at,
    related: [{ at: locationOfNode(retainedEntry.node), message: "other" }],
    ...(isApart && { severity: "information" }),
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
 * Returns the finding for a page that isn't the only one with the operation. If all pages are in different sections,
 * only the first page has a finding, which lists the others.
 */
function otherPage(
  pages: readonly SitePath[],
  at: SeveralPagesFinding["at"],
  { spec, operation }: { readonly spec: SpecOutline; readonly operation: OperationOutline },
  site: Site,
): SeveralPagesFinding | undefined {
  if (!pages.includes(at.file)) return undefined;
  const others = [...new Set(pages)].filter((page) => page !== at.file);
  const competing = others.filter((page) => !areApart(page, at.file, site));
  const args = { operation: operationText(operation) };
  const [other] = competing;
  if (other === undefined)
    return pages[0] === at.file ? createApartFinding(others, at, args, site) : undefined;
  const related = relatedPages(competing, site);
  const suggestion = undocumentedBelow(spec, operation, site);
  const last = suggestion === undefined ? "" : getFileName(suggestion.path).toLowerCase();
  const suggestedOperations = suggestion
    ? [at.file, ...competing].filter((page) => getFileName(page).toLowerCase().includes(last))
    : [];
  // If only one page has the name of the other operation, the other pages are correct.
  if (suggestion && suggestedOperations.length === 1 && suggestedOperations[0] !== at.file) return undefined;
  if (suggestion)
    return { message: "near", args: { ...args, other, near: operationText(suggestion) }, at, related };
  return competing.length === 1
    ? { message: "pages", args: { ...args, other }, at, related }
    : { message: "morePages", args: { ...args, other, ownCount: competing.length }, at, related };
}

function createApartFinding(
  others: readonly SitePath[],
  at: SeveralPagesFinding["at"],
  args: { readonly operation: string },
  site: Site,
): SeveralPagesFinding | undefined {
  const sections = [at.file, ...others].flatMap((page) => divisionsOf(page, site).slice(0, 1));
  const [, section] = sections;
  if (!section) return undefined;
  return {
    message: "apart",
    args: { ...args, ownCount: others.length + 1, other: elementName(section) },
    at,
    related: relatedPages(others, site),
    severity: "information",
    data: { sections: sections.map(keyOf).sort().join(" ") },
  };
}

function keyOf(element: NavElement): string {
  const { file, range } = getElementLocation(element);
  return `${file}:${range.start}`;
}

function relatedPages(pages: readonly SitePath[], site: Site): NonNullable<SeveralPagesFinding["related"]> {
  return pages.flatMap((page) => {
    const range = site.references.get(page)?.frontmatter.fields.get("openapi")?.valueRange;
    return range ? [{ at: { file: page, range }, message: "other" as const }] : [];
  });
}

/** Whether no tab or other section lists both pages, so readers see only one of them at a time. */
function areApart(firstPage: SitePath, secondPage: SitePath, site: Site): boolean {
  const divisions = new Set(divisionsOf(firstPage, site));
  return divisionsOf(secondPage, site).every((division) => !divisions.has(division));
}

function divisionsOf(page: SitePath, { config }: Site): readonly NavElement[] {
  return [...(pageDivisions(config).get(getPageSlug(page) ?? "") ?? [])];
}

/** Returns the only operation without a page whose method is the same and whose path has one more segment. */
function undocumentedBelow(
  spec: SpecOutline,
  { method, path }: OperationOutline,
  site: Site,
): OperationOutline | undefined {
  const operationsBelow = spec.operations.filter(
    (other) =>
      other.method === method &&
      other.path.startsWith(`${path}/`) &&
      /^[^/{}]+$/.test(other.path.slice(path.length + 1)) &&
      !documentedOperations(site).has(other),
  );
  return operationsBelow.length === 1 ? operationsBelow[0] : undefined;
}
