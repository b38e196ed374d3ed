import { sourcesWithSpecs } from "../../site/specs/specs.ts";
import { findNamedSpec } from "../../spec/find-spec.ts";
import { isRemoteSource } from "../../spec/operation-reference.ts";
import { familyOfReference } from "../../spec/spec-outline.ts";
import { defineRule } from "../rule.ts";
import {
  findMissingSpecs,
  fixMissingSpec,
  partPlace,
  listPlacedReferences,
} from "../subjects/site-subjects.ts";

export const asyncapiSpecNotFound = defineRule({
  code: "asyncapi/spec-not-found",
  on: ["config", "page"],
  needs: ["pages", "specs"],
  severity: "error",
  summary: "An AsyncAPI file that is named does not exist.",
  why: "`asyncapi` names a file of the site. When it is not there, no channel page is made from it, and everything that relies on it leads nowhere.",
  messages: {
    missing:
      "`{file}` is not in the site, so readers get no channel pages from it. Correct the path or add the file.",
    meant: "`{file}` is not in the site, so readers get no channel pages from it. Did you mean `{near}`?",
    instead:
      "`{file}` is not in the site, so the channel is taken by chance from `{near}`, or not shown. Name the right file.",
    "not-a-spec":
      "`{file}` has no `asyncapi` version at its root, so no channel pages are made from it. Name an AsyncAPI file.",
    "wrong-kind": "`{file}` is an {kind} file, so no channel pages are made from it. Name an AsyncAPI file.",
    ignored:
      "`{file}` is kept out of the site by its ignore rules, so readers get no channel pages from it. Move the file or change `.mintignore`.",
    outside:
      "`{file}` points outside the site's folder, where nothing is read, so readers get no channel pages. Copy the file into the site.",
    use: "Write `{near}`",
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
      for (const { family, source } of sourcesWithSpecs(site)) {
        if (family !== "asyncapi" || isRemoteSource(source.source)) continue;
        if (findNamedSpec(site.specs, source.source).kind === "outside-site")
          yield { message: "outside", args: { file: source.source }, at: source.at };
      }
    for (const placed of listPlacedReferences(subject, site)) {
      const { resolution } = placed;
      if (resolution.kind !== "spec-outside-site" || familyOfReference(resolution.reference) !== "asyncapi")
        continue;
      const { file } = resolution;
      yield { message: "outside", args: { file: file.text }, at: partPlace(placed, file.range) };
    }
  },
  fixes: fixMissingSpec,
});
