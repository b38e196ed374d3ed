import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkFolder } from "../../server/src/cli/check/check-site.ts";
import type { CheckResult } from "../../server/src/cli/check/check-result.ts";
import { planFolderMigration } from "../../server/src/cli/migrate/migrate-site.ts";
import type { MigrationReport } from "../../server/src/cli/migrate/migration-report.ts";
import { compareViews } from "../../server/src/core/analysis/migration/endpoint-view.ts";
import type { MigrationAssessment } from "../../server/src/core/analysis/migration/plan-migration.ts";
import { collectFacts } from "../../server/src/core/analysis/migration/operation-facts.ts";
import { createGeneratedView } from "../../server/src/core/analysis/migration/page-view.ts";
import { indexGeneratedPagesBySlug } from "../../server/src/core/site/specs/generated-pages.ts";
import { getOperationKey } from "../../server/src/core/spec/model/operation-model.ts";
import { findSites } from "../../server/src/workspace/files/find-sites.ts";
import { createNodeDisk } from "../../server/src/workspace/files/node-disk.ts";
import { loadSite } from "../../server/src/workspace/analysis/load-site.ts";
import { SpecService } from "../../server/src/workspace/specs/spec-service.ts";
import { callCli } from "../cli/call-cli.ts";

/** The result of migrating a folder, which shows whether the migration meets its guarantees. */
export interface MigrationProof {
  readonly counts: MigrationReport["counts"];
  readonly pages: MigrationReport["pages"];
  /** Problems that are reported after the migration but weren't reported before it, by file and code. */
  readonly newProblems: readonly string[];
  /** Pages for which the generated page, read from the migrated files, differs from the original page. */
  readonly unlike: readonly string[];
  /** Files whose bytes are different from the original bytes after the migration is undone. */
  readonly notRestored: readonly string[];
  readonly milliseconds: number;
}

/**
 * Migrates a site, checks the result, compares it with the original, and undoes the migration. The folder is modified.
 */
export async function proveMigration(folder: string, reportFile: string): Promise<MigrationProof> {
  const before = snapshot(folder);
  const problemsBefore = await checkFolder(folder, undefined, () => undefined, { checksMdxSyntax: false });
  const begin = performance.now();
  const planned = await planFolderMigration(folder, {
    profile: undefined,
    pageGlobs: [],
    acceptMore: false,
    showProgress: () => undefined,
  });
  if (!planned) throw new Error("The site's files keep changing.");
  const milliseconds = performance.now() - begin;
  const call = await callCli(["migrate", folder, "--write", "--report", reportFile, "--format", "json"]);
  if (call.exitCode !== 0) throw new Error(`migrate --write: ${call.exitCode} ${call.stderr}${call.stdout}`);
  const report = JSON.parse(call.stdout) as MigrationReport;
  const problemsAfter = await checkFolder(folder, undefined, () => undefined, { checksMdxSyntax: false });
  const unlike: string[] = [];
  for (const { prefix, pages } of planned.sites) unlike.push(...(await unlikePages(folder, prefix, pages)));
  if (report.written) {
    const undone = await callCli(["migrate", folder, "--undo", reportFile]);
    if (undone.exitCode !== 0) throw new Error(`migrate --undo: ${undone.stderr}`);
  }
  return {
    counts: report.counts,
    pages: report.pages,
    newProblems: newProblems(problemsBefore, problemsAfter),
    unlike,
    notRestored: differing(before, snapshot(folder)),
    milliseconds,
  };
}

/** Returns the content of every file, with its bytes as a string. */
function snapshot(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, readFileSync(path).toString("base64")];
    }),
  );
}

function differing(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));
}

/**
 * Returns the problems that were added, which are counted by rule, file, and severity. The comparison is intentionally
 * different from the command's own.
 */
function newProblems(before: CheckResult, after: CheckResult): string[] {
  const count = ({ problems }: CheckResult) => {
    const counts = new Map<string, number>();
    for (const { file, code, severity } of problems) {
      const key = `${severity} ${code} in ${file}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  };
  const [old, now] = [count(before), count(after)];
  return [...now].filter(([key, number]) => number > (old.get(key) ?? 0)).map(([key]) => key);
}

async function unlikePages(
  folder: string,
  prefix: string,
  pages: readonly MigrationAssessment[],
): Promise<readonly string[]> {
  const root = (await findSites(folder)).find((site) => join(site) === join(folder, prefix));
  if (root === undefined) throw new Error(`${prefix} is no longer a site`);
  const specs = new SpecService();
  const from = { disk: createNodeDisk(root) };
  try {
    const { site } = await loadSite({ ...from, readSpecs: specs.readSpecs });
    const bySlug = indexGeneratedPagesBySlug(site);
    const unlike: string[] = [];
    for (const { file, outcome: result, newSlug, operation, views } of pages) {
      if (result === "keep" || newSlug === undefined || !views) continue;
      const page = bySlug.get(newSlug);
      if (!page || page.target.kind === "channel") {
        unlike.push(`${file}: /${newSlug} has no page (${operation ?? ""})`);
        continue;
      }
      const { method, path } = page.target.operation;
      const name = { method, path, isWebhook: page.target.kind === "webhook" };
      const models = await specs.readModel(from, page.spec, name);
      const model = models?.operations.get(getOperationKey(name));
      const facts = models && model && collectFacts(model, models);
      // Links in a page's text change if the URLs of other pages change. Links are verified by the check.
      const found = facts
        ? compareViews(withoutAddresses(views.before), withoutAddresses(createGeneratedView(page, facts)))
        : [];
      if (!facts) unlike.push(`${file}: the operation cannot be read`);
      for (const { kind, subject, before, after } of found)
        unlike.push(`${file}: ${kind} ${subject}: ${before.slice(0, 200)} → ${after.slice(0, 200)}`);
    }
    return unlike;
  } finally {
    await specs.end();
  }
}

function withoutAddresses<View extends { readonly prose: string }>(view: View): View {
  return { ...view, prose: view.prose.replace(/\]\([^)]*\)|(href|src)="[^"]*"/g, "](…)") };
}
