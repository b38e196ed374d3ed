import type { Severity } from "../site/settings/site-settings.ts";
import type { FileEdit, SiteLocation } from "../text/text-edit.ts";
import type { Finding } from "./rule.ts";

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
  /** The number of problems that are shown separately before the others are combined. */
  readonly listed: number;
  /** Returns the message of the combined problem. Undefined if the message stays the same. */
  readonly several?: (count: number) => string;
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
