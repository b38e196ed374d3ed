import { placeOf } from "../../config/json/json-tree.ts";
import { navigationOf, readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { looksLikeEndpoint } from "../../spec/operation-reference.ts";
import type { SitePath, TextRange } from "../../text/text-edit.ts";
import { explainFile } from "./explain-file.ts";
import { explain } from "./explain.ts";
import { barrierFinding } from "./placement-words.ts";
import { lostBarrier } from "./placements.ts";

/** One line on what stands at a place, with the words by which the whole chain can be asked for. */
export interface VerdictAt {
  readonly range: TextRange;
  readonly verdict: string;
  readonly target: string;
}

/**
 * On an entry of docs.json that shows nothing: why. On the title of a page: where readers find it, or why they do not.
 * Undefined anywhere else.
 */
export function verdictAt(
  site: Site,
  file: SitePath,
  offset: number,
  read: (path: string) => string | undefined,
): VerdictAt | undefined {
  return atTitle(site, file, offset, read) ?? atEntry(site, file, offset, read);
}

function atTitle(
  site: Site,
  file: SitePath,
  offset: number,
  read: (path: string) => string | undefined,
): VerdictAt | undefined {
  const title = site.references.get(file)?.frontmatter.fields.get("title");
  if (!title) return undefined;
  const range = { start: title.keyRange.start, end: Math.max(title.keyRange.end, title.valueRange.end) };
  if (!isIn(range, offset)) return undefined;
  return { range, verdict: explainFile(site, file, read).verdict, target: file };
}

function atEntry(
  site: Site,
  file: SitePath,
  offset: number,
  read: (path: string) => string | undefined,
): VerdictAt | undefined {
  if (!site.config.files.some(({ path }) => path === file)) return undefined;
  const entry = navigationOf(site.config).entries.find(({ node }) => {
    const at = placeOf(node);
    return at.file === file && isIn(at.range, offset);
  });
  if (!entry || !site.loaded.pages || !site.loaded.specs) return undefined;
  const { range } = entry.node;
  const isOperation = looksLikeEndpoint(entry.text);
  const page = isOperation ? undefined : readPageEntry(entry.text);
  if (page && page.kind !== "page") return undefined;
  const target = page ? page.slug : entry.text;
  const barrier = lostBarrier(entry);
  if (barrier) {
    const { because = "" } = barrierFinding(barrier, "it");
    return { range, verdict: `This entry shows nothing: ${because}.`, target };
  }
  const { shown, verdict } = explain(site, target, read);
  return shown ? undefined : { range, verdict, target };
}

function isIn({ start, end }: TextRange, offset: number): boolean {
  return start <= offset && offset <= end;
}
