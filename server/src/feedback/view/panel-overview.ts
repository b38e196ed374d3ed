import type { ListedPage } from "./listed-row.ts";

/** What readers think over time and by page, of the entries of a period, of who is asked for, and of a page or group. */
export interface PanelOverview {
  readonly unit: "day" | "week" | "month" | "year";
  /** From the first to the last without a gap, at most 130. */
  readonly buckets: readonly TrendBucket[];
  readonly people: Ratings;
  readonly agents: Ratings;
  /** Entries without a time that can be read: they are in no bucket. */
  readonly undated: number;
  /** Worst first, at most 8; pages without a negative rating are none. */
  readonly worst: readonly RatedPlace[];
  /** By labels of the navigation, worst first, at most 50. */
  readonly groups: readonly RatedGroup[];
  /** When the service counted what stands in `worst` and `groups`, over all time; absent where entries were counted here. */
  readonly countedAt?: number;
}

/** Entries without a rating are neither up nor down. */
export interface Ratings {
  readonly up: number;
  readonly down: number;
  readonly unrated: number;
}

export interface TrendBucket extends Ratings {
  /** Its first moment, in UTC; milliseconds since 1970. */
  readonly from: number;
  /** How many of all are of agents. */
  readonly agents: number;
}

export interface RatedPlace extends Ratings {
  readonly page: ListedPage;
}

export interface RatedGroup extends Ratings {
  /** `["Guides", "Basics"]` */
  readonly labels: readonly string[];
}
