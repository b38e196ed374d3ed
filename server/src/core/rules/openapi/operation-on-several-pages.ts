import { locationOfNode } from "../../config/json/json-tree.ts";
import type { NavEntry } from "../../config/settings/navigation.ts";
import { namedOperation, operationPlaces } from "../../site/navigation/coverage.ts";
import { navigationOf } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { hasUpperCaseMethod, readOperationReference } from "../../spec/operation-reference.ts";
import { isSamePlace } from "../../text/text-edit.ts";
import { defineRule, type Finding, removeAt } from "../rule.ts";
import { createTargetData, groupByTarget } from "../subjects/same-target.ts";
import { operationText, listPlacedReferences } from "../subjects/site-subjects.ts";

export const operationOnSeveralPages = defineRule({
  code: "openapi/operation-on-several-pages",
  on: ["config", "page"],
  needs: ["pages", "specs"],
  severity: "warning",
  summary: "An operation on several pages of the same language and version.",
  why: "Readers and search engines find the endpoint more than once, and changes to one page don't appear on the other.",
  howToFix: "Keep one of the pages or entries, and remove the others.",
  whenToTurnOff: "Turn off this rule if you show operations in several sections intentionally.",
  messages: {
    pages:
      "`{operation}` is also on the page `{other}`, so it appears twice on the site. Keep only one of them.",
    entries: "`{operation}` is already listed, so it appears twice on the site. Remove one of the entries.",
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
    for (const { resolution, at, text, field } of listPlacedReferences(subject, site)) {
      const operation = namedOperation(resolution, site.profile);
      if (!operation || resolution.kind !== "found") continue;
      const args = { operation: operationText(operation) };
      for (const { pages, entries } of operationPlaces(site).get(operation)?.values() ?? []) {
        const finding: Finding<"pages" | "entries" | "other"> | undefined =
          field === undefined
            ? otherEntry(entries, at, { ...args, entry: text })
            : otherPage(pages, at, args, site);
        if (!finding) continue;
        yield { ...finding, data: createTargetData(resolution.spec.path, args.operation) };
        break;
      }
    }
  },
  *fixes({ message, at, args }, site) {
    const isEntry = navigationOf(site.config).entries.some(({ node }) =>
      isSamePlace(locationOfNode(node), at),
    );
    const edits = message === "entries" && isEntry ? removeAt(site.config, at) : [];
    if (edits.length > 0) yield { title: "remove", args: args ?? {}, edits };
  },
  grouping: groupByTarget({ several: { pages: "manyPages", entries: "manyEntries" } }),
});

type SeveralFinding = Finding<"pages" | "entries" | "other">;

/**
 * Returns the finding for an entry that should be removed, or undefined for the entry to keep. The entry to keep is the
 * first one with an uppercase method, which every service accepts, or the first one if no method is uppercase.
 */
function otherEntry(
  entries: readonly NavEntry[],
  at: SeveralFinding["at"],
  args: Readonly<Record<string, string>>,
): SeveralFinding | undefined {
  const kept = entries.find(isUpperCase) ?? entries[0];
  const isOther = entries.some((entry) => entry !== kept && isSamePlace(locationOfNode(entry.node), at));
  if (!kept || !isOther) return undefined;
  return { message: "entries", args, at, related: [{ at: locationOfNode(kept.node), message: "other" }] };
}

function isUpperCase({ text }: NavEntry): boolean {
  const read = readOperationReference(text);
  return !read.ok || read.reference.form !== "operation" || hasUpperCaseMethod(read.reference);
}

function otherPage(
  pages: readonly string[],
  at: SeveralFinding["at"],
  args: Readonly<Record<string, string>>,
  site: Site,
): SeveralFinding | undefined {
  const other = pages.includes(at.file) ? pages.find((page) => page !== at.file) : undefined;
  if (other === undefined) return undefined;
  const range = site.references.get(other)?.frontmatter.fields.get("openapi")?.valueRange;
  return {
    message: "pages",
    args: { ...args, other },
    at,
    related: range ? [{ at: { file: other, range }, message: "other" }] : [],
  };
}
