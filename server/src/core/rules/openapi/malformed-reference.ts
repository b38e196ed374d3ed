import type { Site } from "../../site/site.ts";
import { getSourcesWithSpecs } from "../../site/specs/specs.ts";
import { findSpecs, hasExtension } from "../../spec/find-spec.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import { getFolderPath } from "../../text/site-path.ts";
import {
  getPartLocation,
  listLocatedReferences,
  type LocatedReference,
  createPartEdits,
} from "../subjects/site-subjects.ts";
import { defineRule } from "../rule.ts";

export const malformedReference = defineRule({
  code: "openapi/malformed-reference",
  subjectKinds: ["config", "page"],
  requires: ["pages", "specs"],
  severity: "error",
  summary: "A malformed reference to an operation, schema, or channel.",
  why: "A reference has the form `METHOD /path`, preceded by a file name if there are several specifications. The service doesn't recognize any other form, so readers don't see an endpoint.",
  howToFix:
    "For an operation, use an uppercase method, a space, and the path as in the specification, for example, `GET /users`. For a schema or channel, use its name. If there are several specifications, put the file name first.",
  whenToTurnOff: "Keep this rule on. If a reference is malformed, readers don't see an endpoint.",
  messages: {
    "no-path":
      "`{text}` isn't an operation, so readers don't see an endpoint here. Use a method and a path, for example, `GET /users`.",
    "whole-file":
      "`{text}` is a whole specification, so readers don't see an endpoint here. Add a method and a path, or remove this field and list the file in `docs.json`.",
    "listed-file":
      "`{text}` is a whole specification, so readers don't see an endpoint here. Add a method and a path, or delete the page, because `docs.json` already lists the file.",
    "whole-files":
      "{count} pages refer to a whole specification, such as `{text}`, so readers don't see endpoints there. Add methods and paths, or list the files in `docs.json`.",
    "listed-files":
      "{count} pages refer to a whole specification, such as `{text}`, so readers don't see endpoints there. Add methods and paths, or delete the pages, because `docs.json` already lists the files.",
    "no-name":
      "This reference is empty, so readers see nothing here. Enter a schema or channel name, optionally preceded by a file name.",
    "path-without-slash":
      "`{text}` doesn't start with a slash, so it isn't a path and readers don't see an endpoint here. Change it to `/{text}`.",
    "unknown-method":
      "`{text}` isn't an HTTP method, so readers don't see an endpoint here. Use the form `GET /users`.",
    "full-url":
      "`{text}` is a full URL, which `openapi` doesn't accept, so readers don't see an endpoint here. Use the path as defined in the specification.",
    "too-many-words":
      "`{text}` has too many parts, so readers don't see an endpoint here. Use only a file name (without spaces), followed by a method and a path.",
    "too-many-names":
      "`{text}` has too many parts, so readers see nothing here. Use only a file name (without spaces), followed by a schema or channel name.",
    slash: "Change to `/{text}`",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "pages": ["users", "GET [|users|]"] } }
//- users.mdx
---
openapi: [|GET|]
---
`,
      good: `
//- docs.json
{ "navigation": { "pages": ["users", "GET /users"] } }
//- users.mdx
---
openapi: GET /users
---
`,
    },
  ],
  *check(subject, site) {
    for (const locatedReference of listLocatedReferences(subject, site)) {
      const { resolution, field } = locatedReference;
      if (resolution.kind !== "malformed") continue;
      const isNameReference = field === "openapi-schema" || field === "asyncapi";
      const text = locatedReference.text.slice(resolution.range.start, resolution.range.end);
      const at = getPartLocation(locatedReference, resolution.range);
      const spec = findReferencedSpec(locatedReference, text, site);
      if (spec) {
        const isListed = getSourcesWithSpecs(site).some((candidate) => candidate.spec === spec && candidate.element);
        yield {
          message: isListed ? "listed-file" : "whole-file",
          args: { text },
          at,
        };
      } else if (!isNameReference) yield { message: resolution.errorKind, args: { text }, at, data: { text } };
      else if (text === "") yield { message: "no-name", at };
      else yield { message: "too-many-names", args: { text }, at };
    }
  },
  *createFixes({ message, at, data }) {
    const text = data?.["text"];
    if (message !== "path-without-slash" || typeof text !== "string") return;
    if (at.range.end - at.range.start !== text.length) return;
    const edits = createPartEdits(at, `/${text}`);
    if (edits.length > 0) yield { title: "slash", args: { text }, edits };
  },
  grouping: {
    getCause: ({ message }) => (message === "whole-file" || message === "listed-file" ? message : undefined),
    combinedMessage: ({ message }) => (message === "listed-file" ? "listed-files" : "whole-files"),
    maxSeparateProblems: 2,
  },
});

/**
 * Returns the OpenAPI file that a page's `openapi` field consists of, or undefined if it consists of something else.
 */
function findReferencedSpec(
  { field, at, resolution }: LocatedReference,
  text: string,
  site: Site,
): SpecOutline | undefined {
  if (field !== "openapi" || resolution.kind !== "malformed" || resolution.errorKind !== "no-path") return undefined;
  // Without an extension, the text is more likely a method or a path, such as `/users`.
  if (!hasExtension(text)) return undefined;
  const lookup = findSpecs(site.specs, text, getFolderPath(at.file));
  const spec = lookup.kind === "found" && lookup.match === "named" ? lookup.specs[0] : undefined;
  return spec?.kind === "asyncapi" ? undefined : spec;
}
