import { components } from "../page/components/components.ts";
import { mostHeadings, PageFindings, type RawHeading } from "../page/page-findings.ts";
import type { Page, PageAnchor } from "../page/page.ts";
import { nameHeadings, scanBody, scanPage } from "../page/scan-page.ts";
import type { TextRange } from "../text/text-edit.ts";
import type { PageParts } from "./page-parts.ts";
import type { ReadBlock } from "./read-block.ts";

/** What a preview needs of the scan of a page. */
export interface PartsScan {
  readonly outline: Pick<Page["outline"], "fields">;
  readonly references: Pick<Page["references"], "headings" | "anchors">;
}

/**
 * What `scanPage` tells of a page's frontmatter, headings and anchors, of parts that were scanned before without scanning
 * them again. Where a part might not end where it does, or anchors are the same, the page is scanned as a whole.
 */
export function scanParts(path: string, text: string, { parts, split }: PageParts): PartsScan {
  return scanOneByOne(path, text, parts, split.bodyStart) ?? scanPage(path, text);
}

/** Beside each other, so that a page with a thousand is put together quickly. */
interface PartScan {
  readonly headings: readonly RawHeading[];
  readonly anchors: readonly PageAnchor[];
}

const scans = new WeakMap<ReadBlock, PartScan | "unsure">();

function scanOneByOne(
  path: string,
  text: string,
  parts: PageParts["parts"],
  bodyStart: number,
): PartsScan | undefined {
  // A carriage return alone ends a line, but no paragraph everywhere.
  if (/\r(?!\n)/.test(text)) return undefined;
  const headings: RawHeading[] = [];
  const anchors: PageAnchor[] = [];
  for (const { block, range } of parts) {
    let scan = scans.get(block);
    if (scan === undefined) scans.set(block, (scan = scanPart(block.text)));
    if (scan === "unsure") return undefined;
    const by = range.start;
    for (const { depth, range: own } of scan.headings) headings.push({ depth, range: moved(own, by) });
    for (const { id, range: own } of scan.anchors) anchors.push({ id, range: moved(own, by) });
  }
  if (headings.length >= mostHeadings || anchors.length >= mostHeadings) return undefined;
  // Of equal ones the second has another name, and the third.
  if (new Set(anchors.map(({ id }) => withoutPrefix(id))).size < anchors.length) return undefined;
  return {
    outline: scanPage(path, text.slice(0, bodyStart)).outline,
    references: { headings: nameHeadings(text, headings), anchors },
  };
}

/** `param-id` and `id` are made of the same name, and counted together. */
function withoutPrefix(id: string): string {
  const prefix = prefixes.find((each) => id.startsWith(each));
  return prefix === undefined ? id : id.slice(prefix.length);
}

const prefixes: readonly string[] = [
  ...new Set([...components.values()].flatMap(({ anchor }) => anchor?.prefix ?? [])),
];

function moved({ start, end }: TextRange, by: number): TextRange {
  return { start: start + by, end: end + by };
}

const before = "\n";
const behind = "\n\n# \ue001\n";
/** What goes on behind blank lines. */
const mayGoOn = /(?:<\/\s*(?:[\w$.:-]+\s*)?|\b(?:import|export)\s*)$/;

/** A heading that is put behind the part is found where nothing of the part reaches further. */
function scanPart(part: string): PartScan | "unsure" {
  const findings = new PageFindings(before + part + behind);
  scanBody(findings, before.length);
  const last = findings.headings.pop();
  const end = before.length + part.length + behind.length - 2;
  if (last?.depth !== 1 || last.range.start !== end || !findings.isSure || mayGoOn.test(part))
    return "unsure";
  return {
    headings: findings.headings.map(({ depth, range }) => ({ depth, range: moved(range, -before.length) })),
    anchors: findings.anchors.map(({ id, range }) => ({ id, range: moved(range, -before.length) })),
  };
}
