import { getNodeLocation } from "../../config/json/json-tree.ts";
import type { NavEntry } from "../../config/settings/navigation.ts";
import { parseApiTarget } from "../../page/check-field.ts";
import type { Page } from "../../page/page.ts";
import { groupLocationsByOperation } from "../../site/navigation/coverage.ts";
import { getMenuKey } from "../../site/settings/navigation.ts";
import { getEndpointEntries, type Resolution } from "../../site/specs/operation-references.ts";
import type { Site } from "../../site/site.ts";
import { hasUpperCaseMethod, type OperationReference } from "../../spec/operation-reference.ts";
import { getPartRange } from "../../spec/edit-spec.ts";
import { getFieldText, getFrontmatterField, getFieldValueLocation } from "../subjects/page-subjects.ts";
import { isReplaceable, getPartLocation, listLocatedReferences, createPartEdits } from "../subjects/site-subjects.ts";
import type { SiteLocation } from "../../text/text-edit.ts";
import { defineRule, type Finding, createMemberRemovalEdits } from "../rule.ts";

export const methodNotUppercase = defineRule({
  code: "openapi/method-not-uppercase",
  subjectKinds: ["config", "page"],
  requires: ["pages", "specs"],
  severity: { standard: "error", mintlify: "off" },
  summary: "A reference with an HTTP method that isn't uppercase.",
  why: "References are case-sensitive, and the method must be uppercase. Some services are lenient and show the endpoint anyway.",
  howToFix: "Change the method to uppercase.",
  whenToTurnOff: "Turn off this rule if your service accepts methods in lowercase.",
  messages: {
    lost: "`{method}` isn't uppercase, so it doesn't match any operation and readers don't see an endpoint here. Use `{upper}`.",
    page: "`{method}` isn't uppercase, so this page shows no endpoint. Use `{upper}`.",
    shown: "`{method}` isn't uppercase. This service shows the endpoint anyway, but others may not. Use `{upper}`.",
    capitals: "Change to `{upper}`",
    remove: "Remove entry `{entry}`",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json", "pages": ["users", "[|get|] /users"] }] } }
//- users.mdx
---
openapi: "/api.json [|post|] /users"
---
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {}, "post": {} } } }
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json", "pages": ["users", "GET /users"] }] } }
//- users.mdx
---
openapi: "/api.json POST /users"
---
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {}, "post": {} } } }
`,
    },
    {
      bad: "---\napi: [|get|] https://api.example.com/users\n---\n",
      good: "---\napi: GET https://api.example.com/users\n---\n",
    },
  ],
  *check(subject, site) {
    if (subject.kind === "page") yield* checkApiField(subject.value, site);
    for (const locatedReference of listLocatedReferences(subject, site)) {
      const reference = getValidReference(locatedReference.resolution);
      if (!reference || hasUpperCaseMethod(reference)) continue;
      const at = getPartLocation(locatedReference, reference.method.range);
      const upperCaseMethod = reference.method.text.toUpperCase();
      yield {
        message: isLenient(site) ? "shown" : "lost",
        args: { method: reference.method.text, upper: upperCaseMethod },
        at,
        ...(isReplaceable(at, reference.method) ? { data: { upper: upperCaseMethod } } : {}),
      };
    }
  },
  *createFixes({ at, data }, site) {
    const duplicateEntry = findDuplicateEntry(at, site);
    if (duplicateEntry) {
      const edits = createMemberRemovalEdits(site.config, getNodeLocation(duplicateEntry.node));
      if (edits.length > 0) yield { title: "remove", args: { entry: duplicateEntry.text }, edits };
      return;
    }
    const upperCaseMethod = data?.["upper"];
    if (typeof upperCaseMethod === "string")
      yield {
        title: "capitals",
        args: { upper: upperCaseMethod },
        edits: createPartEdits(at, upperCaseMethod),
        isSafe: true,
      };
  },
});

/** Checks the `api` field, which contains a method and a path or URL but doesn't refer to a specification. */
function* checkApiField(page: Page, site: Site): Generator<Finding<"page" | "shown">> {
  const field = getFrontmatterField(page, "api");
  const text = getFieldText(page, "api");
  if (!field || text === undefined || parseApiTarget(text).kind === "malformed") return;
  const firstWordMatch = /\S+/.exec(text);
  const method = firstWordMatch?.[0] ?? "";
  const upperCaseMethod = method.toUpperCase();
  if (!firstWordMatch || method === upperCaseMethod) return;
  const range = { start: firstWordMatch.index, end: firstWordMatch.index + method.length };
  const valueLocation = getFieldValueLocation(page, field);
  const at = { file: valueLocation.file, range: getPartRange(text, valueLocation.range, range) };
  yield {
    message: isLenient(site) ? "shown" : "page",
    args: { method, upper: upperCaseMethod },
    at,
    ...(isReplaceable(at, range) ? { data: { upper: upperCaseMethod } } : {}),
  };
}

/**
 * If another entry in the same menu lists the same operation, returns the entry that contains this location. Otherwise,
 * returns undefined.
 */
function findDuplicateEntry({ file, range }: SiteLocation, site: Site): NavEntry | undefined {
  const endpointEntry = getEndpointEntries(site).find(({ entry: { node } }) => {
    const location = getNodeLocation(node);
    return location.file === file && location.range.start <= range.start && range.end <= location.range.end;
  });
  if (endpointEntry?.resolution.kind !== "found" || endpointEntry.resolution.target.kind !== "operation")
    return undefined;
  const { entry } = endpointEntry;
  const locations = groupLocationsByOperation(site)
    .get(endpointEntry.resolution.target.operation)
    ?.get(getMenuKey(entry.parent));
  return locations?.entries.some((other) => other !== entry) ? entry : undefined;
}

/**
 * Returns the reference if it's valid, ignoring the case of its method. Returns undefined if the reference has another
 * error, which is reported separately.
 */
function getValidReference(resolution: Resolution): OperationReference | undefined {
  if (resolution.kind !== "found" && !(resolution.kind === "unknown" && resolution.isRemote)) return undefined;
  const { reference } = resolution;
  if (reference.form !== "operation") return undefined;
  const isAdditional = resolution.kind === "found" && isAdditionalMethod(resolution);
  return isAdditional ? undefined : reference;
}

/** Whether the method is an additional one, as introduced in OpenAPI 3.2. Such methods are case-sensitive. */
function isAdditionalMethod({ target }: Extract<Resolution, { kind: "found" }>): boolean {
  return target.kind === "operation" && target.operation.isAdditional;
}

function isLenient(site: Site): boolean {
  return site.profile.name === "mintlify";
}
