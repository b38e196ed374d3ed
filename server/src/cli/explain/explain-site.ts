import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { explain } from "../../core/features/explain/explain.ts";
import type { ExplainStep, Explanation } from "../../core/features/explain/explanation.ts";
import type { Site } from "../../core/site/site.ts";
import type { SiteLocation } from "../../core/text/text-edit.ts";
import { analyzeSite } from "../../workspace/analysis/analyze-site.ts";
import { findSites, findFileSite } from "../../workspace/files/find-sites.ts";
import { readFile, type SiteFiles, getFileText } from "../../workspace/files/site-files.ts";
import { MdxReader } from "../../workspace/mdx/mdx-validator.ts";
import { addAnalyses } from "../../workspace/specs/spec-analysis.ts";
import { SpecService } from "../../workspace/specs/spec-service.ts";
import { maxSpecReadSize } from "../../workspace/specs/spec-worker-host.ts";
import type { ReportedRange } from "../check/check-result.ts";
import { describeSyntaxError, getFolderSite, createRangeConverter } from "../folder-site.ts";
import type { Palette } from "../terminal/output.ts";
import { toVisibleText, wrapText } from "../terminal/text.ts";
import type { ExplainOptions } from "./explain-command.ts";

/** The explanation for one site. */
export interface SiteExplanation {
  /** The path of the site relative to DIR, such as `docs` or `.`. */
  readonly root: string;
  readonly explanation: Explanation;
  /** The reason why the explanation may be incomplete. Undefined if it's complete. */
  readonly notice: string | undefined;
  /** Returns the range in zero-based lines and characters. */
  readonly toReportedRange: (location: SiteLocation) => ReportedRange;
}

/**
 * Explains the target in each site that contains the target's file. If no site contains the file, explains the target
 * in the site at the folder or in each site below the folder. If several sites are searched and any of them shows the
 * target, returns only the explanations for the sites that show it. Returns undefined if no site is found.
 */
export async function explainInFolder(
  folder: string,
  cwd: string,
  { target, profile }: ExplainOptions,
): Promise<readonly SiteExplanation[] | undefined> {
  const roots = await findSites(folder);
  if (roots.length === 0) return undefined;
  const namedFiles = findNamedFiles(target, [cwd, folder], roots);
  const specService = new SpecService();
  const mdxReader = new MdxReader();
  try {
    const explanations: SiteExplanation[] = [];
    // A nested site is included only if DIR or the file is in the nested site.
    const requestedRoots = roots.includes(folder) ? [folder] : roots;
    const searchedFiles = namedFiles.length > 0 ? namedFiles : requestedRoots.map((root) => ({ root, path: target }));
    for (const { root, path } of searchedFiles) {
      const { relativePath, prefix, siteFiles } = getFolderSite(folder, root, profile);
      const { site } = await analyzeSite(siteFiles, { specReader: specService });
      explanations.push({
        root: relativePath,
        notice: describeSyntaxError(site.config, prefix),
        explanation: await explainInSite(site, path, siteFiles, specService, mdxReader),
        toReportedRange: createRangeConverter((file) => getFileText(readFile(siteFiles, file, maxSpecReadSize))),
      });
    }
    const shownExplanations = explanations.filter(({ explanation }) => explanation.shown);
    return shownExplanations.length > 0 ? shownExplanations : explanations;
  } finally {
    await mdxReader.end();
    await specService.end();
  }
}

/**
 * Explains the target. The slow checks for MDX and specification errors run only on the files that are part of the
 * explanation.
 */
async function explainInSite(
  site: Site,
  target: string,
  siteFiles: SiteFiles,
  specService: SpecService,
  mdxReader: MdxReader,
): Promise<Explanation> {
  const readText = (path: string) => getFileText(readFile(siteFiles, path));
  const explanation = explain(site, target, readText);
  const pageFiles = explanation.steps.flatMap(({ kind, location }) =>
    kind === "file" && location ? [location.file] : [],
  );
  const problemEntries = await Promise.all(
    [...new Set(pageFiles)].slice(0, 20).map(async (file) => {
      const text = site.references.get(file)?.text;
      const problems = text === undefined ? [] : await mdxReader.read(text, { isUrgent: true });
      return [file, problems ?? []] as const;
    }),
  );
  const hasSpec = explanation.steps.some(({ kind }) => kind === "specification" || kind === "operation");
  const analyzedSite = hasSpec ? await addAnalyses(site, siteFiles, specService, { includesUnusedSpecs: true }) : site;
  return explain({ ...analyzedSite, syntaxProblems: new Map(problemEntries) }, target, readText);
}

/**
 * Finds an existing file whose path is relative to one of the folders. If there's none, finds all files whose paths are
 * relative to a site. If several sites contain the same file, the innermost one is used.
 */
function findNamedFiles(target: string, folders: readonly string[], roots: readonly string[]): readonly NamedFile[] {
  if (/\s|^[a-z]+:\/\//i.test(target) || target.startsWith("/")) return [];
  const folderMatches = folders.flatMap((base) => findNamedFile(target, base, roots) ?? []).slice(0, 1);
  return folderMatches.length > 0 ? folderMatches : roots.flatMap((base) => findNamedFile(target, base, roots) ?? []);
}

interface NamedFile {
  readonly root: string;
  readonly path: string;
}

function findNamedFile(target: string, base: string, roots: readonly string[]): NamedFile | undefined {
  for (const extension of ["", ".mdx", ".md"]) {
    const fullPath = resolve(base, target + extension);
    const fileSite = findFileSite(roots, (root) => root, fullPath);
    if (fileSite && fileSite.path !== "" && existsSync(fullPath)) {
      const { site: root, path } = fileSite;
      return { root, path: extension === "" ? path : path.slice(0, -extension.length) };
    }
  }
  return undefined;
}

interface PrintOptions {
  readonly palette: Palette;
  readonly columns: number;
}

/**
 * Yields the lines of the human-readable explanation: the result, followed by each step with its location.
 */
export function* formatExplanations(sites: readonly SiteExplanation[], options: PrintOptions): Generator<string> {
  const { palette } = options;
  let isFirst = true;
  for (const { root, explanation, toReportedRange: toPositions } of sites) {
    if (!isFirst) yield "";
    isFirst = false;
    const { target, shown, verdict: result, url, steps } = explanation;
    const label = shown ? palette.success("shown") : palette.severity.error("not shown");
    const rootSuffix = sites.length > 1 || root !== "." ? palette.muted(` · ${toVisibleText(root)}`) : "";
    const urlSuffix = url === undefined || url === target ? "" : palette.muted(` · ${toVisibleText(url)}`);
    yield `${palette.path(toVisibleText(target))} · ${label}${urlSuffix}${rootSuffix}`;
    yield "";
    yield* wrapWithIndent(result, 2, options.columns);
    if (steps.length > 0) yield "";
    for (const step of steps) yield* formatStep(step, toPositions, options);
  }
}

function* formatStep(
  { state, sentence, location }: ExplainStep,
  toReportedRange: SiteExplanation["toReportedRange"],
  { palette, columns }: PrintOptions,
): Generator<string> {
  const symbols = { ok: palette.success("✓"), stops: palette.severity.error("✗"), note: palette.muted("·") };
  const [firstLine = "", ...otherLines] = wrapWithIndent(sentence, 4, columns);
  yield `  ${symbols[state]} ${firstLine.slice(4)}`;
  yield* otherLines;
  if (!location) return;
  const { line, character } = toReportedRange(location).start;
  yield `    ${palette.muted(`${toVisibleText(location.file)}:${line + 1}:${character + 1}`)}`;
}

function wrapWithIndent(text: string, indent: number, columns: number): string[] {
  const words = toVisibleText(text).split(" ");
  return wrapText(words, columns - indent).map((line) => " ".repeat(indent) + line.join(" "));
}
