import type { JsonNode } from "../config/json/json-tree.ts";
import type { PageReferences } from "../page/page.ts";
import type { Site } from "../site/site.ts";
import { type LineMap, positionAt, type SitePath, type TextRange } from "../text/text-edit.ts";
import { pageSections } from "../page/headings.ts";

/** A folding range of lines. The first line stays visible. */
export interface Fold {
  /** Zero-based. */
  readonly startLine: number;
  readonly endLine: number;
  readonly kind: "imports" | undefined;
}

const maxFolds = 5000;

/**
 * Returns the folding ranges of a page, docs.json, or a file that it includes, in text order. Returns an empty list for
 * other files.
 */
export function foldsOf(site: Site, file: SitePath, lines: LineMap): readonly Fold[] {
  const page = site.references.get(file);
  const root = site.config.files.find(({ path }) => path === file)?.root;
  const folds = page ? foldsOfPage(page, lines) : root ? foldsOfJson(root, lines) : [];
  const first = new Map<number, Fold>();
  // Editors support one folding range per start line, so the longest is used.
  for (const fold of folds) {
    const known = first.get(fold.startLine);
    if (fold.endLine > fold.startLine && (known?.endLine ?? -1) < fold.endLine)
      first.set(fold.startLine, fold);
  }
  return [...first.values()].sort((a, b) => a.startLine - b.startLine).slice(0, maxFolds);
}

/** Returns ranges for frontmatter, sections, components, code blocks, and imports. Closing lines stay visible. */
function foldsOfPage(page: PageReferences, lines: LineMap): Fold[] {
  const { frontmatter, tags, codeBlocks } = page;
  const closed = [
    ...(frontmatter.range && frontmatter.content ? [withoutBreak(page.text, frontmatter.range)] : []),
    ...tags.flatMap(({ range, closing }) => (closing ? [{ start: range.start, end: closing.end }] : [range])),
    ...codeBlocks.map(({ range }) => withoutBreak(page.text, range)),
  ].map((range) => foldOf(lines, range, -1));
  const sections = pageSections(page).map(({ range }) => foldOf(lines, range, 0));
  return [...sections, ...closed, ...importsOf(page, lines)];
}

/** Returns ranges of consecutive imports with only blank lines between them. */
function importsOf({ text, imports }: PageReferences, lines: LineMap): Fold[] {
  const folds: Fold[] = [];
  let from: number | undefined;
  let last = 0;
  for (const { range } of imports) {
    const start = text.lastIndexOf("import", range.start);
    const goesOn = from !== undefined && /^.{0,3}\s*$/.test(text.slice(last, Math.max(last, start)));
    if (!goesOn) from = start;
    last = range.end;
    const fold = foldOf(lines, { start: from ?? start, end: last }, 0);
    if (goesOn) folds.pop();
    folds.push({ ...fold, kind: "imports" });
  }
  return folds;
}

function foldsOfJson(root: JsonNode, lines: LineMap): Fold[] {
  const folds: Fold[] = [];
  const visit = (node: JsonNode): void => {
    if (node.kind !== "array" && node.kind !== "object") return;
    folds.push(foldOf(lines, node.range, -1));
    const children = node.kind === "array" ? node.items : node.properties.flatMap(({ value }) => value ?? []);
    for (const child of children) visit(child);
  };
  visit(root);
  return folds;
}

function foldOf(lines: LineMap, { start, end }: TextRange, less: 0 | -1): Fold {
  const startLine = positionAt(lines, start).line;
  return { startLine, endLine: positionAt(lines, end).line + less, kind: undefined };
}

function withoutBreak(text: string, { start, end }: TextRange): TextRange {
  return { start, end: start + text.slice(start, end).trimEnd().length };
}
