import type { Site } from "../../site/site.ts";
import { specIncluding } from "../../site/specs/operation-references.ts";
import { isReadable } from "../../site/specs/specs.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { defineRule, type Finding } from "../rule.ts";

export const danglingRef = defineRule({
  code: "openapi/dangling-ref",
  on: ["spec", "file"],
  needs: ["pages", "specs"],
  severity: "error",
  summary: "A `$ref` whose target doesn't exist.",
  why: "The content that the reference should include, such as a parameter, a body, or a field's schema, is missing from every page that needs it.",
  howToFix: "Fix the reference, or add its target.",
  whenToTurnOff:
    "Keep this rule on. If the target of a reference doesn't exist, its content is missing from the published pages.",
  messages: {
    dangling:
      "`{reference}` doesn't exist in this file, so its content is missing from the pages. Fix the reference, or add its target.",
    elsewhere:
      "`{reference}` doesn't exist in the site or can't be read, so its content is missing from the pages. Fix the reference, or add its target.",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml" }] } }
//- api.yaml
openapi: 3.1.0
paths:
  /users:
    get:
      parameters:
        - $ref: [|"#/components/parameters/Page"|]
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml" }] } }
//- api.yaml
openapi: 3.1.0
paths:
  /users:
    get:
      parameters:
        - $ref: "#/components/parameters/Page"
components:
  parameters:
    Page: { name: page, in: query }
`,
    },
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml" }] } }
//- api.yaml
openapi: 3.1.0
paths:
  /users:
    get:
      requestBody:
        $ref: "shared/bodies.yaml#/User"
//- shared/bodies.yaml
User:
  content:
    application/json:
      schema:
        $ref: [|"../schemas.yaml#/User"|]
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml" }] } }
//- api.yaml
openapi: 3.1.0
paths:
  /users:
    get:
      requestBody:
        $ref: "shared/bodies.yaml#/User"
//- shared/bodies.yaml
User:
  content:
    application/json:
      schema:
        $ref: "../schemas.yaml#/User"
//- schemas.yaml
User: { type: object }
`,
    },
  ],
  check: (subject, site) => {
    if (subject.kind === "spec") return lostIn(subject.value, subject.value.path, site);
    return subject.kind === "file" ? lostInPart(subject.value, site) : [];
  },
});

type Lost = Finding<"dangling" | "elsewhere">;

/** Yields the references in one of a specification's files that can't be resolved. */
function* lostIn(spec: SpecOutline, file: SitePath, site: Site): Iterable<Lost> {
  if (!isReadable(spec)) return;
  for (const problem of spec.problems) {
    if ("reason" in problem || (problem.file ?? spec.path) !== file) continue;
    const leadsNowhere =
      problem.kind === "dangling-ref" ||
      // If the service doesn't follow references to other files, `openapi/external-ref` reports them.
      (problem.outcome === "names-nothing" && !site.profile.invalidOperationLosesFile);
    if (leadsNowhere)
      yield {
        message: problem.text.startsWith("#") ? "dangling" : "elsewhere",
        args: { reference: problem.text },
        at: { file, range: problem.range },
      };
  }
}

/**
 * Checks a file that specifications include but that isn't a specification itself. The file is read as part of the
 * first specification that includes it.
 */
function lostInPart(file: SitePath, site: Site): Iterable<Lost> {
  const reader = specIncluding(site, file);
  return reader && !site.profile.invalidOperationLosesFile ? lostIn(reader, file, site) : [];
}
