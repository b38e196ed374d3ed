import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readAnswer } from "../mint-answers/read-answers.ts";

/** A problem that a tool reports, with its lines from 0. Without lines, the tool names only the file. */
export interface Finding {
  readonly file: string;
  /** The lines that the finding can be on. There are several if the tool names a text that occurs more than once. */
  readonly lines?: readonly number[];
}

export function docwrightFindings(output: string): readonly Finding[] {
  interface Problem {
    readonly file: string;
    readonly range: { readonly start: { readonly line: number } };
    readonly related?: readonly Problem[];
  }
  const { problems } = JSON.parse(output) as { readonly problems: readonly Problem[] };
  // A problem can represent other problems with the same cause, whose locations are its related locations.
  return problems
    .flatMap((problem) => [problem, ...(problem.related ?? [])])
    .map(({ file, range }) => ({ file, lines: [range.start.line] }));
}

/** How `mint` states where a problem is. The named groups are the file, the line from 1, and a text in the file. */
const statements: readonly RegExp[] = [
  /parsing error \.?\/?(?<file>\S+?):(?<line>\d+):\d+/g,
  /Unable to parse (?<file>\S+) - (?:1:1: [^(]*\()?(?<line>\d+):\d+/g,
  /in your frontmatter on line (?<line>\d+), column \d+ in \/(?<file>\S+)/g,
  /"(?<text>[^"]+)" is referenced in the (?<file>docs\.json) navigation/g,
  /Could not find file (?<text>\S+) - imported from \/(?<file>\S+)/g,
  /Openapi file (?<file>\S+) defined in \S+ in your docs\.json exists but is invalid/g,
  /Error validating OpenAPI file \/(?<file>\S+?): /g,
  /configuration from \S*\b(?<file>docs\.json): /g,
  /Invalid (?<file>docs\.json)/g,
  /(?<file>docs\.json) has invalid JSON/g,
];

/** Returns what `mint broken-links` or `mint validate` reports about a site. */
export function mintFindings(output: string, site: string): readonly Finding[] {
  // Long lines are wrapped.
  const text = output.replaceAll(/\n {4,}/g, " ").replaceAll(/\s*\n/g, "\n");
  const links = readAnswer(output).links.map(({ file, url }) => ({
    file,
    lines: linesWith(site, file, url),
  }));
  const others = statements.flatMap((statement) =>
    [...text.matchAll(statement)].map(({ groups = {} }): Finding => {
      const { file = "", line, text: named } = groups;
      if (named !== undefined) return { file, lines: linesWith(site, file, named) };
      return line === undefined ? { file } : { file, lines: [Number(line) - 1] };
    }),
  );
  return [...links, ...others];
}

/** Returns the first warning of `mint` that isn't recognized. Its findings must not be compared then. */
export function unreadWarning(output: string): string | undefined {
  const warnings = output.split("\n").filter((line) => line.startsWith("warning - "));
  return warnings.find((line) => !statements.some((statement) => line.search(statement) >= 0));
}

/** Returns the findings that none of ours is equal to. */
export function missingFrom(ours: readonly Finding[], theirs: readonly Finding[]): readonly Finding[] {
  return theirs.filter(
    ({ file, lines }) =>
      !ours.some(
        (own) =>
          own.file === file && (lines ?? own.lines ?? []).some((line) => own.lines?.includes(line) ?? false),
      ),
  );
}

function linesWith(site: string, file: string, text: string): readonly number[] {
  return readFileSync(join(site, file), "utf8")
    .split("\n")
    .flatMap((line, number) => (line.includes(text) ? [number] : []));
}
