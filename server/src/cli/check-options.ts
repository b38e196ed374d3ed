import { parseArgs } from "node:util";
import { profiles, type ProfileName } from "../core/config/profile.ts";
import { severities, type Severity } from "../core/site/severity.ts";
import { closest } from "../core/text/closest.ts";
import { visibleText } from "./visible-text.ts";

/** What `docwright check` is asked to do (contracts.md §3). */
export interface CheckOptions {
  readonly folder: string;
  readonly format: "pretty" | "json";
  readonly profile: ProfileName | undefined;
  /** Absent: what suits the format, `warning` for people and `hint` for programs. */
  readonly minSeverity: Severity | undefined;
  readonly maxProblems: number;
  readonly failOn: "error" | "warning";
  /** False leaves out the parse of each page's MDX, by far the longest part of a check. */
  readonly mdxSyntax: boolean;
  readonly help: boolean;
}

export type ParsedOptions =
  | { readonly ok: true; readonly options: CheckOptions }
  /** One line that says what cannot be done and what can. */
  | { readonly ok: false; readonly reason: string };

/** The options that `check` knows; those that a later release brings are known by name, so that none is ignored silently. */
const optionTypes = {
  format: { type: "string" },
  profile: { type: "string" },
  "min-severity": { type: "string" },
  "max-problems": { type: "string" },
  "fail-on": { type: "string" },
  "no-mdx-syntax": { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const notYet: ReadonlySet<string> = new Set([
  "fix",
  "fix-dry-run",
  "changed-since",
  "baseline",
  "write-baseline",
]);
const formatsNotYet: ReadonlySet<string> = new Set(["sarif", "junit", "github"]);

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
  for (const token of tokens) {
    if (token.kind === "positional") folders.push(token.value);
    if (token.kind !== "option") continue;
    refuseUnknown(token.name, token.rawName, token.value);
    given.set(token.name, token.value);
  }
  if (folders.length > 1)
    throw new BadOption(
      `check takes one folder, and there are ${folders.length}: ${folders.map(visibleText).join(", ")}.`,
    );
  return {
    folder: folders[0] ?? ".",
    format: readFormat(given.get("format")),
    profile: choose(
      "profile",
      given.get("profile"),
      Object.values(profiles).map(({ name }) => name),
    ),
    minSeverity: choose("min-severity", given.get("min-severity"), severities),
    maxProblems: readCount(given.get("max-problems")),
    failOn: choose("fail-on", given.get("fail-on"), ["error", "warning"] as const) ?? "error",
    mdxSyntax: !given.has("no-mdx-syntax"),
    help: given.has("help"),
  };
}

function refuseUnknown(name: string, rawName: string, value: string | undefined): void {
  if (notYet.has(name)) throw new BadOption(`--${name} is not available yet.`);
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

function readFormat(value: string | undefined): "pretty" | "json" {
  if (value !== undefined && formatsNotYet.has(value))
    throw new BadOption(`--format ${value} is not available yet; there are pretty and json.`);
  return choose("format", value, ["pretty", "json"] as const) ?? "pretty";
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

function readCount(value: string | undefined): number {
  if (value === undefined) return Number.POSITIVE_INFINITY;
  if (!/^\d{1,9}$/.test(value))
    throw new BadOption(`--max-problems cannot be ${visibleText(value)}; it is a whole number from 0.`);
  return Number(value);
}
