import type { Rating } from "./list-query.ts";

/** A line of the list: an entry, or the heading of the entries below it. */
export type ListedRow = ListedEntry | ListedGroup;

export interface ListedEntry {
  readonly kind: "entry";
  readonly id: string;
  readonly page: ListedPage;
  /** The first line of the comment, else of the code, at most 160 characters; empty where there is neither. */
  readonly line: string;
  /** Whether `line` is code. */
  readonly isCode: boolean;
  readonly rating: Rating;
  /** Milliseconds since 1970; absent when it cannot be read. */
  readonly at?: number;
  readonly source: string;
  readonly status: string;
  readonly isNew: boolean;
  readonly mark?: "done" | "later";
  readonly assigned?: string;
  readonly hasNote: boolean;
}

export interface ListedPage {
  /** Names it in a `ListQuery`: its address in the site, else `?` and the path as the service tells it. */
  readonly key: string;
  /** Its title; the path where no file of the site is known for it. */
  readonly title: string;
  /** `GET /users`, where the page is made of a specification. */
  readonly operation?: string;
  /** Whether a file of the site is known for it. */
  readonly isJoined: boolean;
}

export interface ListedGroup {
  readonly kind: "group";
  readonly key: string;
  /** The title of a page; the status or source as the service names it. */
  readonly label: string;
  readonly count: number;
  readonly up: number;
  readonly down: number;
  readonly isFolded: boolean;
  /** All entries of a page by the count of the service, over all time; absent where no more than these are known of. */
  readonly ofAll?: number;
}

/** Rows of a list from one place on. */
export interface RowWindow {
  readonly from: number;
  readonly rows: readonly ListedRow[];
}

/** More than this the page never asks for at once. */
export const mostRows = 200;
