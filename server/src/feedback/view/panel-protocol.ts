import type { ListQuery } from "./from-panel.ts";
import type { CommentTheme, PanelData, PanelOverview, RowWindow, ShownEntry } from "./panel-model.ts";

/**
 * Messages to the feedback panel, and the values of its filters. The page stores only the visible rows and the open
 * entry.
 */

export type HostToPanelMessage =
  /** The first message to the page. */
  | { readonly kind: "hello" }
  | { readonly kind: "facts"; readonly facts: PanelData }
  /** The list after a change to the query or the entries. */
  | {
      readonly kind: "list";
      readonly requestNumber: number;
      /** A number that identifies the list and is sent with the list's rows. */
      readonly version: number;
      readonly query: ListQuery;
      /** The number of listed entries. `rows` is the number of rows, which also includes the group headings. */
      readonly entries: number;
      readonly rows: number;
      readonly window: RowWindow;
      /** The rows of the `anchor` and `chosen` entries, if they're in the list. */
      readonly anchorRow?: number;
      readonly chosenRow?: number;
    }
  | { readonly kind: "rows"; readonly version: number; readonly window: RowWindow }
  /** The details of an entry. `entry` is absent if the entry no longer exists. */
  | { readonly kind: "entry"; readonly id: string; readonly entry?: ShownEntry }
  | { readonly kind: "overview"; readonly overview: PanelOverview }
  /**
   * The themes of the listed comments, regardless of which theme is selected. Empty if the comments don't have themes.
   */
  | { readonly kind: "themes"; readonly themes: readonly CommentTheme[] }
  | { readonly kind: "contact"; readonly id: string; readonly contact: string }
  /** A request from outside the page to show a list or open an entry. */
  | { readonly kind: "show"; readonly query?: ListQuery; readonly id?: string };

export const ratings = ["down", "up", "none"] as const;
/** The values of the work filter. `open` means open both in the service and in local triage. */
export const workFilters = ["open", "later", "assigned", "done", "all"] as const;
export const readerTypes = ["everybody", "people", "agents"] as const;
/** The sort orders. `work` puts the most urgent entries first. */
export const sortOrders = ["work", "newest", "oldest"] as const;
export const groupings = ["none", "page", "status", "source"] as const;
export const exportFormats = ["csv", "json", "markdown"] as const;

/**
 * The maximum number of listed entries that can be marked in one step. The editor stores the triage for up to 5,000
 * entries.
 */
export const maxMarkedEntries = 500;

export type Rating = (typeof ratings)[number];
export type Sort = (typeof sortOrders)[number];
export type GroupBy = (typeof groupings)[number];
export type ExportFormat = (typeof exportFormats)[number];

/** The default query for a new panel. */
export const defaultQuery: ListQuery = {
  search: "",
  sources: [],
  statuses: [],
  ratings: [],
  work: "open",
  onlyNew: false,
  onlyComments: false,
  who: "everybody",
  sort: "work",
  groupBy: "none",
  folded: [],
};
