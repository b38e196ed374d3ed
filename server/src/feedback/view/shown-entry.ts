import type { Rating } from "./list-query.ts";
import type { ListedPage } from "./listed-row.ts";

/** An entry in full, as the panel shows it. */
export interface ShownEntry {
  readonly id: string;
  readonly page: ShownPage;
  readonly comment?: CutText;
  readonly snippet?: {
    readonly code: CutText;
    readonly filename?: string;
    readonly lang?: string;
  };
  readonly rating: Rating;
  readonly at?: number;
  /** What was sent in place of a time that can be read. */
  readonly atText?: string;
  readonly source: string;
  readonly status: string;
  readonly isNew: boolean;
  /** `a…@example.com`; the address itself is asked for by `reveal`. */
  readonly maskedContact?: string;
  readonly triage: ShownTriage;
  /** Names of fields that were missing or of another type. */
  readonly incomplete: readonly string[];
}

export interface ShownPage extends ListedPage {
  /** As the service tells it. */
  readonly path: string;
  /** `/guides/start` */
  readonly url?: string;
  readonly by?: "address" | "redirect" | "rename" | "version" | "language";
  readonly groups: readonly string[];
  /** Why no file of the site is known: a sentence. */
  readonly reason?: string;
}

/** A text, or its beginning. */
export interface CutText {
  readonly text: string;
  /** UTF-16 units of the whole. */
  readonly length: number;
}

export interface ShownTriage {
  readonly mark?: "done" | "later";
  readonly assigned?: string;
  readonly note?: string;
}

/** What the person changes of their triage; null takes it away, what is absent stays. */
export interface TriageChange {
  readonly mark?: "done" | "later" | null;
  readonly assigned?: string | null;
  readonly note?: string | null;
}

/** So much of a text is shown before the person asks for all of it. UTF-16 units. */
export const shownAtFirst = 65_536;
