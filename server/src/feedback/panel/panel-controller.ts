import { parseMessage } from "../../core/text/parse-message.ts";
import { toDay, type FeedbackEntry } from "../entries/entry.ts";
import { exportEntries, formatIssue } from "../entries/export.ts";
import type { FeedbackState } from "../entries/state.ts";
import type { ThemeSearch } from "../themes/comment-themes.ts";
import { type ListQuery, panelToHostSchema, type PanelToHostMessage, type TriageChange } from "../view/from-panel.ts";
import { type ExportFormat, defaultQuery, type HostToPanelMessage, maxMarkedEntries } from "../view/panel-protocol.ts";
import { createEntryIndex, type EntryIndex, toShownEntry } from "./entry-index.ts";
import { createPanelList, type PanelList } from "./entry-list.ts";
import { getPanelData } from "./panel-document.ts";
import { createPanelOverview, getScope } from "./statistics.ts";

/** The minimum time in milliseconds between updates of the page while entries are loading. */
const minLoadingPause = 250;
/**
 * Times in milliseconds. After the page has had time to paint, entries are prepared for search and themes are
 * determined, in time slices with pauses between them.
 */
const preparationTimes = { first: 300, slice: 8, pause: 4 } as const;
const fileExtensions: Readonly<Record<ExportFormat, string>> = { csv: "csv", json: "json", markdown: "md" };

type PanelMessage<Kind extends PanelToHostMessage["kind"]> = Extract<PanelToHostMessage, { readonly kind: Kind }>;

/** Controls one panel: filters, sorts, and groups entries, and sends the visible rows to the page. */
export class FeedbackPanelController {
  readonly #host: FeedbackHost;
  readonly #now: () => number;
  #index: EntryIndex | undefined;
  /** The latest state, if it hasn't been shown yet because it arrived too soon after the last update. */
  #pendingState: FeedbackState | undefined;
  #shownAt = -Infinity;
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #isReady = false;
  /** The page's latest request for a list. */
  #listRequest: PanelMessage<"list"> | undefined;
  #panelList: PanelList | undefined;
  #version = 0;
  #openEntry: PanelMessage<"entry"> | undefined;
  /** The scope of the overview that the page shows. */
  #scope = "";
  /** The query for the themes that the page shows or will receive. `#themeSearch` searches for these themes. */
  #themeScope = "";
  #themeSearch: ThemeSearch | undefined;
  #preparationTimer: ReturnType<typeof setTimeout> | undefined;
  #showMessage: Extract<HostToPanelMessage, { kind: "show" }> | undefined;

  constructor(host: FeedbackHost, now: () => number = Date.now) {
    this.#host = host;
    this.#now = now;
  }

  /** Shows a new state in the panel. */
  show(state: FeedbackState): void {
    const delay = this.#shownAt + minLoadingPause - this.#now();
    const isWaiting = this.#pendingState !== undefined;
    this.#pendingState = state;
    if (state.freshness.kind !== "loading" || delay <= 0) this.#showNow();
    else if (!isWaiting) this.#runLater(delay, () => this.#showNow());
  }

  /** Handles a message from the page. Invalid messages are ignored. */
  receive(message: unknown): void {
    const request = parseMessage(panelToHostSchema, message);
    if (request) this.#handleMessage(request);
  }

  /**
   * Shows a list on the page, such as `{ page: key, work: "all" }`. Missing properties get the default values for a new
   * panel.
   */
  list(query: Partial<ListQuery>): void {
    this.#requestRows({ kind: "show", query: { ...defaultQuery, ...query } });
  }

  /** Opens this entry in the panel. */
  open(id: string): void {
    this.#requestRows({ kind: "show", id });
  }

  dispose(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#isReady = false;
    this.#pendingState = undefined;
  }

  #requestRows(message: Extract<HostToPanelMessage, { kind: "show" }>): void {
    if (this.#isReady) this.#host.post(message);
    else this.#showMessage = message;
  }

  #showNow(): void {
    const state = this.#pendingState;
    if (!state) return;
    this.#pendingState = undefined;
    this.#shownAt = this.#now();
    this.#index = createEntryIndex(state, this.#index);
    this.#scope = this.#themeScope = "";
    this.#themeSearch = undefined;
    if (!this.#isReady) return;
    this.#host.post({ kind: "facts", facts: getPanelData(this.#index) });
    if (this.#listRequest) this.#sendList(this.#listRequest);
    if (this.#openEntry) this.#sendEntry(this.#openEntry);
    this.#prepareSearch();
  }

  #handleMessage(message: PanelToHostMessage): void {
    const host = this.#host;
    switch (message.kind) {
      case "ready":
        return this.#startPage();
      case "list":
        this.#listRequest = message;
        return this.#sendList(message);
      case "rows":
        return this.#sendRows(message);
      case "entry":
        this.#openEntry = message;
        if (this.#listRequest) this.#listRequest = { ...this.#listRequest, chosen: message.id };
        return this.#sendEntry(message);
      case "closeEntry":
        this.#openEntry = undefined;
        return undefined;
      case "reveal": {
        const contact = this.#findEntry(message.id)?.contact;
        if (contact !== undefined) host.post({ kind: "contact", id: message.id, contact });
        return undefined;
      }
      case "triage": {
        const entry = this.#findEntry(message.id);
        if (entry) host.saveTriage([entry], message.change);
        return undefined;
      }
      case "markListed": {
        const entries = this.#panelList?.listEntries() ?? [];
        if (entries.length <= maxMarkedEntries) host.saveTriage(entries, { mark: "done" });
        return undefined;
      }
      case "openSource": {
        const entry = this.#findEntry(message.id);
        const kind = entry && this.#index?.state.joinsByPath.get(entry.path)?.kind;
        if (entry && kind !== undefined && kind !== "unknown") host.openSource(entry);
        return undefined;
      }
      case "copyIssue": {
        const entry = this.#findEntry(message.id);
        if (entry && this.#index) host.copy(formatIssue(entry, this.#index.state.joinsByPath));
        return undefined;
      }
      case "openDashboard":
        return host.openDashboard(message.id === undefined ? undefined : this.#findEntry(message.id));
      case "export":
        return this.#export(message);
      case "refresh":
      case "readAll":
      case "cancel":
      case "setKey":
      case "setUp":
        return host[message.kind]();
    }
  }

  #startPage(): void {
    this.#isReady = true;
    this.#listRequest = this.#openEntry = undefined;
    this.#scope = this.#themeScope = "";
    this.#host.post({ kind: "hello" });
    if (this.#index) this.#host.post({ kind: "facts", facts: getPanelData(this.#index) });
    if (this.#showMessage) this.#host.post(this.#showMessage);
    this.#showMessage = undefined;
    this.#prepareSearch();
  }

  #sendList(request: PanelMessage<"list">): void {
    if (!this.#index) return;
    this.#panelList = createPanelList(this.#index, request.query);
    const { requestNumber, query, rows } = request;
    const { entryCount, layout, getWindow, findRow } = this.#panelList;
    const anchorRow = findRow(request.anchor);
    const chosenRow = findRow(request.chosen);
    // After the update, the page shows the anchor entry at the same position, so it needs the rows around this entry.
    const firstRow = anchorRow === undefined ? rows.from : Math.max(0, anchorRow - (rows.count >> 2));
    this.#host.post({
      kind: "list",
      requestNumber,
      version: ++this.#version,
      query,
      entries: entryCount,
      rows: layout.rowCount,
      window: getWindow({ from: firstRow, count: rows.count }),
      ...(anchorRow !== undefined && { anchorRow }),
      ...(chosenRow !== undefined && { chosenRow }),
    });
    this.#sendOverview(query);
    this.#startThemes(query);
  }

  /** Sends the overview after the list, so the overview is computed while the page paints the list. */
  #sendOverview(query: ListQuery): void {
    const scope = JSON.stringify(getScope(query));
    if (scope === this.#scope) return;
    this.#scope = scope;
    this.#runLater(0, () => {
      // The page has requested a different overview in the meantime.
      if (!this.#index || scope !== this.#scope) return;
      this.#host.post({ kind: "overview", overview: createPanelOverview(this.#index, query, this.#now()) });
    });
  }

  #sendRows({ rows, anchor, chosen }: PanelMessage<"rows">): void {
    if (!this.#panelList || !this.#listRequest) return;
    const { requestNumber: lastRequestNumber, query } = this.#listRequest;
    this.#listRequest = {
      kind: "list",
      requestNumber: lastRequestNumber,
      query,
      rows,
      ...(anchor !== undefined && { anchor }),
      ...(chosen !== undefined && { chosen }),
    };
    this.#host.post({ kind: "rows", version: this.#version, window: this.#panelList.getWindow(rows) });
  }

  #sendEntry({ id, whole: includesFullText }: PanelMessage<"entry">): void {
    const entry = this.#index && toShownEntry(id, includesFullText, this.#index, this.#now());
    this.#host.post({ kind: "entry", id, ...(entry && { entry }) });
  }

  #export({ format, withContacts: includesContacts }: PanelMessage<"export">): void {
    if (!this.#index || !this.#panelList) return;
    const { joinsByPath, triageById } = this.#index.state;
    const text = exportEntries(
      { entries: this.#panelList.listEntries(), joinsByPath, triageById },
      { format, includesContacts },
    );
    const name = `feedback-${toDay(this.#now())}.${fileExtensions[format]}`;
    this.#host.saveExport({ name, text, includesContacts });
  }

  #findEntry(id: string) {
    const position = this.#index?.getPosition(id);
    return position === undefined ? undefined : this.#index?.state.entries[position];
  }

  /** Starts to determine the themes of a list. The selected theme doesn't affect the result. */
  #startThemes({ theme: _theme, sort: _sort, groupBy: _groupBy, folded: _folded, ...query }: ListQuery): void {
    const scope = JSON.stringify(query);
    if (!this.#index || scope === this.#themeScope) return;
    this.#themeScope = scope;
    this.#themeSearch = this.#index.themes.search(this.#index.find({ ...defaultQuery, ...query }));
    this.#prepareSearch();
  }

  /** Prepares the search in idle time, and then determines the themes. */
  #prepareSearch(delay: number = preparationTimes.first): void {
    const index = this.#index;
    if (!index || !this.#isReady) return;
    if (this.#preparationTimer) {
      clearTimeout(this.#preparationTimer);
      this.#timers.delete(this.#preparationTimer);
    }
    this.#preparationTimer = this.#runLater(delay, () => {
      if (index !== this.#index) return;
      const isPrepared = !index.texts.prepare(preparationTimes.slice, this.#now);
      if (!isPrepared || this.#findThemes()) this.#prepareSearch(preparationTimes.pause);
    });
  }

  /** Continues to determine themes for one time slice. Returns false once the page has received the themes. */
  #findThemes(): boolean {
    const end = this.#now() + preparationTimes.slice;
    while (this.#themeSearch && this.#now() <= end) {
      const themes = this.#themeSearch.runStep();
      if (!themes) continue;
      this.#themeSearch = undefined;
      this.#host.post({ kind: "themes", themes });
    }
    return this.#themeSearch !== undefined;
  }

  #runLater(milliseconds: number, run: () => void): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, milliseconds);
    this.#timers.add(timer);
    return timer;
  }
}

/** Actions that the host performs for a panel. The host reports changes by calling `show` again. */
export interface FeedbackHost {
  readonly post: (message: HostToPanelMessage) => void;
  /** Opens the entry's file at its snippet or title. Called only for entries that have a file. */
  readonly openSource: (entry: FeedbackEntry) => void;
  readonly openDashboard: (entry: FeedbackEntry | undefined) => void;
  readonly saveTriage: (entries: readonly FeedbackEntry[], change: TriageChange) => void;
  readonly refresh: () => void;
  readonly readAll: () => void;
  /** Cancels the requests that load feedback. */
  readonly cancel: () => void;
  readonly setKey: () => void;
  readonly setUp: () => void;
  readonly saveExport: (file: ExportedFile) => void;
  /** Copies text to the clipboard. */
  readonly copy: (text: string) => void;
}

export interface ExportedFile {
  /** The suggested file name, such as `feedback-2026-06-30.csv`. */
  readonly name: string;
  readonly text: string;
  /** Whether the file contains readers' contact details unmasked. */
  readonly includesContacts: boolean;
}
