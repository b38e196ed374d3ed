import type { VNode } from "preact";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ListedEntry, ListedGroup, ListedRow } from "../../../server/src/feedback/view/panel-model.ts";
import type { GroupBy } from "../../../server/src/feedback/view/panel-protocol.ts";
import { formats } from "../language/formats.ts";
import { translate } from "../language/translate.ts";
import { isWideWindow, type PanelState, type PanelStore, type ShownList, usePanelStore } from "./panel-store.ts";
import { getLabel, RatingSymbol, VisibleText } from "./text.tsx";
import { useNow } from "./trend-chart.tsx";

interface EntryRowProps {
  readonly row: ListedEntry;
  readonly now: number;
  /** Whether the heading above the row already shows the page. */
  readonly isGroupedByPage: boolean;
}

/**
 * An entry in the list: its rating, page, and age, followed by the first line of its comment, its source, and its
 * status.
 */
export function EntryRow({ row, now, isGroupedByPage }: EntryRowProps): VNode {
  const { formatAgo, formatExactTime } = formats;
  const { page, line, isCode, rating, time, source, status, isNew, mark, assigned, hasNote } = row;
  const newTag = isNew && (
    <span class="dwf-new" title={translate("New since your last visit")}>
      <span class="dwf-unseen">{translate("New")}</span>
    </span>
  );
  return (
    <>
      <RatingSymbol rating={rating} />
      {!isGroupedByPage && (
        <span class="dwf-row-page" data-joined={page.isJoined}>
          {newTag}
          <VisibleText text={page.title} />
          {page.operation !== undefined && <code class="dwf-operation">{page.operation}</code>}
        </span>
      )}
      <span class="dwf-row-age" title={time === undefined ? undefined : formatExactTime(time)}>
        {time !== undefined && formatAgo(time, now)}
      </span>
      <span class="dwf-row-line" data-code={isCode} data-empty={line === ""}>
        {isGroupedByPage && newTag}
        {line === "" ? translate("No comment") : <VisibleText text={line} />}
      </span>
      <span class="dwf-row-marks">
        {hasNote && (
          <span class="dwf-tag" title={translate("Has a note")}>
            ✎<span class="dwf-unseen">{translate("Has a note")}</span>
          </span>
        )}
        {assigned !== undefined && (
          <span class="dwf-tag" title={translate("Assigned to {0}", assigned)}>
            <VisibleText text={assigned} />
          </span>
        )}
        {mark && <span class="dwf-tag dwf-tag-mine">{translate(mark === "done" ? "Done" : "Snoozed")}</span>}
        <span class="dwf-tag">
          <VisibleText text={getLabel("source", source)} />
        </span>
        <span class="dwf-tag" data-status={status}>
          <VisibleText text={getLabel("status", status)} />
        </span>
      </span>
    </>
  );
}

/** The heading of a group: its name, its number of entries, and their ratings. */
export function GroupRow({ row, grouping }: { readonly row: ListedGroup; readonly grouping: GroupBy }): VNode {
  const { formatNumber } = formats;
  const { label, count, up, down, isFolded, serviceTotal } = row;
  const name = grouping === "status" || grouping === "source" ? getLabel(grouping, label) : label;
  return (
    <>
      <span class="dwf-fold" aria-hidden="true">
        {isFolded ? "▸" : "▾"}
      </span>
      <span class="dwf-row-page">
        <VisibleText text={name} />
      </span>
      <span class="dwf-row-line">
        {translate({ one: "{0} entry", other: "{0} entries" }, count)}
        {serviceTotal !== undefined && ` · ${translate("{0} in total, according to the service", serviceTotal)}`}
        {up + down > 0 && (
          <>
            {" · "}
            <span class="dwf-rating" data-rating="up">
              ▲ {formatNumber(up)}
            </span>{" "}
            <span class="dwf-rating" data-rating="down">
              ▼ {formatNumber(down)}
            </span>
          </>
        )}
      </span>
    </>
  );
}

/** The number of rows by which Page Up and Page Down move the selection. */
const rowsPerPage = 10;

/** Collapses or expands a group. */
export function toggleGroup(store: PanelStore, { key, isFolded }: ListedGroup): void {
  const { folded } = store.getState().query;
  store.fold(isFolded ? folded.filter((each) => each !== key) : [...folded, key]);
}

/** Handles a key that is pressed anywhere in the panel except in a field. Returns whether the key was handled. */
export function handleKey(event: KeyboardEvent, store: PanelStore, showHelp: () => void): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const state = store.getState();
  const { target } = event;
  const isInList = target instanceof Element && target.closest("[data-list]") !== null;
  if (target instanceof Element && target.closest("dialog[open]")) return false;
  if (isField(target)) {
    if (event.key !== "Escape") return false;
    focusOn("[data-list]");
    return true;
  }
  const moveTo = (row: number): true => {
    if (!isInList && !state.isReading) focusOn("[data-list]");
    store.choose(row);
    return true;
  };
  const activeRow = state.list?.window.rows[state.activeRow - state.list.window.from];
  const { chosenId, entry } = state;
  const toggle = (mark: "done" | "later"): boolean => {
    if (!entry) return false;
    store.triage({ mark: entry.triage.mark === mark ? null : mark });
    return true;
  };
  switch (event.key) {
    case "j":
      return moveTo(state.activeRow + 1);
    case "k":
      return moveTo(state.activeRow - 1);
    case "ArrowDown":
      return isInList && moveTo(state.activeRow + 1);
    case "ArrowUp":
      return isInList && moveTo(state.activeRow - 1);
    case "PageDown":
      return isInList && moveTo(state.activeRow + rowsPerPage);
    case "PageUp":
      return isInList && moveTo(state.activeRow - rowsPerPage);
    case "Home":
      return isInList && moveTo(0);
    case "End":
      return isInList && moveTo((state.list?.rowCount ?? 1) - 1);
    case "ArrowLeft":
    case "ArrowRight": {
      if (!isInList || activeRow?.kind !== "group") return false;
      if (activeRow.isFolded === (event.key === "ArrowRight")) toggleGroup(store, activeRow);
      return true;
    }
    case "Enter":
      if (!isInList) return false;
      if (activeRow?.kind === "group") toggleGroup(store, activeRow);
      else store.set({ isReading: true });
      if (activeRow?.kind === "entry") setTimeout(() => focusOn("[data-entry]"));
      return true;
    case "d":
      return toggle("done");
    case "l":
      return toggle("later");
    case "a":
    case "n":
      if (!entry) return false;
      store.set({ isReading: true });
      setTimeout(() => focusOn(event.key === "a" ? "[data-assign]" : "[data-note]"));
      return true;
    case "o":
      if (chosenId === undefined || entry?.page.isJoined !== true) return false;
      store.send({ kind: "openSource", id: chosenId });
      return true;
    case "/":
      store.set({ isReading: false });
      setTimeout(() => focusOn("[data-search]"));
      return true;
    case "?":
      showHelp();
      return true;
    case "Escape":
      if (!isWideWindow()) store.set({ isReading: false });
      focusOn("[data-list]");
      return true;
    default:
      return false;
  }
}

/** Whether the event's target accepts text input. */
function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input:not([type=radio], [type=checkbox]), textarea, select");
}

function focusOn(selector: string): void {
  const element = document.querySelector<HTMLElement>(selector);
  element?.focus();
  if (element instanceof HTMLInputElement) element.select();
}

/** The height of each row in pixels, which is also set in the style sheet (`--dwf-row`). */
const rowHeight = 54;
/** The number of rows rendered above and below the visible ones. */
const overscanRowCount = 6;

/**
 * The virtual list, which renders only the visible rows. The list itself has the focus and refers to the active row by
 * ID.
 */
export function EntryList({ state, list }: { readonly state: PanelState; readonly list: ShownList }): VNode {
  const store = usePanelStore();
  const now = useNow(60_000);
  const scroller = useRef<HTMLDivElement>(null);
  const openRowIndex = useRef(-1);
  openRowIndex.current = state.isListed ? state.activeRow : -1;
  const [rowsInView, setRowsInView] = useState({ first: 0, last: 20 });
  const updateRows = useCallback((): void => {
    const element = scroller.current;
    if (!element) return;
    const firstRow = Math.floor(element.scrollTop / rowHeight);
    const lastRow = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight) - 1;
    setRowsInView((previousRows) =>
      previousRows.first === firstRow && previousRows.last === lastRow
        ? previousRows
        : { first: firstRow, last: lastRow },
    );
    store.showRows({ firstRow, lastRow });
  }, [store]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !list.scroll) return;
    if ("to" in list.scroll) element.scrollTop = getScrollTopToReveal(element, list.scroll.to);
    else element.scrollTop += list.scroll.by * rowHeight;
    updateRows();
    // Each value of `scroll` is applied only once, when it arrives.
  }, [list.version, updateRows]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && state.revealCount > 0) element.scrollTop = getScrollTopToReveal(element, state.activeRow);
  }, [state.revealCount]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let previousHeight = element.clientHeight;
    const resizeObserver = new ResizeObserver(() => {
      const row = openRowIndex.current;
      const { scrollTop, clientHeight } = element;
      // When the overview arrives after the list, it makes the list shorter. An open entry at the bottom edge must stay
      // visible.
      const wasVisible = getScrollTopToReveal({ scrollTop, clientHeight: previousHeight }, row) === scrollTop;
      if (wasVisible) element.scrollTop = getScrollTopToReveal(element, row);
      previousHeight = clientHeight;
      updateRows();
    });
    resizeObserver.observe(element);
    return () => resizeObserver.disconnect();
  }, [updateRows]);

  const { from, rows } = list.window;
  const [begin, end] = [
    Math.max(0, rowsInView.first - overscanRowCount),
    Math.min(list.rowCount, rowsInView.last + 1 + overscanRowCount),
  ];
  const visibleRows = Array.from({ length: Math.max(0, end - begin) }, (_, index) => begin + index);
  return (
    <div
      ref={scroller}
      class="dwf-list"
      role="tree"
      tabIndex={0}
      aria-label={translate("Feedback entries")}
      aria-activedescendant={visibleRows.includes(state.activeRow) ? `dwf-row-${state.activeRow}` : undefined}
      data-list=""
      onScroll={updateRows}
    >
      <div class="dwf-list-room" role="presentation" style={{ height: `${list.rowCount * rowHeight}px` }}>
        {visibleRows.map((rowIndex) => (
          <Row key={rowIndex} rowIndex={rowIndex} row={rows[rowIndex - from]} state={state} list={list} now={now} />
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  readonly rowIndex: number;
  readonly row: ListedRow | undefined;
  readonly state: PanelState;
  readonly list: ShownList;
  readonly now: number;
}

function Row({ rowIndex, row, state, list, now }: RowProps): VNode {
  const store = usePanelStore();
  const isGrouped = state.query.groupBy !== "none";
  const isActive = state.activeRow === rowIndex;
  const isGroupedByPage = state.query.groupBy === "page";
  const grouping = state.query.groupBy;
  // The content is memoized because the state changes twice for each letter typed in the search field.
  const content = useMemo(() => {
    if (row?.kind === "entry") return <EntryRow row={row} now={now} isGroupedByPage={isGroupedByPage} />;
    return row ? <GroupRow row={row} grouping={grouping} /> : <span class="dwf-bone" />;
  }, [row, now, isGroupedByPage, grouping]);
  const choose = (): void => {
    store.choose(rowIndex);
    if (row?.kind === "group") toggleGroup(store, row);
    if (row?.kind === "entry") store.set({ isReading: true });
  };
  return (
    // The list has the focus and handles the keys.
    <div
      id={`dwf-row-${rowIndex}`}
      class="dwf-row"
      role="treeitem"
      aria-level={isGrouped && row?.kind !== "group" ? 2 : 1}
      aria-setsize={list.rowCount}
      aria-posinset={rowIndex + 1}
      aria-selected={row?.kind === "entry" && row.id === state.chosenId}
      aria-expanded={row?.kind === "group" ? !row.isFolded : undefined}
      data-kind={row?.kind ?? "coming"}
      data-active={isActive}
      data-under-page={isGroupedByPage}
      style={{ transform: `translateY(${rowIndex * rowHeight}px)` }}
      onClick={choose}
    >
      {content}
    </div>
  );
}

/** Returns the scroll position that makes a row visible. If the row is already visible, the position doesn't change. */
function getScrollTopToReveal(
  { scrollTop, clientHeight }: Pick<HTMLElement, "scrollTop" | "clientHeight">,
  row: number,
): number {
  const [top, bottom] = [row * rowHeight, (row + 1) * rowHeight];
  if (top < scrollTop) return top;
  return bottom > scrollTop + clientHeight ? bottom - clientHeight : scrollTop;
}
