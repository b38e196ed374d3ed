import type { PanelFacts, PanelOverview, RowWindow, ShownEntry, TriageChange } from "./panel-model.ts";

/**
 * What the feedback panel and the desk behind it say to each other. The page holds the rows that it shows and the entry
 * that is open, nothing else; the desk checks each message of the page (`panel-schema.ts`). Types only.
 */

export type PanelToHostMessage =
  /** Nothing is known here: everything is to be sent. */
  | { readonly kind: "ready" }
  /** Another list is wanted. `asked` counts up, so that late answers are known. */
  | ({ readonly kind: "list"; readonly asked: number; readonly query: ListQuery } & ListViewState)
  /** Other rows of the list are looked at. */
  | ({ readonly kind: "rows" } & ListViewState)
  /** This entry is opened, and shown again when it changes; `whole`: its texts uncut. */
  | { readonly kind: "entry"; readonly id: string; readonly whole: boolean }
  | { readonly kind: "closeEntry" }
  /** The contact of the entry is to be seen. */
  | { readonly kind: "reveal"; readonly id: string }
  | { readonly kind: "triage"; readonly id: string; readonly change: TriageChange }
  | { readonly kind: "openSource"; readonly id: string }
  /** In the browser; with an entry its page there, where the service has one. */
  | { readonly kind: "openDashboard"; readonly id?: string }
  | { readonly kind: "refresh" }
  | { readonly kind: "cancel" }
  | { readonly kind: "setKey" }
  /** The project is to be named. */
  | { readonly kind: "setUp" }
  /** What is listed is to be saved. */
  | { readonly kind: "export"; readonly format: ExportFormat; readonly withContacts: boolean };

export type ExportFormat = "csv" | "json" | "markdown";

export interface ListViewState {
  /** At most 200 rows. */
  readonly rows: { readonly from: number; readonly count: number };
  /** The entry at the upper edge, and the one that is chosen: their places are told when the list changes. */
  readonly anchor?: string;
  readonly chosen?: string;
}

export type HostToPanelMessage =
  /** First of all. */
  | { readonly kind: "hello" }
  | { readonly kind: "facts"; readonly facts: PanelFacts }
  /** The list is another: by another query, or by other entries. */
  | {
      readonly kind: "list";
      readonly asked: number;
      /** Differs from list to list; told with its rows. */
      readonly version: number;
      readonly query: ListQuery;
      /** Of entries, and of rows with headings. */
      readonly entries: number;
      readonly rows: number;
      readonly window: RowWindow;
      /** Rows of `Looking.anchor` and `chosen`, where they are in the list. */
      readonly anchorAt?: number;
      readonly chosenAt?: number;
    }
  | { readonly kind: "rows"; readonly version: number; readonly window: RowWindow }
  /** Absent: it is not there any more. */
  | { readonly kind: "entry"; readonly id: string; readonly entry?: ShownEntry }
  | { readonly kind: "overview"; readonly overview: PanelOverview }
  | { readonly kind: "contact"; readonly id: string; readonly contact: string }
  /** Somebody outside the page asks for a list or an entry. */
  | { readonly kind: "show"; readonly query?: ListQuery; readonly id?: string };

/** Which entries the panel lists, and in which order. What is empty or absent lets everything through. */
export interface ListQuery {
  /** Words that all have to be there, and phrases in quotation marks. */
  readonly search: string;
  /** As the service names them: `contextual`. */
  readonly sources: readonly string[];
  readonly statuses: readonly string[];
  readonly ratings: readonly Rating[];
  readonly work: TriageFilter;
  /** New since the last visit. */
  readonly onlyNew: boolean;
  readonly who: AssigneeFilter;
  /** `ListedPage.key` */
  readonly page?: string;
  /** Labels of the navigation: entries of this group and the groups in it. */
  readonly group?: readonly string[];
  /** `2026-06-01`, a day in UTC; counted in. */
  readonly from?: string;
  /** The last day that is counted in. */
  readonly through?: string;
  readonly sort: Sort;
  readonly groupBy: GroupBy;
  /** Keys of groups of which only the heading is listed. */
  readonly folded: readonly string[];
}

export type Rating = "up" | "down" | "none";
/** `open`: neither the service nor the person has put it away. */
export type TriageFilter = "all" | "open" | "done" | "later" | "assigned";
export type AssigneeFilter = "everybody" | "people" | "agents";
/** `work`: what needs work first. */
export type Sort = "work" | "newest" | "oldest";
export type GroupBy = "none" | "page" | "status" | "source";

export const ratings: readonly Rating[] = ["down", "up", "none"];
export const works: readonly TriageFilter[] = ["open", "later", "assigned", "done", "all"];
export const whos: readonly AssigneeFilter[] = ["everybody", "people", "agents"];
export const sorts: readonly Sort[] = ["work", "newest", "oldest"];
export const groupings: readonly GroupBy[] = ["none", "page", "status", "source"];

/** What a panel shows that has not been told anything else. */
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
