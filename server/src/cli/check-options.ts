import { parseArgs } from "node:util";
import { profiles, type ProfileName } from "../core/config/settings/profile.ts";
import { severities, type Severity } from "../core/site/settings/site-settings.ts";
import { closest } from "../core/text/similarity.ts";
import { visibleText } from "./visible-text.ts";

const formats = ["pretty", "json", "sarif", "junit", "github"] as const;
export type ReportFormat = (typeof formats)[number];

/** What `docwright check` is asked to do (contracts.md §3). */
export interface CheckOptions {
  readonly folder: string;
  readonly format: ReportFormat;
  readonly profile: ProfileName | undefined;
  /** Absent: what suits the format, `warning` for people and `hint` for programs. */
  readonly minSeverity: Severity | undefined;
  readonly maxProblems: number;
  readonly failOn: "error" | "warning";
  /** False leaves out the parse of each page's MDX, by far the longest part of a check. */
  readonly mdxSyntax: boolean;
  /** `write` puts right what can be put right unseen; `show` prints what that would change. */
  readonly fix: "write" | "show" | undefined;
  readonly changedSince: string | undefined;
  /** A file with the problems that are known and not reported, relative to where the command runs. */
  readonly baseline: string | undefined;
  readonly writeBaseline: string | undefined;
  /** Hosts of the web from which specifications may be fetched: `api.example.com`. */
  readonly fetch: readonly string[];
  /** Tell of each operation where readers find it. */
  readonly coverage: boolean;
  /** How many of a hundred operations must be in the navigation; absent: no matter how many. */
  readonly minCoverage: number | undefined;
  readonly help: boolean;
}

export type ParsedOptions =
  | { readonly ok: true; readonly options: CheckOptions }
  /** One line that says what cannot be done and what can. */
  | { readonly ok: false; readonly reason: string };

const optionTypes = {
  format: { type: "string" },
  profile: { type: "string" },
  "min-severity": { type: "string" },
  "max-problems": { type: "string" },
  "fail-on": { type: "string" },
  "no-mdx-syntax": { type: "boolean" },
  fix: { type: "boolean" },
  "fix-dry-run": { type: "boolean" },
  "changed-since": { type: "string" },
  baseline: { type: "string" },
  "write-baseline": { type: "string" },
  fetch: { type: "string" },
  coverage: { type: "boolean" },
  "min-coverage": { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** Reads the arguments behind `docwright check`. Nothing is guessed: what is not understood is refused with a reason. */
export function readCheckOptions(args: readonly string[]): ParsedOptions {
  try {
    return { ok: true, options: readOptions(args) };
  } catch (error) {
    if (error instanceof BadOption) return { ok: false, reason: error.message };
    throw error;
  }
}

class BadOption extends Error {}

function readOptions(args: readonly string[]): CheckOptions {
  const { tokens } = parseArgs({
    args: [...args],
    options: optionTypes,
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const given = new Map<string, string | undefined>();
  const folders: string[] = [];
  const hosts: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") folders.push(token.value);
    if (token.kind !== "option") continue;
    refuseUnknown(token.name, token.rawName, token.value);
    if (token.name === "fetch") hosts.push(readHost(token.value ?? ""));
    given.set(token.name, token.value);
  }
  if (folders.length > 1)
    throw new BadOption(
      `check takes one folder, and there are ${folders.length}: ${folders.map(visibleText).join(", ")}.`,
    );
  refuseTogether(given);
  const format = choose("format", given.get("format"), formats) ?? "pretty";
  if ((given.has("coverage") || given.has("min-coverage")) && format !== "pretty" && format !== "json")
    throw new BadOption(`--coverage is told as pretty or json, not as ${format}.`);
  return {
    folder: folders[0] ?? ".",
    format,
    profile: choose(
      "profile",
      given.get("profile"),
      Object.values(profiles).map(({ name }) => name),
    ),
    minSeverity: choose("min-severity", given.get("min-severity"), severities),
    maxProblems: readCount(given.get("max-problems")),
    failOn: choose("fail-on", given.get("fail-on"), ["error", "warning"] as const) ?? "error",
    mdxSyntax: !given.has("no-mdx-syntax"),
    fix: given.has("fix") ? "write" : given.has("fix-dry-run") ? "show" : undefined,
    changedSince: given.get("changed-since"),
    baseline: given.get("baseline"),
    writeBaseline: given.get("write-baseline"),
    fetch: hosts,
    coverage: given.has("coverage") || given.has("min-coverage"),
    minCoverage: readPercent(given.get("min-coverage")),
    help: given.has("help"),
  };
}

function refuseUnknown(name: string, rawName: string, value: string | undefined): void {
  const type = Object.entries(optionTypes).find(([known]) => known === name)?.[1].type;
  if (type === undefined) {
    const near = closest(name, Object.keys(optionTypes));
    throw new BadOption(
      `there is no option ${visibleText(rawName)}${near ? `; did you mean --${near}?` : '. "docwright check --help" lists them.'}`,
    );
  }
  if (type === "boolean" && value !== undefined) throw new BadOption(`--${name} takes no value.`);
  if (type === "string" && (value === undefined || value === ""))
    throw new BadOption(`--${name} needs a value.`);
}

/** What contradicts itself: a baseline is of the whole site as it stands. */
function refuseTogether(given: ReadonlyMap<string, string | undefined>): void {
  const pairs = [
    ["fix", "fix-dry-run"],
    ["write-baseline", "baseline"],
    ["write-baseline", "changed-since"],
    ["write-baseline", "fix"],
    ["write-baseline", "fix-dry-run"],
    ["coverage", "fix"],
    ["coverage", "fix-dry-run"],
    ["coverage", "write-baseline"],
    ["min-coverage", "fix"],
    ["min-coverage", "fix-dry-run"],
    ["min-coverage", "write-baseline"],
  ] as const;
  const pair = pairs.find(([one, other]) => given.has(one) && given.has(other));
  if (pair) throw new BadOption(`--${pair[0]} and --${pair[1]} do not go together.`);
}

function choose<T extends string>(
  name: string,
  value: string | undefined,
  allowed: readonly T[],
): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined)
    throw new BadOption(`--${name} cannot be ${visibleText(value)}; it is one of ${allowed.join(", ")}.`);
  return found;
}

/** A host as URLs have it, with its port where that is not the usual one. */
function readHost(value: string): string {
  if (!/^[\p{L}\p{N}.-]+(:\d{1,5})?$/u.test(value) || !URL.canParse(`https://${value}`))
    throw new BadOption(`--fetch cannot be ${visibleText(value)}; it is a host like api.example.com.`);
  return new URL(`https://${value}`).host;
}

function readPercent(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const percent = Number(value.replace(/\s*%$/, ""));
  if (!/^\d{1,3}(\.\d+)?\s*%?$/.test(value) || percent > 100)
    throw new BadOption(`--min-coverage cannot be ${visibleText(value)}; it is a number from 0 to 100.`);
  return percent;
}

function readCount(value: string | undefined): number {
  if (value === undefined) return Number.POSITIVE_INFINITY;
  if (!/^\d{1,9}$/.test(value))
    throw new BadOption(`--max-problems cannot be ${visibleText(value)}; it is a whole number from 0.`);
  return Number(value);
}
