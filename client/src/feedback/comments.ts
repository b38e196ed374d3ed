import * as vscode from "vscode";
import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";
import type { Triage } from "../../../server/src/feedback/entries/state.ts";
import { plainMarkdown, visible } from "../editor/plain-markdown.ts";
import { formatAuthor, formatStatus } from "./labels.ts";

/** A feedback entry as a VS Code comment. */
export interface ReaderComment extends vscode.Comment {
  readonly entryId: string;
  readonly body: vscode.MarkdownString;
  readonly isDoneHere: boolean;
}

export interface CommentPlace {
  /** Whether it's about code that the file doesn't contain, or contains differently. */
  readonly isStray: boolean;
  /** The number of the entry in a thread with others. */
  readonly number?: number;
}

/** Creates a comment. Text from readers is shown as plain text. */
export function readerComment(
  entry: FeedbackEntry,
  triage: Triage | undefined,
  { isStray, number }: CommentPlace,
): ReaderComment {
  const at = entry.createdAt === undefined ? undefined : new Date(entry.createdAt);
  const isDoneHere = triage?.mark === "done";
  return {
    entryId: entry.id,
    isDoneHere,
    body: bodyOf(entry, triage, isStray),
    author: { name: formatAuthor(entry, number) },
    mode: vscode.CommentMode.Preview,
    label: [ratingWords(entry), formatStatus(entry, triage)].filter((part) => part !== "").join(" · "),
    contextValue: [isDoneHere ? "done" : "open", ...(triage?.mark === "later" ? ["later"] : [])].join(" "),
    ...(at && !Number.isNaN(at.getTime()) && { timestamp: at }),
  };
}

function bodyOf(entry: FeedbackEntry, triage: Triage | undefined, isStray: boolean): vscode.MarkdownString {
  const { comment = "", snippet } = entry;
  const parts = [
    comment.trim() === "" ? `*${withoutWords(entry)}*` : plainMarkdown(comment),
    ...(isStray && snippet ? [strayWords(snippet.code)] : []),
    ...(triage?.note === undefined
      ? []
      : [`**${vscode.l10n.t("Your local note:")}** ${plainMarkdown(triage.note)}`]),
  ];
  const body = new vscode.MarkdownString(parts.join("\n\n"), false);
  body.isTrusted = false;
  body.supportHtml = false;
  return body;
}

function withoutWords({ snippet }: FeedbackEntry): string {
  return snippet ? vscode.l10n.t("Feedback on this code without a comment.") : vscode.l10n.t("No comment.");
}

function ratingWords({ helpful }: FeedbackEntry): string {
  if (helpful === undefined) return "";
  return helpful ? vscode.l10n.t("▲ helpful") : vscode.l10n.t("▼ not helpful");
}

const maxOfCode = 600;

/** Returns the original code as Markdown, for code that isn't in the file. */
function strayWords(code: string): string {
  const shown = visible(code.length > maxOfCode ? `${code.slice(0, maxOfCode)}\n…` : code);
  const maxLength = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(maxLength + 1);
  return `*${vscode.l10n.t("On code that isn't in this file:")}*\n\n${fence}text\n${shown.replaceAll("\r", "")}\n${fence}`;
}
