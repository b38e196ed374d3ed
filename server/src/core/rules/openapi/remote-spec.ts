import { sourcesWithSpecs } from "../../site/spec-sources.ts";
import { isRemoteSource } from "../../spec/endpoint-reference.ts";
import { firstPart } from "../../text/shorten.ts";
import { partPlace, referencesIn } from "../endpoint-places.ts";
import { defineRule, type MessageArgs } from "../rule.ts";

export const remoteSpec = defineRule({
  code: "openapi/remote-spec",
  on: ["config", "page"],
  needs: ["specs"],
  severity: "hint",
  summary: "An API file is named by its URL, and there is no copy of it to check against.",
  why: "The service fetches the file when it builds the site. Nothing is fetched here unasked, so references to its operations are not checked until somebody asks for a copy.",
  messages: {
    remote:
      "`{url}` is on the web and unchecked, so readers may meet faults in it or in references to it. Fetch a copy: command “Fetch Specification”, or check --fetch {host}.",
    plain:
      "`{url}` is on the web and unchecked, so readers may meet faults in it or in references to it. Write an https URL, of which a copy can be fetched, or keep the file in the site.",
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
      for (const { source, spec } of sourcesWithSpecs(site))
        if (isRemoteSource(source.source) && !spec) yield { ...wordsFor(source.source), at: source.at };
    for (const placed of referencesIn(subject, site)) {
      const { resolution } = placed;
      if (resolution.kind !== "unknown" || !resolution.remote || !resolution.reference.file) continue;
      const { file } = resolution.reference;
      yield { ...wordsFor(file.text), at: partPlace(placed, file.range) };
    }
  },
});

function wordsFor(url: string): { message: "remote" | "plain"; args: MessageArgs } {
  const host = /^https:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(url)?.[1];
  const args = { url: firstPart(url, 60), host: firstPart(host?.toLowerCase() ?? "", 40) };
  return { message: host === undefined ? "plain" : "remote", args };
}
