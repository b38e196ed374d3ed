import * as vscode from "vscode";
import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";
import type { Triage } from "../../../server/src/feedback/entries/state.ts";
import { toVisibleText } from "../editor/plain-markdown.ts";
import type { PageFeedback } from "./store.ts";
import { formatNumber } from "../editor/workspace.ts";

type Counts = Pick<PageFeedback, "up" | "down"> & { readonly openEntries: readonly unknown[] };

/** Formats counts as `▲ 34 ▼ 6 · 3 open comments`. Returns an empty string if all counts are zero. */
export function formatCountsAsSymbols({ up, down, openEntries }: Counts): string {
  return [
    up + down > 0 ? `▲ ${formatNumber(up)} ▼ ${formatNumber(down)}` : undefined,
    openEntries.length > 0 ? formatOpenCount(openEntries.length) : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(" · ");
}

/** Formats counts as text for screen readers and tooltips. */
export function formatCounts({ up, down, openEntries }: Counts): string {
  const parts = [
    ...(up + down > 0
      ? [vscode.l10n.t("{0} helpful, {1} not helpful.", formatNumber(up), formatNumber(down))]
      : [vscode.l10n.t("Not rated yet.")]),
    ...(openEntries.length > 0 ? [`${formatOpenCount(openEntries.length)}.`] : []),
  ];
  return parts.join(" ");
}

/** Formats the number of open comments, such as `3 open comments`. */
export function formatOpenCount(count: number): string {
  return count === 1 ? vscode.l10n.t("1 open comment") : vscode.l10n.t("{0} open comments", formatNumber(count));
}

/** Formats the author of an entry. Readers are anonymous, so `number` distinguishes readers in the same thread. */
export function formatAuthor({ source }: FeedbackEntry, number?: number): string {
  if (number !== undefined)
    return source === "agent" ? vscode.l10n.t("Agent {0}", number) : vscode.l10n.t("Reader {0}", number);
  return source === "agent" ? vscode.l10n.t("Agent") : vscode.l10n.t("Reader");
}

/** Formats the service's status and the local triage, such as `In progress · snoozed locally`. */
export function formatStatus(entry: FeedbackEntry, triage: Triage | undefined): string {
  return [formatServiceStatus(entry.status), ...formatTriage(triage)].join(" · ");
}

/**
 * Returns the label of a status. If this version doesn't recognize the status, returns the name that the service uses.
 */
function formatServiceStatus(status: string): string {
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
      return toVisibleText(status).slice(0, 40);
  }
}

/** Formats the local triage. The text states that the triage is local, because the service doesn't store it. */
function formatTriage(triage: Triage | undefined): string[] {
  if (!triage) return [];
  const { mark, assigned } = triage;
  return [
    ...(mark === "done" ? [vscode.l10n.t("done locally")] : []),
    ...(mark === "later" ? [vscode.l10n.t("snoozed locally")] : []),
    ...(assigned === undefined ? [] : [vscode.l10n.t("assigned to {0} locally", toVisibleText(assigned))]),
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

/**
 * Formats the age in the editor's language, such as `3 days ago`. If the time isn't valid, returns the text that the
 * service sent.
 */
export function formatAge({ createdAt, createdAtText }: FeedbackEntry, now: number): string {
  if (createdAt === undefined) return createdAtText === undefined ? "" : toVisibleText(createdAtText).slice(0, 40);
  return formatTimeAgo(createdAt, now);
}

export function formatTimeAgo(time: number, now: number): string {
  const [unit, unitMilliseconds] = units.find(([, milliseconds]) => Math.abs(now - time) >= milliseconds) ?? [
    "minute",
    60_000,
  ];
  const formatter = new Intl.RelativeTimeFormat(vscode.env.language, { numeric: "auto" });
  return formatter.format(-Math.floor((now - time) / unitMilliseconds), unit);
}

/** Formats the count for a badge, which can contain at most two characters. */
export function formatBadge(openCount: number): string {
  return openCount > 99 ? "…" : String(openCount);
}
