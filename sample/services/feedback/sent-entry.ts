/** An entry as the service sends it. */
export type SentEntry = SentBase & (OnPage | OnCode | Plain);

interface SentBase {
  readonly id: string;
  readonly path: string;
  readonly comment: string | null;
  /** The time, such as `2026-11-20T08:15:42.000Z`, or null if it's unknown. */
  readonly createdAt: string | null;
  readonly status: SentStatus;
}

interface OnPage {
  readonly source: "contextual";
  readonly helpful: boolean;
  readonly contact: string | null;
}

interface OnCode {
  readonly source: "code_snippet";
  readonly code: string;
  readonly filename: string | null;
  readonly lang: string | null;
}

interface Plain {
  readonly source: "agent" | "thumbs_only";
}

export const sentStatuses = ["pending", "in_progress", "resolved", "dismissed"] as const;
export type SentStatus = (typeof sentStatuses)[number];

/** A page of the list of entries. */
export interface SentPage {
  readonly feedback: readonly SentEntry[];
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}
