import type { VNode } from "preact";
import type { PanelOverview } from "../../../server/src/feedback/view/panel-model.ts";
import { useMoments } from "./moment-words.ts";
import { useSay } from "./panel-words.ts";
import { volumeOf } from "./trend-shape.ts";

/** What the plot shows, as numbers: the newest first. */
export function TrendTable({ overview: { buckets } }: { readonly overview: PanelOverview }): VNode {
  const say = useSay();
  const { day, number, percent } = useMoments();
  const columns = ["total", "helpful", "notHelpful", "unrated", "share", "agents"] as const;
  return (
    <div class="dwf-table-room" tabIndex={0} role="group" aria-label={say("trend")}>
      <table class="dwf-table">
        <thead>
          <tr>
            <th scope="col">{say("periodStart")}</th>
            {columns.map((word) => (
              <th key={word} scope="col">
                {say(word)}
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
