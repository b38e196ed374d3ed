import type { VNode } from "preact";
import type { PanelOverview, Ratings } from "../../../server/src/feedback/view/panel-model.ts";
import { useMoments } from "./moment-words.ts";
import { useStore } from "./panel-context.ts";
import { useSay } from "./panel-words.ts";
import { TrendPlot } from "./trend-plot.tsx";
import { TrendTable } from "./trend-table.tsx";
import { volumeOf } from "./trend-shape.ts";
import { WorstPages } from "./worst-pages.tsx";

const unitWords = { day: "unitDay", week: "unitWeek", month: "unitMonth", year: "unitYear" } as const;

interface OverviewProps {
  readonly overview: PanelOverview;
  readonly showsTable: boolean;
}

/** What readers think over time, and which pages need work first. */
export function Overview({ overview, showsTable }: OverviewProps): VNode {
  const store = useStore();
  const say = useSay();
  const { buckets, unit, people, agents, undated } = overview;
  return (
    <div class="dwf-overview">
      <section class="dwf-trend" aria-label={say("trend")}>
        <div class="dwf-trend-head">
          <h2>
            {say("trend")} <span class="dwf-words">{say(unitWords[unit])}</span>
          </h2>
          <Legend people={people} agents={agents} />
          {buckets.length > 0 && (
            <button type="button" class="dwf-link" onClick={() => store.set({ showsTable: !showsTable })}>
              {say(showsTable ? "asPlot" : "asTable")}
            </button>
          )}
        </div>
        {buckets.length === 0 ? (
          <p class="dwf-words">{say("noTrend")}</p>
        ) : showsTable ? (
          <TrendTable overview={overview} />
        ) : (
          <TrendPlot overview={overview} />
        )}
        {undated > 0 && buckets.length > 0 && <p class="dwf-words">{say("undated", undated)}</p>}
      </section>
      <WorstPages overview={overview} />
    </div>
  );
}

function Legend({ people, agents }: { readonly people: Ratings; readonly agents: Ratings }): VNode {
  const say = useSay();
  const { number, percent } = useMoments();
  const [up, down] = [people.up + agents.up, people.down + agents.down];
  return (
    <ul class="dwf-legend">
      <li data-key="people">
        {say("people")} {number(volumeOf(people))}
      </li>
      <li data-key="agents">
        {say("agents")} {number(volumeOf(agents))}
      </li>
      <li data-key="line">
        {say("helpful")} {up + down > 0 ? percent(up / (up + down)) : "–"}{" "}
        <span class="dwf-rating" data-rating="up">
          ▲ {number(up)}
        </span>{" "}
        <span class="dwf-rating" data-rating="down">
          ▼ {number(down)}
        </span>
      </li>
    </ul>
  );
}
