import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readAnswer } from "../mint-answers/read-answers.ts";
import { installPeer, peerCache } from "./packages.ts";
import { runLimited, type LimitedRun } from "./run-limited.ts";

/** A problem that a tool reports, with its lines from 0. Without lines, the tool names only the file. */
export interface Finding {
  readonly file: string;
  /** The lines that the finding can be on. There are several if the tool names a text that occurs more than once. */
  readonly lines?: readonly number[];
  readonly isError?: boolean;
}

/** A command that checks the whole site in its folder. */
export interface CheckCommand {
  readonly name: string;
  /** The number of pages from which a run takes so long that one is enough. */
  readonly onceFrom: number;
  readonly run: (site: string) => Promise<CheckRun>;
}

export interface CheckRun extends LimitedRun {
  readonly findings: readonly Finding[];
  /** Why the run doesn't count. Undefined if the command checked the site. */
  readonly failure: string | undefined;
}

const minutes = 30;

export function createDocwrightCheck(cli: string): CheckCommand {
  const args = [cli, "check", ".", "--profile", "mintlify", "--format", "json"];
  return {
    name: "`docwright check`",
    onceFrom: 20_000,
    async run(site) {
      const cache = mkdtempSync(join(tmpdir(), "docwright-cache-"));
      const env = { XDG_CACHE_HOME: cache };
      const run = await runLimited(process.execPath, args, { cwd: site, minutes, env });
      rmSync(cache, { recursive: true });
      const failure = getFailure(run) ?? (run.status === 2 ? findError(run.errors) : undefined);
      return { ...run, failure, findings: failure === undefined ? parseDocwright(run.output) : [] };
    },
  };
}

/** Returns the two commands of `mint`, or the reason why it can't be installed. */
export async function listMintCommands(): Promise<readonly CheckCommand[] | { readonly reason: string }> {
  const mint = await installPeer("mint");
  if ("reason" in mint) return mint;
  const script = join(mint.modules, "mint", "index.js");
  const env = { HOME: makeMintHome(), DO_NOT_TRACK: "1", CI: "1" };
  return ["broken-links", "validate"].map((command) => ({
    name: `\`mint ${command}\``,
    onceFrom: 500,
    async run(site) {
      const run = await runLimited(process.execPath, [script, command], { cwd: site, minutes, env });
      const text = run.output + run.errors;
      // A command that succeeds may print warnings, which aren't findings.
      const findings = run.status === 0 ? [] : parseMint(text, site);
      const unread = run.status !== 0 && findings.length === 0 ? findError(text) : findUnreadWarning(text);
      const failure = getFailure(run) ?? (run.status === 0 ? undefined : unread);
      return { ...run, failure, findings };
    },
  }));
}

/**
 * Returns a home folder in which `mint validate` finds a client, so that it can run without a network connection. It only
 * empties two folders of the client, so placeholders are enough.
 */
function makeMintHome(): string {
  const home = join(peerCache, "mint-home");
  const client = join(home, ".mintlify/previews/shared/mint");
  mkdirSync(join(client, "apps/client"), { recursive: true });
  writeFileSync(join(client, "mint-version.txt"), "0.0.0");
  return home;
}

function getFailure({ isTooLong, status, output, errors }: LimitedRun): string | undefined {
  if (isTooLong) return `took more than ${minutes} minutes`;
  return status === null ? findError(output + errors) : undefined;
}

/** Returns the first line with an error, or else the last line, for a table cell. Leaves out paths of this machine. */
function findError(text: string): string {
  const lines = text.trim().split("\n");
  const line = lines.find((each) => /error/i.test(each)) ?? lines.at(-1) ?? "";
  return line
    .replaceAll(/(?:[A-Z]:)?(?:[\\/][\w.@+-]+){2,}/g, "…")
    .replaceAll("|", " ")
    .slice(0, 200);
}

function parseDocwright(output: string): readonly Finding[] {
  interface Problem {
    readonly file: string;
    readonly severity: string;
    readonly range: { readonly start: { readonly line: number } };
    readonly related?: readonly Problem[];
  }
  const { problems } = JSON.parse(output) as { readonly problems: readonly Problem[] };
  // A problem can represent other problems with the same cause, whose locations are its related locations.
  return problems
    .flatMap(({ related = [], ...problem }) => [
      problem,
      ...related.map((place) => ({ ...place, severity: problem.severity })),
    ])
    .map(({ file, range, severity }) => ({
      file,
      lines: [range.start.line],
      isError: severity === "error",
    }));
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
function parseMint(output: string, site: string): readonly Finding[] {
  // Long lines are wrapped.
  const text = output.replaceAll(/\n {4,}/g, " ").replaceAll(/\s*\n/g, "\n");
  const links = readAnswer(output).links.map(({ file, url }) => ({
    file,
    lines: listLinesWith(site, file, url),
  }));
  const others = statements.flatMap((statement) =>
    [...text.matchAll(statement)].map(({ groups = {} }): Finding => {
      const { file = "", line, text: lineText } = groups;
      if (lineText !== undefined) return { file, lines: listLinesWith(site, file, lineText) };
      return line === undefined ? { file } : { file, lines: [Number(line) - 1] };
    }),
  );
  return [...links, ...others];
}

/** Returns the first warning of `mint` that isn't recognized. Its findings must not be compared then. */
function findUnreadWarning(output: string): string | undefined {
  const warnings = output.split("\n").filter((line) => line.startsWith("warning - "));
  const unread = warnings.find((line) => !statements.some((statement) => line.search(statement) >= 0));
  return unread === undefined ? undefined : findError(unread);
}

function listLinesWith(site: string, file: string, text: string): readonly number[] {
  return readFileSync(join(site, file), "utf8")
    .split("\n")
    .flatMap((line, number) => (line.includes(text) ? [number] : []));
}

/**
 * Returns the findings that aren't among ours. Ours must be on the same line, or must be an error in the same file if a
 * finding has no line.
 */
export function findMissing(ours: readonly Finding[], theirs: readonly Finding[]): readonly Finding[] {
  return theirs.filter(
    ({ file, lines }) =>
      !ours.some(
        (ownFinding) =>
          ownFinding.file === file &&
          (lines?.some((line) => ownFinding.lines?.includes(line)) ?? ownFinding.isError === true),
      ),
  );
}
