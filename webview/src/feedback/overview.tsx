import type { VNode } from "preact";
import type { PanelOverview, Ratings } from "../../../server/src/feedback/view/panel-model.ts";
import { MenuChip } from "./chips.tsx";
import { useMoments, useTranslate } from "./language.ts";
import { usePanelStore } from "./panel-context.ts";
import { VisibleText } from "./text.tsx";
import { TrendPlot, useNow, volumeOf } from "./trend-chart.tsx";

/** The data of the chart as a table, newest first. */
export function TrendTable({ overview: { buckets } }: { readonly overview: PanelOverview }): VNode {
  const translate = useTranslate();
  const { day, number, percent } = useMoments();
  const columns = ["total", "helpful", "notHelpful", "unrated", "share", "agents"] as const;
  return (
    <div class="dwf-table-room" tabIndex={0} role="group" aria-label={translate("trend")}>
      <table class="dwf-table">
        <thead>
          <tr>
            <th scope="col">{translate("periodStart")}</th>
            {columns.map((word) => (
              <th key={word} scope="col">
                {translate(word)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...buckets].reverse().map((bucket) => {
            const { from, up, down, unrated, agents } = bucket;
            const share = up + down > 0 ? percent(up / (up + down)) : "–";
            return (
              <tr key={from}>
                <th scope="row">{day(from)}</th>
                {[volumeOf(bucket), up, down, unrated].map((value, at) => (
                  <td key={at}>{number(value)}</td>
                ))}
                <td>{share}</td>
                <td>{number(agents)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The pages and groups that need work first. A click filters the list by one of them. */
export function WorstPages({
  overview: { worst, groups, countedAt },
}: {
  readonly overview: PanelOverview;
}): VNode {
  const store = usePanelStore();
  const translate = useTranslate();
  const { ago } = useMoments();
  const now = useNow(60_000);
  return (
    <section class="dwf-worst" aria-label={translate("worstPages")}>
      <div class="dwf-worst-head">
        <h2 title={translate("worstHint")}>{translate("worstPages")}</h2>
        {groups.length > 0 && (
          <MenuChip label={translate("groups")} hint={translate("groupsHint")} side="right">
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
        <p class="dwf-words" title={translate("countedByServiceHint")}>
          {translate("countedByService", ago(countedAt, now))}
        </p>
      )}
      {worst.length === 0 ? (
        <p class="dwf-words">{translate("noWorst")}</p>
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
  const translate = useTranslate();
  const { number } = useMoments();
  return (
    <span class="dwf-count">
      <span class="dwf-rating" data-rating="up" title={translate("helpful")}>
        ▲ {number(up)}
      </span>{" "}
      <span class="dwf-rating" data-rating="down" title={translate("notHelpful")}>
        ▼ {number(down)}
      </span>
    </span>
  );
}

const unitWords = { day: "unitDay", week: "unitWeek", month: "unitMonth", year: "unitYear" } as const;

interface OverviewProps {
  readonly overview: PanelOverview;
  readonly showsTable: boolean;
}

/** Reader ratings over time, and the pages that need work first. */
export function Overview({ overview, showsTable }: OverviewProps): VNode {
  const store = usePanelStore();
  const translate = useTranslate();
  const { buckets, unit, people, agents, change, undated } = overview;
  return (
    <div class="dwf-overview">
      <section class="dwf-trend" aria-label={translate("trend")}>
        <div class="dwf-trend-head">
          <h2>
            {translate("trend")} <span class="dwf-words">{translate(unitWords[unit])}</span>
          </h2>
          <Legend people={people} agents={agents} change={change} />
          {buckets.length > 0 && (
            <button type="button" class="dwf-link" onClick={() => store.set({ showsTable: !showsTable })}>
              {translate(showsTable ? "asPlot" : "asTable")}
            </button>
          )}
        </div>
        {buckets.length === 0 ? (
          <p class="dwf-words">{translate("noTrend")}</p>
        ) : showsTable ? (
          <TrendTable overview={overview} />
        ) : (
          <TrendPlot overview={overview} />
        )}
        {undated > 0 && buckets.length > 0 && <p class="dwf-words">{translate("undated", undated)}</p>}
      </section>
      <WorstPages overview={overview} />
    </div>
  );
}

interface LegendProps {
  readonly people: Ratings;
  readonly agents: Ratings;
  readonly change: number | undefined;
}

function Legend({ people, agents, change }: LegendProps): VNode {
  const translate = useTranslate();
  const { number, percent } = useMoments();
  const [up, down] = [people.up + agents.up, people.down + agents.down];
  return (
    <ul class="dwf-legend">
      <li data-key="people">
        {translate("people")} {number(volumeOf(people))}
      </li>
      <li data-key="agents">
        {translate("agents")} {number(volumeOf(agents))}
      </li>
      <li data-key="line">
        {translate("helpful")} {up + down > 0 ? percent(up / (up + down)) : "–"}{" "}
        <span class="dwf-rating" data-rating="up">
          ▲ {number(up)}
        </span>{" "}
        <span class="dwf-rating" data-rating="down">
          ▼ {number(down)}
        </span>
        {change !== undefined && (
          <span class="dwf-words" title={translate("changeHint")}>
            {" "}
            {translate("change", `${change > 0 ? "+" : change < 0 ? "−" : "±"}${number(Math.abs(change))}`)}
          </span>
        )}
      </li>
    </ul>
  );
}
