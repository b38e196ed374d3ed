import { applyEdits, type SitePath } from "../core/text/text-edit.ts";
import type { FixedFile } from "./check-result.ts";
import { checkSite, type SiteCheck, type SiteChecking } from "./check-site.ts";

/** One fix can make room for another; sites that are not at rest by then go round in circles. */
const mostPasses = 10;

/**
 * Checks a site as it would be with every safe fix made, again and again until none is left. Nothing is written:
 * the new texts come back beside what is still wrong with them.
 */
export async function fixSite(
  folder: string,
  root: string,
  checking: SiteChecking,
  mayFix: (file: string) => boolean,
): Promise<{ readonly check: SiteCheck; readonly files: readonly FixedFile[] }> {
  const present = new Map<SitePath, string>();
  const before = new Map<SitePath, string>();
  const codes = new Map<SitePath, string[]>();
  const look = () => checkSite(folder, root, { ...checking, unsaved: (path) => present.get(path) });
  let check = await look();
  for (let pass = 0; pass < mostPasses; pass++) {
    let isChanged = false;
    for (const [path, { edits, fixed }] of check.safeFixes()) {
      const text = check.sourceOf(path);
      if (text === undefined || !mayFix(check.prefix + path)) continue;
      const after = applyEdits(text, edits);
      if (after === text) continue;
      isChanged = true;
      if (!before.has(path)) before.set(path, text);
      present.set(path, after);
      codes.set(path, [...(codes.get(path) ?? []), ...fixed.map(({ code }) => code)]);
    }
    if (!isChanged) break;
    check = await look();
  }
  const files = [...before].map(([path, text]) => ({
    file: check.prefix + path,
    root,
    path,
    before: text,
    after: present.get(path) ?? text,
    codes: codes.get(path) ?? [],
  }));
  return { check, files: files.filter((file) => file.before !== file.after) };
}
