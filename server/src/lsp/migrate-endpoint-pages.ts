import type { CancellationToken } from "vscode-languageserver/node";
import type { Migration, PageVerdict } from "../core/site/migration/migration.ts";
import type { EndpointMigration, MigratedPage } from "../protocol.ts";
import type { LiveSite } from "../workspace/live-site.ts";
import { migrateSite } from "../workspace/migrate-site.ts";
import { migrationEdit } from "./migration-edit.ts";
import type { Session } from "./session.ts";
import { statusOf } from "./site-status.ts";

/** `docwright/migrateEndpointPages`: of every site as it is once all that was typed has been read. */
export async function endpointMigrations(
  session: Session,
  token: CancellationToken,
): Promise<EndpointMigration[]> {
  session.documents.flush();
  await session.sites.whenAtRest();
  const migrations: EndpointMigration[] = [];
  for (const site of session.sites.sites) {
    if (token.isCancellationRequested) break;
    const migration = await ofSite(site, session);
    if (migration) migrations.push(migration);
  }
  return migrations;
}

async function ofSite(live: LiveSite, session: Session): Promise<EndpointMigration | undefined> {
  const site = live.current?.site;
  if (!site) return undefined;
  const migration: Migration = await migrateSite(site, live.files, session.specs, {});
  // What was typed meanwhile has moved the places of the edits.
  if (live.current?.site !== site) return ofSite(live, session);
  const { root, name } = statusOf(live, session);
  const edit = migration.edits.length > 0 ? migrationEdit(migration, live, session) : undefined;
  return { root, name, pages: migration.pages.map(toPage), ...(edit && { edit }) };
}

function toPage({
  file,
  operation,
  written,
  verdict,
  reasons,
  differences,
  slug,
  newSlug,
}: PageVerdict): MigratedPage {
  return {
    path: file,
    operation: operation ?? written,
    verdict,
    reasons,
    differences: differences.map(({ subject }) => subject),
    address: `/${slug}`,
    ...(newSlug !== undefined && { newAddress: `/${newSlug}` }),
  };
}
