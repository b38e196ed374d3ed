import type { VNode } from "preact";
import type { PanelOverview, Ratings } from "../../../server/src/feedback/view/panel-model.ts";
import { MenuChip } from "./menu-chip.tsx";
import { useMoments } from "./moment-words.ts";
import { useStore } from "./panel-context.ts";
import { useSay } from "./panel-words.ts";
import { useNow } from "./use-now.ts";
import { VisibleText } from "./visible-text.tsx";

/** Pages and groups that need work first; a click narrows the list to one. */
export function WorstPages({
  overview: { worst, groups, countedAt },
}: {
  readonly overview: PanelOverview;
}): VNode {
  const store = useStore();
  const say = useSay();
  const { ago } = useMoments();
  const now = useNow(60_000);
  return (
    <section class="dwf-worst" aria-label={say("worstPages")}>
      <div class="dwf-worst-head">
        <h2 title={say("worstHint")}>{say("worstPages")}</h2>
        {groups.length > 0 && (
          <MenuChip label={say("groups")} hint={say("groupsHint")} side="right">
            {(close) =>
              groups.map(({ labels, ...rated }) => (
                <button
                  key={labels.join("\n")}
                  type="button"
                  class="dwf-choice"
                  onClick={() => {
                    store.ask({ group: labels });
                    close();
                  }}
                >
                  <span class="dwf-choice-name">
                    <VisibleText text={labels.join(" › ")} />
                  </span>
                  <Counts rated={rated} />
                </button>
              ))
            }
          </MenuChip>
        )}
      </div>
      {countedAt !== undefined && (
        <p class="dwf-words" title={say("countedByServiceHint")}>
          {say("countedByService", ago(countedAt, now))}
        </p>
      )}
      {worst.length === 0 ? (
        <p class="dwf-words">{say("noWorst")}</p>
      ) : (
        <ol>
          {worst.map(({ page, ...rated }) => (
            <li key={page.key}>
              <button
                type="button"
                class="dwf-choice"
                onClick={() => store.ask({ page: page.key, work: "all" })}
              >
                <span class="dwf-choice-name">
                  <VisibleText text={page.title} />
                </span>
                <Counts rated={rated} />
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Counts({ rated: { up, down } }: { readonly rated: Ratings }): VNode {
  const say = useSay();
  const { number } = useMoments();
  return (
    <span class="dwf-count">
      <span class="dwf-rating" data-rating="up" title={say("helpful")}>
        ▲ {number(up)}
      </span>{" "}
      <span class="dwf-rating" data-rating="down" title={say("notHelpful")}>
        ▼ {number(down)}
      </span>
    </span>
  );
}
