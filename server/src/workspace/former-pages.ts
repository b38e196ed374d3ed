import { importedFile, slugOf } from "../core/site/pages/pages.ts";
import type { SitePath } from "../core/text/text-edit.ts";
import { commitOf, filesAt, type GitAnswer, type GitLimits, linesAt } from "./git.ts";
import { isPage, type SiteFrame } from "./read-frame.ts";

/** Pages by their path that were published before; undefined when that cannot be told. */
export type ReadFormerPages = (
  frame: SiteFrame,
  signal: AbortSignal | undefined,
) => Promise<ReadonlySet<string> | undefined>;

const mostMilliseconds = 5000;

/** What was published at a revision of the repository that the site lies in. `onFailed` hears why that is not known. */
export function formerPagesAt(
  root: string,
  revision: string,
  onFailed: (reason: string) => void = () => undefined,
): ReadFormerPages {
  return async (frame, signal) => {
    const pages = await readPagesAt(root, revision, frame, { milliseconds: mostMilliseconds, signal });
    if (pages.ok) return pages.value;
    onFailed(pages.reason);
    return undefined;
  };
}

async function readPagesAt(
  root: string,
  revision: string,
  frame: SiteFrame,
  limits: GitLimits,
): Promise<GitAnswer<ReadonlySet<string>>> {
  const commit = await commitOf(root, revision, limits);
  if (!commit.ok) return commit;
  const files = await filesAt(root, commit.value, limits);
  if (!files.ok) return files;
  const paths = files.value.map(({ path }) => path);
  const pages = paths.filter((path) => isPage(path, frame) && slugOf(path) !== undefined);
  const isAllThere = pages.every((path) => frame.files.has(path));
  const parts = isAllThere ? noneImported : await importedAt(root, commit.value, limits);
  if (!parts.ok) return parts;
  const slugs = pages.filter((path) => !parts.value.has(path)).flatMap((path) => slugOf(path) ?? []);
  return { ok: true, value: new Set(slugs) };
}

const noneImported = { ok: true, value: new Set<SitePath>() } as const;

/** What other pages imported then was a part of them and no page. */
async function importedAt(
  root: string,
  commit: string,
  limits: GitLimits,
): Promise<GitAnswer<ReadonlySet<SitePath>>> {
  const lines = await linesAt(root, commit, "^(import|export) .*\\.mdx?[\"']", limits);
  if (!lines.ok) return lines;
  const imported = lines.value.flatMap(({ path, line }) => {
    const source = /["']([^"'\n]*\.mdx?)["']/.exec(line)?.[1];
    return source === undefined ? [] : (importedFile(source, path) ?? []);
  });
  return { ok: true, value: new Set(imported) };
}
