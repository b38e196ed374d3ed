import * as v from "valibot";
import { count, type Data, createListSchema, createTextSchema } from "../../core/text/parse-message.ts";
import { maxRows } from "./panel-model.ts";
import { exportFormats, groupings, ratings, sortOrders, readerTypes, workFilters } from "./panel-protocol.ts";

const id = createTextSchema(1000);
const name = createTextSchema(1000);
const path = createTextSchema(10_000);

/** The entries that the panel lists, and their order. An empty or missing filter matches everything. */
export type ListQuery = Data<typeof listQuery>;
const listQuery = v.pipe(
  v.object({
    /** The words and quoted phrases that an entry must contain. */
    search: createTextSchema(1000),
    /** The names that the service uses for sources, such as `contextual`. */
    sources: createListSchema(100, name),
    statuses: createListSchema(100, name),
    ratings: createListSchema(ratings.length, v.picklist(ratings)),
    work: v.picklist(workFilters),
    /** Whether to list only entries since the last visit. */
    onlyNew: v.boolean(),
    /** Whether to list only entries with a comment. */
    onlyComments: v.boolean(),
    who: v.picklist(readerTypes),
    /** The key of a page (`ListedPage.key`). Only entries about this page are listed. */
    page: v.exactOptional(path),
    /** The navigation labels of a group. Only entries about pages in this group or its subgroups are listed. */
    group: v.exactOptional(createListSchema(50, name)),
    /** The key of a theme (`CommentTheme.key`). Only entries whose comment contains this term are listed. */
    theme: v.exactOptional(createTextSchema(200)),
    /** The first day in UTC, inclusive, such as `2026-06-01`. */
    from: v.exactOptional(v.string()),
    /** The last day in UTC, inclusive. */
    through: v.exactOptional(v.string()),
    sort: v.picklist(sortOrders),
    groupBy: v.picklist(groupings),
    /** The keys of collapsed groups. */
    folded: createListSchema(10_000, path),
  }),
  v.transform(({ from, through, ...query }) => ({
    ...query,
    ...(isCalendarDate(from) && { from }),
    ...(isCalendarDate(through) && { through }),
  })),
);

/**
 * Whether the text is a day that exists. `Date` treats February 30 as March 2, so the result is compared with the text.
 */
function isCalendarDate(day: string | undefined): day is string {
  if (day === undefined || !/^\d{4}-\d\d-\d\d$/.test(day)) return false;
  const time = new Date(day);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
}

const viewState = {
  rows: v.object({ from: count, count: v.pipe(count, v.maxValue(maxRows)) }),
  /** The top visible entry and the selected entry. If the list changes, the response contains their rows. */
  anchor: v.exactOptional(id),
  chosen: v.exactOptional(id),
};

/** A change to an entry's triage. Null removes the stored value. Omitted fields keep their stored values. */
export type TriageChange = Data<typeof triageChange>;
const triageChange = v.pipe(
  v.object({
    mark: v.exactOptional(v.nullable(v.picklist(["done", "later"]))),
    assigned: v.exactOptional(v.nullable(name)),
    note: v.exactOptional(v.nullable(createTextSchema(20_000))),
  }),
  v.check((change) => Object.keys(change).length > 0),
);

export type PanelToHostMessage = Data<typeof panelToHost>;
export const panelToHost = v.variant("kind", [
  /** A request for all data, which the page sends when it has none. */
  v.object({ kind: v.literal("ready") }),
  /** A request for a different list. `requestNumber` is a counter that identifies outdated responses. */
  v.object({ kind: v.literal("list"), requestNumber: count, query: listQuery, ...viewState }),
  /** A request for different rows of the list, after scrolling. */
  v.object({ kind: v.literal("rows"), ...viewState }),
  /**
   * A request to open an entry. Its details are sent immediately and whenever they change. If `whole` is true, the
   * comment and code aren't truncated.
   */
  v.object({ kind: v.literal("entry"), id, whole: v.boolean() }),
  v.object({ kind: v.literal("closeEntry") }),
  /** A request for the entry's unmasked contact details. */
  v.object({ kind: v.literal("reveal"), id }),
  v.object({ kind: v.literal("triage"), id, change: triageChange }),
  /** A request to mark all listed entries as done. */
  v.object({ kind: v.literal("markListed") }),
  v.object({ kind: v.literal("openSource"), id }),
  /** A request to copy an entry to the clipboard as the text of an issue. */
  v.object({ kind: v.literal("copyIssue"), id }),
  /** A request to open the dashboard in the browser. If the dashboard has a page for the entry, that page is opened. */
  v.object({ kind: v.literal("openDashboard"), id: v.exactOptional(id) }),
  v.object({ kind: v.literal("refresh") }),
  /** A request to read all entries again, including their statuses. */
  v.object({ kind: v.literal("readAll") }),
  v.object({ kind: v.literal("cancel") }),
  v.object({ kind: v.literal("setKey") }),
  /** A request to start setting up a project. */
  v.object({ kind: v.literal("setUp") }),
  /** A request to save the listed entries. */
  v.object({ kind: v.literal("export"), format: v.picklist(exportFormats), withContacts: v.boolean() }),
]);

export type ListViewState = Omit<Extract<PanelToHostMessage, { kind: "rows" }>, "kind">;
