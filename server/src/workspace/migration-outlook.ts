import type { Migration } from "../core/analysis/migration/plan-migration.ts";
import type { Site } from "../core/site/site.ts";
import type { SiteEdit } from "../core/text/text-edit.ts";
import { changedTexts } from "./migrate-site.ts";
import {
  newProblems,
  problemsAhead,
  problemsNow,
  type ProblemAhead,
  type ReadingAhead,
} from "./problems-ahead.ts";
import type { SiteFiles } from "./read-frame.ts";

/** What a migration would bring about. */
export interface MigrationOutlook {
  /** Problems that the site would have afterwards and has not now. */
  readonly newProblems: readonly ProblemAhead[];
  /** Whether its loss-free part may be made by itself: there is one, and it brings no error and no warning. */
  readonly isPartSafe: boolean;
}

/** Checks a site, which has been read from these files, as it would be after a migration, and after its loss-free part alone. */
export async function migrationOutlook(
  migration: Migration,
  site: Site,
  from: SiteFiles,
  options: ReadingAhead,
): Promise<MigrationOutlook> {
  const { edits } = migration;
  if (edits.length === 0) return { newProblems: [], isPartSafe: false };
  const before = await problemsNow(site, from, options);
  const reading = { ...options, knownPages: site };
  const newAfter = async (some: readonly SiteEdit[]) =>
    newProblems(before, await problemsAhead(from, changedTexts(from, some) ?? [], reading));
  const found = await newAfter(edits);
  const part = lossFreePart(migration);
  const isWhole = migration.extensionEdits.size === 0 && part.length === edits.length;
  const isGrave = ({ severity }: ProblemAhead) => severity === "error" || severity === "warning";
  const ofPart = isWhole || part.length === 0 ? found : await newAfter(part);
  return { newProblems: found, isPartSafe: part.length > 0 && !ofPart.some(isGrave) };
}

/** The edits that are left when pages that need an extension stay as they are. */
function lossFreePart({ edits, extensionEdits, pages }: Migration): readonly SiteEdit[] {
  const extended = new Set(pages.filter(({ verdict }) => verdict === "extension").map(({ file }) => file));
  return edits.flatMap((edit): SiteEdit[] => {
    if (edit.kind !== "edit") return extended.has(edit.file) ? [] : [edit];
    const own = edit.edits.filter((one) => !extensionEdits.has(one));
    return own.length === 0 ? [] : [{ ...edit, edits: own }];
  });
}
