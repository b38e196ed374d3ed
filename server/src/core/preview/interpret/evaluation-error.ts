import { escapeInvisible } from "../../text/message.ts";
import type { SitePath, TextRange } from "../../text/text-edit.ts";
import type { ViewIssueKind } from "../view/page-view.ts";
import type { Scope } from "./machine.ts";

/** A part of a file that is parsed separately: a block on the page, a snippet, or a component file. */
export interface SourcePart {
  readonly file: SitePath;
  /** The number to add to an offset in the part to get the offset in the file. */
  readonly offset: number;
  /**
   * The original text of a file that was changed before parsing, such as TypeScript whose types were removed. In such a
   * file, offsets aren't preserved, but line numbers are.
   */
  readonly original?: string;
}

/** The source location of an issue or element. */
export interface Span {
  /** The range in the file. */
  readonly range: TextRange;
  /** The zero-based numbers of the first and last lines in the part, or -1 if they're unknown. */
  readonly lines: readonly [number, number];
}

/** Returns a node's location. Parsers report offsets in `start` and `end`, and one-based lines in `loc`. */
export function getSpan(node: object, source: SourcePart): Span {
  const { start, end, loc, position } = node as {
    readonly start?: number;
    readonly end?: number;
    readonly loc?: LineRange | null;
    readonly position?: LineRange;
  };
  const lineRange = loc ?? position;
  const lines = [(lineRange?.start.line ?? 0) - 1, (lineRange?.end.line ?? 0) - 1] as const;
  if (source.original !== undefined) return { range: getLinesRange(source.original, lines), lines };
  const startOffset = start ?? lineRange?.start.offset ?? 0;
  const endOffset = end ?? lineRange?.end.offset ?? startOffset;
  return { range: { start: startOffset + source.offset, end: endOffset + source.offset }, lines };
}

interface LineRange {
  readonly start: { readonly line: number; readonly offset?: number };
  readonly end: { readonly line: number; readonly offset?: number };
}

/** Returns the range of these lines, without leading and trailing whitespace. */
function getLinesRange(text: string, [firstLine, lastLine]: readonly [number, number]): TextRange {
  let start = 0;
  for (let line = 0; line < firstLine; line++) {
    const lineBreak = text.indexOf("\n", start);
    if (lineBreak < 0) break;
    start = lineBreak + 1;
  }
  let end = start;
  for (let line = firstLine; line <= lastLine; line++) {
    const lineBreak = text.indexOf("\n", line === firstLine ? start : end + 1);
    end = lineBreak < 0 ? text.length : lineBreak;
  }
  const rawText = text.slice(start, end);
  const spaceCount = rawText.length - rawText.trimStart().length;
  return { start: start + spaceCount, end: start + Math.max(spaceCount, rawText.trimEnd().length) };
}

export interface ErrorLocation extends Span {
  readonly file: SitePath;
}

/**
 * An error that stops the evaluation of a block. The interpreter throws this error and the renderer catches it, so it
 * never leaves `core`.
 */
export class EvaluationError extends Error {
  readonly kind: ViewIssueKind;
  location: ErrorLocation | undefined;

  constructor(kind: ViewIssueKind, message: string, location?: ErrorLocation) {
    super(message);
    this.kind = kind;
    this.location = location;
  }
}

export function createErrorAt(kind: ViewIssueKind, message: string, node: object, source: SourcePart): EvaluationError {
  return new EvaluationError(kind, message, { ...getSpan(node, source), file: source.file });
}

/**
 * Returns the error to throw when a name is used. If the name is defined in the same file, the error is located where
 * the name is used, because that's where the author sees it. Otherwise, the error is located at the definition.
 */
export function createReferenceError(
  { kind, message, location: origin }: EvaluationError,
  node: object,
  source: SourcePart,
): EvaluationError {
  return origin && origin.file !== source.file
    ? new EvaluationError(kind, message, origin)
    : createErrorAt(kind, message, node, source);
}

/**
 * Converts any error, including one caused by running out of stack or memory, to an `EvaluationError` so that no other
 * errors escape.
 */
export function toEvaluationError(error: unknown): EvaluationError {
  if (error instanceof EvaluationError) return error;
  return new EvaluationError("too-much", limitMessage);
}

export const limitMessage =
  "This exceeds the preview's limits for one page, so nothing is shown here. Simplify it, or check the published page.";

const maxMessageLength = 200;
/**
 * The maximum lengths for values in a message, tried in order until the message is short enough. If no length is short
 * enough, the last one is used.
 */
const maxValueLengths = [80, 60, 40, 30, 20, 12];

/**
 * Formats a message that contains values from the site. Makes invisible and bidirectional characters visible, and
 * shortens long values until the message has at most 200 characters.
 */
export function formatErrorMessage(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  const shownValues = values.map((value) => escapeInvisible(String(value).slice(0, 1000)));
  let message = "";
  for (const length of maxValueLengths) {
    message = parts.map((part, i) => part + truncateText(shownValues[i] ?? "", length)).join("");
    if (message.length <= maxMessageLength) break;
  }
  return message;
}

function truncateText(value: string, maxLength: number): string {
  return value.length <= maxLength ? value : `${value.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Runs `evaluate` and assigns this node's location to any error that doesn't have one. */
export function addErrorLocation<Result>(node: object, scope: Scope, evaluate: () => Result): Result {
  try {
    return evaluate();
  } catch (error) {
    const evaluationError = toEvaluationError(error);
    evaluationError.location ??= { ...getSpan(node, scope.source), file: scope.source.file };
    throw evaluationError;
  }
}
