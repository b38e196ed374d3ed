import {
  type RemovedLocation,
  type NamedOperation,
  type SpecDifference,
  type ChangeImpact,
  getImpact,
  getPageImpact,
} from "../../core/analysis/spec-diff/difference.ts";
import {
  groupByImpact,
  countsOf,
  formatGeneralChange,
  formatRemovals,
  formatPageChange,
  summarize,
} from "../../core/analysis/spec-diff/report.ts";
import type { Palette } from "../terminal/output.ts";
import { toVisibleText } from "../terminal/text.ts";
import type { PrintedDifference } from "./diff-spec-command.ts";

/** Yields the lines of the human-readable comparison. */
export function* reportDifference(
  { general, operations, pages, lost, isPartial }: SpecDifference,
  title: string,
  lineOf: (place: RemovedLocation) => string,
  palette: Palette,
): Generator<string> {
  const all = { general, operations, pages, lost, isPartial };
  const line = (weight: ChangeImpact, text: string) => `  ${signs(palette)[weight]} ${toVisibleText(text)}`;
  if (general.length + operations.length + (pages?.length ?? 0) + lost.length === 0) {
    yield `${palette.good("✓")} No changes that readers of the docs would notice.`;
    return;
  }
  yield palette.path(toVisibleText(title));
  if (lost.length > 0) yield* ["", "Broken on the site"];
  for (const place of lost) yield line("breaking", `${lineOf(place)}  ${formatRemovals(place)}`);
  if (pages && pages.length > 0) yield* ["", "Pages"];
  for (const page of pages ?? []) yield line(getPageImpact(page), formatPageChange(page));
  if (general.length > 0) yield* ["", "All operations"];
  for (const { weight, text } of groupByImpact(general)) yield line(weight, formatGeneralChange(text));
  const gone = operations.filter(({ kind }) => kind !== "changed");
  if (gone.length > 0) yield* ["", "Operations"];
  for (const { kind, before, after } of gone)
    yield line(
      kind === "added" ? "addition" : "breaking",
      `${nameOf(after ?? before)} was ${kind === "added" ? "added" : "removed"}`,
    );
  for (const { kind, after, findings, pages: own } of operations) {
    if (kind !== "changed") continue;
    const [page] = own;
    yield "";
    yield (
      toVisibleText(nameOf(after)) + (page === undefined ? "" : palette.quiet(`  /${toVisibleText(page)}`))
    );
    for (const { weight, text } of groupByImpact(findings)) yield line(weight, text);
  }
  yield "";
  yield summarize(all);
  if (isPartial) yield palette.quiet("Some parts are too large to compare completely.");
  yield palette.quiet("✗ breaking, + addition, · wording only");
}

function signs({ severity, good, quiet }: Palette): Readonly<Record<ChangeImpact, string>> {
  return { breaking: severity.error("✗"), addition: good("+"), wording: quiet("·") };
}

function nameOf(operation: NamedOperation | undefined): string {
  if (!operation) return "";
  const { method, path, isWebhook } = operation;
  return isWebhook ? `webhook ${path}` : `${method} ${path}`;
}

/** Returns the comparison for programs as one object. Lines and characters start at 0. */
export function differenceJson(
  difference: SpecDifference,
  { found, after, changelog, placeAt }: PrintedDifference,
): string {
  const { general, operations, pages, lost, isPartial } = difference;
  const report = {
    version: 1,
    before: found.name,
    after: after.name,
    weight: getImpact(difference) ?? null,
    counts: countsOf(difference),
    general,
    operations: operations.map(({ before, after: now, ...rest }) => ({
      ...rest,
      before: before ?? null,
      after: now ?? null,
    })),
    pages:
      pages?.map((page) => ({
        kind: page.kind,
        weight: getPageImpact(page),
        before: page.before ?? null,
        after: page.after ?? null,
      })) ?? null,
    lost: lost.map((place) => ({
      kind: place.kind,
      ...placeAt(place),
      text: place.text,
      becomes: place.becomes,
      instead: place.instead ?? null,
    })),
    partial: isPartial,
    changelog: changelog ?? null,
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
