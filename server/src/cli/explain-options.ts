import { parseArgs } from "node:util";
import { profiles, type ProfileName } from "../core/config/settings/profile.ts";
import { visibleText } from "./visible-text.ts";

/** What `docwright explain` is asked (contracts.md §3). */
export interface ExplainOptions {
  readonly folder: string;
  /** As written: a page, a file, an address or an operation. */
  readonly target: string;
  readonly format: "pretty" | "json";
  readonly profile: ProfileName | undefined;
  readonly help: boolean;
}

export type ParsedExplainOptions =
  { readonly ok: true; readonly options: ExplainOptions } | { readonly ok: false; readonly reason: string };

const optionTypes = {
  format: { type: "string" },
  profile: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** Reads the arguments behind `docwright explain`. An operation may be one argument or two: `GET /users`. */
export function readExplainOptions(args: readonly string[]): ParsedExplainOptions {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
  } catch (error) {
    const text = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    return refuse(`${visibleText(text)} "docwright explain --help" lists the options.`);
  }
  const { values, positionals } = parsed;
  const help = values.help ?? false;
  const words = joined(positionals);
  const [first, second, third] = words;
  if (third !== undefined)
    return refuse(`name one thing to explain, not ${visibleText(third)} as well. Quote it if it has blanks.`);
  const target = second ?? first ?? "";
  if (!help && target.trim() === "")
    return refuse('say what to explain, as in "docwright explain guides/start".');
  const { format = "pretty", profile } = values;
  if (format !== "pretty" && format !== "json")
    return refuse(`--format is pretty or json, not ${visibleText(format)}.`);
  if (profile !== undefined && profile !== "standard" && profile !== "mintlify")
    return refuse(`--profile is ${Object.keys(profiles).join(" or ")}, not ${visibleText(profile)}.`);
  const folder = second === undefined ? "." : (first ?? ".");
  return { ok: true, options: { folder, target, format, profile, help } };
}

/** `GET` and `/users` as one. */
function joined(words: readonly string[]): string[] {
  const last = words.slice(-2);
  const isOperation = /^(?:[A-Z]+|webhook)$/i.test(last[0] ?? "") && last[1]?.startsWith("/") === true;
  const isWebhook = last[0]?.toLowerCase() === "webhook" && last[1] !== undefined;
  const isUpper = last[0] === last[0]?.toUpperCase();
  return (isOperation && isUpper) || isWebhook ? [...words.slice(0, -2), last.join(" ")] : [...words];
}

function refuse(reason: string): ParsedExplainOptions {
  return { ok: false, reason };
}
