import { getSourcesWithSpecs } from "../../site/specs/specs.ts";
import { findNamedSpec } from "../../spec/find-spec.ts";
import { isRemoteSource } from "../../spec/operation-reference.ts";
import { getReferenceFamily } from "../../spec/spec-outline.ts";
import { defineRule } from "../rule.ts";
import {
  findMissingSpecs,
  createMissingSpecFix,
  missingSpecGrouping,
  getPartLocation,
  listLocatedReferences,
} from "../subjects/site-subjects.ts";

export const asyncapiSpecNotFound = defineRule({
  code: "asyncapi/spec-not-found",
  subjectKinds: ["config", "page"],
  requires: ["pages", "specs"],
  severity: "error",
  summary: "A reference to an AsyncAPI file that doesn't exist.",
  why: "`asyncapi` refers to a file in the site. If the file doesn't exist, the service generates no channel pages from it, so navigation entries for those pages and links to them are broken.",
  howToFix: "Use the path of an AsyncAPI file in the site, or add the file to the site.",
  whenToTurnOff: "Turn off this rule if a build step creates the file after Docwright checks the site.",
  messages: {
    missing: "`{file}` doesn't exist, so no channel pages are generated from it. Fix the path, or add the file.",
    meant: "`{file}` doesn't exist, so no channel pages are generated from it. Did you mean `{near}`?",
    api: "`{file}` doesn't exist, so pages can't use its content. Fix the path, or remove this setting.",
    "api-meant": "`{file}` doesn't exist, so pages can't use its content. Did you mean `{near}`?",
    instead:
      "`{file}` doesn't exist, so the service may show the channel from `{other}` or no channel at all. Use the correct file.",
    "instead-near": "`{file}` doesn't exist, so this page may show the wrong channel or none. Did you mean `{near}`?",
    insteads: "`{file}` doesn't exist, so {count} pages may show the wrong channel or none. Use the correct file.",
    "insteads-near":
      "`{file}` doesn't exist, so {count} pages may show the wrong channel or none. Did you mean `{near}`?",
    "not-a-spec":
      "`{file}` has no `asyncapi` version at its root, so the service generates no channel pages from it. Use an AsyncAPI file.",
    "wrong-kind":
      "`{file}` is an {format} file, so the service generates no channel pages from it. Use an AsyncAPI file.",
    extension:
      "`{file}` has an extension with capital letters, so the service doesn't read it as a specification. Rename the file.",
    ignored:
      "`{file}` is excluded by the site's ignore rules, so no channel pages are generated from it. Move the file, or change `.mintignore`.",
    outside:
      "`{file}` is outside the site's folder, so the service doesn't read it or generate channel pages from it. Copy the file into the site.",
    link: "`{file}` is a symbolic link to a file outside the site, so it isn't checked, and the service may not generate channel pages from it. Copy the file into the site.",
    unread:
      "`{file}` can't be checked, because Docwright doesn't read folders whose name starts with a dot. Make sure that the file exists, or move it.",
    use: "Change to `{near}`",
    useAll: "Change all {count} to `{near}`",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "Live", "asyncapi": [|"api/chat.yml"|] }] } }
//- api/chat.yaml
asyncapi: 3.0.0
channels: { chat: { address: /chat } }
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "Live", "asyncapi": "api/chat.yaml" }] } }
//- api/chat.yaml
asyncapi: 3.0.0
channels: { chat: { address: /chat } }
`,
    },
  ],
  *check(subject, site) {
    yield* findMissingSpecs(subject, site, "asyncapi");
    if (subject.kind === "config")
      for (const { family, source } of getSourcesWithSpecs(site)) {
        if (family !== "asyncapi" || isRemoteSource(source.source)) continue;
        if (findNamedSpec(site.specs, source.source).kind === "outside-site")
          yield { message: "outside", args: { file: source.source }, at: source.location };
      }
    for (const locatedReference of listLocatedReferences(subject, site)) {
      const { resolution } = locatedReference;
      if (resolution.kind !== "spec-outside-site" || getReferenceFamily(resolution.reference) !== "asyncapi") continue;
      const { file } = resolution;
      yield {
        message: "outside",
        args: { file: file.text },
        at: getPartLocation(locatedReference, file.range),
      };
    }
  },
  createFixes: createMissingSpecFix,
  grouping: missingSpecGrouping,
});
