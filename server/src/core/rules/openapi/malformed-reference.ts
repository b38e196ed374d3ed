import { partPlace, listPlacedReferences, rewritePart } from "../subjects/site-subjects.ts";
import { defineRule } from "../rule.ts";

export const malformedReference = defineRule({
  code: "openapi/malformed-reference",
  on: ["config", "page"],
  severity: "error",
  summary: "A reference to an operation, schema or channel is not written as one.",
  why: "A reference is `METHOD /path`, with the file in front when there are several. Anything else is not understood, and readers get no endpoint there.",
  messages: {
    "no-path":
      "`{text}` names no operation, so readers get no endpoint here. Write a method and a path, as `GET /users`.",
    "no-name": "This names nothing, so readers get no reference here. Write a name, or a file and a name.",
    "path-without-slash":
      "`{text}` is no path of an operation, as it does not begin with a slash, so readers get no endpoint here. Write `/{text}`.",
    "unknown-method":
      "`{text}` is no HTTP method, so readers get no endpoint here. Write the reference as `GET /users`.",
    "full-url":
      "`{text}` is a full URL, which `openapi` does not take, so readers get no endpoint here. Write the path as the API file has it.",
    "too-many-words":
      "`{text}` has too many words, so readers get no endpoint here. Write a file without blanks, a method and a path.",
    "too-many-names":
      "`{text}` has too many words, so readers get no reference here. Write a file without blanks and a name.",
    slash: "Write `/{text}`",
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
    for (const placed of listPlacedReferences(subject, site)) {
      const { resolution, field } = placed;
      if (resolution.kind !== "malformed") continue;
      const isName = field === "openapi-schema" || field === "asyncapi";
      const text = placed.text.slice(resolution.at.start, resolution.at.end);
      const at = partPlace(placed, resolution.at);
      if (!isName) yield { message: resolution.malformed, args: { text }, at, data: { text } };
      else if (text === "") yield { message: "no-name", at };
      else yield { message: "too-many-names", args: { text }, at };
    }
  },
  *fixes({ message, at, data }) {
    const text = data?.["text"];
    if (message !== "path-without-slash" || typeof text !== "string") return;
    if (at.range.end - at.range.start !== text.length) return;
    const edits = rewritePart(at, `/${text}`);
    if (edits.length > 0) yield { title: "slash", args: { text }, edits };
  },
});
