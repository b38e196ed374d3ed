import type { ListedGroup } from "../../../server/src/feedback/view/panel-model.ts";
import { isWide, type PanelStore } from "./panel-store.ts";

/** Rows that Page Up and Page Down go. */
const pageOfRows = 10;

/** Folds a group, or unfolds it. */
export function toggleGroup(store: PanelStore, { key, isFolded }: ListedGroup): void {
  const { folded } = store.state().query;
  store.fold(isFolded ? folded.filter((each) => each !== key) : [...folded, key]);
}

/** What a key does anywhere in the panel but in a field; true when it does something. */
export function takeKey(event: KeyboardEvent, store: PanelStore, showHelp: () => void): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const state = store.state();
  const { target } = event;
  const inList = target instanceof Element && target.closest("[data-list]") !== null;
  if (target instanceof Element && target.closest("dialog")) return false;
  if (isField(target)) {
    if (event.key !== "Escape") return false;
    focusOn("[data-list]");
    return true;
  }
  const go = (row: number): true => {
    if (!inList && !state.isReading) focusOn("[data-list]");
    store.choose(row);
    return true;
  };
  const active = state.list?.window.rows[state.active - state.list.window.from];
  const { chosen, entry } = state;
  const toggle = (mark: "done" | "later"): boolean => {
    if (!entry) return false;
    store.triage({ mark: entry.triage.mark === mark ? null : mark });
    return true;
  };
  switch (event.key) {
    case "j":
      return go(state.active + 1);
    case "k":
      return go(state.active - 1);
    case "ArrowDown":
      return inList && go(state.active + 1);
    case "ArrowUp":
      return inList && go(state.active - 1);
    case "PageDown":
      return inList && go(state.active + pageOfRows);
    case "PageUp":
      return inList && go(state.active - pageOfRows);
    case "Home":
      return inList && go(0);
    case "End":
      return inList && go((state.list?.rows ?? 1) - 1);
    case "ArrowLeft":
    case "ArrowRight": {
      if (!inList || active?.kind !== "group") return false;
      if (active.isFolded === (event.key === "ArrowRight")) toggleGroup(store, active);
      return true;
    }
    case "Enter":
      if (!inList) return false;
      if (active?.kind === "group") toggleGroup(store, active);
      else store.set({ isReading: true });
      if (active?.kind === "entry") setTimeout(() => focusOn("[data-entry]"));
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
      if (chosen === undefined || entry?.page.isJoined !== true) return false;
      store.send({ kind: "openSource", id: chosen });
      return true;
    case "/":
      store.set({ isReading: false });
      setTimeout(() => focusOn("[data-search]"));
      return true;
    case "?":
      showHelp();
      return true;
    case "Escape":
      if (!isWide()) store.set({ isReading: false });
      focusOn("[data-list]");
      return true;
    default:
      return false;
  }
}

/** Where letters are written. */
function isField(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.matches("input:not([type=radio], [type=checkbox]), textarea, select")
  );
}

function focusOn(selector: string): void {
  const element = document.querySelector<HTMLElement>(selector);
  element?.focus();
  if (element instanceof HTMLInputElement) element.select();
}
