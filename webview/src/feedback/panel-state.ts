import type { PanelFacts, PanelOverview, RowWindow, ShownEntry } from "../../../server/src/feedback/view/panel-model.ts";
import type { ListQuery } from "../../../server/src/feedback/view/panel-protocol.ts";

/** What the panel shows at one moment. A value: each message and each choice makes a new one. */
export interface PanelState {
  /** Absent until the desk has spoken. */
  readonly facts?: PanelFacts;
  readonly query: ListQuery;
  /** Absent until the first list is there. */
  readonly list?: ShownList;
  readonly overview?: PanelOverview;
  /** The row that keys act on. */
  readonly active: number;
  /** Counts how often that row is to be scrolled into sight. */
  readonly reveals: number;
  /** The entry that is open. */
  readonly chosen?: string;
  /** Whether it is in the list: filters may have changed since. */
  readonly isListed: boolean;
  readonly entry?: ShownEntry;
  /** It is not there any more. */
  readonly isGone: boolean;
  readonly contact?: string;
  /** In a narrow window either the list is seen or the entry. */
  readonly isReading: boolean;
  readonly showsOverview: boolean;
  readonly showsTable: boolean;
}

export interface ShownList {
  readonly asked: number;
  readonly version: number;
  readonly entries: number;
  readonly rows: number;
  readonly window: RowWindow;
  /** Where it is to be scrolled to, once: to a row, or by so many rows, so that what is seen stays where it is. */
  readonly scroll?: { readonly to: number } | { readonly by: number };
}
