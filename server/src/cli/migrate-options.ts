import { parseArgs } from "node:util";
import { profiles, type ProfileName } from "../core/config/settings/profile.ts";
import { visibleText } from "./visible-text.ts";

/** What `docwright migrate` is asked to do (contracts.md §3). */
export interface MigrateOptions {
  readonly folder: string;
  readonly write: boolean;
  /** Globs as in .gitignore, of files relative to the folder; none for all pages. */
  readonly pages: readonly string[];
  readonly report: string | undefined;
  readonly format: "pretty" | "json";
  readonly profile: ProfileName | undefined;
  readonly acceptMore: boolean;
  /** A report whose migration is put back. */
  readonly undo: string | undefined;
  readonly help: boolean;
}

export type ParsedMigrateOptions =
  { readonly ok: true; readonly options: MigrateOptions } | { readonly ok: false; readonly reason: string };

const optionTypes = {
  write: { type: "boolean" },
  page: { type: "string", multiple: true },
  report: { type: "string" },
  format: { type: "string" },
  profile: { type: "string" },
  "accept-more": { type: "boolean" },
  undo: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** Reads the arguments behind `docwright migrate`. Nothing is guessed: what is not understood is refused with a reason. */
export function readMigrateOptions(args: readonly string[]): ParsedMigrateOptions {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
  } catch (error) {
    const text = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    return refuse(`${visibleText(text)} "docwright migrate --help" lists the options.`);
  }
  const { values, positionals } = parsed;
  const [folder = ".", second] = positionals;
  if (second !== undefined) return refuse(`name one folder, not ${visibleText(second)} as well.`);
  const { format = "pretty", profile } = values;
  if (format !== "pretty" && format !== "json")
    return refuse(`--format is pretty or json, not ${visibleText(format)}.`);
  const isKnown = profile === undefined || profile === "standard" || profile === "mintlify";
  if (!isKnown)
    return refuse(`--profile is ${Object.keys(profiles).join(" or ")}, not ${visibleText(profile)}.`);
  const { undo, write = false, page: pages = [], "accept-more": acceptMore = false } = values;
  if (undo !== undefined && (write || pages.length > 0 || acceptMore))
    return refuse("--undo puts back a whole migration; it takes no other option but --format.");
  return {
    ok: true,
    options: {
      folder, write, pages, report: values.report, format, profile, acceptMore, undo, help: values.help ?? false,
    },
  }; // prettier-ignore
}

function refuse(reason: string): ParsedMigrateOptions {
  return { ok: false, reason };
}
