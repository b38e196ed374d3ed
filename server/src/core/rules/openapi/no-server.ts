import { getPlaygroundDisplay } from "../../site/settings/site-settings.ts";
import { createSiteView } from "../../site/site.ts";
import { getGeneratedPages } from "../../site/specs/generated-pages.ts";
import { getEndpointEntries, listPageEndpoints } from "../../site/specs/operation-references.ts";
import { hasOverlays, isReadable } from "../../site/specs/specs.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import { checkSpec, defineRule } from "../rule.ts";

export const noServer = defineRule({
  code: "openapi/no-server",
  subjectKinds: ["spec"],
  requires: ["pages", "specs"],
  severity: "information",
  summary: "A specification without `servers`.",
  why: "Without a server, there's no URL to send requests to, so endpoint pages show a simple example instead of the playground.",
  howToFix: "Add the base URL of the API under `servers`.",
  whenToTurnOff: "Turn off this rule if readers shouldn't send requests from your docs.",
  messages: {
    none: "This file has no `servers`, so its endpoint pages have no playground. Add the base URL of the API.",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json" }] } }
//- api.json
{ "openapi": [|"3.1.0"|], "paths": { "/users": { "get": {} } } }
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json" }] } }
//- api.json
{ "openapi": "3.1.0", "servers": [{ "url": "https://api.example.com" }], "paths": { "/users": { "get": {} } } }
`,
    },
  ],
  check: checkSpec(function* (spec, site) {
    if (spec.kind !== "openapi" || !isReadable(spec) || spec.hasServers || spec.operations.length === 0) return;
    if (spec.operations.some(({ hasServers }) => hasServers) || !findSpecsWithPages(site).has(spec)) return;
    // With these settings, no endpoint page has a playground.
    if (["simple", "none"].includes(getPlaygroundDisplay(site)) || hasOverlays(spec, site)) return;
    yield { message: "none", at: { file: spec.path, range: spec.versionRange } };
  }),
});

/** The specifications that have endpoint pages. */
const findSpecsWithPages = createSiteView(["config", "specs", "pages", "profile"], (site): ReadonlySet<SpecOutline> => {
  const specs = new Set(getGeneratedPages(site).map(({ spec }) => spec));
  for (const { resolution } of [...getEndpointEntries(site), ...listPageEndpoints(site)])
    if (resolution.kind === "found") for (const spec of resolution.candidates) specs.add(spec);
  return specs;
});
