import { isReadable } from "../../site/specs/specs.ts";
import { isSpecUsed } from "../../site/specs/operation-references.ts";
import type { SpecContentProblem } from "../../spec/spec-outline.ts";
import { checkSpec, defineRule } from "../rule.ts";

export const externalRef = defineRule({
  code: "openapi/external-ref",
  subjectKinds: ["spec"],
  requires: ["pages", "specs"],
  severity: { standard: "information", mintlify: "error" },
  summary: "A `$ref` to another file.",
  why: "Docwright follows references to other files in the site. Many services read only one file and leave out the referenced content, or even the entire specification. Remote files and files outside the site are never read.",
  howToFix: "Bundle the files into one, for example, with `redocly bundle`.",
  whenToTurnOff: "Turn off this rule if your service follows references to other files.",
  messages: {
    part: "`{reference}` isn't a JSON or YAML file in the site, so it isn't included and its content is missing from the pages. Copy the file into the site.",
    followed:
      "`{reference}` is in another file. Docwright includes it, but services that read only one file leave its content out of the docs. Bundle the files into one.",
    data: "`{reference}` isn't in this file. The service also resolves `$ref` in examples and extensions, so it leaves out this whole file. Rename or remove `$ref`.",
    schema:
      "`{reference}` isn't in this file. The service ignores the schema's `$id`, resolves this `$ref`, and leaves out this whole file. Replace the `$ref` with the content.",
    file: "`{reference}` points to another file, so the service leaves this whole file out of the docs. Bundle the files into one.",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json" }] } }
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "$ref": [|"users.json#/list"|] } } }
//- users.json
{ "list": { "get": {} } }
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
    // An unused specification may be a source file of a bundled one, and such files may refer to each other.
    if (!isReadable(spec) || !isSpecUsed(spec, site)) return;
    const reportedFiles = new Set<string>();
    for (const problem of spec.problems) {
      if (problem.kind !== "external-ref") continue;
      const { range, text, outcome, isData, isInSchema } = problem;
      const fileMessage = isInSchema ? "schema" : isData ? "data" : "file";
      const message = site.profile.invalidOperationExcludesFile ? fileMessage : getMessageKey(outcome);
      if (message === undefined) continue;
      // If several references point to the same file, only the first one is reported.
      const [referencedFile = text] = text.split("#", 1);
      if ((message === "followed" || isData) && reportedFiles.has(referencedFile)) continue;
      reportedFiles.add(referencedFile);
      yield {
        message,
        args: { reference: text },
        at: { file: spec.path, range },
      };
    }
  }),
});

/**
 * Returns the key of the message for a reference. Returns undefined if the reference can't be resolved, because
 * `openapi/dangling-ref` already reports it.
 */
function getMessageKey(outcome: SpecContentProblem["outcome"]): "part" | "followed" | undefined {
  if (outcome === "refused") return "part";
  return outcome === "followed" ? "followed" : undefined;
}
