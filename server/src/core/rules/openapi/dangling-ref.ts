import { isReadable } from "../../site/readable-spec.ts";
import { isUsed } from "../../site/used-specs.ts";
import { checkSpec, defineRule } from "../rule.ts";

export const danglingRef = defineRule({
  code: "openapi/dangling-ref",
  on: ["spec"],
  needs: ["pages", "specs"],
  severity: "error",
  summary: "A `$ref` names nothing in its file.",
  why: "What the reference should bring in, a parameter, a body or a field's shape, is missing from every page that needs it.",
  messages: {
    dangling:
      "`{reference}` names nothing in this file, so what it should bring in is missing from the pages. Correct it or add what it names.",
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
  ],
  check: checkSpec(function* (spec, site) {
    if (!isReadable(spec)) return;
    for (const { kind, range, text } of spec.problems)
      if (kind === "dangling-ref")
        yield {
          message: "dangling",
          args: { reference: text },
          at: { file: spec.path, range },
          ...(isUsed(spec, site) ? {} : { severity: "information" }),
        };
  }),
});
