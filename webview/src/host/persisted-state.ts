import { createDebouncer } from "../../../server/src/core/text/debouncer.ts";
import { type ReaderSnapshot, createReaderState, type ReaderState } from "../paint/page-context.ts";
import type { Transport } from "./transport.ts";

/** The author's settings for this preview. */
export interface ViewSettings {
  /** The width of the simulated window in pixels. If the width is 0, all available space is used. */
  readonly width: number;
  readonly appearance: "site" | "light" | "dark";
}

interface PersistedValues {
  readonly reader?: ReaderSnapshot;
  readonly view?: ViewSettings;
  readonly scroll?: number;
  /** The data that VS Code needs to restore the preview. */
  readonly host?: unknown;
  /** The input values of the playground. */
  readonly playground?: unknown;
}

/** The state that persists when the page is reloaded, which happens whenever its tab becomes visible again. */
export interface PersistedState {
  readonly reader: ReaderState;
  readonly view: ViewSettings;
  readonly scrollTop: number;
  readonly setView: (view: ViewSettings) => void;
  readonly setHost: (state: unknown) => void;
  readonly playground: unknown;
  readonly setPlayground: (value: unknown) => void;
}

const saveDelayMilliseconds = 300;

export function createPersistedState(transport: Transport): PersistedState {
  const storedValues = readPersistedValues(transport.getStoredState());
  const reader = createReaderState(storedValues.reader);
  let view = storedValues.view ?? { width: 0, appearance: "site" as const };
  let { host, playground } = storedValues;
  const saveNow = (): void => {
    saveDebouncer.cancel();
    transport.saveState({ reader: reader.getSnapshot(), view, scroll: window.scrollY, host, playground });
  };
  const saveDebouncer = createDebouncer(globalThis, saveNow, saveDelayMilliseconds);
  const scheduleSave = (): void => saveDebouncer.trigger();
  window.addEventListener("pagehide", saveNow);
  reader.subscribe(scheduleSave);
  document.addEventListener("scroll", scheduleSave, { passive: true });
  return {
    reader,
    get view() {
      return view;
    },
    scrollTop: storedValues.scroll ?? 0,
    setView: (newView) => {
      view = newView;
      scheduleSave();
    },
    setHost: (state) => {
      host = state;
      scheduleSave();
    },
    get playground() {
      return playground;
    },
    setPlayground: (value) => {
      playground = value;
      scheduleSave();
    },
  };
}

/** Reads the stored state, which may have been written by an older version. */
function readPersistedValues(value: unknown): PersistedValues {
  if (typeof value !== "object" || value === null) return {};
  const { view, ...rest } = value as PersistedValues;
  const isView = typeof view?.width === "number" && typeof view.appearance === "string";
  return { ...rest, ...(isView && { view }) };
}
