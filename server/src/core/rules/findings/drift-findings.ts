import { addMissingField } from "../../analysis/drift/fixes.ts";
import {
  type DriftFix,
  type DriftKind,
  findPageDrift,
  type PageMismatch,
} from "../../analysis/drift/page-drift.ts";
import type { Page } from "../../page/page.ts";
import type { Site } from "../../site/site.ts";
import type { SiteLocation, TextEdit } from "../../text/text-edit.ts";
import { checkPage, type Example, type Finding, type Rule } from "../rule.ts";

/** A drift as a rule tells it: where, and with which words. */
interface ReportedDrift {
  readonly drift: PageMismatch;
  readonly at: SiteLocation;
  /** Where the specification says otherwise. */
  readonly there: SiteLocation;
  readonly args: {
    readonly name: string;
    /** `the body`, within a sentence; `Holder` begins one. */
    readonly holder: string;
    readonly Holder: string;
    readonly operation: string;
    readonly spec: string;
    readonly expected: string;
    readonly found: string;
  };
}

/** Tells every drift of a kind, in the words that `messageOf` chooses; what the specification says is related as `there`. */
export function checkDrift<Key extends string>(
  kind: DriftKind,
  messageOf: (args: ReportedDrift["args"]) => Key,
): Rule<Key | "there">["check"] {
  return checkPage<Key | "there">(function* (page, site) {
    for (const { at, there, args } of driftsOn(page, site, kind))
      yield { message: messageOf(args), args, at, related: [{ at: there, message: "there" }] };
  });
}

/** Makes the page say what the specification says, where that is one edit. */
export function fixDrift<Key extends string>(
  kind: DriftKind,
  titleOf: (finding: Finding) => Key,
): NonNullable<Rule<Key>["fixes"]> {
  return function* (finding, site) {
    const edits = getFixOf(finding, site, kind);
    if (edits)
      yield {
        title: titleOf(finding),
        args: finding.args ?? {},
        edits: [{ kind: "edit", file: finding.at.file, edits }],
      };
  };
}

/** The drifts of one kind on a page. */
function driftsOn(page: Page, site: Site, kind: DriftKind): readonly ReportedDrift[] {
  return findPageDrift(site, page)
    .filter((drift) => drift.kind === kind)
    .map((drift) => {
      const { name, holder, operation, spec, expected, found } = drift;
      return {
        drift,
        at: { file: page.outline.path, range: drift.range },
        there: drift.at,
        args: {
          name,
          holder,
          Holder: holder.charAt(0).toUpperCase() + holder.slice(1),
          operation: `${operation.method} ${operation.path}`,
          spec: spec.path,
          expected,
          found,
        },
      };
    });
}

/** The edits that cure a finding: what was told, found again in the page as it is. */
function getFixOf(finding: Finding, site: Site, kind: DriftKind): readonly TextEdit[] | undefined {
  const { file, range } = finding.at;
  const outline = site.pages.get(file);
  const references = site.references.get(file);
  if (!outline || !references) return undefined;
  const reported = driftsOn({ outline, references }, site, kind).find(
    ({ at, args }) =>
      at.range.start === range.start && at.range.end === range.end && args.name === finding.args?.["name"],
  );
  if (!reported) return undefined;
  const fix = reported.drift.cure ?? addMissingField(reported.drift, references, site);
  return fix && [editOf(fix)];
}

function editOf(fix: DriftFix): TextEdit {
  switch (fix.kind) {
    case "replace":
      return { range: fix.range, newText: fix.text };
    case "insert":
      return { range: { start: fix.at, end: fix.at }, newText: fix.text };
    case "remove":
      return { range: fix.range, newText: "" };
  }
}

/** An endpoint page with and without a drift from one small API, which every example of these rules is about. */
export function driftExample(bad: string, good: string): Example {
  return { bad: siteWith(bad), good: siteWith(good) };
}

/** JSON as readers would copy it to send. */
export function requestSample(json: string): string {
  return `<RequestExample>\n\`\`\`json\n${json}\n\`\`\`\n</RequestExample>`;
}

function siteWith(text: string): string {
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
