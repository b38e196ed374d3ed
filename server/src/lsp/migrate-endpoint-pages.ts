import type { Migration } from "../core/analysis/migration/plan-migration.ts";
import type { EndpointMigration } from "../protocol/migration.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import { migrateSite, migrationOutlook } from "../workspace/refactoring/migrate-site.ts";
import { type EditBasis, makeEdit, unsettledReason } from "./edit-basis.ts";
import type { Cancellable } from "./handle.ts";
import { migratedPage } from "./migrated-page.ts";
import { migrationEdit } from "./migration-edit.ts";
import { ofEverySite } from "./of-every-site.ts";
import { refusal } from "./refusal.ts";
import type { Session } from "./session.ts";
import { statusOf } from "./site-status.ts";

/** `docwright/migrateEndpointPages`: of every site as it is once all that was typed has been read. */
export async function endpointMigrations(
  session: Session,
  { token }: Cancellable,
): Promise<EndpointMigration[]> {
  return ofEverySite(session, token, ofSite);
}

async function ofSite(
  live: LiveSite,
  session: Session,
  signal: AbortSignal,
): Promise<EndpointMigration | undefined> {
  if (!live.current) return undefined;
  const made = await makeEdit(live, session, "site", (basis) => fromBasis(basis, signal));
  if (!made) throw refusal(unsettledReason);
  return made;
}

async function fromBasis(basis: EditBasis, signal: AbortSignal): Promise<EndpointMigration> {
  const { live, site, session } = basis;
  const { specs, remote } = session;
  signal.throwIfAborted();
  const migration: Migration = await migrateSite(site, live.files, specs, {});
  const outlook = await migrationOutlook(migration, site, live.files, { specs, remote, signal });
  const { root, name } = statusOf(live, session);
  const edit = migration.edits.length > 0 ? migrationEdit(migration, outlook.isPartSafe, basis) : undefined;
  return {
    root,
    name,
    pages: migration.pages.map(migratedPage),
    newProblems: outlook.newProblems.map(({ file, range, severity, code, message }) => ({
      path: file,
      line: range.start.line + 1,
      severity,
      code,
      message,
    })),
    isPartChosen: outlook.isPartSafe,
    ...(edit && { edit }),
  };
}
