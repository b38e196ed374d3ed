import { isReadable } from "../../site/specs/specs.ts";
import type { Site } from "../../site/site.ts";
import { findIncludingSpec } from "../../site/specs/operation-references.ts";
import { extensionFields } from "../../spec/outline-extensions.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import { findNearestName } from "../../text/similarity.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { defineRule, type Finding } from "../rule.ts";

export const extensionInvalid = defineRule({
  code: "openapi/extension-invalid",
  subjectKinds: ["spec", "file"],
  requires: ["pages", "specs"],
  severity: "warning",
  summary: "A vendor extension field that's unknown or has the wrong type.",
  why: "The vendor extension of an operation sets its page's URL, title, content, and audience. Fields that the service doesn't recognize have no effect, and some services then ignore the whole extension.",
  howToFix: "Fix the name or the value of the field, or remove it.",
  whenToTurnOff: "Turn off this rule if another tool reads its own fields from the extension.",
  messages: {
    field: "`{field}` in `{extension}` isn't {expected}, so the service ignores it. Fix the value.",
    whole:
      "`{field}` in `{extension}` isn't {expected}, so the service ignores the whole `{extension}`. Fix the value.",
    object: "`{extension}` isn't an object, so the service ignores it. Use an object with fields such as `href`.",
    unknown: "`{field}` isn't a field of `{extension}` here, so the service ignores it. Remove it.",
    meant: "`{field}` isn't a field of `{extension}` here, so the service ignores it. Did you mean `{near}`?",
    write: "Change to `{meant}`",
    mark: "The value of `{extension}` must be true or false. Other values have no effect on the docs.",
    ignored: "`{field}` in `{extension}` is ignored because the page always shows its own operation. Remove it.",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml" }] } }
//- api.yaml
openapi: 3.1.0
paths:
  /users:
    get:
      x-service:
        href: [|42|]
        [|hreff|]: /people
        metadata: { [|openapi|]: GET /people }
      x-hidden: [|"true"|]
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml" }] } }
//- api.yaml
openapi: 3.1.0
paths:
  /users:
    get:
      x-service:
        href: /people
      x-hidden: true
`,
    },
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml" }] } }
//- api.yaml
openapi: 3.1.0
paths:
  /users: { $ref: paths/users.yaml }
//- paths/users.yaml
get:
  x-service: { href: [|42|] }
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml" }] } }
//- api.yaml
openapi: 3.1.0
paths:
  /users: { $ref: paths/users.yaml }
//- paths/users.yaml
get:
  x-service: { href: /people }
`,
    },
    {
      profile: "mintlify",
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml" }] } }
//- api.yaml
openapi: 3.1.0
paths:
  /users:
    get:
      x-mint: { href: /people, groups: [|admin|] }
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml" }] } }
//- api.yaml
openapi: 3.1.0
paths:
  /users:
    get:
      x-mint: { href: /people, groups: [admin] }
`,
    },
  ],
  check: (subject, site) => {
    if (subject.kind === "spec") return findExtensionProblems(subject.value, subject.value.path, site);
    if (subject.kind !== "file") return [];
    const owningSpec = findIncludingSpec(site, subject.value);
    return owningSpec && !site.profile.invalidOperationExcludesFile
      ? findExtensionProblems(owningSpec, subject.value, site)
      : [];
  },
  *createFixes({ at, data }) {
    const intendedValue = data?.["meant"];
    if (intendedValue !== "true" && intendedValue !== "false") return;
    const edits = [{ range: at.range, newText: intendedValue }];
    yield { title: "write", args: { meant: intendedValue }, edits: [{ kind: "edit", file: at.file, edits }] };
  },
});

type ExtensionProblem = Finding<"field" | "whole" | "object" | "unknown" | "meant" | "mark" | "ignored">;

/** Yields the errors in one of a specification's files: its own file or an included one. */
function* findExtensionProblems(spec: SpecOutline, file: SitePath, site: Site): Iterable<ExtensionProblem> {
  if (!isReadable(spec)) return;
  for (const problem of spec.extensionProblems) {
    const { extension, field, kind, expectedType, range, intendedValue } = problem;
    if ((problem.file ?? spec.path) !== file) continue;
    const at = { file, range };
    if (!extension.startsWith("x-service") && !extension.startsWith("x-mint")) {
      // Some services treat any value other than `false` as true.
      if (site.profile.name === "standard")
        yield {
          message: "mark",
          args: { extension },
          at,
          data: intendedValue === undefined ? {} : { meant: intendedValue },
        };
      continue;
    }
    if (!site.profile.vendorExtensions.includes(extension)) continue;
    const args = { extension, field };
    if (kind === "ignored") yield { message: "ignored", args, at, severity: "information" };
    else if (kind === "unknown") {
      const suggestion = findNearestName(field, extensionFields);
      if (suggestion === undefined || suggestion === field) yield { message: "unknown", args, at };
      else yield { message: "meant", args: { ...args, near: suggestion }, at };
    } else if (field === "") yield { message: "object", args, at };
    else
      yield {
        message: site.profile.name === "mintlify" ? "whole" : "field",
        args: { ...args, expected: expectedType ?? "a valid value" },
        at,
      };
  }
}
