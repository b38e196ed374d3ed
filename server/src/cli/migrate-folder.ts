import { relative, sep } from "node:path";
import type { ProfileName } from "../core/config/profile.ts";
import { isFileAmong } from "../core/site/file-globs.ts";
import type { SitePath } from "../core/text/text-range.ts";
import { findSites } from "../workspace/find-sites.ts";
import { changedTexts, migrateSite } from "../workspace/migrate-site.ts";
import { nodeDisk } from "../workspace/node-disk.ts";
import { overlayDisk } from "../workspace/overlay-disk.ts";
import { loadSite } from "../workspace/site-loader.ts";
import { SpecReader } from "../workspace/spec-reader.ts";
import { readWhole, type FileChange } from "../workspace/write-files.ts";
import type { ReportedProblem } from "./check-result.ts";
import { checkSite } from "./check-site.ts";
import type { FolderMigration, SiteMigration } from "./migration-report.ts";

export interface FolderMigrating {
  readonly profile: ProfileName | undefined;
  readonly pages: readonly string[];
  readonly acceptMore: boolean;
  /** Hears what is being done, many times a second. */
  readonly tell: (progress: string) => void;
}

/** Plans the migration of every site at or below a folder and checks each as it would be afterwards. Nothing is written. */
export async function migrateFolder(folder: string, migrating: FolderMigrating): Promise<FolderMigration> {
  const specs = new SpecReader();
  const sites: SiteMigration[] = [];
  const changes: FileChange[] = [];
  try {
    for (const root of await findSites(folder)) {
      const planned = await migrateRoot(folder, root, specs, migrating);
      sites.push(planned.site);
      changes.push(...planned.changes);
    }
  } finally {
    await specs.end();
  }
  return { sites, changes };
}

async function migrateRoot(
  folder: string,
  root: string,
  specs: SpecReader,
  { profile, pages, acceptMore, tell }: FolderMigrating,
): Promise<{ readonly site: SiteMigration; readonly changes: readonly FileChange[] }> {
  const place = relative(folder, root).split(sep).join("/");
  const prefix = place === "" ? "" : `${place}/`;
  const from = { disk: nodeDisk(root), ...(profile && { profile }) };
  const onProgress = (done: number, total: number) =>
    tell(`${prefix}docs.json: reading ${done} of ${total} pages`);
  const { site } = await loadSite({ ...from, readSpecs: specs.readSpecs, onProgress });
  tell(`${prefix}docs.json: comparing pages with operations`);
  const isAmong = isFileAmong(pages);
  const isWanted = (file: SitePath) => pages.length === 0 || isAmong(prefix + file);
  const migration = await migrateSite(site, from, specs, { isWanted, acceptMore });
  const texts = changedTexts(from, migration.edits) ?? [];
  const whole = texts.map(({ path, before, after }): FileChange => {
    const present = readWhole(root, path);
    const mark = present?.startsWith("\ufeff") ? "\ufeff" : "";
    return {
      path: prefix + path,
      before: before === undefined ? undefined : mark + before,
      after: after === undefined ? undefined : mark + after,
    };
  });
  const now = texts.length === 0 ? [] : await problemsOf(folder, root, { profile, specs, tell });
  const overlay = overlayDisk(from.disk, new Map(texts.map(({ path, after }) => [path, after])));
  const then =
    texts.length === 0 ? [] : await problemsOf(folder, root, { profile, specs, tell, disk: overlay });
  return {
    site: { prefix, pages: migration.pages, newProblems: newOf(now, then) },
    changes: whole,
  };
}

async function problemsOf(
  folder: string,
  root: string,
  checking: Pick<Parameters<typeof checkSite>[2], "profile" | "specs" | "tell" | "disk">,
): Promise<readonly ReportedProblem[]> {
  return (await checkSite(folder, root, { ...checking, syntax: undefined })).problems;
}

/** Problems that are not among those of before, one for one. Which of a rule's sentences it is may change. */
function newOf(
  before: readonly ReportedProblem[],
  after: readonly ReportedProblem[],
): readonly ReportedProblem[] {
  const left = new Map<string, number>();
  const nameOf = ({ identity }: ReportedProblem) => {
    const [file, code, , ...text] = identity.split("\n");
    return [file, code, ...text].join("\n");
  };
  for (const name of before.map(nameOf)) left.set(name, (left.get(name) ?? 0) + 1);
  return after.filter((problem) => {
    const name = nameOf(problem);
    const count = left.get(name) ?? 0;
    left.set(name, count - 1);
    return count <= 0;
  });
}
