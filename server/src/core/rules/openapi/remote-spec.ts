import { sourcesWithSpecs } from "../../site/spec-sources.ts";
import { isRemoteSource } from "../../spec/endpoint-reference.ts";
import { partPlace, referencesIn } from "../endpoint-places.ts";
import { defineRule } from "../rule.ts";

export const remoteSpec = defineRule({
  code: "openapi/remote-spec",
  on: ["config", "page"],
  needs: ["specs"],
  severity: "hint",
  summary: "An API file is named by its URL and not checked here.",
  why: "The service fetches the file when it builds the site. Nothing is fetched here, so references to its operations are not checked.",
  messages: {
    remote:
      "`{url}` is fetched when the site is built and not checked here, so faults in it or in references to it stay unseen. Keep a copy in the site to check it.",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": [|"https://example.com/openapi.json"|] }] } }
`,
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
      for (const { source } of sourcesWithSpecs(site))
        if (isRemoteSource(source.source))
          yield { message: "remote", args: { url: source.source }, at: source.at };
    for (const placed of referencesIn(subject, site)) {
      const { resolution } = placed;
      if (resolution.kind !== "unknown" || !resolution.remote || !resolution.reference.file) continue;
      const { file } = resolution.reference;
      yield { message: "remote", args: { url: file.text }, at: partPlace(placed, file.range) };
    }
  },
});
