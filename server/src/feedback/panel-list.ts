import type { EntryIndex } from "./entry-index.ts";
import type { FeedbackEntry } from "./feedback-entry.ts";
import { listLayout, type ListLayout } from "./list-layout.ts";
import { listOrder } from "./list-order.ts";
import { rowWindow } from "./listed-row.ts";
import type { ListQuery } from "./view/list-query.ts";
import type { RowWindow } from "./view/listed-row.ts";

/** What a query of the panel has found, in rows. */
export interface PanelList {
  /** How many entries, folded groups counted in. */
  readonly entries: number;
  readonly layout: ListLayout;
  readonly window: (rows: { readonly from: number; readonly count: number }) => RowWindow;
  readonly rowOf: (id: string | undefined) => number | undefined;
  /** Every entry in the order of the list. */
  readonly all: () => readonly FeedbackEntry[];
}

/** Finds, sorts and groups. */
export function panelList(index: EntryIndex, query: ListQuery): PanelList {
  const order = listOrder(index.find(query), query, index.columns);
  const folded = new Set(query.folded);
  const layout = listLayout(order, folded);
  return {
    entries: order.places.length,
    layout,
    window: (rows) => rowWindow(layout, rows, index, folded),
    rowOf: (id) => {
      const place = id === undefined ? undefined : index.placeOf(id);
      return place === undefined ? undefined : layout.rowOf(place);
    },
    all: () => Array.from(order.places, (place) => index.state.entries[place]).filter((entry) => !!entry),
  };
}
