import type { VNode } from "preact";
import { useStore } from "./panel-context.ts";
import type { PanelState } from "./panel-state.ts";
import { useSay } from "./panel-words.ts";
import { VisibleText } from "./visible-text.tsx";

/** The page and the group that the list is narrowed to; a click takes that back. */
export function PlaceChips({ state: { query, list } }: { readonly state: PanelState }): VNode {
  const store = useStore();
  const say = useSay();
  const { page, group, ...rest } = query;
  const listed = list?.window.rows.find((row) => row.kind === "entry" && row.page.key === page);
  const title = listed?.kind === "entry" ? listed.page.title : page?.replace(/^\?/, "");
  const chips = [
    ...(title === undefined ? [] : [{ text: title, without: { ...rest, ...(group && { group }) } }]),
    ...(group
      ? [{ text: group.join(" › "), without: { ...rest, ...(page !== undefined && { page }) } }]
      : []),
  ];
  return (
    <>
      {chips.map(({ text, without }) => (
        <button
          key={text}
          type="button"
          class="dwf-chip dwf-chip-place"
          data-set={true}
          title={say("remove", text)}
          onClick={() => store.askFor(without)}
        >
          <VisibleText text={text} />
          <span aria-hidden="true"> ✕</span>
          <span class="dwf-unseen">{say("remove", "")}</span>
        </button>
      ))}
    </>
  );
}
