import type { Severity } from "../site/settings/site-settings.ts";
import { type FileEdit, firstCharacters, lastCharacters, type SiteLocation } from "../text/text-edit.ts";
import type { Finding, MessageArgs } from "./rule.ts";

/** What an author is shown: a finding with its severity settled and its sentence written. */
export interface Problem {
  readonly code: string;
  readonly severity: Severity;
  readonly at: SiteLocation;
  readonly message: string;
  readonly related: readonly { readonly at: SiteLocation; readonly message: string }[];
  readonly tags: readonly ("unnecessary" | "deprecated")[];
  /** What the rule found, for its fixes. */
  readonly finding: Finding;
  /** How many more places on the page have this problem and aren't listed. Absent if all are. */
  readonly unlisted?: number;
}

export interface ProblemFix {
  readonly title: string;
  readonly edits: readonly FileEdit[];
  readonly all: boolean;
}

const maxTextLength = 200;

/**
 * Names a problem by what does not change when lines move or other problems come and go: its rule, its file, which
 * of the rule's sentences it is and the text it speaks of. Several problems can have one name. Of secrets the text
 * is left out, so that no trace of them is kept.
 */
export function getProblemIdentity({ code, at, finding }: Problem, file: string, text: string): string {
  return [file, code, finding.message, code.startsWith("security/") ? "" : spokenOf(text, at.range)].join(
    "\n",
  );
}

/** What stands at the range in one line; for an empty range or a lone bracket, the line. */
function spokenOf(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  const own = oneLine(text.slice(start, Math.min(end, start + maxTextLength)));
  if (own.length > 1) return own;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = text.indexOf("\n", start);
  return oneLine(
    text.slice(lineStart, Math.min(lineEnd < 0 ? text.length : lineEnd, lineStart + maxTextLength)),
  );
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Translated templates by `code/key`, as `nav/page-not-found/missing`; what is missing there stays English. */
export type Translations = ReadonlyMap<string, string>;

export const maxMessageLength = 200;

/** How long a value may be; the first with which the message is short enough is taken, else the last. */
const valueLengths = [120, 90, 70, 50, 40, 30, 20, 12];

/**
 * The template with `{name}` filled in. Content of a site goes into messages, so what could spoof a terminal or
 * turn text round is made visible, and long values are shortened in the middle until the message has at most 200
 * characters.
 */
export function formatMessage(template: string, args: MessageArgs = {}): string {
  const values = new Map(Object.entries(args).map(([name, value]) => [name, visible(String(value))]));
  let message = template;
  for (const length of valueLengths) {
    message = template.replace(/\{(\w+)\}/g, (full, name: string) => {
      const value = values.get(name);
      return value === undefined ? full : shorten(value, length);
    });
    if (message.length <= maxMessageLength) break;
  }
  return message;
}

/**
 * Invisible characters, except for the joiner that emoji need, as `\u{202e}`, and half surrogate pairs, which no UTF-8
 * can hold; one at an end is what is left where the value was cut. Only the ends of a long value are looked at.
 */
function visible(value: string): string {
  const ends = value.length > 2000 ? firstCharacters(value, 1000) + lastCharacters(value, 1000) : value;
  const full = ends.replace(/^\p{Cs}|\p{Cs}$/gu, "");
  return full.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code === 0x200d ? character : `\\u{${code.toString(16)}}`;
  });
}

/** Two thirds from the start, one from the end. */
function shorten(value: string, length: number): string {
  if (value.length <= length) return value;
  const end = Math.floor(length / 3);
  return `${firstCharacters(value, length - end - 1)}…${lastCharacters(value, end)}`;
}
