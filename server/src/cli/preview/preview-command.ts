import { readFileSync, statSync } from "node:fs";
import { basename, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type ProfileName, profiles } from "../../core/config/settings/profile.ts";
import { readEnvFile } from "../../relay/secrets/env-file.ts";
import { findSites } from "../../workspace/files/find-sites.ts";
import { findFolderProblem } from "../check/check-command.ts";
import type { CommandHost, ExitCode } from "../run-cli.ts";
import { openInBrowser } from "../terminal/output.ts";
import { toVisibleText } from "../terminal/text.ts";
import { readTestEnvironment } from "../test/environment.ts";

/** A playground environment from the command line, with the values of its secrets. Held in memory only. */
export interface PreviewEnvironment {
  readonly name: string;
  readonly baseUrl: string | undefined;
  readonly variables: Readonly<Record<string, string>>;
  /** Secrets by name. Sent only to `baseUrl`. */
  readonly secrets: ReadonlyMap<string, string>;
}

const maxSize = 1_000_000;

/**
 * Reads the environment from a file named on the command line: JSON as `docwright test` reads it, or else a `.env` file
 * with values. Returns undefined if no file is named, and an error sentence if the file can't be used.
 */
export function readPreviewEnvironment(
  file: string | undefined,
  { cwd, environment }: CommandHost,
): PreviewEnvironment | string | undefined {
  if (file === undefined) return undefined;
  const shown = toVisibleText(file);
  const text = textOf(resolve(cwd, file));
  if (text === undefined) return `the environment ${shown} cannot be read.`;
  const name = basename(file).replace(/\.json$/i, "");
  if (!/^\s*\{/.test(text))
    return { name, baseUrl: undefined, variables: Object.fromEntries(readEnvFile(text)), secrets: new Map() };
  const read = readTestEnvironment(text, environment);
  if (!read.ok) return `the environment ${shown} ${read.reason}`;
  const { servers, variables, secrets } = read.environment;
  const [baseUrl] = servers;
  if (secrets.size > 0 && baseUrl === undefined)
    return `the environment ${shown} has secrets and no \`baseUrl\` that they are for.`;
  return { name, baseUrl, variables, secrets };
}

function textOf(path: string): string | undefined {
  try {
    return statSync(path).size <= maxSize ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

/** Options of `docwright preview`. */
export interface PreviewOptions {
  readonly folder: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly open: boolean;
  readonly allowedHosts: readonly string[];
  readonly profile: ProfileName | undefined;
  /** Whether Git may be run to read pages as of the last commit. */
  readonly git: boolean;
  /** Whether the site's components may run in a sandbox, each after the author clicks. */
  readonly runComponents: boolean;
  /** A file with values and secrets for the playground. */
  readonly environment: string | undefined;
  readonly help: boolean;
}

export type ParsedPreviewOptions =
  { readonly ok: true; readonly options: PreviewOptions } | { readonly ok: false; readonly reason: string };

const optionTypes = {
  port: { type: "string" },
  open: { type: "boolean" },
  "allow-host": { type: "string", multiple: true },
  profile: { type: "string" },
  git: { type: "boolean" },
  "run-components": { type: "boolean" },
  environment: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

const hostName = /^[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?$/i;

/** Reads the arguments after `docwright preview`. Unrecognized arguments are rejected with a reason, never guessed. */
export function readPreviewOptions(args: readonly string[]): ParsedPreviewOptions {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
  } catch (error) {
    const text = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    return refuse(`${toVisibleText(text)} "docwright preview --help" lists the options.`);
  }
  const { values, positionals } = parsed;
  const [folder = ".", second] = positionals;
  if (second !== undefined) return refuse(`name one folder, not ${toVisibleText(second)} as well.`);
  const {
    port: written = "0",
    open = false,
    "allow-host": allowedHosts = [],
    profile,
    git = false,
    "run-components": runComponents = false,
    environment,
    help = false,
  } = values;
  const port = /^\d{1,5}$/.test(written) ? Number(written) : Number.NaN;
  if (!(port <= 65_535)) return refuse(`--port is a number from 0 to 65535, not ${toVisibleText(written)}.`);
  const odd = allowedHosts.find((name) => !hostName.test(name));
  if (odd !== undefined)
    return refuse(`--allow-host is a host name, as in me-8080.example.com, not ${toVisibleText(odd)}.`);
  const isKnown = profile === undefined || profile === "standard" || profile === "mintlify";
  if (!isKnown)
    return refuse(`--profile is ${Object.keys(profiles).join(" or ")}, not ${toVisibleText(profile)}.`);
  const flags = { open, git, runComponents, help };
  return { ok: true, options: { folder, port, allowedHosts, profile, environment, ...flags } };
}

function refuse(reason: string): ParsedPreviewOptions {
  return { ok: false, reason };
}

/** Runs `docwright preview`: serves a site to a browser until the command is stopped. Returns 2 if it can't. */
export async function runPreviewCommand(args: readonly string[], host: CommandHost): Promise<ExitCode> {
  const parsed = readPreviewOptions(args);
  if (!parsed.ok) return failCommand(parsed.reason, host);
  const { options } = parsed;
  if (options.help) {
    const { previewHelp } = await import("../help.ts");
    host.stdout.write(previewHelp);
    return 0;
  }
  const folder = resolve(host.cwd, options.folder);
  const hindrance = findFolderProblem(folder, options.folder);
  if (hindrance !== undefined) return failCommand(hindrance, host);
  const site = await chooseSite(folder, options);
  if (!site.ok) return failCommand(site.reason, host);
  const environment = readPreviewEnvironment(options.environment, host);
  if (typeof environment === "string") return failCommand(environment, host);
  const { previewSite } = await import("./preview-site.ts");
  const stop = stopped();
  const preview = await previewSite(site.root, { ...options, named: environment }, host);
  if (!preview.ok) return failCommand(preview.reason, host);
  host.stdout.write(`Preview: ${preview.url}\n`);
  if (options.open) void openInBrowser(preview.createUrl());
  answerEditor(preview.createUrl);
  await stop;
  await preview.close();
  return 0;
}

type Choice = { readonly ok: true; readonly root: string } | { readonly ok: false; readonly reason: string };

/** Returns the site at the folder itself, or else the only site below it. */
async function chooseSite(folder: string, { folder: written }: PreviewOptions): Promise<Choice> {
  const roots = await findSites(folder);
  const [first, second] = roots;
  const name = toVisibleText(written);
  if (first === undefined) return { ok: false, reason: `there is no docs.json in ${name} or below.` };
  if (roots.includes(folder)) return { ok: true, root: folder };
  if (second === undefined) return { ok: true, root: first };
  const names = roots.slice(0, 5).map((root) => toVisibleText(relative(folder, root)));
  const more = roots.length > names.length ? ` and ${roots.length - names.length} more` : "";
  return {
    ok: false,
    reason: `there are several sites in ${name}: ${names.join(", ")}${more}. Name the folder of one.`,
  };
}

/** The editor that started the command opens the browser itself. Each request returns a single-use URL. */
function answerEditor(createUrl: () => string): void {
  process.on("message", (message) => {
    if (message === "url") process.send?.(createUrl());
  });
}

/** Resolves when the user, the terminal, or the system stops the command, or when the editor that started it exits. */
function stopped(): Promise<void> {
  return new Promise((end) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => end());
    process.once("disconnect", () => end());
  });
}

function failCommand(reason: string, host: CommandHost): ExitCode {
  host.stderr.write(`docwright: ${reason}\n`);
  return 2;
}
