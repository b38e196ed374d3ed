import type { ComponentChildren, VNode } from "preact";
import { elementsOf, flagOf, markOf, numberOf, type PieceProps, slotOf, textOf } from "../paint/piece.ts";
import { tabTitle } from "../paint/state-keys.ts";
import { leadingIcon } from "./icon.tsx";
import { TabList } from "./tab-list.tsx";
import { useChoice, useFound } from "./use-choice.ts";
import { useOwnId } from "./use-id.ts";

/** `<Tabs>` of `<Tab>`; groups with tabs of the same title follow each other. */
export function Tabs({ node, paint, mark }: PieceProps): VNode | null {
  const id = useOwnId();
  const tabs = elementsOf(node.children);
  const titles = tabs.map(tabTitle);
  const [chosen, choose] = useChoice(node, titles, {
    first: numberOf(node, "defaultTabIndex") ?? 0,
    follows: flagOf(node, "sync") ?? true,
  });
  if (tabs.length === 0) return null;
  const heads = tabs.map((tab, index) => ({
    id: `${id}-${index}`,
    label: (
      <>
        {leadingIcon(tab, paint)}
        {slotOf(tab, "title") ? paint(slotOf(tab, "title")) : titles[index]}
      </>
    ),
  }));
  return (
    <div class={flagOf(node, "borderBottom") ? "dw-tabs dw-tabs-bordered" : "dw-tabs"} {...mark}>
      <TabList label={titles.join(", ")} class="dw-tabs-bar" tabs={heads} chosen={chosen} onChoose={choose} />
      {tabs.map((tab, index) => (
        <TabPanel
          key={index}
          id={`${id}-${index}`}
          anchor={textOf(tab, "id")}
          shown={index === chosen}
          onFound={() => choose(index)}
          {...markOf(tab)}
        >
          {paint(tab.children)}
        </TabPanel>
      ))}
    </div>
  );
}

interface TabPanelProps {
  /** Of its tab. */
  readonly id: string;
  readonly anchor: string | undefined;
  readonly shown: boolean;
  readonly onFound: () => void;
  readonly children: ComponentChildren;
}

/** What a tab shows. Hidden ones stay on the page, so that a search finds what they say. */
export function TabPanel({ id, anchor, shown, onFound, children, ...mark }: TabPanelProps): VNode {
  const panel = useFound(onFound);
  return (
    <div
      ref={panel}
      class="dw-tabpanel"
      role="tabpanel"
      id={`${id}-panel`}
      aria-labelledby={id}
      hidden={shown ? undefined : "until-found"}
      tabIndex={shown ? 0 : -1}
      {...mark}
    >
      {anchor !== undefined && <span id={anchor} class="dw-anchor-point" />}
      <div class="dw-flow">{children}</div>
    </div>
  );
}
