import { createContext } from "preact";
import { useContext, useEffect, useReducer, useRef } from "preact/hooks";
import type { CodeColour, ViewElement } from "../../../server/src/core/preview/view/page-view.ts";
import type { RunningComponents } from "../sandbox/running-components.ts";
import { type Kept, type ReaderState, readerState } from "./reader-state.ts";
import { type BlockStates, stateKey } from "./state-keys.ts";

/** What painting a page needs of whoever shows it. Each member keeps its identity while nothing of it changes. */
export interface PageServices {
  readonly state: ReaderState;
  /** The address from which a file of the site can be loaded: `/images/a.png` → `https://…`. `undefined`: not at all. */
  readonly resource: (address: string) => string | undefined;
  /** A link was followed. Links to the page itself (`#id`) are followed here. */
  readonly onFollow: (href: string) => void;
  /** The author wants pictures from a host of the web. */
  readonly onShowHost: (host: string) => void;
  /** To be put on the clipboard. */
  readonly onCopy: (text: string) => void;
  /** The author wants to see where something is written: a line of the page, or of another file. */
  readonly onSource: (line: number, file?: string) => void;
  /** Hosts whose pictures are shown. */
  readonly shownHosts: ReadonlySet<string>;
  readonly audience: Audience;
  /** Which of the looks that the site offers is shown; absent where it offers none. */
  readonly variation?: string;
  /** Paints a diagram, once there is somebody to do it. */
  readonly diagram?: Diagram;
  /** Absent where no component may be run. */
  readonly components?: RunningComponents;
}

/** Who reads: for `<Visibility>`. */
export interface Audience {
  readonly reader: "human" | "agent";
  readonly signedIn: boolean;
  readonly groups: readonly string[];
}

/** Draws a diagram into an element; answers what is wrong with it, or nothing. */
export type Diagram = (source: string, into: HTMLElement, dark: boolean) => Promise<string | undefined>;

const everyone: Audience = { reader: "human", signedIn: false, groups: [] };

export const PageContext = createContext<PageServices>({
  state: readerState(),
  resource: (address) => address,
  onFollow: () => {},
  onShowHost: () => {},
  onCopy: () => {},
  onSource: () => {},
  shownHosts: new Set(),
  audience: everyone,
});

/** Of the block that is painted: which it is, and which states it holds. */
interface BlockPlace {
  readonly id: string;
  readonly states: BlockStates;
  readonly above: string | undefined;
}

export const BlockContext = createContext<BlockPlace>({
  id: "",
  states: { names: new Map(), counts: new Map() },
  above: undefined,
});

/** The right column, if the page is wide enough to have one, and the palette of its code. */
export interface PageLayout {
  readonly aside: HTMLElement | undefined;
  readonly palette: readonly CodeColour[];
  readonly appearance: "light" | "dark";
  /** Of the page's updates. */
  readonly tags: readonly string[];
}

export const LayoutContext = createContext<PageLayout>({
  aside: undefined,
  palette: [],
  appearance: "light",
  tags: [],
});

/** Whether what is painted stands in a `<Frame>`. */
export const FrameContext = createContext(false);

export function usePage(): PageServices {
  return useContext(PageContext);
}

/**
 * The state of an element and how to set it; `undefined` while the reader has not touched it. It stays with the element
 * when its title, and so its key, is edited.
 */
export function useKept(node: ViewElement): [Kept | undefined, (value: Kept) => void] {
  const { state } = useContext(PageContext);
  const { states, above } = useContext(BlockContext);
  const key = stateKey(states, above, node);
  const before = useRef(key);
  if (before.current !== key) {
    const kept = state.get(before.current);
    if (kept !== undefined && state.get(key) === undefined) state.set(key, kept);
    before.current = key;
  }
  useRepaint(() => state.get(key));
  return [state.get(key), (value) => state.set(key, value)];
}

/** Paints again when what is read of the reader's state is no longer what it was. */
export function useRepaint(read: () => unknown): void {
  const { state } = useContext(PageContext);
  const [, repaint] = useReducer<number, void>((count) => count + 1, 0);
  const seen = useRef<{ read: () => unknown; value: unknown }>({ read, value: undefined });
  seen.current = { read, value: read() };
  useEffect(
    () =>
      state.subscribe(() => {
        if (seen.current.read() !== seen.current.value) repaint();
      }),
    [state],
  );
}
