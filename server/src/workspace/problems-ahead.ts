import { problemsInSteps, subjectsOf } from "../core/rules/engine/run-rules.ts";
import { identityOf, type Problem } from "../core/rules/problem.ts";
import type { Site } from "../core/site/site.ts";
import { type LineMap, lineMapOf, type Position, positionAt, type SitePath } from "../core/text/text-edit.ts";
import { largestText } from "./disk.ts";
import type { ChangedText } from "./migrate-site.ts";
import { overlayDisk } from "./overlay-disk.ts";
import { readFile, type SiteFiles, textOf } from "./read-frame.ts";
import type { KnownPages } from "./read-page.ts";
import { withRemoteCopies } from "./remote-copies.ts";
import type { RemoteSpecs } from "./remote-specs.ts";
import { runInSlices } from "./run-in-slices.ts";
import { loadSite } from "./site-loader.ts";
import type { SpecReader } from "./spec-reader.ts";
import { studySpecs } from "./study-specs.ts";

/** A problem of a site that is not there yet, with the place that it would have. */
export interface ProblemAhead {
  readonly file: SitePath;
  readonly range: { readonly start: Position; readonly end: Position };
  readonly severity: Problem["severity"];
  readonly code: string;
  readonly message: string;
  /** By which it is known again when lines move; which of a rule's sentences it is does not count. */
  readonly name: string;
}

export interface ReadingAhead {
  readonly specs: Pick<SpecReader, "readSpecs" | "read" | "study">;
  /** Copies of specifications on the web; `from` has their texts. */
  readonly remote?: Pick<RemoteSpecs, "copiesOf"> | undefined;
  readonly signal?: AbortSignal;
  /** Pages of `from`. Those that don't change aren't scanned again. */
  readonly knownPages?: KnownPages;
  /** Hears what is being done, many times a second. */
  readonly tell?: (progress: string) => void;
}

/** What is wrong with a site as it would be with these changes. Nothing is written, and the MDX of pages is not parsed. */
export async function problemsAhead(
  from: SiteFiles,
  changes: readonly ChangedText[],
  { specs, remote, signal, knownPages, tell = () => undefined }: ReadingAhead,
): Promise<readonly ProblemAhead[]> {
  const ahead = filesAhead(from, changes);
  const loaded = await loadSite({
    ...ahead,
    readSpecs: specs.readSpecs,
    knownPages,
    ...(signal && { signal }),
    onProgress: (done, total) => tell(`reading ${done} of ${total} pages`),
  });
  const known = remote ? await withRemoteCopies(loaded.site, ahead, remote, specs.readSpecs) : loaded.site;
  const studies = await studySpecs(known, ahead, specs, (path) => tell(`studying ${path}`));
  const site: Site = { ...known, studies };
  return runInSlices(problemsOf(site, ahead), signal);
}

/** What is wrong with a site that has been read from these files; comparable to `problemsAhead`. */
export async function problemsNow(
  site: Site,
  from: SiteFiles,
  { specs, signal, tell = () => undefined }: ReadingAhead,
): Promise<readonly ProblemAhead[]> {
  const { rendered: _, ...read } = site;
  const studies = await studySpecs(site, from, specs, (path) => tell(`studying ${path}`));
  return runInSlices(problemsOf({ ...read, studies, syntax: new Map() }, from), signal);
}

/** Those after that are not among those before, one for one. */
export function newProblems(
  before: readonly ProblemAhead[],
  after: readonly ProblemAhead[],
): readonly ProblemAhead[] {
  const left = new Map<string, number>();
  for (const { name } of before) left.set(name, (left.get(name) ?? 0) + 1);
  return after.filter(({ name }) => {
    const count = left.get(name) ?? 0;
    left.set(name, count - 1);
    return count <= 0;
  });
}

/** A text that is open in an editor gives way to its change. */
function filesAhead(from: SiteFiles, changes: readonly ChangedText[]): SiteFiles {
  if (changes.length === 0) return from;
  const texts = new Map(changes.map(({ path, after }) => [path, after]));
  return {
    ...from,
    disk: overlayDisk(from.disk, texts),
    unsaved: (path) => (texts.has(path) ? undefined : from.unsaved?.(path)),
  };
}

function* problemsOf(site: Site, from: SiteFiles): Generator<void, ProblemAhead[]> {
  const problems: ProblemAhead[] = [];
  const texts = new Map<SitePath, { readonly text: string; readonly lines: LineMap }>();
  const textAt = (path: SitePath) => {
    const text = texts.get(path)?.text ?? textOf(readFile(from, path, largestText)) ?? "";
    const known = texts.get(path) ?? { text, lines: lineMapOf(text) };
    texts.set(path, known);
    return known;
  };
  // A rule that fails is told of by whoever shows problems.
  const onRuleFailed = () => undefined;
  for (const subject of subjectsOf(site))
    for (const problem of yield* problemsInSteps(subject, site, { onRuleFailed })) {
      const { at, severity, code, message } = problem;
      const { text, lines } = textAt(at.file);
      const [file, , , ...words] = identityOf(problem, at.file, text).split("\n");
      problems.push({
        file: at.file,
        range: { start: positionAt(lines, at.range.start), end: positionAt(lines, at.range.end) },
        severity,
        code,
        message,
        name: [file, code, ...words].join("\n"),
      });
    }
  return problems;
}
