import { parseArgs } from "node:util";
import { type ProfileName, profiles } from "../../core/config/settings/profile.ts";
import { toVisibleText } from "../terminal/text.ts";

const formats = ["pretty", "json", "junit"] as const;

/** Options of `docwright test`. */
export interface TestOptions {
  readonly folder: string;
  /** The base URLs of the APIs to test. */
  readonly servers: readonly string[];
  /** A file with base URLs, variables, and secrets, relative to the working directory. */
  readonly environment: string | undefined;
  /** `GET /users`; empty: all. */
  readonly operations: readonly string[];
  /** Whether to also send requests that may change data. */
  readonly allMethods: boolean;
  readonly record: string | undefined;
  readonly replay: string | undefined;
  readonly format: (typeof formats)[number];
  /** The timeout of each request in milliseconds. */
  readonly timeout: number;
  readonly concurrency: number;
  readonly profile: ProfileName | undefined;
  readonly help: boolean;
}

export type ParsedTestOptions =
  { readonly ok: true; readonly options: TestOptions } | { readonly ok: false; readonly reason: string };

const optionTypes = {
  server: { type: "string", multiple: true },
  environment: { type: "string" },
  operation: { type: "string", multiple: true },
  only: { type: "string" },
  "all-methods": { type: "boolean" },
  record: { type: "string" },
  replay: { type: "string" },
  format: { type: "string" },
  timeout: { type: "string" },
  concurrency: { type: "string" },
  profile: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** Reads the arguments after `docwright test`. Unrecognized arguments are rejected with a reason, never guessed. */
export function readTestOptions(args: readonly string[]): ParsedTestOptions {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
  } catch (error) {
    const text = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    return refuse(`${toVisibleText(text)} "docwright test --help" lists the options.`);
  }
  const { values, positionals } = parsed;
  const [folder = ".", second] = positionals;
  if (second !== undefined) return refuse(`name one folder, not ${toVisibleText(second)} as well.`);
  const servers = values.server ?? [];
  const wrong = servers.find((url) => !isServer(url));
  if (wrong !== undefined)
    return refuse(`--server is an address like http://localhost:4010/v2, not ${toVisibleText(wrong)}.`);
  const { only = "safe", record, replay, environment, profile } = values;
  const allMethods = values["all-methods"] === true;
  if (only !== "safe") return refuse(`--only is safe, not ${toVisibleText(only)}.`);
  if (values.only !== undefined && allMethods)
    return refuse("--only safe and --all-methods do not go together.");
  if (replay !== undefined && (record ?? environment ?? servers[0]) !== undefined)
    return refuse("--replay sends nothing, so --server, --environment and --record do not go with it.");
  const format = formats.find((each) => each === (values.format ?? "pretty"));
  if (!format)
    return refuse(`--format is one of ${formats.join(", ")}, not ${toVisibleText(values.format ?? "")}.`);
  const timeout = numberIn(values.timeout ?? "30", 1, 600);
  if (timeout === undefined) return refuse("--timeout is a number of seconds from 1 to 600.");
  const concurrency = numberIn(values.concurrency ?? "4", 1, 32);
  if (concurrency === undefined) return refuse("--concurrency is a number from 1 to 32.");
  if (profile !== undefined && profile !== "standard" && profile !== "mintlify")
    return refuse(`--profile is ${Object.keys(profiles).join(" or ")}, not ${toVisibleText(profile)}.`);
  const operations = values.operation ?? [];
  const odd = operations.find((name) => !/^[A-Za-z][\w-]* \/\S*$/.test(name));
  if (odd !== undefined)
    return refuse(`--operation is a method and a path, as in "GET /users/{id}", not ${toVisibleText(odd)}.`);
  return {
    ok: true,
    options: {
      folder,
      servers,
      environment,
      operations,
      allMethods,
      record,
      replay,
      format,
      timeout: timeout * 1000,
      concurrency,
      profile,
      help: values.help === true,
    },
  };
}

/** Whether the text is a base URL that requests can be sent to, without parts that don't belong in one. */
export function isServer(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return username + password + search + hash === "";
}

function numberIn(text: string, least: number, max: number): number | undefined {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= max ? value : undefined;
}

function refuse(reason: string): ParsedTestOptions {
  return { ok: false, reason };
}
