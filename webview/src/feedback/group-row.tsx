import type { VNode } from "preact";
import type { GroupBy } from "../../../server/src/feedback/view/panel-protocol.ts";
import type { ListedGroup } from "../../../server/src/feedback/view/panel-model.ts";
import { useMoments } from "./moment-words.ts";
import { nameOf, useSay } from "./panel-words.ts";
import { VisibleText } from "./visible-text.tsx";

/** The heading of a group: its name, how many entries it has, and what their readers think. */
export function GroupRow({ row, by }: { readonly row: ListedGroup; readonly by: GroupBy }): VNode {
  const say = useSay();
  const { number } = useMoments();
  const { label, count, up, down, isFolded, ofAll } = row;
  const name = by === "status" || by === "source" ? nameOf(say, by, label) : label;
  return (
    <>
      <span class="dwf-fold" aria-hidden="true">
        {isFolded ? "▸" : "▾"}
      </span>
      <span class="dwf-row-page">
        <VisibleText text={name} />
      </span>
      <span class="dwf-row-line">
        {say("groupCount", count)}
        {ofAll !== undefined && ` · ${say("groupOfAll", ofAll)}`}
        {up + down > 0 && (
          <>
            {" · "}
            <span class="dwf-rating" data-rating="up">
              ▲ {number(up)}
            </span>{" "}
            <span class="dwf-rating" data-rating="down">
              ▼ {number(down)}
            </span>
          </>
        )}
      </span>
    </>
  );
}
