import { isHiddenPage } from "../../site/navigation/navigation-pages.ts";
import { groupListingsBySlug } from "../../site/navigation/coverage.ts";
import { getPathLanguages } from "../../site/navigation/translations.ts";
import { getPageSlug } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { isAmbiguous, isReferenceShown } from "../../site/specs/operation-references.ts";
import { findNamedSpec } from "../../spec/find-spec.ts";
import { toVerbatim } from "../../text/phrase.ts";
import type { FileEdit, SitePath } from "../../text/text-edit.ts";
import { defineRule, type Finding } from "../rule.ts";
import { createAllEdits } from "../subjects/same-target.ts";
import {
  isReplaceable,
  formatNames,
  getPartLocation,
  listLocatedReferences,
  createPartEdits,
  getTargetRange,
  getTargetText,
} from "../subjects/site-subjects.ts";

const maxFileNames = 3;

export const ambiguousSpec = defineRule({
  code: "openapi/ambiguous-spec",
  subjectKinds: ["page"],
  requires: ["pages", "specs"],
  severity: "warning",
  summary: "A reference to an operation that several specifications define differently.",
  why: "If a reference doesn't name a specification, the service chooses one that defines the operation, and you can't predict which. Readers may see parameters from the wrong version.",
  howToFix: "Put the file name before the operation, for example, `api.yaml GET /users`.",
  whenToTurnOff: "Turn off this rule if the differences between these files don't matter to readers.",
  messages: {
    several:
      "{files} define `{target}`, so you can't predict which one readers see. Add the file name before the operation.",
    more: "{files}, and other files define `{target}`, so you can't predict which one readers see. Add the file name before the operation.",
    pages:
      "{files} define operations on {count} pages differently, so you can't predict which ones readers see. Add the file name before each operation.",
    name: "Change to `{file} {target}`",
    nameAll: "Add `{file}` to all {count} references",
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
{ "openapi": "3.1.0", "paths": { "/users": { "get": { "deprecated": true } } } }
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
{ "openapi": "3.1.0", "paths": { "/users": { "get": { "deprecated": true } } } }
`,
    },
  ],
  *check(subject, site) {
    for (const locatedReference of listLocatedReferences(subject, site)) {
      const { resolution } = locatedReference;
      if (resolution.kind !== "found" || !isAmbiguous(resolution)) continue;
      if (!isReferenceShown(resolution, site.profile)) continue;
      const range = getTargetRange(resolution.reference, locatedReference.text);
      const at = getPartLocation(locatedReference, range);
      const files = resolution.candidates.map(({ path }) => path);
      const target = getTargetText(resolution.reference);
      const hasMore = files.length > maxFileNames;
      const fileNames = hasMore
        ? toVerbatim(
            files
              .slice(0, maxFileNames)
              .map((file) => `\`${file}\``)
              .join(", "),
          )
        : formatNames(files);
      yield {
        message: hasMore ? "more" : "several",
        args: { files: fileNames, target },
        at,
        data: {
          cause: files.join("\n"),
          ...(isReplaceable(at, range) ? { files: listLikelyFiles(at.file, files, site), target } : {}),
        },
        ...(isHiddenPage(site, at.file) && { severity: "information" }),
      };
    }
  },
  *createFixes(finding) {
    const target = finding.data?.["target"];
    if (typeof target !== "string") return;
    for (const file of getLikelyFiles(finding)) {
      const edits = createFileNameEdits(finding, file);
      if (edits.length > 0) yield { title: "name", args: { file, target }, edits };
    }
  },
  grouping: {
    getCause: ({ data }) => (typeof data?.["cause"] === "string" ? data["cause"] : undefined),
    combinedMessage: "pages",
    *createFixes(findings) {
      const [firstFinding, ...otherFindings] = findings;
      for (const file of firstFinding ? getLikelyFiles(firstFinding) : []) {
        if (!otherFindings.every((finding) => getLikelyFiles(finding).includes(file))) continue;
        const edits = createAllEdits(findings, (finding) => createFileNameEdits(finding, file));
        if (edits.length > 0) yield { title: "nameAll", args: { file, count: findings.length }, edits };
      }
    },
  },
});

/**
 * Returns the specifications that the author most likely meant: those of the groups and tabs that list the page or, if
 * there are none, those in the page's language.
 */
function listLikelyFiles(page: SitePath, files: readonly SitePath[], site: Site): readonly SitePath[] {
  const slug = getPageSlug(page) ?? "";
  const sources = (groupListingsBySlug(site).get(slug) ?? []).flatMap(({ openapi }) => openapi?.value ?? []);
  const namedFiles = new Set(
    sources.flatMap(({ source }) => {
      const lookup = findNamedSpec(site.specs, source);
      return lookup.kind === "found" ? lookup.specs.map(({ path }) => path) : [];
    }),
  );
  const languages = getPathLanguages(site.config);
  const language = languages?.getLanguage(slug);
  const filesInLanguage = languages ? files.filter((file) => languages.getLanguage(file) === language) : [];
  const likelyFiles =
    [files.filter((file) => namedFiles.has(file)), filesInLanguage].find(({ length }) => length > 0) ?? files;
  return likelyFiles.slice(0, maxFileNames);
}

function getLikelyFiles({ data }: Finding): readonly string[] {
  const files = data?.["files"];
  return Array.isArray(files) ? (files as readonly string[]) : [];
}

function createFileNameEdits({ at, data }: Finding, file: string): FileEdit[] {
  const target = data?.["target"];
  return typeof target !== "string" || /\s/.test(file) ? [] : createPartEdits(at, `${file} ${target}`);
}
