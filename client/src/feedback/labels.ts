import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import * as vscode from "vscode";
import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";
import type { Triage } from "../../../server/src/feedback/entries/state.ts";
import type { PanelLanguage } from "../../../server/src/feedback/panel/panel-document.ts";
import type { LocalizedMessage, Translate } from "../../../server/src/protocol/feedback.ts";
import { visible } from "./plain-markdown.ts";
import type { PageFeedback } from "./store.ts";

type Counts = Pick<PageFeedback, "up" | "down"> & { readonly open: readonly unknown[] };

/** `▲ 34 ▼ 6 · 3 open comments`; empty when there is nothing to say. */
export function formatCountsAsSymbols({ up, down, open }: Counts): string {
  return [
    up + down > 0 ? `▲ ${up} ▼ ${down}` : undefined,
    open.length > 0 ? formatOpenCount(open.length) : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(" · ");
}

/** The same for those who hear it, or wonder what the signs mean. */
export function formatCounts({ up, down, open }: Counts): string {
  const parts = [
    ...(up + down > 0
      ? [vscode.l10n.t("Helpful to {0}, not helpful to {1}.", up, down)]
      : [vscode.l10n.t("Not rated yet.")]),
    ...(open.length > 0 ? [`${formatOpenCount(open.length)}.`] : []),
  ];
  return parts.join(" ");
}

/** `3 open comments` */
export function formatOpenCount(count: number): string {
  return count === 1 ? vscode.l10n.t("1 open comment") : vscode.l10n.t("{0} open comments", count);
}

export function formatAuthor({ source }: FeedbackEntry): string {
  return source === "agent" ? vscode.l10n.t("Agent") : vscode.l10n.t("Reader");
}

/** What the service says of it and what this person has made of it: `In progress · later (only here)`. */
export function formatStatus(entry: FeedbackEntry, triage: Triage | undefined): string {
  return [serviceWords(entry.status), ...triageWords(triage)].join(" · ");
}

/** Statuses that the service has added since are shown as they are. */
function serviceWords(status: string): string {
  switch (status) {
    case "pending":
      return vscode.l10n.t("Pending");
    case "in_progress":
      return vscode.l10n.t("In progress");
    case "resolved":
      return vscode.l10n.t("Resolved");
    case "dismissed":
      return vscode.l10n.t("Dismissed");
    default:
      return visible(status).slice(0, 40);
  }
}

/** What the service does not know, and says so. */
function triageWords(triage: Triage | undefined): string[] {
  if (!triage) return [];
  const { mark, assigned } = triage;
  return [
    ...(mark === "done" ? [vscode.l10n.t("done, on this machine")] : []),
    ...(mark === "later" ? [vscode.l10n.t("later, on this machine")] : []),
    ...(assigned === undefined ? [] : [vscode.l10n.t("for {0}, on this machine", visible(assigned))]),
  ];
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 86_400_000],
  ["month", 30 * 86_400_000],
  ["week", 7 * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** `3 days ago`, in the editor's language; what was sent where it is no time. */
export function formatAge({ createdAt, createdAtText }: FeedbackEntry, now: number): string {
  if (createdAt === undefined) return createdAtText === undefined ? "" : visible(createdAtText).slice(0, 40);
  return timeAgo(createdAt, now);
}

export function timeAgo(time: number, now: number): string {
  const [unit, length] = units.find(([, milliseconds]) => Math.abs(now - time) >= milliseconds) ?? [
    "minute",
    60_000,
  ];
  const format = new Intl.RelativeTimeFormat(vscode.env.language, { numeric: "auto" });
  return format.format(-Math.floor((now - time) / length), unit);
}

/** Two signs at most: so much room has a badge. */
export function formatBadge(open: number): string {
  return open > 99 ? "…" : String(open);
}

/** A sentence in the language of the editor; in English where `l10n` does not have it. */
export const translateInEditor: Translate = (words, ...values) => vscode.l10n.t(words, ...values);

/** What the server tells as sentences, one behind the other. What is put in may be a sentence itself. */
export function translateMessages(sentences: readonly LocalizedMessage[]): string {
  return sentences
    .map(({ words, values = [] }) =>
      translateInEditor(words, ...values.map((value) => translateInEditor(value))),
    )
    .join(" ");
}

/** The panel's words in a language, three kilobytes, from the folder of its page; none for English, or where the file cannot be read. */
export function getPanelTexts(bundle: string, { table }: PanelLanguage): unknown {
  if (table === undefined) return {};
  try {
    const packed = readFileSync(path.join(bundle, "panel-words", `${table}.json.br`));
    return JSON.parse(brotliDecompressSync(packed).toString("utf8"));
  } catch {
    return {};
  }
}
