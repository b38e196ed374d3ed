import type { ComponentChildren, VNode } from "preact";
import { useRef } from "preact/hooks";

interface TabListProps {
  readonly label: string;
  readonly class: string;
  readonly tabs: readonly TabHead[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
  /** At the right end. */
  readonly children?: ComponentChildren;
}

interface TabHead {
  /** Of the tab; its panel has `-panel` after it. */
  readonly id: string;
  readonly label: ComponentChildren;
}

/** Tabs in a row: arrows, Home and End go from one to the next, and only the chosen one is reached by Tab. */
export function TabList({ label, class: className, tabs, chosen, onChoose, children }: TabListProps): VNode {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = nextTab(event.key, chosen, tabs.length);
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onChoose(next);
    const heads = list.current?.querySelectorAll<HTMLElement>('[role="tab"]');
    heads?.[next]?.focus();
  };
  return (
    <div class={className}>
      <div class="dw-tablist" ref={list} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab, index) => (
          <button
            key={index}
            type="button"
            role="tab"
            class="dw-tab"
            id={tab.id}
            aria-selected={index === chosen}
            aria-controls={`${tab.id}-panel`}
            tabIndex={index === chosen ? 0 : -1}
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

function nextTab(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case "ArrowRight":
      return (at + 1) % count;
    case "ArrowLeft":
      return (at + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
