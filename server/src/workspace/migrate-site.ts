import { operationsToMigrate } from "../core/analysis/migration/operation-facts.ts";
import { type Migration, type MigrationOptions, type ModelOf, planMigration } from "../core/analysis/migration/plan-migration.ts";
import type { Site } from "../core/site/site.ts";
import { operationKey, type SpecModels } from "../core/spec/model/operation-model.ts";
import { applyEdits, type SiteEdit, type SitePath } from "../core/text/text-edit.ts";
import { readFile, type SiteFiles, textOf } from "./read-frame.ts";
import { runInSlices } from "./run-in-slices.ts";
import { largestSpecRead } from "./spec-protocol.ts";
import type { SpecReader } from "./spec-reader.ts";

/** Plans the migration of a site with the models of the operations that its pages name. */
export async function migrateSite(
  site: Site,
  from: SiteFiles,
  specs: Pick<SpecReader, "study">,
  options: MigrationOptions,
): Promise<Migration> {
  return runInSlices(planMigration(site, await modelsToMigrate(site, from, specs), options));
}

/** The models of all operations that pages with an endpoint name. */
export async function modelsToMigrate(
  site: Site,
  from: SiteFiles,
  specs: Pick<SpecReader, "study">,
): Promise<ModelOf> {
  const known = new Map<SitePath, SpecModels>();
  for (const [path, operations] of operationsToMigrate(site)) {
    const outline = site.specs.get(path);
    const study = outline && (await specs.study(from, outline, { validity: false, operations }));
    if (study) known.set(path, study.models);
  }
  return ({ path }, name) => {
    const models = known.get(path);
    const operation = models?.operations.get(operationKey(name));
    return models && operation && { operation, models };
  };
}

/** A file before and after; undefined where there is none. */
export interface ChangedText {
  readonly path: SitePath;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The texts that edits come to; undefined when one of the files cannot be read. Byte order marks are left aside. */
export function changedTexts(
  from: SiteFiles,
  edits: readonly SiteEdit[],
): readonly ChangedText[] | undefined {
  const changes: ChangedText[] = [];
  for (const edit of edits) {
    const before = textOf(readFile(from, edit.file, largestSpecRead));
    if (edit.kind === "create") changes.push({ path: edit.file, before, after: edit.text });
    else if (before === undefined) return undefined;
    else
      changes.push({
        path: edit.file,
        before,
        after: edit.kind === "delete" ? undefined : applyEdits(before, edit.edits),
      });
  }
  return changes;
}
