import { isReadable } from "../../site/readable-spec.ts";
import { isUsed } from "../../site/used-specs.ts";
import { checkSpec, defineRule } from "../rule.ts";

export const externalRef = defineRule({
  code: "openapi/external-ref",
  on: ["spec"],
  needs: ["pages", "specs"],
  severity: { standard: "information", mintlify: "error" },
  summary: "A `$ref` names another file.",
  why: "References are followed within one file only. A service may leave out what the reference names, or the whole file.",
  messages: {
    part: "`{reference}` lies outside this file and is not followed, so what it should bring in is missing from the pages. Bundle the files into one.",
    file: "`{reference}` lies outside this file, and with such a reference the whole file is left out of the docs. Bundle the files into one.",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json" }] } }
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "$ref": [|"users.json#/get"|] } } }
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json" }] } }
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {} } } }
`,
    },
  ],
  check: checkSpec(function* (spec, site) {
    if (!isReadable(spec)) return;
    for (const { kind, range, text } of spec.problems)
      if (kind === "external-ref")
        yield {
          message: site.profile.invalidOperationLosesFile ? "file" : "part",
          args: { reference: text },
          at: { file: spec.path, range },
          ...(isUsed(spec, site) ? {} : { severity: "information" }),
        };
  }),
});
