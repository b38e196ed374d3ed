import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { isPlainRecord } from "../../../server/src/core/text/plain-record.ts";
import { createDebouncer } from "../../../server/src/core/text/debouncer.ts";
import type {
  ListQuery,
  ListViewState,
  PanelToHostMessage,
  TriageChange,
} from "../../../server/src/feedback/view/from-panel.ts";
import type {
  CommentTheme,
  ListedRow,
  PanelData,
  PanelOverview,
  RowWindow,
  ShownEntry,
} from "../../../server/src/feedback/view/panel-model.ts";
import { defaultQuery, type HostToPanelMessage } from "../../../server/src/feedback/view/panel-protocol.ts";
import { acquireEditorApi } from "../host/transport.ts";

/** The state that persists when the page is reloaded, which happens whenever its tab becomes visible again. */
interface StoredPanelState {
  readonly query?: ListQuery;
  /** The entry that was open. */
  readonly chosen?: string;
  readonly showsOverview?: boolean;
}

/**
 * Reads the stored state, which may have been written by an older version. Unknown query fields are dropped, and
 * missing fields get their defaults.
 */
function readPanelState(value: unknown): StoredPanelState {
  if (!isPlainRecord(value)) return {};
  const { query, chosen, showsOverview } = value;
  return {
    ...(typeof query === "object" && query !== null && { query: readQuery(query) }),
    ...(typeof chosen === "string" && { chosen }),
    ...(typeof showsOverview === "boolean" && { showsOverview }),
  };
}

const defaultsByName = new Map<string, unknown>(Object.entries(defaultQuery));

function readQuery(storedQuery: object): ListQuery {
  const fields = Object.entries(storedQuery).filter(([name, value]) => {
    const defaultValue = defaultsByName.get(name);
    if (defaultValue === undefined) return ["page", "from", "through", "group", "theme"].includes(name);
    return typeof value === typeof defaultValue && Array.isArray(value) === Array.isArray(defaultValue);
  });
  return { ...defaultQuery, ...Object.fromEntries(fields) };
}

/** The first and last visible rows. */
interface VisibleRows {
  readonly firstRow: number;
  readonly lastRow: number;
}

/**
 * The number of rows that are loaded before and after the visible rows, so that scrolling with the mouse wheel doesn't
 * reach rows that haven't been loaded.
 */
const margin = 60;
const maxRequestedRows = 160;

/** Returns the rows to request if these rows are visible. */
function getRowsAround({ firstRow, lastRow }: VisibleRows): { readonly from: number; readonly count: number } {
  const from = Math.max(0, firstRow - margin);
  return { from, count: Math.min(maxRequestedRows, Math.max(lastRow, firstRow + 20) + 1 - from + margin) };
}

function isEntry(row: ListedRow | undefined, id: string | undefined): boolean {
  return row?.kind === "entry" && row.id === id;
}

type ListMessage = Extract<HostToPanelMessage, { readonly kind: "list" }>;

/**
 * Returns the state after a list message. If the page hasn't requested the list, or if `preservesPosition` is set, the
 * list scrolls by `shift` rows so that the visible rows stay in place. The open entry remains open even if it's no
 * longer in the list.
 */
function applyList(state: PanelState, message: ListMessage, shift: number, preservesPosition: boolean): PanelState {
  const {
    requestNumber,
    version,
    query,
    entries: entryCount,
    rows: rowCount,
    window,
    chosenRow: chosenAt,
    anchorRow: anchorAt,
  } = message;
  const isRequested = !preservesPosition && state.list?.requestNumber !== requestNumber;
  const scroll = isRequested ? { to: anchorAt ?? 0 } : shift === 0 ? undefined : { by: shift };
  return {
    ...state,
    query,
    list: { requestNumber, version, entryCount, rowCount, window, ...(scroll && { scroll }) },
    activeRow: chosenAt ?? Math.max(0, Math.min(isRequested ? 0 : state.activeRow, rowCount - 1)),
    isListed: chosenAt !== undefined,
  };
}

/** The state of the panel and its actions. */
export interface PanelStore {
  readonly getState: () => PanelState;
  readonly subscribe: (onChanged: () => void) => () => void;
  readonly send: (message: PanelToHostMessage) => void;
  /** Changes the query, and requests the list from its first row. */
  readonly changeQuery: (change: Partial<ListQuery>) => void;
  /**
   * Works like `changeQuery`, but replaces the entire query. Fields that the new query doesn't contain are removed.
   */
  readonly replaceQuery: (query: ListQuery) => void;
  /** Collapses these groups to their headings without scrolling the list. */
  readonly fold: (foldedGroups: readonly string[]) => void;
  /** Reports the visible rows. */
  readonly showRows: (rows: VisibleRows) => void;
  /** Makes this row the active row. If the row is an entry, also opens it. */
  readonly choose: (row: number) => void;
  /** Requests the full text of the open entry. */
  readonly showAll: () => void;
  /** Changes the triage of an entry. By default, this is the open entry. */
  readonly triage: (change: TriageChange, id?: string) => void;
  readonly set: (change: Partial<Pick<PanelState, "isReading" | "showsOverview" | "showsTable">>) => void;
}

/** The time in milliseconds without scrolling after which the position of the list is reported to the extension. */
const idleMilliseconds = 120;

/** Whether the window has room for the list and an entry next to it. */
export const isWideWindow = (): boolean => window.innerWidth >= 700;

export function createPanelStore(port: FeedbackPort): PanelStore {
  const storedState = readPanelState(port.getStoredState());
  let state: PanelState = {
    query: storedState.query ?? defaultQuery,
    activeRow: 0,
    revealCount: 0,
    isListed: false,
    isDeleted: false,
    isReading: false,
    showsOverview: storedState.showsOverview ?? (isWideWindow() && window.innerHeight >= 560),
    showsTable: false,
    ...(storedState.chosen !== undefined && { chosenId: storedState.chosen }),
  };
  let lastRequestNumber = 0;
  /** The number of the list request whose result must not scroll the list. */
  let fixedRequestNumber = 0;
  let visibleRows: VisibleRows = { firstRow: 0, lastRow: 0 };
  /** The anchor's row at the time when the page and the extension last exchanged its position. */
  let anchoredRow = 0;
  const report = (): void => port.send({ kind: "rows", ...getViewState() });
  const reportDebouncer = createDebouncer(globalThis, report, idleMilliseconds);
  /** The index of the row to open when the row arrives. */
  let awaitedRow: number | undefined;
  /**
   * The entry that the author has just marked as done or snoozed. After it has left the list, the entry that moves to
   * its row is opened.
   */
  let triagedEntryId: string | undefined;
  const listeners = new Set<() => void>();
  const change = (newState: PanelState): void => {
    const { query, chosenId, showsOverview } = newState;
    const isSameView = query === state.query && chosenId === state.chosenId && showsOverview === state.showsOverview;
    if (!isSameView) port.saveState({ query, chosen: chosenId, showsOverview });
    state = newState;
    for (const onChanged of listeners) onChanged();
  };
  const getRow = (row: number) => state.list?.window.rows[row - state.list.window.from];
  /**
   * Returns the row that stays in place when the list changes: the row of the open entry if it's visible, or the top
   * row if it isn't.
   */
  const getAnchorRow = (): number => {
    for (let row = visibleRows.firstRow; row <= visibleRows.lastRow; row++)
      if (isEntry(getRow(row), state.chosenId)) return row;
    return visibleRows.firstRow;
  };
  const getViewState = (): ListViewState => {
    anchoredRow = getAnchorRow();
    const anchor = getRow(anchoredRow);
    return {
      rows: getRowsAround(visibleRows),
      ...(anchor?.kind === "entry" && { anchor: anchor.id }),
      ...(state.chosenId !== undefined && { chosen: state.chosenId }),
    };
  };
  /** Returns the number of rows by which the anchor moves. */
  const computeShift = ({ window, anchorRow: anchorAt }: ListMessage): number => {
    const row = getAnchorRow();
    const anchor = getRow(row);
    const index = anchor?.kind === "entry" ? window.rows.findIndex((each) => isEntry(each, anchor.id)) : -1;
    if (index >= 0) return window.from + index - row;
    // `anchorAt` is the new row of the anchor that was last reported to the extension. The page may have scrolled since
    // then, so the current anchor may be a different one.
    return anchorAt === undefined ? 0 : anchorAt - anchoredRow;
  };
  const replaceQuery = (query: ListQuery): void => {
    visibleRows = { firstRow: 0, lastRow: 0 };
    awaitedRow = triagedEntryId = undefined;
    change({ ...state, query });
    const { rows, chosen } = { chosen: undefined, ...getViewState() };
    port.send({
      kind: "list",
      requestNumber: ++lastRequestNumber,
      query,
      rows,
      ...(chosen !== undefined && { chosen }),
    });
  };
  const openEntry = (id: string, activeRow: number, revealCount: number): void => {
    const isListed = getRow(activeRow)?.kind === "entry";
    if (state.chosenId === id && state.entry) return change({ ...state, activeRow, revealCount, isListed });
    const { entry: _entry, contact: _contact, ...rest } = state;
    change({ ...rest, activeRow, revealCount, chosenId: id, isListed, isDeleted: false });
    port.send({ kind: "entry", id, whole: false });
  };
  const choose = (row: number): void => {
    const activeRow = Math.max(0, Math.min(row, (state.list?.rowCount ?? 1) - 1));
    const chosenRow = getRow(activeRow);
    awaitedRow = chosenRow ? undefined : activeRow;
    if (chosenRow?.kind === "entry") openEntry(chosenRow.id, activeRow, state.revealCount + 1);
    else change({ ...state, activeRow, revealCount: state.revealCount + 1 });
  };
  const close = (): void => {
    const { entry: _entry, contact: _contact, chosenId: _chosen, ...rest } = state;
    change({ ...rest, isListed: false, isReading: false });
    port.send({ kind: "closeEntry" });
  };
  /** When the triaged entry has left the list, opens the entry that is now in its row. */
  const openNextEntry = (): void => {
    const from = state.activeRow;
    const rows = [from, from + 1, from - 1].map((row) => ({ row, found: getRow(row) }));
    const nextRow = rows.find(({ found }) => found?.kind === "entry");
    if (nextRow) choose(nextRow.row);
    else close();
  };
  const receive = (message: HostToPanelMessage): void => {
    switch (message.kind) {
      case "hello": {
        const { chosenId } = state;
        // After a reload, the previously open entry is located and scrolled into view.
        const anchorFields = chosenId === undefined ? {} : { chosen: chosenId, anchor: chosenId };
        port.send({
          kind: "list",
          requestNumber: ++lastRequestNumber,
          query: state.query,
          ...getViewState(),
          ...anchorFields,
        });
        if (chosenId !== undefined) port.send({ kind: "entry", id: chosenId, whole: false });
        return;
      }
      case "facts":
        return change({ ...state, facts: message.facts });
      case "overview":
        return change({ ...state, overview: message.overview });
      case "themes":
        return change({ ...state, themes: message.themes });
      case "list": {
        // A newer list has been requested in the meantime.
        if (message.requestNumber !== lastRequestNumber) return;
        change(applyList(state, message, computeShift(message), message.requestNumber === fixedRequestNumber));
        anchoredRow = message.anchorRow ?? anchoredRow;
        const firstEntryIndex = state.list?.window.rows.findIndex(({ kind }) => kind === "entry") ?? -1;
        if (state.isListed) return;
        if (triagedEntryId !== undefined && triagedEntryId === state.chosenId) openNextEntry();
        else if (state.chosenId === undefined && isWideWindow() && firstEntryIndex >= 0) {
          const row = message.window.rows[firstEntryIndex];
          if (row?.kind === "entry") openEntry(row.id, message.window.from + firstEntryIndex, state.revealCount);
        }
        triagedEntryId = undefined;
        return;
      }
      case "rows":
        if (state.list?.version !== message.version) return;
        change({ ...state, list: { ...state.list, window: message.window } });
        if (awaitedRow !== undefined && getRow(awaitedRow)) choose(awaitedRow);
        return;
      case "entry": {
        if (message.id !== state.chosenId) return;
        const { entry: _entry, ...rest } = state;
        return change({
          ...rest,
          isDeleted: !message.entry,
          ...(message.entry && { entry: message.entry }),
        });
      }
      case "contact":
        if (message.id === state.chosenId) change({ ...state, contact: message.contact });
        return;
      case "show": {
        const { id, query = state.query } = message;
        if (id === undefined) {
          replaceQuery(query);
          return change({ ...state, isReading: false });
        }
        openEntry(id, state.activeRow, state.revealCount);
        change({ ...state, query, isReading: true });
        // The list scrolls to the entry if it's listed.
        port.send({
          kind: "list",
          requestNumber: ++lastRequestNumber,
          query,
          ...getViewState(),
          chosen: id,
          anchor: id,
        });
        return;
      }
    }
  };
  port.listen(receive);
  port.send({ kind: "ready" });
  return {
    getState: () => state,
    subscribe: (onChanged) => {
      listeners.add(onChanged);
      return () => listeners.delete(onChanged);
    },
    send: port.send,
    fold: (foldedGroups) => {
      const query = { ...state.query, folded: foldedGroups };
      fixedRequestNumber = ++lastRequestNumber;
      change({ ...state, query });
      port.send({ kind: "list", requestNumber: lastRequestNumber, query, ...getViewState() });
    },
    changeQuery: (query) => replaceQuery({ ...state.query, ...query }),
    replaceQuery,
    showRows: (newRows) => {
      visibleRows = newRows;
      const { list } = state;
      if (!list) return;
      const { from, rows } = list.window;
      const hasAllRows = newRows.firstRow >= from && Math.min(newRows.lastRow + 1, list.rowCount) <= from + rows.length;
      reportDebouncer.cancel();
      if (!hasAllRows) report();
      else if (newRows.firstRow !== anchoredRow) reportDebouncer.trigger();
    },
    choose,
    showAll: () => {
      if (state.chosenId !== undefined) port.send({ kind: "entry", id: state.chosenId, whole: true });
    },
    triage: (triageChange, id = state.chosenId) => {
      if (id === undefined) return;
      if (triageChange.mark !== undefined && state.isListed) triagedEntryId = id;
      port.send({ kind: "triage", id, change: triageChange });
    },
    set: (changes) => change({ ...state, ...changes }),
  };
}

/** An immutable snapshot of what the panel shows. A new snapshot is created for each message and for each choice. */
export interface PanelState {
  /** `undefined` until the extension sends its first message. */
  readonly facts?: PanelData;
  readonly query: ListQuery;
  /** `undefined` until the first list arrives. */
  readonly list?: ShownList;
  readonly overview?: PanelOverview;
  /** `undefined` until the extension has searched for themes. */
  readonly themes?: readonly CommentTheme[];
  /** The row that keyboard commands apply to. */
  readonly activeRow: number;
  /** A counter. Incrementing it scrolls the active row into view. */
  readonly revealCount: number;
  /** The ID of the open entry. */
  readonly chosenId?: string;
  /**
   * Whether the open entry is in the list. The entry may not be in the list if the filters have changed since it was
   * opened.
   */
  readonly isListed: boolean;
  readonly entry?: ShownEntry;
  /** Whether the open entry no longer exists. */
  readonly isDeleted: boolean;
  readonly contact?: string;
  /** Whether a narrow window shows the entry instead of the list. */
  readonly isReading: boolean;
  readonly showsOverview: boolean;
  readonly showsTable: boolean;
}

export interface ShownList {
  readonly requestNumber: number;
  readonly version: number;
  readonly entryCount: number;
  readonly rowCount: number;
  readonly window: RowWindow;
  /**
   * A scroll to perform once: either to a row or by a number of rows that keeps the visible rows in place.
   */
  readonly scroll?: { readonly to: number } | { readonly by: number };
}

/** The message channel between the panel and the extension. */
interface FeedbackPort {
  readonly send: (message: PanelToHostMessage) => void;
  readonly listen: (receive: (message: HostToPanelMessage) => void) => void;
  /**
   * Returns the state that was stored in case the page is reloaded, or `undefined` if none has been stored.
   */
  readonly getStoredState: () => unknown;
  readonly saveState: (state: unknown) => void;
}

/** Returns a port that uses the messages of VS Code's webview API. */
export function createFeedbackPort(): FeedbackPort {
  const api = acquireEditorApi();
  return {
    send: (message) => api.postMessage(message),
    listen: (receive) =>
      window.addEventListener("message", ({ data }: MessageEvent<HostToPanelMessage>) => receive(data)),
    getStoredState: () => api.getState(),
    saveState: (state) => api.setState(state),
  };
}

export const StoreContext = createContext<PanelStore | undefined>(undefined);

/** Returns the store of the surrounding panel. */
export function usePanelStore(): PanelStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error("This component isn’t inside a feedback panel.");
  return store;
}
