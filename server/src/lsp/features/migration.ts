import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Migration, MigrationAssessment } from "../../core/analysis/migration/plan-migration.ts";
import {
  parseOldSettings,
  planSettingsMigration,
  upgradeConfig,
  formatConfig,
} from "../../core/analysis/upgrade/upgrade-config.ts";
import type {
  EndpointMigration,
  MigratedPage,
  UpgradeSettingsResult,
  UpgradeSettingsParams,
} from "../../protocol/refactoring.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import { readFullText, findReadOnlyFile } from "../../workspace/files/write-files.ts";
import { migrateSite, predictMigration } from "../../workspace/refactoring/migrate-site.ts";
import {
  createReadOnlyMessage,
  oldFileDeletionAnnotation,
  settingsMigrationAnnotation,
} from "../convert/change-annotations.ts";
import { toPath } from "../convert/convert.ts";
import { type EditBasis, makeEdit, createMissingEditMessage } from "../convert/edit-basis.ts";
import { buildGroupedEdit, toMigrationEdit, createConfigEdit } from "../convert/workspace-edit.ts";
import { localize } from "../convert/client-messages.ts";
import type { Cancellable } from "../handlers.ts";
import { collectFromSites, createRefusal } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";
import { identifySite } from "./site/site-status.ts";
import { createMessage, type Refusal, refuse } from "../../core/text/message.ts";

/** Converts a page's migration result to the format of the protocol. */
export function toMigratedPage({
  file,
  operation,
  rawReference,
  outcome: result,
  reasons,
  differences,
  slug,
  newSlug,
}: MigrationAssessment): MigratedPage {
  return {
    path: file,
    operation: operation ?? rawReference,
    result,
    reasons,
    differences: differences.map(({ subject }) => subject),
    url: `/${slug}`,
    ...(newSlug !== undefined && { newUrl: `/${newSlug}` }),
  };
}

/**
 * Handles `docwright/migrateEndpointPages`. Returns the migration for every site once all edits have been processed.
 */
export async function getEndpointMigrations(session: Session, { token }: Cancellable): Promise<EndpointMigration[]> {
  return collectFromSites(session, token, predictMigrations);
}

async function predictMigrations(
  siteState: SiteState,
  session: Session,
  signal: AbortSignal,
): Promise<EndpointMigration | undefined> {
  if (!siteState.current) return undefined;
  const result = await makeEdit(siteState, session, "site", (basis) => planMigration(basis, signal));
  if (!result) throw createRefusal(createMissingEditMessage(siteState, session), session);
  return result;
}

async function planMigration(basis: EditBasis, signal: AbortSignal): Promise<EndpointMigration | undefined> {
  const { siteState, site, session } = basis;
  const { specs, remoteSpecs } = session;
  const siteToCheck = siteState.siteToCheck;
  if (!siteToCheck) return undefined;
  signal.throwIfAborted();
  const migration: Migration = await migrateSite(site, siteState.files, specs, {}, signal);
  const result = await predictMigration(migration, siteToCheck, { specReader: specs, remoteSpecs, signal });
  const { root, name } = identifySite(siteState);
  const edit = migration.edits.length > 0 ? toMigrationEdit(migration, result.isLosslessPartSafe, basis) : undefined;
  return {
    root,
    name,
    pages: migration.pages.map(toMigratedPage),
    newProblems: result.newProblems.map(({ file, range, severity, code, message }) => ({
      path: file,
      line: range.start.line + 1,
      severity,
      code,
      message,
    })),
    isSafePartSelected: result.isLosslessPartSafe,
    ...(edit && { edit }),
  };
}

const oldConfigName = "mint.json";

/** Handles `docwright/upgradeSettings`. Returns the edit that replaces a mint.json. */
export async function planUpgrade({ uri }: UpgradeSettingsParams, session: Session): Promise<UpgradeSettingsResult> {
  session.documents.flush();
  const path = toPath(uri);
  if (path === undefined || basename(path) !== oldConfigName)
    return localize(refuse(createMessage("This file isn't a mint.json.")), session);
  const folder = dirname(path);
  const location = await session.sites.waitUntilReady(join(folder, "docs.json"));
  const siteState = location?.site.root === folder ? location.site : undefined;
  if (!siteState?.current) return localize(createUpgradeEdit(uri, undefined, session), session);
  const upgradeResult = await makeEdit(siteState, session, "edited files", (basis) =>
    createUpgradeEdit(uri, basis, session),
  );
  return localize(upgradeResult ?? refuse(createMissingEditMessage(siteState, session)), session);
}

type UpgradeResult = Exclude<UpgradeSettingsResult, { readonly ok: false }> | Refusal;

/**
 * Returns the edit that upgrades the settings. This function is synchronous so that no other program can change
 * mint.json after it's read and before the edit is made.
 */
function createUpgradeEdit(uri: string, basis: EditBasis | undefined, session: Session): UpgradeResult {
  const path = toPath(uri) ?? "";
  const folder = dirname(path);
  const text = session.documents.get(path)?.getText() ?? readFullText(folder, oldConfigName);
  const oldSettings = text === undefined ? undefined : parseOldSettings(text);
  if (!oldSettings) return refuse(createMessage("mint.json isn't valid JSON. Fix it, and then try again."));
  const readOnlyFile = findReadOnlyFile(folder, ["docs.json", oldConfigName]);
  if (readOnlyFile !== undefined) return refuse(createReadOnlyMessage(readOnlyFile));
  const { config, skippedSettings: remainingSettings } = upgradeConfig(oldSettings);
  if (!basis) {
    if (existsSync(join(folder, "docs.json")))
      return refuse(createMessage("Docwright is still reading the site. Try again in a moment."));
    const edit = createConfigEdit(uri, formatConfig(config), session);
    return edit
      ? { ok: true, edit, isNew: true, migratedSettings: Object.keys(config), skippedSettings: remainingSettings }
      : refuse(unsupportedEditReason);
  }
  const migrationResult = planSettingsMigration(basis.site.config, config);
  const groups = [
    { edits: migrationResult ? [migrationResult.edit] : [], annotation: settingsMigrationAnnotation },
    { edits: [], deletions: [oldConfigName], annotation: oldFileDeletionAnnotation },
  ];
  const edit = buildGroupedEdit(migrationResult ? groups : groups.slice(1), basis);
  return edit
    ? {
        ok: true,
        edit,
        isNew: false,
        migratedSettings: migrationResult?.keys ?? [],
        skippedSettings: remainingSettings,
      }
    : refuse(unsupportedEditReason);
}

const unsupportedEditReason = createMessage(
  "This editor can't create and delete files. Use docwright upgrade on the command line.",
);
