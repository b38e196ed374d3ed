import type {
  PanelFacts,
  PanelOverview,
  RowWindow,
  ShownEntry,
  TriageChange,
} from "../../../server/src/feedback/view/panel-model.ts";
import {
  firstQuery,
  type PanelToHostMessage,
  type ListQuery,
  type ListViewState,
  type HostToPanelMessage,
} from "../../../server/src/feedback/view/panel-protocol.ts";

/** What outlives the page: it is loaded again when its tab comes back into sight. */
export interface StoredPanelState {
  readonly query?: ListQuery;
  /** The entry that was open. */
  readonly chosen?: string;
  readonly showsOverview?: boolean;
}

/** Written by us, but maybe by an older version: what a query has no field for is left out, what it lacks is as at first. */
export function createPanelStateStore(value: unknown): StoredPanelState {
  if (typeof value !== "object" || value === null) return {};
  const { query, chosen, showsOverview } = value as Readonly<Record<keyof StoredPanelState, unknown>>;
  return {
    ...(typeof query === "object" && query !== null && { query: readQuery(query) }),
    ...(typeof chosen === "string" && { chosen }),
    ...(typeof showsOverview === "boolean" && { showsOverview }),
  };
}

function readQuery(retained: object): ListQuery {
  const fields = Object.entries(retained).filter(([name, value]) => {
    const first: unknown = firstQuery[name as keyof ListQuery];
    if (first === undefined) return ["page", "from", "through", "group"].includes(name);
    return typeof value === typeof first && Array.isArray(value) === Array.isArray(first);
  });
  return { ...firstQuery, ...Object.fromEntries(fields) };
}

/** The first and the last row that are in sight. */
export interface SeenRows {
  readonly first: number;
  readonly last: number;
}

/** Rows that are held before and after those in sight, so that a turn of the wheel finds them there. */
const margin = 60;
const maxCount = 160;

/** Which rows to ask for when these are in sight. */
export function rowsAround({ first, last }: SeenRows): { readonly from: number; readonly count: number } {
  const from = Math.max(0, first - margin);
  return { from, count: Math.min(maxCount, Math.max(last, first + 20) + 1 - from + margin) };
}

type ListMessage = Extract<HostToPanelMessage, { readonly kind: "list" }>;

/**
 * What a list changes. One that the page has not asked for, or that `stays`, leaves what is seen where it was: the entry
 * at the upper edge, whose row the desk knows as `anchored`, and the one that is open, also when it is not listed any more.
 */
export function applyList(
  state: PanelState,
  message: ListMessage,
  anchored: number,
  stays: boolean,
): PanelState {
  const { asked: requested, version, query, entries, rows, window, chosenAt } = message;
  const isRequested = !stays && state.list?.asked !== requested;
  const scroll = scrollOf(message, isRequested, anchored);
  return {
    ...state,
    query,
    list: { asked: requested, version, entries, rows, window, ...(scroll && { scroll }) },
    active: chosenAt ?? Math.max(0, Math.min(isRequested ? 0 : state.active, rows - 1)),
    isListed: chosenAt !== undefined,
  };
}

function scrollOf({ anchorAt }: ListMessage, isRequested: boolean, anchored: number): ShownList["scroll"] {
  if (isRequested) return { to: anchorAt ?? 0 };
  return anchorAt === undefined || anchorAt === anchored ? undefined : { by: anchorAt - anchored };
}

/** What the panel knows and does. */
export interface PanelStore {
  readonly state: () => PanelState;
  readonly subscribe: (changed: () => void) => () => void;
  readonly send: (message: PanelToHostMessage) => void;
  /** Another list, from its first row on. */
  readonly ask: (change: Partial<ListQuery>) => void;
  /** The same with a query that is told whole: fields that it does not have are taken away. */
  readonly askFor: (query: ListQuery) => void;
  /** Of these groups only the heading is listed; nothing else moves. */
  readonly fold: (folded: readonly string[]) => void;
  /** These rows are in sight. */
  readonly look: (seen: SeenRows) => void;
  /** This row is the active one, and open when it is an entry. */
  readonly choose: (row: number) => void;
  /** The texts of the open entry are wanted uncut. */
  readonly whole: () => void;
  /** Of the open entry where none is named. */
  readonly triage: (change: TriageChange, id?: string) => void;
  readonly set: (change: Partial<Pick<PanelState, "isReading" | "showsOverview" | "showsTable">>) => void;
}

/** When nobody has scrolled for so long, the desk is told where the list stands. */
const restMilliseconds = 120;

/** Whether the window has room for the list and an entry beside it. */
export const isWide = (): boolean => window.innerWidth >= 700;

export function panelStore(port: FeedbackPort): PanelStore {
  const retained = createPanelStateStore(port.kept());
  let state: PanelState = {
    query: retained.query ?? firstQuery,
    active: 0,
    reveals: 0,
    isListed: false,
    isGone: false,
    isReading: false,
    showsOverview: retained.showsOverview ?? (isWide() && window.innerHeight >= 560),
    showsTable: false,
    ...(retained.chosen !== undefined && { chosen: retained.chosen }),
  };
  let requested = 0;
  /** The list of this number is to stay where it is scrolled to. */
  let stays = 0;
  let seen: SeenRows = { first: 0, last: 0 };
  /** The row of the anchor that the desk knows: how far it has moved is how far everything has. */
  let anchored = 0;
  let telling: number | undefined;
  /** A row that is to be opened when it comes. */
  let awaited: number | undefined;
  /** The entry that the person has just put away: what stands in its row then is next. */
  let putAway: string | undefined;
  const listeners = new Set<() => void>();
  const change = (next: PanelState): void => {
    const { query, chosen, showsOverview } = next;
    const isRetained =
      query === state.query && chosen === state.chosen && showsOverview === state.showsOverview;
    if (!isRetained) port.keep({ query, chosen, showsOverview });
    state = next;
    for (const changed of listeners) changed();
  };
  const rowAt = (row: number) => state.list?.window.rows[row - state.list.window.from];
  const looking = (): ListViewState => {
    const top = rowAt(seen.first);
    anchored = seen.first;
    return {
      rows: rowsAround(seen),
      ...(top?.kind === "entry" && { anchor: top.id }),
      ...(state.chosen !== undefined && { chosen: state.chosen }),
    };
  };
  const askFor = (query: ListQuery): void => {
    seen = { first: 0, last: 0 };
    awaited = putAway = undefined;
    change({ ...state, query });
    const { rows, chosen } = { chosen: undefined, ...looking() };
    port.send({ kind: "list", asked: ++requested, query, rows, ...(chosen !== undefined && { chosen }) });
  };
  const open = (id: string, active: number, reveals: number): void => {
    const isListed = rowAt(active)?.kind === "entry";
    if (state.chosen === id && state.entry) return change({ ...state, active, reveals, isListed });
    const { entry: _entry, contact: _contact, ...rest } = state;
    change({ ...rest, active, reveals, chosen: id, isListed, isGone: false });
    port.send({ kind: "entry", id, whole: false });
  };
  const choose = (row: number): void => {
    const active = Math.max(0, Math.min(row, (state.list?.rows ?? 1) - 1));
    const found = rowAt(active);
    awaited = found ? undefined : active;
    if (found?.kind === "entry") open(found.id, active, state.reveals + 1);
    else change({ ...state, active, reveals: state.reveals + 1 });
  };
  const close = (): void => {
    const { entry: _entry, contact: _contact, chosen: _chosen, ...rest } = state;
    change({ ...rest, isListed: false, isReading: false });
    port.send({ kind: "closeEntry" });
  };
  /** The one that was put away has left the list: on to the entry that has taken its row. */
  const goOn = (): void => {
    const from = state.active;
    const rows = [from, from + 1, from - 1].map((row) => ({ row, found: rowAt(row) }));
    const next = rows.find(({ found }) => found?.kind === "entry");
    if (next) choose(next.row);
    else close();
  };
  const take = (message: HostToPanelMessage): void => {
    switch (message.kind) {
      case "hello": {
        const { chosen } = state;
        // Loaded anew: what was open is looked for, and scrolled to.
        const checks = chosen === undefined ? {} : { chosen, anchor: chosen };
        port.send({ kind: "list", asked: ++requested, query: state.query, ...looking(), ...checks });
        if (chosen !== undefined) port.send({ kind: "entry", id: chosen, whole: false });
        return;
      }
      case "facts":
        return change({ ...state, facts: message.facts });
      case "overview":
        return change({ ...state, overview: message.overview });
      case "list": {
        // Another has been asked for meanwhile.
        if (message.asked !== requested) return;
        change(applyList(state, message, anchored, message.asked === stays));
        const first = state.list?.window.rows.findIndex(({ kind }) => kind === "entry") ?? -1;
        if (state.isListed) return;
        if (putAway !== undefined && putAway === state.chosen) goOn();
        else if (state.chosen === undefined && isWide() && first >= 0) {
          const row = message.window.rows[first];
          if (row?.kind === "entry") open(row.id, message.window.from + first, state.reveals);
        }
        putAway = undefined;
        return;
      }
      case "rows":
        if (state.list?.version !== message.version) return;
        change({ ...state, list: { ...state.list, window: message.window } });
        if (awaited !== undefined && rowAt(awaited)) choose(awaited);
        return;
      case "entry": {
        if (message.id !== state.chosen) return;
        const { entry: _entry, ...rest } = state;
        return change({
          ...rest,
          isGone: !message.entry,
          ...(message.entry && { entry: message.entry }),
        });
      }
      case "contact":
        if (message.id === state.chosen) change({ ...state, contact: message.contact });
        return;
      case "show": {
        const { id, query = state.query } = message;
        if (id === undefined) {
          askFor(query);
          return change({ ...state, isReading: false });
        }
        open(id, state.active, state.reveals);
        change({ ...state, query, isReading: true });
        // The list is scrolled to it, where it is listed.
        port.send({ kind: "list", asked: ++requested, query, ...looking(), chosen: id, anchor: id });
        return;
      }
    }
  };
  port.listen(take);
  port.send({ kind: "ready" });
  return {
    state: () => state,
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    send: port.send,
    fold: (folded) => {
      const query = { ...state.query, folded };
      stays = ++requested;
      change({ ...state, query });
      port.send({ kind: "list", asked: requested, query, ...looking() });
    },
    ask: (query) => askFor({ ...state.query, ...query }),
    askFor,
    look: (next) => {
      seen = next;
      const { list } = state;
      if (!list) return;
      const { from, rows } = list.window;
      const isHeld = next.first >= from && Math.min(next.last + 1, list.rows) <= from + rows.length;
      clearTimeout(telling);
      const report = (): void => port.send({ kind: "rows", ...looking() });
      if (!isHeld) report();
      else if (next.first !== anchored) telling = window.setTimeout(report, restMilliseconds);
    },
    choose,
    whole: () => {
      if (state.chosen !== undefined) port.send({ kind: "entry", id: state.chosen, whole: true });
    },
    triage: (next, id = state.chosen) => {
      if (id === undefined) return;
      if (next.mark !== undefined && state.isListed) putAway = id;
      port.send({ kind: "triage", id, change: next });
    },
    set: (next) => change({ ...state, ...next }),
  };
}

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

interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** The way between the panel and the desk behind it. */
export interface FeedbackPort {
  readonly send: (message: PanelToHostMessage) => void;
  readonly listen: (take: (message: HostToPanelMessage) => void) => void;
  /** Kept for when the page is loaded again; undefined at first. */
  readonly kept: () => unknown;
  readonly keep: (state: unknown) => void;
}

/** Messages of the editor's webview. */
export function feedbackPort(): FeedbackPort {
  const api = acquireVsCodeApi();
  return {
    send: (message) => api.postMessage(message),
    listen: (take) =>
      window.addEventListener("message", ({ data }: MessageEvent<HostToPanelMessage>) => take(data)),
    kept: () => api.getState(),
    keep: (state) => api.setState(state),
  };
}
