import { isReferenceShown } from "../../site/specs/operation-references.ts";
import { getOperationLocation, formatOperation, listLocatedReferences } from "../subjects/site-subjects.ts";
import { defineRule } from "../rule.ts";
import { isExcluded, isHidden } from "../../site/specs/generated-page-plan.ts";

export const operationHidden = defineRule({
  code: "openapi/operation-hidden",
  subjectKinds: ["config"],
  requires: ["specs"],
  severity: "information",
  summary: "An entry for an operation marked `x-hidden`.",
  why: "`x-hidden` keeps an operation out of generated navigation, but an explicit entry still shows it.",
  howToFix: "Remove the entry. To include the operation in the generated navigation, remove `x-hidden` instead.",
  whenToTurnOff:
    "Turn off this rule if you use `x-hidden` only to keep operations out of the generated navigation and list some of them yourself.",
  messages: {
    hidden:
      "`{operation}` is marked `x-hidden`, but this entry still shows it to readers. Remove the entry or `x-hidden`.",
    here: "The operation is defined here.",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json", "pages": [[|"GET /users"|]] }] } }
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": { "x-hidden": true } } } }
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json", "pages": ["GET /users"] }] } }
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {} } } }
`,
    },
  ],
  *check(subject, site) {
    for (const { resolution, at } of listLocatedReferences(subject, site)) {
      if (resolution.kind !== "found" || !("operation" in resolution.target)) continue;
      if (!isReferenceShown(resolution, site.profile)) continue;
      const { operation } = resolution.target;
      if (!isHidden(operation, site.profile) || isExcluded(operation, site.profile)) continue;
      yield {
        message: "hidden",
        args: { operation: formatOperation(operation) },
        at,
        relatedLocations: [{ at: getOperationLocation(resolution.spec, operation), message: "here" }],
      };
    }
  },
});
