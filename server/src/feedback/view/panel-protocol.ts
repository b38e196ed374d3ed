import type { PanelFacts, PanelOverview, RowWindow, ShownEntry, TriageChange } from "./panel-model.ts";

/**
 * Messages between the feedback panel and its controller. The page stores only its visible rows and the open entry. The
 * controller validates each message from the page (`panel-schema.ts`). Types only.
 */

export type PanelToHostMessage =
  /** The page has no data yet and needs everything. */
  | { readonly kind: "ready" }
  /** Requests another list. `asked` is a counter that identifies outdated responses. */
  | ({ readonly kind: "list"; readonly asked: number; readonly query: ListQuery } & ListViewState)
  /** Requests other rows of the list after scrolling. */
  | ({ readonly kind: "rows" } & ListViewState)
  /** Opens an entry, which is sent again whenever it changes. With `whole`, its texts aren't truncated. */
  | { readonly kind: "entry"; readonly id: string; readonly whole: boolean }
  | { readonly kind: "closeEntry" }
  /** Requests the entry's unmasked contact. */
  | { readonly kind: "reveal"; readonly id: string }
  | { readonly kind: "triage"; readonly id: string; readonly change: TriageChange }
  | { readonly kind: "openSource"; readonly id: string }
  /** Opens the dashboard in the browser, at the entry's page if the service has one. */
  | { readonly kind: "openDashboard"; readonly id?: string }
  | { readonly kind: "refresh" }
  | { readonly kind: "cancel" }
  | { readonly kind: "setKey" }
  /** Starts the project setup. */
  | { readonly kind: "setUp" }
  /** Saves the listed entries. */
  | { readonly kind: "export"; readonly format: ExportFormat; readonly withContacts: boolean };

export type ExportFormat = "csv" | "json" | "markdown";

export interface ListViewState {
  /** At most 200 rows. */
  readonly rows: { readonly from: number; readonly count: number };
  /** The top visible entry and the selected one. Their rows are sent when the list changes. */
  readonly anchor?: string;
  readonly chosen?: string;
}

export type HostToPanelMessage =
  /** The first message. */
  | { readonly kind: "hello" }
  | { readonly kind: "facts"; readonly facts: PanelFacts }
  /** The list has changed, because of another query or other entries. */
  | {
      readonly kind: "list";
      readonly asked: number;
      /** Identifies the list and is sent with its rows. */
      readonly version: number;
      readonly query: ListQuery;
      /** The number of entries, and the number of rows including headings. */
      readonly entries: number;
      readonly rows: number;
      readonly window: RowWindow;
      /** The rows of the `anchor` and `chosen` entries, if they're in the list. */
      readonly anchorAt?: number;
      readonly chosenAt?: number;
    }
  | { readonly kind: "rows"; readonly version: number; readonly window: RowWindow }
  /** Absent if it no longer exists. */
  | { readonly kind: "entry"; readonly id: string; readonly entry?: ShownEntry }
  | { readonly kind: "overview"; readonly overview: PanelOverview }
  | { readonly kind: "contact"; readonly id: string; readonly contact: string }
  /** A request from outside the page for a list or an entry. */
  | { readonly kind: "show"; readonly query?: ListQuery; readonly id?: string };

/** The entries that the panel lists, and their order. Empty or absent filters match everything. */
export interface ListQuery {
  /** Words and quoted phrases that an entry must all contain. */
  readonly search: string;
  /** The service's names: `contextual`. */
  readonly sources: readonly string[];
  readonly statuses: readonly string[];
  readonly ratings: readonly Rating[];
  readonly work: TriageFilter;
  /** Only entries since the last visit. */
  readonly onlyNew: boolean;
  readonly who: AssigneeFilter;
  /** `ListedPage.key` */
  readonly page?: string;
  /** Navigation labels of a group. Includes its subgroups. */
  readonly group?: readonly string[];
  /** The first day in UTC, inclusive: `2026-06-01`. */
  readonly from?: string;
  /** The last day, inclusive. */
  readonly through?: string;
  readonly sort: Sort;
  readonly groupBy: GroupBy;
  /** Keys of collapsed groups. */
  readonly folded: readonly string[];
}

export type Rating = "up" | "down" | "none";
/** `open` means open both on the service and in local triage. */
export type TriageFilter = "all" | "open" | "done" | "later" | "assigned";
export type AssigneeFilter = "everybody" | "people" | "agents";
/** `work` sorts the most urgent entries first. */
export type Sort = "work" | "newest" | "oldest";
export type GroupBy = "none" | "page" | "status" | "source";

export const ratings: readonly Rating[] = ["down", "up", "none"];
export const works: readonly TriageFilter[] = ["open", "later", "assigned", "done", "all"];
export const whos: readonly AssigneeFilter[] = ["everybody", "people", "agents"];
export const sorts: readonly Sort[] = ["work", "newest", "oldest"];
export const groupings: readonly GroupBy[] = ["none", "page", "status", "source"];

/** The default query of a new panel. */
export const firstQuery: ListQuery = {
  search: "",
  sources: [],
  statuses: [],
  ratings: [],
  work: "open",
  onlyNew: false,
  who: "everybody",
  sort: "work",
  groupBy: "none",
  folded: [],
};
