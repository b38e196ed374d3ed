import type { VNode } from "preact";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ListedRow } from "../../../server/src/feedback/view/panel-model.ts";
import { EntryRow } from "./entry-row.tsx";
import { GroupRow } from "./group-row.tsx";
import { toggleGroup } from "./list-keys.ts";
import { useStore } from "./panel-context.ts";
import { useSay } from "./panel-words.ts";
import type { PanelState, ShownList } from "./panel-state.ts";
import { useNow } from "./use-now.ts";

/** Of each row, in pixels; the style sheet knows it as `--dwf-row`. */
const height = 54;
/** Rows that are painted above and below those in sight. */
const beyond = 6;

/** The list, of which only what is in sight is painted. The focus is the list's, the active row is told by its name. */
export function EntryList({ state, list }: { readonly state: PanelState; readonly list: ShownList }): VNode {
  const store = useStore();
  const say = useSay();
  const now = useNow(60_000);
  const scroller = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ first: 0, last: 20 });
  const look = useCallback((): void => {
    const element = scroller.current;
    if (!element) return;
    const first = Math.floor(element.scrollTop / height);
    const last = Math.ceil((element.scrollTop + element.clientHeight) / height) - 1;
    setSeen((before) => (before.first === first && before.last === last ? before : { first, last }));
    store.look({ first, last });
  }, [store]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !list.scroll) return;
    if ("to" in list.scroll) element.scrollTop = topToSee(element, list.scroll.to);
    else element.scrollTop += list.scroll.by * height;
    look();
    // A list is scrolled once, when it comes.
  }, [list.version, look]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && state.reveals > 0) element.scrollTop = topToSee(element, state.active);
  }, [state.reveals]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => resized.disconnect();
  }, [look]);

  const { from, rows } = list.window;
  const [begin, end] = [Math.max(0, seen.first - beyond), Math.min(list.rows, seen.last + 1 + beyond)];
  const painted = Array.from({ length: Math.max(0, end - begin) }, (_, at) => begin + at);
  return (
    <div
      ref={scroller}
      class="dwf-list"
      role="tree"
      tabIndex={0}
      aria-label={say("list")}
      aria-activedescendant={painted.includes(state.active) ? `dwf-row-${state.active}` : undefined}
      data-list=""
      onScroll={look}
    >
      <div class="dwf-list-room" role="presentation" style={{ height: `${list.rows * height}px` }}>
        {painted.map((at) => (
          <Row key={at} at={at} row={rows[at - from]} state={state} list={list} now={now} />
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  readonly at: number;
  readonly row: ListedRow | undefined;
  readonly state: PanelState;
  readonly list: ShownList;
  readonly now: number;
}

function Row({ at, row, state, list, now }: RowProps): VNode {
  const store = useStore();
  const isGrouped = state.query.groupBy !== "none";
  const isActive = state.active === at;
  const isUnderPage = state.query.groupBy === "page";
  const by = state.query.groupBy;
  // The same content is not gone through again: with each letter of a search the state changes twice.
  const content = useMemo(() => {
    if (row?.kind === "entry") return <EntryRow row={row} now={now} isUnderPage={isUnderPage} />;
    return row ? <GroupRow row={row} by={by} /> : <span class="dwf-bone" />;
  }, [row, now, isUnderPage, by]);
  const choose = (): void => {
    store.choose(at);
    if (row?.kind === "group") toggleGroup(store, row);
    if (row?.kind === "entry") store.set({ isReading: true });
  };
  return (
    // The list has the focus and hears the keys.
    <div
      id={`dwf-row-${at}`}
      class="dwf-row"
      role="treeitem"
      aria-level={isGrouped && row?.kind !== "group" ? 2 : 1}
      aria-setsize={list.rows}
      aria-posinset={at + 1}
      aria-selected={row?.kind === "entry" && row.id === state.chosen}
      aria-expanded={row?.kind === "group" ? !row.isFolded : undefined}
      data-kind={row?.kind ?? "coming"}
      data-active={isActive}
      data-under-page={isUnderPage}
      style={{ transform: `translateY(${at * height}px)` }}
      onClick={choose}
    >
      {content}
    </div>
  );
}

/** Where to scroll so that a row is seen; where it is seen already nothing moves. */
function topToSee({ scrollTop, clientHeight }: HTMLElement, row: number): number {
  const [top, bottom] = [row * height, (row + 1) * height];
  if (top < scrollTop) return top;
  return bottom > scrollTop + clientHeight ? bottom - clientHeight : scrollTop;
}
