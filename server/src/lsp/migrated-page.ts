import type { PageVerdict } from "../core/analysis/migration/plan-migration.ts";
import type { MigratedPage } from "../protocol/migration.ts";

/** What becomes of a page, as the protocol tells it. */
export function migratedPage({
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
