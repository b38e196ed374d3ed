import { addMissingField } from "../../analysis/drift/fixes.ts";
import { type DriftFix, type DriftKind, findPageDrift, type PageDrift } from "../../analysis/drift/page-drift.ts";
import type { Page } from "../../page/page.ts";
import type { Site } from "../../site/site.ts";
import { isSpecUsed } from "../../site/specs/operation-references.ts";
import type { Phrase } from "../../text/phrase.ts";
import type { SiteLocation, TextEdit } from "../../text/text-edit.ts";
import { checkPage, type Example, type Finding, type Grouping, type Rule } from "../rule.ts";
import { maxSeparate } from "../subjects/same-target.ts";

/** A mismatch between a page and the specification, with its location and the arguments for its message. */
interface ReportedDrift {
  readonly drift: PageDrift;
  readonly at: SiteLocation;
  /** The location of the expected value in the specification. */
  readonly specLocation: SiteLocation;
  readonly args: {
    readonly name: string;
    /** The part of the request or page that contains the mismatch, such as `the request body`. */
    readonly holder: Phrase;
    readonly operation: string;
    readonly spec: string;
    readonly expected?: Phrase;
    readonly found?: Phrase;
    readonly nearest?: string;
  };
}

/**
 * Reports all mismatches of a kind. `getMessage` selects the message. The location in the specification becomes a
 * related location with the message `there`.
 */
export function checkDrift<Key extends string>(
  kind: DriftKind,
  getMessage: (drift: PageDrift) => Key,
): Rule<Key | "there">["check"] {
  return checkPage<Key | "there">(function* (page, site) {
    for (const { drift, at, specLocation, args } of findDrifts(page, site, kind))
      yield {
        message: getMessage(drift),
        args,
        at,
        relatedLocations: [{ at: specLocation, message: "there" }],
        // Readers don't see a specification that the site doesn't use, and it may be an earlier version.
        ...(!isSpecUsed(drift.spec, site) && { severity: "information" }),
      };
  });
}

/** Yields the fix that changes the page to match the specification, if this requires only a single edit. */
export function fixDrift<Key extends string>(
  kind: DriftKind,
  getTitle: (finding: Finding) => Key,
): NonNullable<Rule<Key>["createFixes"]> {
  return function* (finding, site) {
    const fix = getDriftFix(finding, site, kind);
    if (fix)
      yield {
        title: getTitle(finding),
        args: { ...finding.args, replacement: fix.kind === "replace" ? fix.text : "" },
        edits: [{ kind: "edit", file: finding.at.file, edits: [toTextEdit(fix)] }],
      };
  };
}

/** Combines mismatches of the same field of an operation, which often have their cause in the specification. */
export const driftGrouping: Grouping<never> = {
  combinesByFile: true,
  maxSeparate,
  getCause: ({ message, args = {} }) => {
    const { spec, operation, holder, name, near, found } = args;
    const field = JSON.stringify([message, operation, holder, name, near, message === "wrong" ? found : undefined]);
    // The path comes first, so that the problem is also combined with the same problem in other languages.
    return `${typeof spec === "string" ? spec : ""}\n${field}`;
  },
};

/** Returns the mismatches of one kind on a page. */
function findDrifts(page: Page, site: Site, kind: DriftKind): readonly ReportedDrift[] {
  return findPageDrift(site, page)
    .filter((drift) => drift.kind === kind)
    .map((drift) => {
      const { name, container, operation, spec, expected, actual, suggestedName } = drift;
      return {
        drift,
        at: { file: page.outline.path, range: drift.range },
        specLocation: drift.at,
        args: {
          name,
          holder: container,
          operation: `${operation.method} ${operation.path}`,
          spec: spec.path,
          ...(expected !== undefined && { expected }),
          ...(actual !== undefined && { found: actual }),
          ...(suggestedName !== undefined && { near: suggestedName }),
        },
      };
    });
}

/** Finds a finding's mismatch again on the current page, and returns its fix. */
function getDriftFix(finding: Finding, site: Site, kind: DriftKind): DriftFix | undefined {
  const { file, range } = finding.at;
  const outline = site.pages.get(file);
  const references = site.references.get(file);
  if (!outline || !references) return undefined;
  const drift = findDrifts({ outline, references }, site, kind).find(
    ({ at, args }) =>
      at.range.start === range.start && at.range.end === range.end && args.name === finding.args?.["name"],
  );
  return drift && (drift.drift.fix ?? addMissingField(drift.drift, references, site));
}

function toTextEdit(fix: DriftFix): TextEdit {
  switch (fix.kind) {
    case "replace":
      return { range: fix.range, newText: fix.text };
    case "insert":
      return { range: { start: fix.at, end: fix.at }, newText: fix.text };
    case "remove":
      return { range: fix.range, newText: "" };
  }
}

/** Returns an example with and without a mismatch. The examples of all drift rules share the same small API. */
export function createExample(codeWithProblem: string, correctCode: string): Example {
  return { bad: createExampleSite(codeWithProblem), good: createExampleSite(correctCode) };
}

/** Formats JSON as a `RequestExample`. */
export function formatSample(json: string): string {
  return `<RequestExample>\n\`\`\`json\n${json}\n\`\`\`\n</RequestExample>`;
}

function createExampleSite(text: string): string {
  return `
//- docs.json
{ "navigation": { "pages": ["order"] } }
//- order.mdx
---
openapi: POST /orders
---

${text}
//- api.json
{ "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "paths": { "/orders": { "post": {
  "parameters": [{ "name": "dry_run", "in": "query", "schema": { "type": "boolean" } }],
  "requestBody": { "content": { "application/json": { "schema": { "type": "object", "required": ["item", "size"], "properties": {
    "item": { "type": "string" }, "count": { "type": "integer" }, "size": { "type": "string", "enum": ["small", "large"] } } } } } },
  "responses": { "200": { "description": "Done" } } } } } }
`;
}
