import { createContext, type RefObject } from "preact";
import { useContext, useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import type { CodeColor, ViewElement, ViewNode } from "../../../server/src/core/preview/view/page-view.ts";
import type { RunningComponents } from "../sandbox/running-components.tsx";
import { getElements, getTextProp, getPlainText } from "./piece.ts";

/** What a reader has opened and chosen on a page. It outlives what is painted: edits, other pages, a reload. */
export interface ReaderState {
  readonly get: (key: string) => ReaderStateValue | undefined;
  readonly set: (key: string, value: ReaderStateValue) => void;
  /** A tab title was chosen: groups that have one of that name follow. */
  readonly choose: (title: string) => void;
  /** When a title was last chosen, as a count that grows; 0 for never. */
  readonly chosenAt: (title: string) => number;
  readonly subscribe: (listener: () => void) => () => void;
  /** Plain data, to make the same state again with `readerState`. */
  readonly snapshot: () => ReaderSnapshot;
}

/** Open or not; or which of several, and when it was chosen. */
export type ReaderStateValue = boolean | { readonly index: number; readonly at: number };

export interface ReaderSnapshot {
  readonly kept: Readonly<Record<string, ReaderStateValue>>;
  readonly chosen: readonly string[];
}

/** More than anybody opens; the oldest are forgotten. */
const maxStoredStates = 2_000;

export function readerState(from?: ReaderSnapshot): ReaderState {
  const retained = new Map<string, ReaderStateValue>(Object.entries(from?.kept ?? {}));
  const chosen = new Map<string, number>();
  const listeners = new Set<() => void>();
  let count = 0;
  for (const title of from?.chosen ?? []) chosen.set(title, ++count);
  for (const value of retained.values()) if (typeof value === "object") count = Math.max(count, value.at);
  const report = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    get: (key) => retained.get(key),
    set: (key, value) => {
      retained.delete(key);
      retained.set(key, typeof value === "object" ? { ...value, at: ++count } : value);
      for (const oldest of retained.keys()) {
        if (retained.size <= maxStoredStates) break;
        retained.delete(oldest);
      }
      report();
    },
    choose: (title) => {
      chosen.delete(title);
      chosen.set(title, ++count);
      report();
    },
    chosenAt: (title) => chosen.get(title) ?? 0,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => ({ kept: Object.fromEntries(retained), chosen: [...chosen.keys()] }),
  };
}

/** Elements of a block that keep a state, each with a name that a page may have several of, in their order. */
export interface BlockStates {
  readonly names: ReadonlyMap<ViewElement, string>;
  /** How many of each name. */
  readonly counts: ReadonlyMap<string, number>;
}

const known = new WeakMap<readonly ViewNode[], BlockStates>();

/** Computed once for each painted block. */
export function blockStates(nodes: readonly ViewNode[]): BlockStates {
  const before = known.get(nodes);
  if (before) return before;
  const names = new Map<ViewElement, string>();
  const counts = new Map<string, number>();
  collect(nodes);
  const states = { names, counts };
  known.set(nodes, states);
  return states;

  function collect(among: readonly ViewNode[] | undefined): void {
    for (const node of among ?? []) {
      if (typeof node === "string") continue;
      const title = stateTitle(node);
      if (title !== undefined) {
        const name = `${node.tag} ${title}`;
        const count = counts.get(name) ?? 0;
        counts.set(name, count + 1);
        names.set(node, `${name} ${count}`);
      }
      collect(node.children);
    }
  }
}

/** Names that blocks above share with this one, with how many there are: what is to be added to the counts of it. */
export function statesAbove(
  blocks: readonly { readonly nodes: readonly ViewNode[] }[],
): (string | undefined)[] {
  const above = new Map<string, number>();
  return blocks.map(({ nodes }) => {
    const { counts } = blockStates(nodes);
    if (counts.size === 0) return undefined;
    const shared: string[] = [];
    for (const [name, count] of counts) {
      const before = above.get(name) ?? 0;
      if (before > 0) shared.push(`${name}\n${before}`);
      above.set(name, before + count);
    }
    return shared.length > 0 ? shared.join("\n") : undefined;
  });
}

/** The key of an element's state on its page, by what it is called and which of that name it is. */
export function stateKey(states: BlockStates, above: string | undefined, node: ViewElement): string {
  const name = states.names.get(node);
  if (name === undefined) return `${node.tag} ?`;
  if (above === undefined) return name;
  const split = name.lastIndexOf(" ");
  const parts = above.split("\n");
  const at = parts.indexOf(name.slice(0, split));
  return at < 0 ? name : `${name.slice(0, split)} ${Number(name.slice(split + 1)) + Number(parts[at + 1])}`;
}

/** How an element that keeps a state is told from others of its kind; `undefined` for all that keep none. */
function stateTitle(node: ViewElement): string | undefined {
  switch (node.tag) {
    case "Accordion":
    case "Expandable":
      return getTextProp(node, "title") ?? "";
    case "Tree.Folder":
      return getTextProp(node, "name") ?? "";
    case "Tabs":
      return getElements(node.children).map(tabTitle).join("|");
    case "CodeGroup":
    case "RequestExample":
    case "ResponseExample":
      return codesIn(node.children).map(tabTitle).join("|");
    case "#code":
      return getTextProp(node, "title") ?? getTextProp(node, "lang") ?? "";
    default:
      return undefined;
  }
}

/** Code blocks of a group, each a tab. */
export function codesIn(nodes: readonly ViewNode[] | undefined): ViewElement[] {
  return getElements(nodes).flatMap((element) => {
    if (element.tag === "#code" || element.tag === "#mermaid" || element.tag === "#problem") return [element];
    return element.tag === "CodeBlock" && !codesIn(element.children).length
      ? [element]
      : codesIn(element.children);
  });
}

export function tabTitle(node: ViewElement, index: number): string {
  const title =
    getTextProp(node, "title") ??
    getTextProp(node, "filename") ??
    getTextProp(node, "lang") ??
    getTextProp(node, "language");
  if (title !== undefined) return title;
  const slot = node.slots?.["title"];
  return (slot && getPlainText(slot)) || `Tab ${index + 1}`;
}

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
  readonly palette: readonly CodeColor[];
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
export function useReaderState(
  node: ViewElement,
): [ReaderStateValue | undefined, (value: ReaderStateValue) => void] {
  const { state } = useContext(PageContext);
  const { states, above } = useContext(BlockContext);
  const key = stateKey(states, above, node);
  const before = useRef(key);
  if (before.current !== key) {
    const retained = state.get(before.current);
    if (retained !== undefined && state.get(key) === undefined) state.set(key, retained);
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

/**
 * Whether what stands for the reader's window (`.dw-root`, or the page alone) is at least so many pixels wide. At first the
 * window itself is asked, which costs no layout; what it really is comes with the first layout, before it is painted.
 */
export function useWide(page: RefObject<HTMLElement | null>, pixels: number): boolean {
  const [wide, setWide] = useState(() => window.innerWidth >= pixels);
  useLayoutEffect(() => {
    const element = page.current?.closest(".dw-root") ?? page.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWide(element.getBoundingClientRect().width >= pixels));
    observer.observe(element);
    return () => observer.disconnect();
  }, [pixels]);
  return wide;
}
