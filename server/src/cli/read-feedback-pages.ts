import type { FeedbackEntry } from "../feedback/entries/entry.ts";
import type { FeedbackEnd, FeedbackQuery, FeedbackService, FeedbackTools, WaitingStep } from "../feedback/entries/types.ts";
import { type ByPageTotals, readByPage, readFeedback } from "../feedback/service/feedback-client.ts";

export interface ReadEntries extends Omit<FeedbackEnd, "kind"> {
  readonly entries: readonly FeedbackEntry[];
  /** Where more is, or where to go on after a failure. */
  readonly nextCursor?: string;
}

/** What asking says meanwhile. */
export type TellAsking = (step: WaitingStep | { readonly kind: "read"; readonly entries: number }) => void;

/** The first answer, or with `all` every one. */
export async function readEntries(
  service: FeedbackService,
  { query, all }: { readonly query: FeedbackQuery; readonly all: boolean },
  tools: FeedbackTools,
  { signal, tell }: { readonly signal: AbortSignal; readonly tell: TellAsking },
): Promise<ReadEntries> {
  const entries: FeedbackEntry[] = [];
  let { cursor } = query;
  for await (const step of readFeedback(service, query, tools, signal)) {
    if (step.kind === "waiting") tell(step);
    if (step.kind === "end") {
      const { complete, warnings, failure } = step;
      return {
        entries,
        complete,
        warnings,
        ...(failure && { failure }),
        ...(!complete && cursor !== undefined && { nextCursor: cursor }),
      };
    }
    if (step.kind !== "page") continue;
    for (const entry of step.entries) entries.push(entry);
    tell({ kind: "read", entries: entries.length });
    cursor = step.nextCursor;
    if (!all && cursor !== undefined) break;
  }
  return { entries, complete: false, warnings: [], ...(cursor !== undefined && { nextCursor: cursor }) };
}

/** The totals of pages as the service counts them. */
export async function readTotals(
  service: FeedbackService,
  query: FeedbackQuery,
  tools: FeedbackTools,
  { signal, tell }: { readonly signal: AbortSignal; readonly tell: TellAsking },
): Promise<ByPageTotals> {
  let totals: ByPageTotals = { kind: "totals", hasMore: false };
  for await (const step of readByPage(service, query, tools, signal)) {
    if (step.kind === "waiting") tell(step);
    else totals = step;
  }
  return totals;
}
