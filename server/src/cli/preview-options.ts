import { parseArgs } from "node:util";
import { profiles, type ProfileName } from "../core/config/settings/profile.ts";
import { visibleText } from "./visible-text.ts";

/** What `docwright preview` is asked to do (contracts.md §3). */
export interface PreviewOptions {
  readonly folder: string;
  /** 0 stands for one that is free. */
  readonly port: number;
  readonly open: boolean;
  readonly allowedHosts: readonly string[];
  readonly profile: ProfileName | undefined;
  /** Git may be asked how pages were at the last commit. */
  readonly git: boolean;
  /** Components of the site may be run in a sandbox, each when the author has clicked. */
  readonly runComponents: boolean;
  /** A file that the person names, with values and secrets for the playground. */
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

/** Reads the arguments behind `docwright preview`. Nothing is guessed: what is not understood is refused with a reason. */
export function readPreviewOptions(args: readonly string[]): ParsedPreviewOptions {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
  } catch (error) {
    const text = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    return refuse(`${visibleText(text)} "docwright preview --help" lists the options.`);
  }
  const { values, positionals } = parsed;
  const [folder = ".", second] = positionals;
  if (second !== undefined) return refuse(`name one folder, not ${visibleText(second)} as well.`);
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
  if (!(port <= 65_535)) return refuse(`--port is a number from 0 to 65535, not ${visibleText(written)}.`);
  const odd = allowedHosts.find((name) => !hostName.test(name));
  if (odd !== undefined)
    return refuse(`--allow-host is a host name, as in me-8080.example.com, not ${visibleText(odd)}.`);
  const isKnown = profile === undefined || profile === "standard" || profile === "mintlify";
  if (!isKnown)
    return refuse(`--profile is ${Object.keys(profiles).join(" or ")}, not ${visibleText(profile)}.`);
  const flags = { open, git, runComponents, help };
  return { ok: true, options: { folder, port, allowedHosts, profile, environment, ...flags } };
}

function refuse(reason: string): ParsedPreviewOptions {
  return { ok: false, reason };
}
