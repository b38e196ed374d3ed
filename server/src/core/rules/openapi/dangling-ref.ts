import { derive } from "../../site/derive.ts";
import { isReadable } from "../../site/readable-spec.ts";
import type { Site } from "../../site/site.ts";
import { isUsed } from "../../site/used-specs.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import type { SitePath } from "../../text/text-range.ts";
import { checkSpec, defineRule } from "../rule.ts";

export const danglingRef = defineRule({
  code: "openapi/dangling-ref",
  on: ["spec"],
  needs: ["pages", "specs"],
  severity: "error",
  summary: "A `$ref` names nothing, in its own file or in another of the site.",
  why: "What the reference should bring in, a parameter, a body or a field's shape, is missing from every page that needs it.",
  messages: {
    dangling:
      "`{reference}` names nothing in this file, so what it should bring in is missing from the pages. Correct it or add what it names.",
    elsewhere:
      "`{reference}` names nothing that can be read in this site, so what it should bring in is missing from the pages. Correct it or add what it names.",
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
  check: checkSpec(function* (spec, site) {
    if (!isReadable(spec)) return;
    const followsFiles = !site.profile.invalidOperationLosesFile;
    for (const problem of spec.problems) {
      const { kind, file, range, text, outcome } = problem;
      const leadsNowhere = kind === "dangling-ref" || outcome === "names-nothing";
      if (!leadsNowhere || ((file ?? outcome) !== undefined && !followsFiles)) continue;
      if (file !== undefined && !tellsFor(spec, file, site)) continue;
      yield {
        message: text.startsWith("#") ? "dangling" : "elsewhere",
        args: { reference: text },
        at: { file: file ?? spec.path, range },
        ...(isUsed(spec, site) ? {} : { severity: "information" }),
      };
    }
  }),
});

/** A file that several specifications pull in, or that is one itself, is told of once. */
function tellsFor(spec: SpecOutline, file: SitePath, site: Site): boolean {
  return !site.specs.has(file) && readersOf(site.specs).get(file) === spec;
}

/** The first specification that pulls a file in. */
const readersOf = derive((specs: Site["specs"]): ReadonlyMap<SitePath, SpecOutline> => {
  const readers = new Map<SitePath, SpecOutline>();
  for (const spec of specs.values())
    for (const file of spec.reads) if (!readers.has(file)) readers.set(file, spec);
  return readers;
});
