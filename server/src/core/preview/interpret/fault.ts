import type { SitePath, TextRange } from "../../text/text-edit.ts";
import type { ViewIssueKind } from "../view/page-view.ts";
import type { Scope } from "./machine.ts";

/** A piece of a file that was parsed by itself: a block of the page, a snippet, a component file. */
export interface Place {
  readonly file: SitePath;
  /** What is added to an offset in the piece to get the one in the file. */
  readonly offset: number;
  /**
   * Of a file that was changed before it was parsed (TypeScript without its types), so that only lines are true: the
   * text as written.
   */
  readonly original?: string;
}

/** What issues and elements say about where something is written. */
export interface Span {
  /** In the file. */
  readonly range: TextRange;
  /** First and last line of the piece, from 0; -1 where nobody knows. */
  readonly lines: readonly [number, number];
}

/** Where a node stands; parsers tell offsets in `start` and `end` and lines from 1 in `loc`. */
export function spanOf(node: object, place: Place): Span {
  const { start, end, loc, position } = node as {
    readonly start?: number;
    readonly end?: number;
    readonly loc?: Lines | null;
    readonly position?: Lines;
  };
  const lined = loc ?? position;
  const lines = [(lined?.start.line ?? 0) - 1, (lined?.end.line ?? 0) - 1] as const;
  if (place.original !== undefined) return { range: rangeOfLines(place.original, lines), lines };
  const from = start ?? lined?.start.offset ?? 0;
  const to = end ?? lined?.end.offset ?? from;
  return { range: { start: from + place.offset, end: to + place.offset }, lines };
}

interface Lines {
  readonly start: { readonly line: number; readonly offset?: number };
  readonly end: { readonly line: number; readonly offset?: number };
}

/** The lines without the blanks around them. */
function rangeOfLines(text: string, [first, last]: readonly [number, number]): TextRange {
  let start = 0;
  for (let line = 0; line < first; line++) {
    const next = text.indexOf("\n", start);
    if (next < 0) break;
    start = next + 1;
  }
  let end = start;
  for (let line = first; line <= last; line++) {
    const next = text.indexOf("\n", line === first ? start : end + 1);
    end = next < 0 ? text.length : next;
  }
  const written = text.slice(start, end);
  const blanks = written.length - written.trimStart().length;
  return { start: start + blanks, end: start + Math.max(blanks, written.trimEnd().length) };
}

/** Where something went wrong. */
export interface ErrorLocation extends Span {
  readonly file: SitePath;
}

/** Ends the work on a piece of code. Thrown within the interpreter and caught by the renderer; it never leaves core. */
export class EvaluationError extends Error {
  readonly kind: ViewIssueKind;
  place: ErrorLocation | undefined;

  constructor(kind: ViewIssueKind, message: string, place?: ErrorLocation) {
    super(message);
    this.kind = kind;
    this.place = place;
  }
}

export function errorAt(kind: ViewIssueKind, message: string, node: object, place: Place): EvaluationError {
  return new EvaluationError(kind, message, { ...spanOf(node, place), file: place.file });
}

/** The fault of a name, told where the name is used when both stand in the same file: there it shows. */
export function errorOfUse(
  { kind, message, place: made }: EvaluationError,
  node: object,
  place: Place,
): EvaluationError {
  return made && made.file !== place.file
    ? new EvaluationError(kind, message, made)
    : errorAt(kind, message, node, place);
}

/** What running out of stack or memory for one text becomes; any other error is one too, so that nothing gets out. */
export function toEvaluationError(error: unknown): EvaluationError {
  if (error instanceof EvaluationError) return error;
  return new EvaluationError("too-much", limitExceeded);
}

export const limitExceeded =
  "This takes more work than the preview does for one page, so it stays empty here. Make it smaller, or look at the published page.";

const maxMessageLength = 200;
/** How long a value may be; the first with which the message is short enough is taken, else the last. */
const valueLengths = [80, 60, 40, 30, 20, 12];

/**
 * A message for the author with values of the site in it: what nobody sees in them, and what could turn text round, is
 * made visible, and long ones are shortened until the message has at most 200 characters.
 */
export function formatFault(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  const shown = values.map((value) => visible(String(value).slice(0, 1000)));
  let message = "";
  for (const length of valueLengths) {
    message = parts.map((part, i) => part + shortened(shown[i] ?? "", length)).join("");
    if (message.length <= maxMessageLength) break;
  }
  return message;
}

function visible(value: string): string {
  return value.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}

function shortened(value: string, length: number): string {
  return value.length <= length ? value : `${value.slice(0, length - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** A fault from a part that does not know where it is written is one of this node. */
export function located<Answer>(node: object, scope: Scope, work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    const fault = toEvaluationError(error);
    fault.place ??= { ...spanOf(node, scope.place), file: scope.place.file };
    throw fault;
  }
}
