import { DiagnosticSeverity, DiagnosticTag, type Range } from "vscode-languageserver/node";
import type { Severity } from "../core/site/settings/site-settings.ts";
import { type LineMap, offsetAt, type Position, positionAt, type TextRange } from "../core/text/text-edit.ts";

/** The protocol's words for what `core` says in its own. */

export function toRange(lines: LineMap, { start, end }: TextRange): Range {
  return { start: positionAt(lines, start), end: positionAt(lines, Math.max(start, end)) };
}

export function toTextRange(lines: LineMap, { start, end }: { start: Position; end: Position }): TextRange {
  return { start: offsetAt(lines, start), end: offsetAt(lines, end) };
}

export const toSeverity: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

export const toTag = {
  unnecessary: DiagnosticTag.Unnecessary,
  deprecated: DiagnosticTag.Deprecated,
} as const;
