import type { PageVerdict } from "../core/analysis/migration/plan-migration.ts";
import type { FolderMigration, SiteMigration } from "./migration-report.ts";
import { unifiedDiff } from "./unified-diff.ts";

export interface ShownAs {
  readonly written: boolean;
  /** `--write` was given. */
  readonly asked: boolean;
  readonly reportFile: string | undefined;
}

/** What people read: a verdict for each page with its reasons, the edits as a diff, and a summary. */
export function* migrationLines(
  { sites, changes }: FolderMigration,
  { written, asked, reportFile }: ShownAs,
): Generator<string> {
  for (const site of sites) yield* siteLines(site);
  if (!written)
    for (const { path, before, after } of changes)
      if (after === undefined) yield `deleted: ${path}`;
      else yield unifiedDiff(path, before ?? "", after).trimEnd();
  const pages = sites.flatMap((site) => site.pages);
  const count = (verdict: PageVerdict["verdict"]) => pages.filter((page) => page.verdict === verdict).length;
  yield "";
  yield `${pages.length} ${pages.length === 1 ? "page describes" : "pages describe"} an endpoint: ${count("loss-free")} loss-free, ${count("extension")} with an extension, ${count("keep")} kept`;
  const news = sites.flatMap(({ newProblems }) => newProblems);
  if (changes.length > 0)
    yield news.length === 0
      ? "Checked as it is afterwards: no new problem"
      : `Checked as it would be afterwards: ${news.length} new ${news.length === 1 ? "problem" : "problems"}:`;
  for (const { file, range, severity, code, message } of news)
    yield `  ${file}:${range.start.line + 1}: ${severity}: ${message} (${code})`;
  if (written) yield `Written. docwright migrate --undo ${reportFile ?? ""} puts everything back.`;
  else if (changes.length === 0) yield "Nothing to write";
  else yield asked ? "Nothing was written." : "Nothing was written; --write does.";
}

function* siteLines({ prefix, pages }: SiteMigration): Generator<string> {
  for (const page of pages) {
    const { file, operation, verdict, slug, newSlug } = page;
    yield `${prefix}${file}  ${operation ?? page.written}`;
    const address =
      newSlug === undefined ? "" : newSlug === slug ? ", same address" : `, new address /${newSlug}`;
    if (verdict === "loss-free") yield `  loss-free${address}`;
    if (verdict === "extension") yield `  with an extension${address}: ${subjectsOf(page)}`;
    for (const reason of page.reasons) yield `  kept: ${reason}`;
  }
}

const mostSubjects = 4;

function subjectsOf({ differences, extension }: PageVerdict): string {
  const subjects = differences.map(({ subject }) => subject);
  const shown = subjects.slice(0, mostSubjects);
  const more = subjects.length > shown.length ? `, and ${subjects.length - shown.length} more` : "";
  return shown.length > 0
    ? `it keeps ${shown.join(", ")}${more}`
    : `it keeps ${Object.keys(extension ?? {}).join(", ")}`;
}
