import { quoted } from "../../config/json/json-edit.ts";
import type { JsonCursor } from "../cursor/json-cursor.ts";
import type { Completion, Completions, Offer } from "./completion.ts";
import { chooseOffers } from "./ranking.ts";

/** Converts matching offers to edits of a JSON text, with missing quotes and commas. */
export function writeInJson(offers: readonly Offer[], cursor: JsonCursor, text: string): Completions {
  const isPath = (label: string) => label.startsWith("/");
  const typed =
    cursor.typed.startsWith("/") && !offers.some(({ label }) => isPath(label))
      ? typedAsPath(cursor)
      : cursor.typed;
  const chosen = chooseOffers(offers, typed);
  return {
    items: chosen.offers.map((offer) => toCompletion(offer, cursor, text)),
    isComplete: chosen.isComplete,
  };
}

/** Returns the typed text for labels that don't start with a slash. */
export function typedAsPath({ typed }: JsonCursor): string {
  return typed.replace(/^\/+/, "");
}

function toCompletion(offer: Offer, cursor: JsonCursor, text: string): Completion {
  const { replace, commaBefore, needsCommaAfter, expects, hasColon } = cursor;
  const isOnlyKey = expects === "key" && hasColon;
  const json = isOnlyKey ? quoted(offer.label) : offer.text;
  const newText = json + (needsCommaAfter && !isOnlyKey ? "," : "");
  const { caret, ...rest } = offer;
  return {
    ...rest,
    ...(caret === undefined || isOnlyKey ? {} : { caret }),
    edit: { range: replace, newText },
    more:
      commaBefore === undefined ? [] : [{ range: { start: commaBefore, end: commaBefore }, newText: "," }],
    filter: filterOf(offer, cursor, text),
  };
}

/** Returns the filter text: with the quote and slash that were typed, and with the title. */
function filterOf({ label, words }: Offer, { typed, replace }: JsonCursor, text: string): string {
  const slash = label.startsWith("/") ? "" : (/^\/+/.exec(typed)?.[0] ?? "");
  const sought = `${slash}${label}${words === undefined ? "" : ` ${words}`}`;
  return text[replace.start] === '"' ? `"${sought}"` : sought;
}

/** Formats a text as a single-line YAML value, quoted only if necessary. */
export function writeYamlText(text: string): string {
  return isPlain(text) ? text : JSON.stringify(text);
}

function isPlain(text: string): boolean {
  if (text === "" || text !== text.trim() || /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text))
    return false;
  if (/^[-?:,[\]{}#&*!|>'"%@`]/.test(text) || /:(\s|$)|\s#/.test(text)) return false;
  return !/^(true|false|yes|no|on|off|null|~|[-+]?[.\d][\d_.,:eExXoOa-fA-F+-]*|\d{4}-\d\d-\d\d.*|=)$/i.test(
    text,
  );
}

/** Formats an item of `[a, b]`, where commas and brackets also require quotes. */
export function yamlItem(text: string): string {
  return /[,[\]{}]/.test(text) ? JSON.stringify(text) : writeYamlText(text);
}
