import { isSnippet, publishedPages, slugOf } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { usesOfThing } from "../things/uses-of-thing.ts";
import { type Explanation, type Finding, stepsOf } from "./explanation.ts";
import { headOf } from "./page-findings.ts";
import { listOf } from "./verdict.ts";

const maxUses = 8;

/** A file that is a part of pages and no page itself: whose. */
export function explainPart(site: Site, file: SitePath): Explanation {
  const uses = usesOfThing(site, { kind: "page", file }).filter(
    ({ kind }) => kind === "import" || kind === "snippet",
  );
  const pages = pagesWith(site, file);
  const findings: Finding[] = [
    {
      kind: "part",
      state: "note",
      sentence: isSnippet(file)
        ? `\`${file}\` lies in the folder of snippets: it is a part for pages, never a page itself.`
        : `\`${file}\` is imported by another file, so it is a part of pages and no page itself.`,
      place: headOf(site, file),
    },
    ...uses.slice(0, maxUses).map(({ at }): Finding => ({
      kind: "use",
      state: "ok",
      sentence: `\`${at.file}\` shows it.`,
      place: at,
    })),
  ];
  if (uses.length > maxUses)
    findings.push({ kind: "use", state: "note", sentence: `${uses.length - maxUses} more places show it.` });
  if (pages.length === 0) findings.push({ kind: "use", state: "stops", sentence: "No page shows it." });
  return {
    target: file,
    about: "part",
    shown: pages.length > 0,
    verdict:
      pages.length > 0
        ? `Readers see it as a part of ${listOf(pages)}.`
        : "Nobody sees it: it is a part for pages, and no page shows it. To show it, import it on a page.",
    ...(pages.length === 0 && { because: "no page shows this part" }),
    steps: stepsOf(findings),
  };
}

const mostFiles = 500;

/** Pages that import a file, or another that imports it. */
function pagesWith({ pages, references }: Site, file: SitePath): string[] {
  const { importedBy, bySlug } = publishedPages(pages);
  const older = new Map<string, string[]>();
  for (const { path, snippets } of pages.values())
    for (const snippet of snippets) {
      const name = snippet.replace(/^\/+/, "");
      older.set(name, [...(older.get(name) ?? []), path]);
    }
  const met = new Set([file]);
  for (const path of met) {
    if (met.size > mostFiles) break;
    for (const user of importedBy.get(path) ?? []) met.add(user);
    for (const user of older.get(path.replace(/^_?snippets\//, "")) ?? [])
      if (references.has(user)) met.add(user);
  }
  return [...met].flatMap((path) => {
    const slug = slugOf(path);
    return path !== file && slug !== undefined && bySlug.get(slug)?.path === path ? [slug] : [];
  });
}
