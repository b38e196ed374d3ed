/** What one reader, or one agent, has said. Made of the service's answer by `readEntry`, which forgives missing fields. */
export interface FeedbackEntry {
  /** Of the service. An entry that came without one has one made of what it says: `?3f9a…`. */
  readonly id: string;
  /** As the service tells it: `/guides/start`, `guides/start`, or `https://docs.example.com/guides/start?tab=2#install`. */
  readonly path: string;
  /** Absent when the reader wrote none. Up to 1 MB, with whatever characters it came with. */
  readonly comment?: string;
  /** Milliseconds since 1970; absent when it cannot be read. */
  readonly createdAt?: number;
  /** What was sent in place of a time that can be read. */
  readonly createdAtText?: string;
  /** `contextual`, `code_snippet`, `agent`, `thumbs_only`, or what the service has added since. */
  readonly source: string;
  /** `pending`, `in_progress`, `resolved`, `dismissed`, or what the service has added since. */
  readonly status: string;
  /** Absent where the service does not tell it: such entries are neither praise nor complaint. */
  readonly helpful?: boolean;
  /** An e-mail address. Kept in memory alone, masked wherever it is shown. */
  readonly contact?: string;
  readonly snippet?: FeedbackSnippet;
  /** Names of fields that were missing or of another type: `["createdAt"]`. */
  readonly incomplete: readonly string[];
}

/** The code that an entry of `code_snippet` is about, as the reader saw it. */
export interface FeedbackSnippet {
  readonly code: string;
  readonly filename?: string;
  readonly lang?: string;
}

/** An entry whose status still asks for work; unknown statuses count as open, so that nothing is overlooked. */
export const isOpen = ({ status }: FeedbackEntry): boolean => status !== "resolved" && status !== "dismissed";
