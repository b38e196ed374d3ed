/** Which entries the panel lists, and in which order. What is empty or absent lets everything through. */
export interface ListQuery {
  /** Words that all have to be there, and phrases in quotation marks. */
  readonly search: string;
  /** As the service names them: `contextual`. */
  readonly sources: readonly string[];
  readonly statuses: readonly string[];
  readonly ratings: readonly Rating[];
  readonly work: Work;
  /** New since the last visit. */
  readonly onlyNew: boolean;
  readonly who: Who;
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
export type Work = "all" | "open" | "done" | "later" | "assigned";
export type Who = "everybody" | "people" | "agents";
/** `work`: what needs work first. */
export type Sort = "work" | "newest" | "oldest";
export type GroupBy = "none" | "page" | "status" | "source";

export const ratings: readonly Rating[] = ["down", "up", "none"];
export const works: readonly Work[] = ["open", "later", "assigned", "done", "all"];
export const whos: readonly Who[] = ["everybody", "people", "agents"];
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
