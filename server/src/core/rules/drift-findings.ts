import { cureMissing } from "../site/drift/cure-missing.ts";
import type { DriftCure, DriftKind } from "../site/drift/drift.ts";
import { driftOfPage, type PageDrift } from "../site/drift/page-drift.ts";
import type { Site } from "../site/site.ts";
import type { Page } from "../page/page.ts";
import type { Location } from "../text/text-range.ts";
import type { TextEdit } from "../text/text-edit.ts";
import type { Finding } from "./rule.ts";

/** A drift as a rule tells it: where, and with which words. */
export interface ToldDrift {
  readonly drift: PageDrift;
  readonly at: Location;
  /** Where the specification says otherwise. */
  readonly there: Location;
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

/** The drifts of one kind on a page. */
export function driftsOn(page: Page, site: Site, kind: DriftKind): readonly ToldDrift[] {
  return driftOfPage(site, page)
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
export function cureOf(finding: Finding, site: Site, kind: DriftKind): readonly TextEdit[] | undefined {
  const { file, range } = finding.at;
  const outline = site.pages.get(file);
  const references = site.references.get(file);
  if (!outline || !references) return undefined;
  const told = driftsOn({ outline, references }, site, kind).find(
    ({ at, args }) =>
      at.range.start === range.start && at.range.end === range.end && args.name === finding.args?.["name"],
  );
  if (!told) return undefined;
  const cure = told.drift.cure ?? cureMissing(told.drift, references, site);
  return cure && [editOf(cure)];
}

function editOf(cure: DriftCure): TextEdit {
  switch (cure.kind) {
    case "replace":
      return { range: cure.range, newText: cure.text };
    case "insert":
      return { range: { start: cure.at, end: cure.at }, newText: cure.text };
    case "remove":
      return { range: cure.range, newText: "" };
  }
}
