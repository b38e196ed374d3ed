import { findConfigFile, type Config } from "../../config/config.ts";
import { insertItem, mergeInsertions, toJsonString } from "../../config/json/json-edit.ts";
import type { NavEntry } from "../../config/settings/navigation.ts";
import { listDocumentedOperations } from "../../site/navigation/coverage.ts";
import { isNavigationComplete } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { isExcluded, isHidden } from "../../site/specs/generated-page-plan.ts";
import { getEndpointEntries } from "../../site/specs/operation-references.ts";
import { hasOverlays, isReadable, listNamedSources } from "../../site/specs/specs.ts";
import { isRemoteSource } from "../../spec/operation-reference.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import type { FileEdit } from "../../text/text-edit.ts";
import { checkSpec, defineRule, toFileEdits, type Finding } from "../rule.ts";
import { formatOperation } from "../subjects/site-subjects.ts";

export const operationUndocumented = defineRule({
  code: "openapi/operation-undocumented",
  subjectKinds: ["spec"],
  requires: ["pages", "specs"],
  severity: "hint",
  summary: "An operation that isn't on any page, although other operations in its file are.",
  why: "If the navigation lists the operations in a file individually, operations that it doesn't list have no page.",
  howToFix: "Add the operation to the navigation. To leave it out intentionally, mark it `x-hidden`.",
  whenToTurnOff: "Turn off this rule if you intentionally document only some of your operations.",
  messages: {
    undocumented:
      "`{operation}` isn't on any page, unlike other operations in this file, so readers can't find it. Add it to the navigation, or mark it `x-hidden`.",
    several:
      "{count} operations in this file, such as `{operation}`, aren't on any page, so readers can't find them. Add them to the navigation, or mark them `x-hidden`.",
    add: "Add `{entry}` to the navigation",
    addAll: "Add all {count} operations to the navigation",
  },
  examples: [
    {
      bad: `
//- docs.json
{
  "navigation": {
    "groups": [
      {
        "group": "API",
        "openapi": "api.json",
        "pages": [
          "GET /users"
        ]
      }
    ]
  }
}
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {}, [|"post"|]: {} } } }
`,
      good: `
//- docs.json
{
  "navigation": {
    "groups": [
      {
        "group": "API",
        "openapi": "api.json",
        "pages": [
          "GET /users",
          "POST /users"
        ]
      }
    ]
  }
}
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {}, "post": {}, "put": { "deprecated": true } } } }
`,
    },
  ],
  check: checkSpec(function* (spec, site) {
    if (!isReadable(spec) || hasOverlays(spec, site) || usesRemoteSource(site.config)) return;
    if (!isNavigationComplete(site.config)) return;
    const documentedOperations = listDocumentedOperations(site);
    if (!spec.operations.some((operation) => documentedOperations.has(operation))) return;
    for (const operation of spec.operations) {
      // Authors leave out deprecated, hidden, and excluded operations on purpose.
      if (documentedOperations.has(operation) || operation.deprecated) continue;
      if (isHidden(operation, site.profile) || isExcluded(operation, site.profile)) continue;
      yield {
        message: "undocumented",
        args: { operation: formatOperation(operation) },
        // For an operation that is included through a reference, only its path is in this file.
        at: { file: spec.path, range: operation.file ? operation.pathRange : operation.range },
        data: { operation: formatOperation(operation) },
      };
    }
  }),
  *createFixes(finding, site) {
    const { edits, entries } = createEntryEdits([finding], site);
    const [entry] = entries;
    if (entry !== undefined) yield { title: "add", args: { entry }, edits };
  },
  grouping: {
    getCause: ({ at }) => at.file,
    combinedMessage: "several",
    *createFixes(findings, site) {
      const { edits, entries } = createEntryEdits(findings, site);
      if (entries.length > 1) yield { title: "addAll", args: { count: entries.length }, edits };
    },
  },
});

/**
 * Returns the edits that add entries for the operations after the last entry of their specification, and the text of
 * the new entries.
 */
function createEntryEdits(findings: readonly Finding[], site: Site): { edits: FileEdit[]; entries: string[] } {
  const spec = site.specs.get(findings[0]?.at.file ?? "");
  const precedingEntry = spec && findLastEntry(spec, site);
  const array = precedingEntry?.parent.childProperties.find(({ key }) => key === "pages")?.array;
  const file = precedingEntry && findConfigFile(site.config, precedingEntry.node.file);
  if (!array || !file || array.file !== file.path) return { edits: [], entries: [] };
  const specName = /^\s*(\S+)\s+\S+\s+\S+\s*$/.exec(precedingEntry.text)?.[1];
  const entries = findings.flatMap(({ data }) => {
    const operation = data?.["operation"];
    if (typeof operation !== "string") return [];
    return [specName === undefined ? operation : `${specName} ${operation}`];
  });
  const edits = mergeInsertions(
    file,
    entries.flatMap((entry) => insertItem(file, array, toJsonString(entry), precedingEntry.node.range)),
  );
  return edits.length > 0 ? { edits: toFileEdits(file.path, edits), entries } : { edits: [], entries: [] };
}

/**
 * Whether pages are also generated from a remote specification. Such a specification is often a copy of this file, but
 * its pages are unknown.
 */
function usesRemoteSource(config: Config): boolean {
  return listNamedSources(config).some(({ source, element }) => element && isRemoteSource(source.source));
}

function findLastEntry(spec: SpecOutline, site: Site): NavEntry | undefined {
  return getEndpointEntries(site).findLast(
    ({ entry, resolution }) => resolution.kind === "found" && resolution.spec === spec && !entry.isIgnored,
  )?.entry;
}
