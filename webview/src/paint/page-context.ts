import { createContext, type RefObject } from "preact";
import { useContext, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import type { CodeColor, ViewElement, ViewNode } from "../../../server/src/core/preview/view/page-view.ts";
import type { RunningComponents } from "../sandbox/running-components.tsx";
import { getElements, getTextProp, getText } from "./node-props.ts";

/**
 * Everything that a reader has expanded and selected on a page. This state is preserved when the rendered elements are
 * replaced, such as after an edit, while another page is shown, or after a reload.
 */
export interface ReaderState {
  readonly get: (key: string) => ReaderStateValue | undefined;
  readonly set: (key: string, value: ReaderStateValue) => void;
  /** Records that a tab title was selected. All groups that have a tab with this title then select it. */
  readonly choose: (title: string) => void;
  /**
   * Returns a counter value that is higher the more recently a title was selected. 0 means that the title was never
   * selected.
   */
  readonly getChoiceOrder: (title: string) => number;
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns the state as plain data, from which `createReaderState` can restore it. */
  readonly getSnapshot: () => ReaderSnapshot;
}

/**
 * Whether an element is open. For an element with several choices, the selected index, along with a counter value that
 * is higher the more recently it was selected.
 */
export type ReaderStateValue = boolean | { readonly index: number; readonly at: number };

export interface ReaderSnapshot {
  readonly kept: Readonly<Record<string, ReaderStateValue>>;
  readonly chosen: readonly string[];
}

/**
 * The maximum number of stored states. Readers are unlikely to reach this limit. If they do, the oldest states are
 * dropped.
 */
const maxStoredStates = 2_000;

export function createReaderState(snapshot?: ReaderSnapshot): ReaderState {
  const statesByKey = new Map<string, ReaderStateValue>(Object.entries(snapshot?.kept ?? {}));
  const selectionOrderByTitle = new Map<string, number>();
  const listeners = new Set<() => void>();
  let lastOrder = 0;
  for (const title of snapshot?.chosen ?? []) selectionOrderByTitle.set(title, ++lastOrder);
  for (const value of statesByKey.values()) if (typeof value === "object") lastOrder = Math.max(lastOrder, value.at);
  const notifyListeners = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    get: (key) => statesByKey.get(key),
    set: (key, value) => {
      statesByKey.delete(key);
      statesByKey.set(key, typeof value === "object" ? { ...value, at: ++lastOrder } : value);
      for (const oldestKey of statesByKey.keys()) {
        if (statesByKey.size <= maxStoredStates) break;
        statesByKey.delete(oldestKey);
      }
      notifyListeners();
    },
    choose: (title) => {
      selectionOrderByTitle.delete(title);
      selectionOrderByTitle.set(title, ++lastOrder);
      notifyListeners();
    },
    getChoiceOrder: (title) => selectionOrderByTitle.get(title) ?? 0,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => ({ kept: Object.fromEntries(statesByKey), chosen: [...selectionOrderByTitle.keys()] }),
  };
}

/** The stateful elements in a block, in order. Several elements on a page can have the same name. */
export interface BlockStates {
  readonly namesByElement: ReadonlyMap<ViewElement, string>;
  /** The number of elements by name. */
  readonly countsByName: ReadonlyMap<string, number>;
}

const stateCache = new WeakMap<readonly ViewNode[], BlockStates>();

/** Returns the stateful elements in a block, which are computed once per rendered block. */
export function getBlockStates(nodes: readonly ViewNode[]): BlockStates {
  const cachedStates = stateCache.get(nodes);
  if (cachedStates) return cachedStates;
  const namesByElement = new Map<ViewElement, string>();
  const countsByName = new Map<string, number>();
  collect(nodes);
  const states = { namesByElement, countsByName };
  stateCache.set(nodes, states);
  return states;

  function collect(nodes: readonly ViewNode[] | undefined): void {
    for (const node of nodes ?? []) {
      if (typeof node === "string") continue;
      const title = getStateTitle(node);
      if (title !== undefined) {
        const name = `${node.tag} ${title}`;
        const count = countsByName.get(name) ?? 0;
        countsByName.set(name, count + 1);
        namesByElement.set(node, `${name} ${count}`);
      }
      collect(node.children);
    }
  }
}

/**
 * Returns, for each block, a string that contains the number of times each of the block's names occurs in the blocks
 * above it. These numbers are added to the indexes in the block. Returns `undefined` for a block whose names don't
 * occur above it.
 */
export function listCountsAbove(blocks: readonly { readonly nodes: readonly ViewNode[] }[]): (string | undefined)[] {
  const countsByName = new Map<string, number>();
  return blocks.map(({ nodes }) => {
    const { countsByName: counts } = getBlockStates(nodes);
    if (counts.size === 0) return undefined;
    const sharedCounts: string[] = [];
    for (const [name, count] of counts) {
      const countAbove = countsByName.get(name) ?? 0;
      if (countAbove > 0) sharedCounts.push(`${name}\n${countAbove}`);
      countsByName.set(name, countAbove + count);
    }
    return sharedCounts.length > 0 ? sharedCounts.join("\n") : undefined;
  });
}

/**
 * Returns the key for an element's state on its page. The key consists of the element's name and its index among the
 * elements with the same name.
 */
export function getStateKey(states: BlockStates, countsAbove: string | undefined, node: ViewElement): string {
  const name = states.namesByElement.get(node);
  if (name === undefined) return `${node.tag} ?`;
  if (countsAbove === undefined) return name;
  const spaceIndex = name.lastIndexOf(" ");
  const parts = countsAbove.split("\n");
  const index = parts.indexOf(name.slice(0, spaceIndex));
  return index < 0
    ? name
    : `${name.slice(0, spaceIndex)} ${Number(name.slice(spaceIndex + 1)) + Number(parts[index + 1])}`;
}

/**
 * Returns the name that distinguishes a stateful element from others of its kind. Returns `undefined` for an element
 * that has no state.
 */
function getStateTitle(node: ViewElement): string | undefined {
  switch (node.tag) {
    case "Accordion":
    case "Expandable":
      return getTextProp(node, "title") ?? "";
    case "Tree.Folder":
      return getTextProp(node, "name") ?? "";
    case "Tabs":
      return getElements(node.children).map(getTabTitle).join("|");
    case "CodeGroup":
    case "RequestExample":
    case "ResponseExample":
      return listCodeBlocks(node.children).map(getTabTitle).join("|");
    case "#code":
      return getTextProp(node, "title") ?? getTextProp(node, "lang") ?? "";
    default:
      return undefined;
  }
}

/** Returns the code blocks in a group. Each block is a tab. */
export function listCodeBlocks(nodes: readonly ViewNode[] | undefined): ViewElement[] {
  return getElements(nodes).flatMap((element) => {
    if (element.tag === "#code" || element.tag === "#mermaid" || element.tag === "#problem") return [element];
    return element.tag === "CodeBlock" && !listCodeBlocks(element.children).length
      ? [element]
      : listCodeBlocks(element.children);
  });
}

export function getTabTitle(node: ViewElement, index: number): string {
  const title =
    getTextProp(node, "title") ??
    getTextProp(node, "filename") ??
    getTextProp(node, "lang") ??
    getTextProp(node, "language");
  if (title !== undefined) return title;
  const slot = node.slots?.["title"];
  return (slot && getText(slot)) || `Tab ${index + 1}`;
}

/**
 * The services that rendering a page needs from its host. Each member remains the same object until its value changes.
 */
export interface PageServices {
  readonly state: ReaderState;
  /**
   * Returns the URL from which to load a file in the site, such as `https://…` for `/images/a.png`. Returns `undefined`
   * if the file can't be loaded.
   */
  readonly toResourceUrl: (path: string) => string | undefined;
  /**
   * Called when a link is followed. Links within the page (`#id`) are excluded, because the page handles them itself.
   */
  readonly onLinkFollowed: (href: string) => void;
  /** Called when the author allows images from a web host. */
  readonly onShowHost: (host: string) => void;
  /** Copies text to the clipboard. */
  readonly onCopy: (text: string) => void;
  /** Called when the author wants to see the source of something: a line of the page or of another file. */
  readonly onShowSource: (line: number, file?: string) => void;
  /** The web hosts whose images are shown. */
  readonly shownHosts: ReadonlySet<string>;
  readonly audience: Audience;
  /** The selected variation of the site, or `undefined` if the site has no variations. */
  readonly variation?: string;
  /** Renders a diagram. `undefined` until a renderer is available. */
  readonly drawDiagram?: DrawDiagram;
  /** `undefined` if components can't run. */
  readonly components?: RunningComponents;
}

/** The audience of the page, for `<Visibility>`. */
export interface Audience {
  readonly reader: "human" | "agent";
  readonly signedIn: boolean;
  readonly groups: readonly string[];
}

/** Draws a diagram into an element. Returns an error message, or `undefined` on success. */
export type DrawDiagram = (source: string, container: HTMLElement, isDark: boolean) => Promise<string | undefined>;

const defaultAudience: Audience = { reader: "human", signedIn: false, groups: [] };

export const PageContext = createContext<PageServices>({
  state: createReaderState(),
  toResourceUrl: (path) => path,
  onLinkFollowed: () => {},
  onShowHost: () => {},
  onCopy: () => {},
  onShowSource: () => {},
  shownHosts: new Set(),
  audience: defaultAudience,
});

/** The ID of the block that is being rendered, along with the states in it. */
interface BlockContextValue {
  readonly id: string;
  readonly states: BlockStates;
  readonly countsAbove: string | undefined;
}

export const BlockContext = createContext<BlockContextValue>({
  id: "",
  states: { namesByElement: new Map(), countsByName: new Map() },
  countsAbove: undefined,
});

/** The right column, if the page is wide enough to have one, and the palette of the page's code. */
export interface PageLayout {
  readonly aside: HTMLElement | undefined;
  readonly palette: readonly CodeColor[];
  readonly appearance: "light" | "dark";
  /** The tags of the page's updates. */
  readonly tags: readonly string[];
}

export const LayoutContext = createContext<PageLayout>({
  aside: undefined,
  palette: [],
  appearance: "light",
  tags: [],
});

/** Whether the rendered content is inside a `<Frame>`. */
export const FrameContext = createContext(false);

export function usePage(): PageServices {
  return useContext(PageContext);
}

/**
 * Returns the state of an element and a function that sets the state. The state is `undefined` until the reader
 * interacts with the element. If an edit changes the element's title, and therefore its key, the element keeps its
 * state.
 */
export function useReaderState(node: ViewElement): [ReaderStateValue | undefined, (value: ReaderStateValue) => void] {
  const { state } = useContext(PageContext);
  const { states, countsAbove } = useContext(BlockContext);
  const key = getStateKey(states, countsAbove, node);
  const previousKey = useRef(key);
  if (previousKey.current !== key) {
    const stateValue = state.get(previousKey.current);
    if (stateValue !== undefined && state.get(key) === undefined) state.set(key, stateValue);
    previousKey.current = key;
  }
  useRepaint(() => state.get(key));
  return [state.get(key), (value) => state.set(key, value)];
}

/** Renders the component again when the value that `read` gets from the reader's state changes. */
export function useRepaint(read: () => unknown): void {
  const { state } = useContext(PageContext);
  const [, repaint] = useReducer<number, void>((count) => count + 1, 0);
  const lastRead = useRef<{ read: () => unknown; value: unknown }>({ read, value: undefined });
  lastRead.current = { read, value: read() };
  // This must be a layout effect. Other effects of new elements can run after the app's effects, which may already
  // expand the elements.
  useLayoutEffect(() => {
    const repaintIfChanged = (): void => {
      if (lastRead.current.read() !== lastRead.current.value) repaint();
    };
    repaintIfChanged();
    return state.subscribe(repaintIfChanged);
  }, [state]);
}

/**
 * Returns whether the simulated window (`.dw-root`, or the page if it's shown alone) is at least this many pixels wide.
 * The first result is based on the width of the browser window, because reading that width doesn't force a layout. The
 * exact width is available after the first layout, before the browser paints.
 */
export function useIsWide(page: RefObject<HTMLElement | null>, minWidth: number): boolean {
  const [isWide, setWide] = useState(() => window.innerWidth >= minWidth);
  useLayoutEffect(() => {
    const element = page.current?.closest(".dw-root") ?? page.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWide(element.getBoundingClientRect().width >= minWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [minWidth]);
  return isWide;
}
