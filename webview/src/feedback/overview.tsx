import type { VNode } from "preact";
import type { PanelAnalytics, PanelOverview, Ratings } from "../../../server/src/feedback/view/panel-model.ts";
import { MenuChip } from "./chips.tsx";
import { formats } from "../language/formats.ts";
import { translate } from "../language/translate.ts";
import { usePanelStore } from "./panel-store.ts";
import { describeViews, SiteAnalytics } from "./site-analytics.tsx";
import { VisibleText } from "./text.tsx";
import { TrendPlot, useNow, countBucketEntries } from "./trend-chart.tsx";

/** The data of the chart as a table, newest first. */
export function TrendTable({ overview: { buckets } }: { readonly overview: PanelOverview }): VNode {
  const { formatDay, formatNumber, formatPercent } = formats;
  const columns = [
    translate("Entries"),
    translate("Helpful"),
    translate("Not helpful"),
    translate("No rating"),
    translate("Helpful (%)"),
    translate("Agents"),
  ];
  return (
    <div class="dwf-table-room" tabIndex={0} role="group" aria-label={translate("Ratings and volume")}>
      <table class="dwf-table">
        <thead>
          <tr>
            <th scope="col">{translate("From")}</th>
            {columns.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...buckets].reverse().map((bucket) => {
            const { from, up, down, unrated, agents } = bucket;
            const share = up + down > 0 ? formatPercent(up / (up + down)) : "–";
            return (
              <tr key={from}>
                <th scope="row">{formatDay(from)}</th>
                {[countBucketEntries(bucket), up, down, unrated].map((value, index) => (
                  <td key={index}>{formatNumber(value)}</td>
                ))}
                <td>{share}</td>
                <td>{formatNumber(agents)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The pages and groups that need work most urgently. Clicking a page or group filters the list by it. */
export function WorstPages({
  overview: { worstPages, groups, countedAt },
}: {
  readonly overview: PanelOverview;
}): VNode {
  const store = usePanelStore();
  const { formatAgo } = formats;
  const now = useNow(60_000);
  return (
    <section class="dwf-worst" aria-label={translate("Pages that need attention")}>
      <div class="dwf-worst-head">
        <h2
          title={translate(
            "Pages where more than 15% of the ratings are negative (95% confidence), highest percentage first",
          )}
        >
          {translate("Pages that need attention")}
        </h2>
        {groups.length > 0 && (
          <MenuChip label={translate("Groups")} hint={translate("Navigation groups that need attention")} side="right">
            {(close) =>
              groups.map(({ labels, ...ratings }) => (
                <button
                  key={labels.join("\n")}
                  type="button"
                  class="dwf-choice"
                  onClick={() => {
                    store.changeQuery({ group: labels });
                    close();
                  }}
                >
                  <span class="dwf-choice-name">
                    <VisibleText text={labels.join(" › ")} />
                  </span>
                  <Counts ratings={ratings} />
                </button>
              ))
            }
          </MenuChip>
        )}
      </div>
      {countedAt !== undefined && (
        <p
          class="dwf-words"
          title={translate(
            "Docwright hasn’t loaded all entries, so this list shows the service’s all-time totals for page ratings. These totals can’t be filtered.",
          )}
        >
          {translate("All-time totals from the service, updated {0}", formatAgo(countedAt, now))}
        </p>
      )}
      {worstPages.length === 0 ? (
        <p class="dwf-words">
          {translate("No pages need attention, because none has enough negative ratings for a reliable result.")}
        </p>
      ) : (
        <ol>
          {worstPages.map(({ page, views, ...ratings }) => (
            <li key={page.key}>
              <button
                type="button"
                class="dwf-choice"
                title={views && describeViews(views)}
                onClick={() => store.changeQuery({ page: page.key, work: "all" })}
              >
                <span class="dwf-choice-name">
                  <VisibleText text={page.title} />
                </span>
                <Counts ratings={ratings} />
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Counts({ ratings: { up, down } }: { readonly ratings: Ratings }): VNode {
  const { formatNumber } = formats;
  return (
    <span class="dwf-count">
      <span class="dwf-rating" data-rating="up" title={translate("Helpful")}>
        ▲ {formatNumber(up)}
      </span>{" "}
      <span class="dwf-rating" data-rating="down" title={translate("Not helpful")}>
        ▼ {formatNumber(down)}
      </span>
    </span>
  );
}

const unitLabels = {
  day: translate("by day"),
  week: translate("by week"),
  month: translate("by month"),
  year: translate("by year"),
};

interface OverviewProps {
  readonly overview: PanelOverview;
  /** `undefined` until the analytics are loaded, or if the service doesn't provide any. */
  readonly analytics: PanelAnalytics | undefined;
  readonly showsTable: boolean;
}

/** The readers' ratings over time, and the pages that need work most urgently. */
export function Overview({ overview, analytics, showsTable }: OverviewProps): VNode {
  const store = usePanelStore();
  const { buckets, unit, people, agents, change, undatedCount } = overview;
  return (
    <div class="dwf-overview">
      <section class="dwf-trend" aria-label={translate("Ratings and volume")}>
        <div class="dwf-trend-head">
          <h2>
            {translate("Ratings and volume")} <span class="dwf-words">{unitLabels[unit]}</span>
          </h2>
          <Legend people={people} agents={agents} change={change} />
          {buckets.length > 0 && (
            <button type="button" class="dwf-link" onClick={() => store.set({ showsTable: !showsTable })}>
              {translate(showsTable ? "Show as chart" : "Show as table")}
            </button>
          )}
        </div>
        {buckets.length === 0 ? (
          <p class="dwf-words">{translate("No matching entry has a valid timestamp, so there’s no trend to show.")}</p>
        ) : showsTable ? (
          <TrendTable overview={overview} />
        ) : (
          <TrendPlot overview={overview} />
        )}
        {undatedCount > 0 && buckets.length > 0 && (
          <p class="dwf-words">
            {translate(
              {
                one: "{0} entry has no valid timestamp, so it isn’t in the chart.",
                other: "{0} entries have no valid timestamp, so they aren’t in the chart.",
              },
              undatedCount,
            )}
          </p>
        )}
      </section>
      <WorstPages overview={overview} />
      {analytics && <SiteAnalytics analytics={analytics} />}
    </div>
  );
}

interface LegendProps {
  readonly people: Ratings;
  readonly agents: Ratings;
  readonly change: number | undefined;
}

function Legend({ people, agents, change }: LegendProps): VNode {
  const { formatNumber, formatPercent } = formats;
  const [up, down] = [people.up + agents.up, people.down + agents.down];
  return (
    <ul class="dwf-legend">
      <li data-key="people">
        {translate("People")} {formatNumber(countBucketEntries(people))}
      </li>
      <li data-key="agents">
        {translate("Agents")} {formatNumber(countBucketEntries(agents))}
      </li>
      <li data-key="line">
        {translate("Helpful")} {up + down > 0 ? formatPercent(up / (up + down)) : "–"}{" "}
        <span class="dwf-rating" data-rating="up">
          ▲ {formatNumber(up)}
        </span>{" "}
        <span class="dwf-rating" data-rating="down">
          ▼ {formatNumber(down)}
        </span>
        {change !== undefined && (
          <span
            class="dwf-words"
            title={translate(
              "Change in the percentage of helpful ratings compared with the preceding period of the same length",
            )}
          >
            {" "}
            {translate("{0} points", `${change > 0 ? "+" : change < 0 ? "−" : "±"}${formatNumber(Math.abs(change))}`)}
          </span>
        )}
      </li>
    </ul>
  );
}
