import type { SpecSource } from "../../config/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { getServiceProblems, isReadable, getSourcesWithSpecs } from "../../site/specs/specs.ts";
import { isRemoteSource } from "../../spec/operation-reference.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import { toVerbatim } from "../../text/phrase.ts";
import type { MessageArgs } from "../format-message.ts";
import { defineRule, type Finding } from "../rule.ts";
import { listLocatedReferences, getPartLocation } from "../subjects/site-subjects.ts";

export const remoteSpec = defineRule({
  code: "openapi/remote-spec",
  subjectKinds: ["config", "page"],
  requires: ["specs"],
  severity: "hint",
  summary: "A specification that's referenced by URL and has no local copy to check.",
  why: "The service fetches the file when it builds the site. Docwright fetches it only if you allow it, so references to its operations aren't checked until you fetch a copy.",
  howToFix:
    "To fetch a local copy, run **Docwright: Fetch Remote Specification…** or `docwright check --fetch HOST`. If the URL doesn't start with `https://`, Docwright can't fetch it. If the copy isn't valid, fix the specification at its source.",
  whenToTurnOff: "Turn off this rule if another tool already checks the specification.",
  messages: {
    remote:
      "`{url}` hasn't been checked, so it or the references to it may contain errors that readers will see. Run “Fetch Remote Specification” or `docwright check --fetch {host}`.",
    invalidOnce:
      "The local copy of `{url}` isn't valid {format} (1 error), so the published docs may be missing operations. Fix the file at its source, then fetch it again.",
    invalid:
      "The local copy of `{url}` isn't valid {format} ({count} errors), so the published docs may be missing operations. Fix the file at its source, then fetch it again.",
    plain:
      "`{url}` hasn't been checked, so it or the references to it may contain errors that readers will see. Use an `https://` URL that Docwright can fetch, or a file in the site.",
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
      for (const { source, spec } of getSourcesWithSpecs(site))
        if (isRemoteSource(source.source))
          yield* spec
            ? findRemoteProblems(spec, source, site)
            : [{ ...createUncheckedFinding(source.source), at: source.location }];
    for (const locatedReference of listLocatedReferences(subject, site)) {
      const { resolution } = locatedReference;
      if (resolution.kind !== "unknown" || !resolution.isRemote || !resolution.reference.file) continue;
      const { file } = resolution.reference;
      yield { ...createUncheckedFinding(file.text), at: getPartLocation(locatedReference, file.range) };
    }
  },
});

/**
 * Yields a finding with the number of errors in the local copy of a remote specification. The errors are reported where
 * the specification is referenced, because they can't be fixed in the copy.
 */
function* findRemoteProblems(
  spec: SpecOutline,
  { source, location }: SpecSource,
  site: Site,
): Generator<Finding<"invalid" | "invalidOnce">> {
  const problems = getServiceProblems(site, spec).filter(({ isTolerated }) => !isTolerated);
  if (problems.length === 0 || !isReadable(spec)) return;
  const format = toVerbatim(spec.kind === "asyncapi" ? "AsyncAPI" : "OpenAPI");
  const args = { url: source, format, count: problems.length };
  const message = problems.length === 1 ? "invalidOnce" : "invalid";
  yield { message, args, at: location, severity: "warning" };
}

function createUncheckedFinding(url: string): { message: "remote" | "plain"; args: MessageArgs } {
  const host = /^https:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(url)?.[1];
  const args = { url, host: host?.toLowerCase() ?? "" };
  return { message: host === undefined ? "plain" : "remote", args };
}
