import { parseArgs } from "node:util";
import { profiles, type ProfileName } from "../core/config/settings/profile.ts";
import { closest } from "../core/text/similarity.ts";
import { checkQuery } from "../feedback/service/validate.ts";
import { knownSources, knownStatuses, type FeedbackQuery } from "../feedback/entries/types.ts";
import { visibleText } from "./visible-text.ts";

const formats = ["table", "json", "csv"] as const;

/** What `docwright feedback` is asked to do (contracts.md §3). */
export interface FeedbackOptions {
  readonly folder: string;
  /** Whether DIR was named; what is below this folder is not searched unasked. */
  readonly isFolderNamed: boolean;
  readonly baseUrl: string | undefined;
  readonly project: string | undefined;
  readonly query: FeedbackQuery;
  readonly isSizeAsked: boolean;
  /** Pages, files or folders; empty: all. */
  readonly paths: readonly string[];
  /** `true`: compare with the default branch. */
  readonly branch: string | true | undefined;
  readonly all: boolean;
  readonly beyondBudget: boolean;
  readonly byPage: boolean;
  readonly format: (typeof formats)[number];
  readonly profile: ProfileName | undefined;
  readonly help: boolean;
}

export type ParsedFeedbackOptions =
  { readonly ok: true; readonly options: FeedbackOptions } | { readonly ok: false; readonly reason: string };

const optionTypes = {
  "base-url": { type: "string" },
  project: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  through: { type: "string" },
  source: { type: "string" },
  status: { type: "string" },
  path: { type: "string", multiple: true },
  branch: { type: "string" },
  "page-size": { type: "string" },
  cursor: { type: "string" },
  all: { type: "boolean" },
  "beyond-budget": { type: "boolean" },
  "by-page": { type: "boolean" },
  format: { type: "string" },
  profile: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** Reads the arguments behind `docwright feedback`; `isFolder` tells whether an argument behind `--branch` is DIR. */
export function readFeedbackOptions(
  args: readonly string[],
  isFolder: (name: string) => boolean,
): ParsedFeedbackOptions {
  let parsed;
  try {
    const options = {
      args: withBranch(args, isFolder),
      options: optionTypes,
      allowPositionals: true,
    } as const;
    parsed = parseArgs(options);
  } catch (error) {
    const text = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    return refuse(`${visibleText(text)} "docwright feedback --help" lists the options.`);
  }
  const { values, positionals } = parsed;
  const [folder = ".", second] = positionals;
  if (second !== undefined) return refuse(`name one folder, not ${visibleText(second)} as well.`);
  const format = formats.find((each) => each === (values.format ?? "table"));
  if (!format)
    return refuse(`--format is one of ${formats.join(", ")}, not ${visibleText(values.format ?? "")}.`);
  const { profile, source, cursor } = values;
  if (profile !== undefined && profile !== "standard" && profile !== "mintlify")
    return refuse(`--profile is ${Object.keys(profiles).join(" or ")}, not ${visibleText(profile)}.`);
  if (source !== undefined && !knownSources.includes(source))
    return refuse(notOneOf("--source", source, knownSources));
  const statuses = values.status?.split(",").map((status) => status.trim());
  const odd = statuses?.find((status) => !knownStatuses.includes(status));
  if (odd !== undefined) return refuse(notOneOf("--status", odd, knownStatuses));
  const size = values["page-size"];
  if (size !== undefined && !/^([1-9]\d?|100)$/.test(size))
    return refuse(`--page-size is a number from 1 to 100, not ${visibleText(size)}.`);
  const [all, byPage] = [values.all === true, values["by-page"] === true];
  if (byPage && (cursor !== undefined || all))
    return refuse("--by-page is one answer of the service, so --all and --cursor do not go with it.");
  const query: FeedbackQuery = {
    ...(values.from !== undefined && { from: values.from }),
    ...(values.to !== undefined && { to: values.to }),
    ...(values.through !== undefined && { through: values.through }),
    ...(source !== undefined && { source }),
    ...(statuses && { statuses }),
    ...(cursor !== undefined && { cursor }),
    ...(size !== undefined ? { pageSize: Number(size) } : (all || byPage) && { pageSize: 100 }),
  };
  const checked = checkQuery(query);
  if (!checked.ok) return refuse(visibleText(checked.reason));
  const branch = values.branch;
  return {
    ok: true,
    options: {
      folder,
      isFolderNamed: positionals.length > 0,
      baseUrl: values["base-url"],
      project: values.project,
      query,
      isSizeAsked: size !== undefined,
      paths: values.path ?? [],
      branch: branch === "" ? true : branch,
      all,
      beyondBudget: values["beyond-budget"] === true,
      byPage,
      format,
      profile,
      help: values.help === true,
    },
  };
}

/** `--branch` may stand alone, and then what follows is DIR, or an option. */
function withBranch(args: readonly string[], isFolder: (name: string) => boolean): string[] {
  return args.flatMap((arg, i): string[] => {
    if (args[i - 1] === "--branch" && isBase(arg, isFolder)) return [];
    if (arg !== "--branch") return [arg];
    const next = args[i + 1];
    return [next !== undefined && isBase(next, isFolder) ? `--branch=${next}` : "--branch="];
  });
}

function isBase(arg: string, isFolder: (name: string) => boolean): boolean {
  return !arg.startsWith("-") && !isFolder(arg);
}

function notOneOf(option: string, written: string, known: readonly string[]): string {
  const near = closest(written, known);
  const hint = near === undefined ? "" : ` Did you mean ${near}?`;
  return `${option} is one of ${known.join(", ")}, not ${visibleText(written)}.${hint}`;
}

function refuse(reason: string): ParsedFeedbackOptions {
  return { ok: false, reason };
}
