import * as v from "valibot";
import { countSchema, type Data, createListSchema, createTextSchema } from "../../core/text/parse-message.ts";
import { maxRows } from "./panel-model.ts";
import { exportFormats, groupings, ratings, sortOrders, readerTypes, workFilters } from "./panel-protocol.ts";

const idSchema = createTextSchema(1000);
const nameSchema = createTextSchema(1000);
const pathSchema = createTextSchema(10_000);

/** The entries that the panel lists, and their order. An empty or missing filter matches everything. */
export type ListQuery = Data<typeof listQuerySchema>;
const listQuerySchema = v.pipe(
  v.object({
    /** The words and quoted phrases that an entry must contain. */
    search: createTextSchema(1000),
    /** The names that the service uses for sources, such as `contextual`. */
    sources: createListSchema(100, nameSchema),
    statuses: createListSchema(100, nameSchema),
    ratings: createListSchema(ratings.length, v.picklist(ratings)),
    work: v.picklist(workFilters),
    /** Whether to list only entries since the last visit. */
    onlyNew: v.boolean(),
    /** Whether to list only entries with a comment. */
    onlyComments: v.boolean(),
    who: v.picklist(readerTypes),
    /** The key of a page (`ListedPage.key`). Only entries about this page are listed. */
    page: v.exactOptional(pathSchema),
    /** The navigation labels of a group. Only entries about pages in this group or its subgroups are listed. */
    group: v.exactOptional(createListSchema(50, nameSchema)),
    /** The key of a theme (`CommentTheme.key`). Only entries whose comment contains this term are listed. */
    theme: v.exactOptional(createTextSchema(200)),
    /** The first day in UTC, inclusive, such as `2026-06-01`. */
    from: v.exactOptional(v.string()),
    /** The last day in UTC, inclusive. */
    through: v.exactOptional(v.string()),
    sort: v.picklist(sortOrders),
    groupBy: v.picklist(groupings),
    /** The keys of collapsed groups. */
    folded: createListSchema(10_000, pathSchema),
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

const viewStateSchemas = {
  rows: v.object({ from: countSchema, count: v.pipe(countSchema, v.maxValue(maxRows)) }),
  /** The top visible entry and the selected entry. If the list changes, the response contains their rows. */
  anchor: v.exactOptional(idSchema),
  chosen: v.exactOptional(idSchema),
};

/** A change to an entry's triage. Null removes the stored value. Omitted fields keep their stored values. */
export type TriageChange = Data<typeof triageChangeSchema>;
const triageChangeSchema = v.pipe(
  v.object({
    mark: v.exactOptional(v.nullable(v.picklist(["done", "later"]))),
    assigned: v.exactOptional(v.nullable(nameSchema)),
    note: v.exactOptional(v.nullable(createTextSchema(20_000))),
  }),
  v.check((change) => Object.keys(change).length > 0),
);

export type PanelToHostMessage = Data<typeof panelToHostSchema>;
export const panelToHostSchema = v.variant("kind", [
  /** A request for all data, which the page sends when it has none. */
  v.object({ kind: v.literal("ready") }),
  /** A request for a different list. `requestNumber` is a counter that identifies outdated responses. */
  v.object({ kind: v.literal("list"), requestNumber: countSchema, query: listQuerySchema, ...viewStateSchemas }),
  /** A request for different rows of the list, after scrolling. */
  v.object({ kind: v.literal("rows"), ...viewStateSchemas }),
  /**
   * A request to open an entry. Its details are sent immediately and whenever they change. If `whole` is true, the
   * comment and code aren't truncated.
   */
  v.object({ kind: v.literal("entry"), id: idSchema, whole: v.boolean() }),
  v.object({ kind: v.literal("closeEntry") }),
  /** A request for the entry's unmasked contact details. */
  v.object({ kind: v.literal("reveal"), id: idSchema }),
  v.object({ kind: v.literal("triage"), id: idSchema, change: triageChangeSchema }),
  /** A request to mark all listed entries as done. */
  v.object({ kind: v.literal("markListed") }),
  v.object({ kind: v.literal("openSource"), id: idSchema }),
  /** A request to copy an entry to the clipboard as the text of an issue. */
  v.object({ kind: v.literal("copyIssue"), id: idSchema }),
  /** A request to open the dashboard in the browser. If the dashboard has a page for the entry, that page is opened. */
  v.object({ kind: v.literal("openDashboard"), id: v.exactOptional(idSchema) }),
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
