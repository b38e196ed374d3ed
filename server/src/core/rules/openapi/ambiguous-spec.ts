import { isAmbiguous, isShown } from "../../site/specs/operation-references.ts";
import { verbatim } from "../../text/phrase.ts";
import { defineRule } from "../rule.ts";
import {
  isReplaceable,
  formatNames,
  getPartLocation,
  listLocatedReferences,
  rewritePart,
  targetRange,
  targetText,
} from "../subjects/site-subjects.ts";

const maxNamed = 3;

export const ambiguousSpec = defineRule({
  code: "openapi/ambiguous-spec",
  on: ["page"],
  needs: ["pages", "specs"],
  severity: "warning",
  summary: "A reference to an operation that several specifications define.",
  why: "If a reference doesn't name a specification, the service chooses one that defines the operation, and you can't predict which. Readers may see parameters from the wrong version.",
  howToFix: "Put the file name before the operation, for example, `api.yaml GET /users`.",
  whenToTurnOff: "Turn off this rule if the operation is the same in all of these files.",
  messages: {
    several:
      "{files} define `{target}`, so you can't predict which one readers see. Add the file name before the operation.",
    more: "{files}, and other files define `{target}`, so you can't predict which one readers see. Add the file name before the operation.",
    name: "Change to `{file} {target}`",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "pages": ["users"] } }
//- users.mdx
---
openapi: "[|GET /users|]"
---
//- v1.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {} } } }
//- v2.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {}, "post": {} } } }
`,
      good: `
//- docs.json
{ "navigation": { "pages": ["users"] } }
//- users.mdx
---
openapi: "v2.json GET /users"
---
//- v1.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {} } } }
//- v2.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {}, "post": {} } } }
`,
    },
  ],
  *check(subject, site) {
    for (const locatedReference of listLocatedReferences(subject, site)) {
      const { resolution } = locatedReference;
      if (resolution.kind !== "found" || !isAmbiguous(resolution)) continue;
      if (!isShown(resolution, site.profile)) continue;
      const range = targetRange(resolution.reference, locatedReference.text);
      const at = getPartLocation(locatedReference, range);
      const files = resolution.candidates.map(({ path }) => path);
      const target = targetText(resolution.reference);
      const hasMore = files.length > maxNamed;
      const named = hasMore
        ? verbatim(
            files
              .slice(0, maxNamed)
              .map((file) => `\`${file}\``)
              .join(", "),
          )
        : formatNames(files);
      yield {
        message: hasMore ? "more" : "several",
        args: { files: named, target },
        at,
        ...(isReplaceable(at, range) ? { data: { files: files.slice(0, maxNamed), target } } : {}),
      };
    }
  },
  *fixes({ at, data }) {
    const files = data?.["files"];
    const target = data?.["target"];
    if (!Array.isArray(files) || typeof target !== "string") return;
    for (const file of files as readonly string[]) {
      const edits = /\s/.test(file) ? [] : rewritePart(at, `${file} ${target}`);
      if (edits.length > 0) yield { title: "name", args: { file, target }, edits };
    }
  },
});
