import { parseArgs } from "node:util";
import { profiles, type ProfileName } from "../core/config/settings/profile.ts";
import { visibleText } from "./visible-text.ts";

/** What `docwright move` is asked to do (contracts.md §3). */
export interface MoveOptions {
  /** As written: a file, a folder or the path of a page. */
  readonly from: string;
  readonly to: string;
  readonly folder: string;
  readonly dryRun: boolean;
  /** Whether addresses that pages lose are redirected. */
  readonly redirects: boolean;
  /** Whether the page in other languages and versions goes along. */
  readonly counterparts: boolean;
  readonly format: "pretty" | "json";
  readonly profile: ProfileName | undefined;
  readonly help: boolean;
}

export type ParsedMoveOptions =
  { readonly ok: true; readonly options: MoveOptions } | { readonly ok: false; readonly reason: string };

const optionTypes = {
  "dry-run": { type: "boolean" },
  "no-redirects": { type: "boolean" },
  "no-counterparts": { type: "boolean" },
  format: { type: "string" },
  profile: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** Reads the arguments behind `docwright move`. Nothing is guessed: what is not understood is refused with a reason. */
export function readMoveOptions(args: readonly string[]): ParsedMoveOptions {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
  } catch (error) {
    const text = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    return refuse(`${visibleText(text)} "docwright move --help" lists the options.`);
  }
  const { values, positionals } = parsed;
  const help = values.help ?? false;
  const [from = "", to = "", folder = ".", fourth] = positionals;
  if (fourth !== undefined) return refuse(`name one folder, not ${visibleText(fourth)} as well.`);
  if (!help && (from === "" || to === ""))
    return refuse('say what goes where, as in "docwright move guides/start guides/first-steps".');
  const { format = "pretty", profile } = values;
  if (format !== "pretty" && format !== "json")
    return refuse(`--format is pretty or json, not ${visibleText(format)}.`);
  if (profile !== undefined && profile !== "standard" && profile !== "mintlify")
    return refuse(`--profile is ${Object.keys(profiles).join(" or ")}, not ${visibleText(profile)}.`);
  return {
    ok: true,
    options: {
      from,
      to,
      folder,
      dryRun: values["dry-run"] ?? false,
      redirects: !values["no-redirects"],
      counterparts: !values["no-counterparts"],
      format,
      profile,
      help,
    },
  };
}

function refuse(reason: string): ParsedMoveOptions {
  return { ok: false, reason };
}
