import type { ComponentChildren, VNode } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import type { ViewElement } from "../../../server/src/core/preview/view/page-view.ts";
import {
  type ReaderStateValue,
  PageContext,
  type ReaderState,
  getTabTitle,
  useReaderState,
  useRepaint,
} from "../paint/page-context.ts";
import {
  getElements,
  getFlagProp,
  getSourcePosition,
  getNumberProp,
  type RenderedNodeProps,
  getSlot,
  getTextProp,
} from "../paint/node-props.ts";
import { renderLeadingIcon } from "./icon.tsx";

interface TabListProps {
  readonly label: string;
  readonly class: string;
  readonly tabs: readonly TabHead[];
  readonly chosenIndex: number;
  readonly onChoose: (index: number) => void;
  /** Content at the right end of the tab list. */
  readonly children?: ComponentChildren;
}

interface TabHead {
  /** The ID of the tab. The ID of the tab's panel is this ID with the suffix `-panel`. */
  readonly id: string;
  readonly label: ComponentChildren;
}

/** A row of tabs. The arrow keys, Home, and End move between the tabs. Only the selected tab is focusable with Tab. */
export function TabList({ label, class: className, tabs, chosenIndex, onChoose, children }: TabListProps): VNode {
  const listRef = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const nextIndex = getNextTabIndex(event.key, chosenIndex, tabs.length);
    if (nextIndex === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onChoose(nextIndex);
    const tabElements = listRef.current?.querySelectorAll<HTMLElement>('[role="tab"]');
    tabElements?.[nextIndex]?.focus();
  };
  return (
    <div class={className}>
      <div class="dw-tablist" ref={listRef} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab, index) => (
          <button
            key={index}
            type="button"
            role="tab"
            class="dw-tab"
            id={tab.id}
            aria-selected={index === chosenIndex}
            aria-controls={`${tab.id}-panel`}
            tabIndex={index === chosenIndex ? 0 : -1}
            onClick={() => onChoose(index)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {children}
    </div>
  );
}

function getNextTabIndex(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case "ArrowRight":
      return (index + 1) % count;
    case "ArrowLeft":
      return (index + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

/**
 * Returns the index of the selected child and a function that selects a child. The most recent selection applies,
 * including selections of a child with the same title in a synchronized group elsewhere on the page. Until the reader
 * selects a child, the author's default is shown.
 */
export function useChoice(
  node: ViewElement,
  titles: readonly string[],
  { defaultIndex, isSynchronized }: { readonly defaultIndex: number; readonly isSynchronized: boolean },
): [number, (index: number) => void] {
  const { state } = useContext(PageContext);
  const [stateValue, storeValue] = useReaderState(node);
  const synchronizedTitles = isSynchronized ? titles : [];
  useRepaint(() => synchronizedTitles.map((title) => state.getChoiceOrder(title)).join(" "));
  const index = getChosenIndex(state, stateValue, synchronizedTitles) ?? defaultIndex;
  const clampedIndex = Math.min(Math.max(0, index), Math.max(0, titles.length - 1));
  const choose = (nextIndex: number): void => {
    const title = titles[nextIndex];
    if (isSynchronized && title !== undefined) state.choose(title);
    storeValue({ index: nextIndex, at: 0 });
  };
  return [clampedIndex, choose];
}

function getChosenIndex(
  state: ReaderState,
  stateValue: ReaderStateValue | undefined,
  titles: readonly string[],
): number | undefined {
  let bestChoice = typeof stateValue === "object" ? stateValue : undefined;
  for (const [index, title] of titles.entries()) {
    const order = state.getChoiceOrder(title);
    if (order > (bestChoice?.at ?? 0)) bestChoice = { index, at: order };
  }
  return bestChoice?.index;
}

/** Calls `onFound` when the browser reveals hidden content because its page search found a match in the content. */
export function useAnchorReveal(onFound: () => void) {
  const element = useRef<HTMLDivElement>(null);
  const onFoundRef = useRef(onFound);
  onFoundRef.current = onFound;
  useEffect(() => {
    const handleReveal = (event: Event): void => {
      if (event.target === element.current) onFoundRef.current();
    };
    const listenerTarget = element.current;
    listenerTarget?.addEventListener("beforematch", handleReveal);
    return () => listenerTarget?.removeEventListener("beforematch", handleReveal);
  }, []);
  return element;
}

let lastId = 0;

/**
 * Returns an ID for an element that other elements refer to, for example, with `aria-controls`. The ID never conflicts
 * with an ID that the author has set.
 */
export function useUniqueId(): string {
  const [id] = useState(() => `dw-${++lastId}`);
  return id;
}

/** `<Tabs>` with `<Tab>` children. Groups that share tab titles are synchronized. */
export function Tabs({ node, paint, position }: RenderedNodeProps): VNode | null {
  const id = useUniqueId();
  const tabs = getElements(node.children);
  const titles = tabs.map(getTabTitle);
  const [chosenIndex, choose] = useChoice(node, titles, {
    defaultIndex: getNumberProp(node, "defaultTabIndex") ?? 0,
    isSynchronized: getFlagProp(node, "sync") ?? true,
  });
  if (tabs.length === 0) return null;
  const heads = tabs.map((tab, index) => ({
    id: `${id}-${index}`,
    label: (
      <>
        {renderLeadingIcon(tab, paint)}
        {getSlot(tab, "title") ? paint(getSlot(tab, "title")) : titles[index]}
      </>
    ),
  }));
  return (
    <div class={getFlagProp(node, "borderBottom") ? "dw-tabs dw-tabs-bordered" : "dw-tabs"} {...position}>
      <TabList label={titles.join(", ")} class="dw-tabs-bar" tabs={heads} chosenIndex={chosenIndex} onChoose={choose} />
      {tabs.map((tab, index) => (
        <TabPanel
          key={index}
          id={`${id}-${index}`}
          anchor={getTextProp(tab, "id")}
          isShown={index === chosenIndex}
          onFound={() => choose(index)}
          {...getSourcePosition(tab)}
        >
          {paint(tab.children)}
        </TabPanel>
      ))}
    </div>
  );
}

interface TabPanelProps {
  /** The ID of the tab that this panel belongs to. */
  readonly id: string;
  readonly anchor: string | undefined;
  readonly isShown: boolean;
  readonly onFound: () => void;
  readonly children: ComponentChildren;
}

/**
 * The content of a tab. Hidden panels stay in the DOM so that the browser's page search can find their text.
 */
export function TabPanel({ id, anchor, isShown, onFound, children, ...position }: TabPanelProps): VNode {
  const panel = useAnchorReveal(onFound);
  return (
    <div
      ref={panel}
      class="dw-tabpanel"
      role="tabpanel"
      id={`${id}-panel`}
      aria-labelledby={id}
      hidden={isShown ? undefined : "until-found"}
      tabIndex={isShown ? 0 : -1}
      {...position}
    >
      {anchor !== undefined && <span id={anchor} class="dw-anchor-point" />}
      <div class="dw-flow">{children}</div>
    </div>
  );
}
