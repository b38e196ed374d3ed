import type { Severity } from "../site/settings/site-settings.ts";
import { escapeInvisible } from "../text/message.ts";
import { type FileEdit, firstCharacters, lastCharacters, type SiteLocation } from "../text/text-edit.ts";
import type { Finding, MessageArgs } from "./rule.ts";

/** A finding with its final severity and message, as shown to authors. */
export interface Problem {
  readonly code: string;
  readonly severity: Severity;
  readonly at: SiteLocation;
  readonly message: string;
  readonly related: readonly { readonly at: SiteLocation; readonly message: string }[];
  readonly tags: readonly ("unnecessary" | "deprecated")[];
  /** The rule's finding, which its fixes need. */
  readonly finding: Finding;
  /** The number of further locations on the page with the same problem that aren't listed. Undefined if all are. */
  readonly unlisted?: number;
  /** What this problem has in common with others, until they're combined. */
  readonly cause?: Cause;
  /** The problems that this one represents, in addition to itself. */
  readonly others?: readonly Problem[];
}

/** The common cause of several problems, of which only one is shown. */
export interface Cause {
  /** The same for all of them, and unique in the site. */
  readonly key: string;
  /** How many problems are shown separately before the others are combined. */
  readonly listed: number;
  /** The message of the combined problem, with `{count}`. Undefined if the message stays the same. */
  readonly several?: { readonly template: string; readonly args: MessageArgs };
  /** Whether the page is in the default language or a translation, for a problem that translations may repeat. */
  readonly language?: "source" | "translation";
}

export interface ProblemFix {
  readonly title: string;
  readonly edits: readonly FileEdit[];
  readonly all: boolean;
}

const maxTextLength = 200;

/**
 * Returns an identity that's stable when lines move or other problems come and go: the rule, file, message key, and
 * affected text. Several problems can share it. The text of secrets is excluded, so that no trace of them is stored.
 */
export function getProblemIdentity({ code, at, finding }: Problem, file: string, text: string): string {
  return [file, code, finding.message, code.startsWith("security/") ? "" : spokenOf(text, at.range)].join(
    "\n",
  );
}

/** Returns the text of the range on one line, or the complete line if the range is empty or a single bracket. */
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

/** Translated templates by their English text. Missing ones stay English. */
export type Translations = ReadonlyMap<string, string>;

/** Returns the translation of a template, or the template itself if it has none. */
export function translate(template: string, translations: Translations | undefined): string {
  return translations?.get(template) ?? template;
}

export const maxMessageLength = 200;

/** The maximum lengths of a value to try, until the message is short enough. */
const valueLengths = [120, 90, 70, 50, 40, 30, 20, 12];

/**
 * Fills in `{name}` in the template. Because messages contain content from the site, characters that could spoof a
 * terminal or reverse the text are made visible. Long values are shortened in the middle until the message has at most
 * 200 characters.
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

/** Only the ends of a long value are processed. A lone surrogate at the cut is dropped. */
function visible(value: string): string {
  const ends = value.length > 2000 ? firstCharacters(value, 1000) + lastCharacters(value, 1000) : value;
  return escapeInvisible(ends.replace(/^\p{Cs}|\p{Cs}$/gu, ""));
}

/** Keeps two thirds at the start and one third at the end. */
function shorten(value: string, length: number): string {
  if (value.length <= length) return value;
  const end = Math.floor(length / 3);
  return `${firstCharacters(value, length - end - 1)}…${lastCharacters(value, end)}`;
}
