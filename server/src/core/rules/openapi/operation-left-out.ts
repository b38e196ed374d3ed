import { getSourcesWithSpecs } from "../../site/specs/specs.ts";
import type { Site } from "../../site/site.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import { checkSpec, defineRule } from "../rule.ts";
import { getSpecProblems } from "../findings/spec-findings.ts";

/** The maximum number of operations that are reported per file. */
const maxReportedOperations = 50;

/**
 * Reports a valid operation that is left out because a component that it uses, or the object that contains it, has an
 * error. If the operation itself has an error, `openapi/spec-invalid` already reports it.
 */
export const operationLeftOut = defineRule({
  code: "openapi/operation-left-out",
  subjectKinds: ["spec"],
  requires: ["pages", "specs"],
  severity: "warning",
  onlyProfile: "standard",
  summary: "An operation left out of the generated navigation because of an error elsewhere in the file.",
  why: "If an operation uses an invalid definition, such as a parameter or response, the operation is also invalid, so it has no page.",
  howToFix: "Fix the invalid definition that the problem refers to.",
  whenToTurnOff: "Keep this rule on. An operation that uses an invalid definition has no page.",
  messages: {
    leftOut: "This operation uses an invalid definition, so it's left out of the generated pages. Fix the definition.",
    here: "`{name}` is invalid.",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml" }] } }
//- api.yaml
openapi: 3.1.0
info: { title: Users, version: "1" }
paths:
  /users:
    [|get|]:
      parameters: [{ $ref: "#/components/parameters/Page" }]
components:
  parameters:
    Page: { name: page, in: querry, schema: { type: integer } }
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml" }] } }
//- api.yaml
openapi: 3.1.0
info: { title: Users, version: "1" }
paths:
  /users:
    get:
      parameters: [{ $ref: "#/components/parameters/Page" }]
components:
  parameters:
    Page: { name: page, in: query, schema: { type: integer } }
`,
    },
  ],
  check: checkSpec(function* (spec, site) {
    if (!hasGeneratedPages(spec, site)) return;
    const problems = getSpecProblems(spec, site).filter(({ isTolerated }) => !isTolerated);
    // Operations in another file have no range in this file.
    const rangesByStart = new Map(
      spec.operations
        .filter(({ isHidden, isExcluded, file }) => !isHidden && !isExcluded && file === undefined)
        .map(({ range }) => [range.start, range] as const),
    );
    // If an operation itself contains an error, that error is reported instead.
    for (const { operation } of problems)
      if (operation && operation.file === undefined) rangesByStart.delete(operation.range.start);
    let reportCount = 0;
    for (const problem of problems)
      for (const { range, file } of problem.users ?? []) {
        if (file !== undefined || !rangesByStart.delete(range.start)) continue;
        if (++reportCount > maxReportedOperations) return;
        yield {
          message: "leftOut",
          at: { file: spec.path, range },
          relatedLocations: [
            {
              at: { file: problem.file, range: problem.range },
              message: "here",
              args: { name: problem.name },
            },
          ],
        };
      }
  }),
});

/**
 * Whether pages are generated from a specification. This happens only if a navigation element refers to it. A
 * specification under `api` is used only to resolve references.
 */
function hasGeneratedPages(spec: SpecOutline, site: Site): boolean {
  return getSourcesWithSpecs(site).some((source) => source.element !== undefined && source.spec === spec);
}
