import { isRemoteSource } from "../../spec/endpoint-reference.ts";
import { findNamedSpec } from "../../spec/find-spec.ts";
import { partPlace, referencesIn } from "../endpoint-places.ts";
import { familyOfReference } from "../missing-specs.ts";
import { defineRule } from "../rule.ts";
import { sourcesWithSpecs } from "../used-specs.ts";

export const specOutsideSite = defineRule({
  code: "openapi/spec-outside-site",
  on: ["config", "page"],
  needs: ["pages", "specs"],
  severity: "error",
  summary: "An OpenAPI file is named that lies outside the site's folder.",
  why: "Only files below the folder of docs.json are part of the site. Whatever lies outside is never read, so no endpoint page is made from it.",
  messages: {
    outside:
      "`{file}` points outside the site's folder, where nothing is read, so readers get no endpoint pages. Copy the file into the site.",
  },
  examples: [
    {
      bad: `{ "navigation": { "groups": [{ "group": "API", "openapi": [|"../services/openapi.json"|] }] } }`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "openapi.json" }] } }
//- openapi.json
{ "openapi": "3.1.0", "paths": {} }
`,
    },
  ],
  *check(subject, site) {
    if (subject.kind === "config")
      for (const { family, source } of sourcesWithSpecs(site)) {
        if (family !== "openapi" || isRemoteSource(source.source)) continue;
        if (findNamedSpec(site.specs, source.source).kind === "outside-site")
          yield { message: "outside", args: { file: source.source }, at: source.at };
      }
    for (const placed of referencesIn(subject, site)) {
      const { resolution } = placed;
      if (resolution.kind !== "spec-outside-site" || familyOfReference(resolution.reference) !== "openapi")
        continue;
      const { file } = resolution;
      yield { message: "outside", args: { file: file.text }, at: partPlace(placed, file.range) };
    }
  },
});
