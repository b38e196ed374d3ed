import type { Site } from "../../site/site.ts";
import { getSourcesWithSpecs } from "../../site/specs/specs.ts";
import { findNamedSpec } from "../../spec/find-spec.ts";
import { isRemoteSource } from "../../spec/operation-reference.ts";
import { getReferenceFamily } from "../../spec/spec-outline.ts";
import type { SiteLocation } from "../../text/text-edit.ts";
import { defineRule, type Finding } from "../rule.ts";
import {
  createSpecFixData,
  createMissingSpecFix,
  isReplaceable,
  findSimilarSpec,
  getPartLocation,
  listLocatedReferences,
} from "../subjects/site-subjects.ts";

export const specOutsideSite = defineRule({
  code: "openapi/spec-outside-site",
  subjectKinds: ["config", "page"],
  requires: ["pages", "specs"],
  severity: "error",
  summary: "A reference to an OpenAPI file outside the site's folder.",
  why: "Only files in the folder that contains docs.json are part of the site. The service doesn't read files outside it, so it generates no endpoint pages from them.",
  howToFix: "Copy the file into the site, and update the path.",
  whenToTurnOff: "Turn off this rule if a build step copies the file into the site and updates the path.",
  messages: {
    outside:
      "`{file}` is outside the site's folder, so the service doesn't read it or generate endpoint pages from it. Copy the file into the site.",
    meant:
      "`{file}` is outside the site's folder, so the service doesn't read it or generate endpoint pages from it. Did you mean `{near}`?",
    use: "Change to `{near}`",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": [|"../openapi.json"|] }] } }
//- api/openapi.json
{ "openapi": "3.1.0", "paths": {} }
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api/openapi.json" }] } }
//- api/openapi.json
{ "openapi": "3.1.0", "paths": {} }
`,
    },
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
      for (const { family, source } of getSourcesWithSpecs(site)) {
        if (family !== "openapi" || isRemoteSource(source.source)) continue;
        if (findNamedSpec(site.specs, source.source).kind === "outside-site")
          yield createFinding(source.source, source.location, site);
      }
    for (const locatedReference of listLocatedReferences(subject, site)) {
      const { resolution } = locatedReference;
      if (resolution.kind !== "spec-outside-site" || getReferenceFamily(resolution.reference) !== "openapi") continue;
      const { file } = resolution;
      const at = getPartLocation(locatedReference, file.range);
      const { data, ...finding } = createFinding(file.text, at, site);
      yield isReplaceable(at, file) && data ? { ...finding, data } : finding;
    }
  },
  createFixes: createMissingSpecFix,
});

/**
 * Returns the finding for a file outside the site. Suggests the most similar specification inside the site, if there is
 * one.
 */
function createFinding(file: string, at: SiteLocation, site: Site): Finding<"outside" | "meant"> {
  const suggestion = findSimilarSpec(file, site, "openapi", at.file);
  return suggestion === undefined
    ? { message: "outside", args: { file }, at }
    : { message: "meant", args: { file, near: suggestion }, at, ...createSpecFixData(file, suggestion, at) };
}
