import type { ProfileName } from "../../core/config/settings/profile.ts";
import type { Site } from "../../core/site/site.ts";
import { createGlobMatcher } from "../../core/site/settings/site-settings.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { type AnalysisProgress, analyzeSite } from "../../workspace/analysis/analyze-site.ts";
import { findSites } from "../../workspace/files/find-sites.ts";
import {
  type FileChange,
  type WriteFailure,
  hashFileText,
  readFullText,
  writeFiles,
} from "../../workspace/files/write-files.ts";
import { readChangedTexts, migrateSite, findCausedProblems } from "../../workspace/refactoring/migrate-site.ts";
import { planOnDisk } from "../../workspace/refactoring/move-site.ts";
import { type FetchFile, addCopies, RemoteSpecs } from "../../workspace/specs/remote-specs.ts";
import { SpecService } from "../../workspace/specs/spec-service.ts";
import type { Notice } from "../check/check-result.ts";
import { englishReport } from "../check/report-text.ts";
import { describeSyntaxError, RemoteSpecCopies, getFolderSite } from "../folder-site.ts";
import { toVisibleText } from "../terminal/text.ts";
import { type FolderMigration, parseUndoFiles, type SiteMigration, type UndoFile } from "./migration-report.ts";

export interface FolderMigrationOptions {
  readonly profile: ProfileName | undefined;
  readonly pageGlobs: readonly string[];
  readonly acceptMore: boolean;
  /** Called many times per second with the current progress. */
  readonly showProgress: (progress: string) => void;
}

/**
 * Plans the migration of every site in a folder (the folder itself may be one), and checks the resulting sites. Returns
 * undefined if the files in a site keep changing. Doesn't write any files.
 */
export async function planFolderMigration(
  folder: string,
  options: FolderMigrationOptions,
): Promise<FolderMigration | undefined> {
  const specService = new SpecService();
  const remoteCopies = new RemoteSpecCopies(new RemoteSpecs(skipFetch), [], englishReport, "docwright check --fetch");
  const sites: SiteMigration[] = [];
  const changes: FileChange[] = [];
  const notices = new Set<string>();
  try {
    for (const root of await findSites(folder)) {
      const rootPlan = await planRootMigration(folder, root, { ...options, specService, remoteCopies });
      if (!rootPlan) return undefined;
      sites.push(rootPlan.site);
      for (const notice of rootPlan.notices) notices.add(notice);
      changes.push(...rootPlan.changes);
    }
  } finally {
    await specService.end();
  }
  return { sites, changes, notices: [...notices] };
}

/**
 * A fetch function that always fails, so only existing local copies of remote specifications are used. These copies are
 * created in an editor or with `docwright check --fetch`.
 */
const skipFetch: FetchFile = async () => ({ kind: "failed", text: "isn't fetched" });

interface RootMigrateOptions extends FolderMigrationOptions {
  readonly specService: SpecService;
  readonly remoteCopies: RemoteSpecCopies;
}

interface RootMigrationPlan {
  readonly site: SiteMigration;
  readonly changes: readonly FileChange[];
  readonly notices: readonly string[];
}

async function planRootMigration(
  folder: string,
  root: string,
  { profile, pageGlobs, acceptMore, specService, remoteCopies, showProgress }: RootMigrateOptions,
): Promise<RootMigrationPlan | undefined> {
  const { prefix, siteFiles: files } = getFolderSite(folder, root, profile);
  const siteFiles = addCopies(remoteCopies.remoteSpecs, files);
  const specReaders = { specReader: specService, remoteSpecs: remoteCopies.remoteSpecs };
  const matchesPages = createGlobMatcher(pageGlobs);
  const isRequested = (file: SitePath) => pageGlobs.length === 0 || matchesPages(prefix + file);
  const plan = await planOnDisk(siteFiles, async (recordingFiles) => {
    let notices: readonly Notice[] = [];
    const onLoaded = async (site: Site) => {
      notices = await remoteCopies.fetchSpecs(site, showProgress);
    };
    const onProgress = (progress: AnalysisProgress) => {
      if (progress.kind === "reading")
        showProgress(`${prefix}docs.json: reading ${progress.doneCount} of ${progress.count} pages`);
    };
    const loadedSite = await analyzeSite(recordingFiles, { ...specReaders, onLoaded, onProgress });
    const { site } = loadedSite;
    showProgress(`${prefix}docs.json: comparing pages with operations`);
    const result = await migrateSite(site, recordingFiles, specService, { isIncluded: isRequested, acceptMore });
    return {
      loadedSite,
      migration: result,
      notices,
      config: site.config,
      texts: readChangedTexts(recordingFiles, result.edits) ?? [],
    };
  });
  if (!plan) return undefined;
  const { loadedSite: plannedSite, migration, notices, texts, config } = plan;
  const changes = texts.map(({ path, oldText, newText }): FileChange => {
    const currentText = readFullText(root, path);
    const byteOrderMark = currentText?.startsWith("\ufeff") ? "\ufeff" : "";
    return {
      path: prefix + path,
      oldText: oldText === undefined ? undefined : byteOrderMark + oldText,
      newText: newText === undefined ? undefined : byteOrderMark + newText,
    };
  });
  showProgress(`${prefix}docs.json: checking the changes`);
  const newProblems = await findCausedProblems(texts, { loadedSite: plannedSite, files: siteFiles }, specReaders);
  return {
    site: {
      prefix,
      pages: migration.pages,
      newProblems: newProblems.map((problem) => ({ ...problem, file: prefix + problem.file })),
    },
    changes,
    notices: [describeSyntaxError(config, prefix), ...notices.map(({ text }) => text)].filter(
      (notice) => notice !== undefined,
    ),
  };
}

export type UndoOutcome =
  | { readonly ok: true; readonly files: readonly string[] }
  | { readonly ok: false; readonly reason: string };

const maxListedFiles = 5;

/**
 * Matches the types of files that a migration changes. Because a report isn't trusted, other files are never restored.
 */
const restorableFilePattern = /\.(mdx?|json|ya?ml)$/i;

/**
 * Restores the exact original content of all files that a migration has changed. If any of the files has changed since
 * then, no files are restored.
 */
export function undoMigration(folder: string, reportText: string): UndoOutcome {
  const undoFiles = parseUndoFiles(reportText);
  if (!undoFiles) return { ok: false, reason: "the report isn't from a completed migration" };
  const unexpectedFile = undoFiles.find(({ file }) => !restorableFilePattern.test(file));
  if (unexpectedFile)
    return {
      ok: false,
      reason: `the report lists ${toVisibleText(unexpectedFile.file)}, which a migration never changes`,
    };
  const textsByFile = new Map(undoFiles.map((undoFile) => [undoFile, readFullText(folder, undoFile.file)]));
  // Whether a file already has its original content. If a migration was interrupted, some of its files were never
  // changed.
  const isRestored = (undoFile: UndoFile) => toHashOrNull(textsByFile.get(undoFile)) === undoFile.beforeHash;
  const changedFiles = undoFiles.filter(
    (undoFile) => toHashOrNull(textsByFile.get(undoFile)) !== undoFile.afterHash && !isRestored(undoFile),
  );
  if (changedFiles.length > 0) return { ok: false, reason: formatChangedFiles(changedFiles) };
  // Files are restored in reverse order so that pages exist before the navigation refers to them again.
  const changes = undoFiles
    .filter((undoFile) => !isRestored(undoFile))
    .map((undoFile): FileChange => ({
      path: undoFile.file,
      oldText: textsByFile.get(undoFile),
      newText: undoFile.before ?? undefined,
    }))
    .reverse();
  const refusal = writeFiles(folder, changes);
  if (refusal) return { ok: false, reason: `no files changed: ${formatRefusal(refusal)}` };
  return { ok: true, files: undoFiles.map(({ file }) => file) };
}

function toHashOrNull(text: string | undefined): string | null {
  return text === undefined ? null : hashFileText(text);
}

function formatChangedFiles(files: readonly UndoFile[]): string {
  const names = files.slice(0, maxListedFiles).map(({ file }) => toVisibleText(file));
  const moreNote = files.length > names.length ? `, and ${files.length - names.length} more` : "";
  return `nothing was undone because these files have changed since the migration: ${names.join(", ")}${moreNote}`;
}

const refusalReasonTexts: Readonly<Record<WriteFailure["reason"], string>> = {
  "changed-meanwhile": "changed while the command was running",
  "outside-site": "is outside the folder",
  "is-link": "has a symbolic link in its path, which Docwright doesn't follow",
  "not-writable": "isn't writable",
};

export function formatRefusal({ path, reason }: WriteFailure): string {
  return `${toVisibleText(path)} ${refusalReasonTexts[reason]}`;
}
