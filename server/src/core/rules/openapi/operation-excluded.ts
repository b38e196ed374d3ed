import { isReferenceShown } from "../../site/specs/operation-references.ts";
import { isExcluded } from "../../site/specs/generated-page-plan.ts";
import { defineRule, createMemberRemovalEdits } from "../rule.ts";
import { getOperationLocation, formatOperation, listLocatedReferences } from "../subjects/site-subjects.ts";

export const operationExcluded = defineRule({
  code: "openapi/operation-excluded",
  subjectKinds: ["config"],
  requires: ["specs"],
  severity: "error",
  summary: "An entry for an operation marked `x-excluded`.",
  why: "An operation marked `x-excluded` has no page, so an entry for it is a dead link and the site fails validation.",
  howToFix: "Remove the entry. To show the operation to readers, remove `x-excluded` instead.",
  whenToTurnOff: "Keep this rule on. An entry for an excluded operation is always a dead link.",
  messages: {
    excluded:
      "`{operation}` is marked `x-excluded`, so it has no page and this entry is a dead link. Remove the entry or `x-excluded`.",
    here: "The operation is defined here.",
    remove: "Remove entry",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json", "pages": ["GET /a", [|"GET /users"|]] }] } }
//- api.json
{ "openapi": "3.1.0", "paths": { "/a": { "get": {} }, "/users": { "get": { "x-excluded": true } } } }
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json", "pages": ["GET /a"] }] } }
//- api.json
{ "openapi": "3.1.0", "paths": { "/a": { "get": {} }, "/users": { "get": { "x-excluded": true } } } }
`,
    },
  ],
  *check(subject, site) {
    for (const { resolution, at } of listLocatedReferences(subject, site)) {
      if (resolution.kind !== "found" || !("operation" in resolution.target)) continue;
      if (!isReferenceShown(resolution, site.profile)) continue;
      const { operation } = resolution.target;
      if (!isExcluded(operation, site.profile)) continue;
      yield {
        message: "excluded",
        args: { operation: formatOperation(operation) },
        at,
        relatedLocations: [{ at: getOperationLocation(resolution.spec, operation), message: "here" }],
      };
    }
  },
  *createFixes({ at }, site) {
    const edits = createMemberRemovalEdits(site.config, at);
    if (edits.length > 0) yield { title: "remove", edits };
  },
});
