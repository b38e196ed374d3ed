import { relative, sep } from "node:path";
import type { ProfileName } from "../core/config/settings/profile.ts";
import { isFileAmong } from "../core/site/settings/site-settings.ts";
import type { SitePath } from "../core/text/text-edit.ts";
import { loadSite } from "../workspace/analysis/load-site.ts";
import { findSites } from "../workspace/files/find-sites.ts";
import { nodeDisk } from "../workspace/files/node-disk.ts";
import type { SiteFiles } from "../workspace/files/site-files.ts";
import { type FileChange, readWhole } from "../workspace/files/write-files.ts";
import { type ChangedText, changedTexts, migrateSite, newProblems, type ProblemAhead, problemsAhead } from "../workspace/refactoring/migrate-site.ts";
import { planOnDisk } from "../workspace/refactoring/plan-on-disk.ts";
import { type FetchFile, filesWithCopies, RemoteSpecs, withRemoteCopies } from "../workspace/specs/remote-specs.ts";
import { SpecReader } from "../workspace/specs/spec-service.ts";
import { FetchCopies } from "./fetch-copies.ts";
import type { FolderMigration, SiteMigration } from "./migration-report.ts";

export interface FolderMigrating {
  readonly profile: ProfileName | undefined;
  readonly pages: readonly string[];
  readonly acceptMore: boolean;
  /** Hears what is being done, many times a second. */
  readonly tell: (progress: string) => void;
}

/**
 * Plans the migration of every site at or below a folder and checks each as it would be afterwards. Nothing is written.
 * Undefined if files of a site don't stop changing.
 */
export async function migrateFolder(
  folder: string,
  migrating: FolderMigrating,
): Promise<FolderMigration | undefined> {
  const specs = new SpecReader();
  const remote = new FetchCopies(new RemoteSpecs(fetchesNothing), [], "docwright check --fetch");
  const sites: SiteMigration[] = [];
  const changes: FileChange[] = [];
  const notices = new Set<string>();
  try {
    for (const root of await findSites(folder)) {
      const planned = await migrateRoot(folder, root, { ...migrating, specs, remote });
      if (!planned) return undefined;
      sites.push(planned.site);
      for (const notice of planned.notices) notices.add(notice);
      changes.push(...planned.changes);
    }
  } finally {
    await specs.end();
  }
  return { sites, changes, notices: [...notices] };
}

/** Specifications on the web count as far as there are copies of them, made by `docwright check --fetch` or an editor. */
const fetchesNothing: FetchFile = async () => ({ kind: "failed", text: "is not fetched" });

interface RootMigrating extends FolderMigrating {
  readonly specs: SpecReader;
  readonly remote: FetchCopies;
}

interface PlannedRoot {
  readonly site: SiteMigration;
  readonly changes: readonly FileChange[];
  readonly notices: readonly string[];
}

async function migrateRoot(
  folder: string,
  root: string,
  { profile, pages, acceptMore, specs, remote, tell }: RootMigrating,
): Promise<PlannedRoot | undefined> {
  const place = relative(folder, root).split(sep).join("/");
  const prefix = place === "" ? "" : `${place}/`;
  const from = filesWithCopies(remote.specs, { disk: nodeDisk(root), ...(profile && { profile }) });
  const onProgress = (done: number, total: number) =>
    tell(`${prefix}docs.json: reading ${done} of ${total} pages`);
  const isAmong = isFileAmong(pages);
  const isWanted = (file: SitePath) => pages.length === 0 || isAmong(prefix + file);
  const planned = await planOnDisk(from, async (noted) => {
    const loaded = await loadSite({ ...noted, readSpecs: specs.readSpecs, onProgress });
    const told = await remote.fetchFor(loaded.site, tell);
    const site = await withRemoteCopies(loaded.site, noted, remote.specs, specs.readSpecs);
    tell(`${prefix}docs.json: comparing pages with operations`);
    const made = await migrateSite(site, noted, specs, { isWanted, acceptMore });
    return { loaded, migration: made, notices: told, texts: changedTexts(noted, made.edits) ?? [] };
  });
  if (!planned) return undefined;
  const { migration, notices, texts } = planned;
  const whole = texts.map(({ path, before, after }): FileChange => {
    const present = readWhole(root, path);
    const mark = present?.startsWith("\ufeff") ? "\ufeff" : "";
    return {
      path: prefix + path,
      before: before === undefined ? undefined : mark + before,
      after: after === undefined ? undefined : mark + after,
    };
  });
  const newOnes = texts.length === 0 ? [] : await newAmong(from, texts, prefix, { specs, remote, tell });
  return {
    site: { prefix, pages: migration.pages, newProblems: newOnes },
    changes: whole,
    notices: notices.map(({ text }) => text),
  };
}

async function newAmong(
  from: SiteFiles,
  texts: readonly ChangedText[],
  prefix: string,
  { specs, remote, tell }: Pick<RootMigrating, "specs" | "remote" | "tell">,
): Promise<readonly ProblemAhead[]> {
  const reading = {
    specs,
    remote: remote.specs,
    tell: (progress: string) => tell(`${prefix}docs.json: ${progress}`),
  };
  const before = await problemsAhead(from, [], reading);
  const found = newProblems(before, await problemsAhead(from, texts, reading));
  return found.map((problem) => ({ ...problem, file: prefix + problem.file }));
}
