import {
  eachOf,
  optionalFlag,
  isRecord,
  optionalList,
  optionalNumber,
  type Plain,
  optionalText,
} from "../../core/request/protocol/request-schema.ts";
import { readDay } from "../entries/entry.ts";
import { maxRows, type TriageChange } from "../view/panel-model.ts";
import {
  type ExportFormat,
  type PanelToHostMessage,
  groupings,
  type ListQuery,
  type ListViewState,
  ratings,
  sorts,
  whos,
  works,
} from "../view/panel-protocol.ts";

/** UTF-16 units. */
const maxLength = { id: 1000, search: 1000, name: 1000, path: 10_000, note: 20_000 } as const;
const maxCount = { chosen: 100, labels: 50, folded: 10_000 } as const;
const formats: readonly ExportFormat[] = ["csv", "json", "markdown"];

/**
 * Validates and copies a message of the panel. The page displays untrusted text, so nothing from it is passed on
 * unchecked. Returns undefined for an invalid message.
 */
export function readFromPanel(value: unknown): PanelToHostMessage | undefined {
  if (!isRecord(value)) return undefined;
  const kind = value["kind"];
  const read = typeof kind === "string" && Object.hasOwn(readers, kind) ? readers[kind] : undefined;
  return read?.(value);
}

const readers: Readonly<Record<string, (message: Plain) => PanelToHostMessage | undefined>> = {
  ready: () => ({ kind: "ready" }),
  list: (message) => {
    const requested = wholeOf(message["asked"]);
    const query = readListQuery(message["query"]);
    const looking = readLooking(message);
    return requested !== undefined && query && looking
      ? { kind: "list", asked: requested, query, ...looking }
      : undefined;
  },
  rows: (message) => {
    const looking = readLooking(message);
    return looking && { kind: "rows", ...looking };
  },
  entry: (message) => {
    const id = idOf(message);
    const full = optionalFlag(message["whole"]);
    return id !== undefined && full !== undefined ? { kind: "entry", id, whole: full } : undefined;
  },
  closeEntry: () => ({ kind: "closeEntry" }),
  reveal: (message) => withId(message, (id) => ({ kind: "reveal", id })),
  openSource: (message) => withId(message, (id) => ({ kind: "openSource", id })),
  openDashboard: (message) => {
    if (message["id"] === undefined) return { kind: "openDashboard" };
    return withId(message, (id) => ({ kind: "openDashboard", id }));
  },
  triage: (message) => {
    const id = idOf(message);
    const change = readChange(message["change"]);
    return id !== undefined && change ? { kind: "triage", id, change } : undefined;
  },
  refresh: () => ({ kind: "refresh" }),
  cancel: () => ({ kind: "cancel" }),
  setKey: () => ({ kind: "setKey" }),
  setUp: () => ({ kind: "setUp" }),
  export: (message) => {
    const format = eachOf(message["format"], formats);
    const withContacts = optionalFlag(message["withContacts"]);
    return format && withContacts !== undefined ? { kind: "export", format, withContacts } : undefined;
  },
};

function readLooking(message: Plain): ListViewState | undefined {
  const rows = message["rows"];
  if (!isRecord(rows)) return undefined;
  const [from, count] = [wholeOf(rows["from"]), wholeOf(rows["count"])];
  if (from === undefined || count === undefined || count > maxRows) return undefined;
  const [anchor, chosen] = [
    optionalText(message["anchor"], maxLength.id),
    optionalText(message["chosen"], maxLength.id),
  ];
  return {
    rows: { from, count },
    ...(anchor !== undefined && { anchor }),
    ...(chosen !== undefined && { chosen }),
  };
}

/** Reads a query from the page or from its stored state. Returns undefined if any field has the wrong type. */
export function readListQuery(value: unknown): ListQuery | undefined {
  if (!isRecord(value)) return undefined;
  const search = optionalText(value["search"], maxLength.search);
  const sources = namesOf(value["sources"]);
  const statuses = namesOf(value["statuses"]);
  const rated = optionalList(value["ratings"], ratings.length, (each) => eachOf(each, ratings));
  const work = eachOf(value["work"], works);
  const onlyNew = optionalFlag(value["onlyNew"]);
  const who = eachOf(value["who"], whos);
  const sort = eachOf(value["sort"], sorts);
  const groupBy = eachOf(value["groupBy"], groupings);
  const folded = optionalList(value["folded"], maxCount.folded, (each) => optionalText(each, maxLength.path));
  if (search === undefined || onlyNew === undefined) return undefined;
  if (!sources || !statuses || !rated || !work || !who || !sort || !groupBy || !folded) return undefined;
  const page = optionalText(value["page"], maxLength.path);
  const group = optionalList(value["group"], maxCount.labels, (each) => optionalText(each, maxLength.name));
  const [from, through] = [dayOf(value["from"]), dayOf(value["through"])];
  return {
    search,
    sources,
    statuses,
    ratings: rated,
    work,
    onlyNew,
    who,
    sort,
    groupBy,
    folded,
    ...(page !== undefined && { page }),
    ...(group && { group }),
    ...(from !== undefined && { from }),
    ...(through !== undefined && { through }),
  };
}

function readChange(value: unknown): TriageChange | undefined {
  if (!isRecord(value)) return undefined;
  const mark = value["mark"] === null ? null : eachOf(value["mark"], ["done", "later"]);
  const assigned = value["assigned"] === null ? null : optionalText(value["assigned"], maxLength.name);
  const note = value["note"] === null ? null : optionalText(value["note"], maxLength.note);
  const change = {
    ...(mark !== undefined && { mark }),
    ...(assigned !== undefined && { assigned }),
    ...(note !== undefined && { note }),
  };
  return Object.keys(change).length > 0 ? change : undefined;
}

const idOf = (message: Plain): string | undefined => optionalText(message["id"], maxLength.id);

function withId(message: Plain, make: (id: string) => PanelToHostMessage): PanelToHostMessage | undefined {
  const id = idOf(message);
  return id === undefined ? undefined : make(id);
}

const namesOf = (value: unknown) =>
  optionalList(value, maxCount.chosen, (each) => optionalText(each, maxLength.name));

function wholeOf(value: unknown): number | undefined {
  const number = optionalNumber(value);
  return number !== undefined && Number.isSafeInteger(number) ? number : undefined;
}

/** Returns the text if it's a valid day. */
function dayOf(value: unknown): string | undefined {
  return typeof value === "string" && readDay(value) !== undefined ? value : undefined;
}
