import type { VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PanelOverview, TrendBucket } from "../../../server/src/feedback/view/panel-model.ts";
import { useMoments } from "./moment-words.ts";
import { useSay, type PanelWord } from "./panel-words.ts";
import { trendShape, volumeOf } from "./trend-shape.ts";

const height = 150;

/** Volume as bars, people below and agents above; the share of helpful ratings as a line with gaps. */
export function TrendPlot({ overview: { buckets, unit } }: { readonly overview: PanelOverview }): VNode {
  const say = useSay();
  const { day, short, number, percent } = useMoments();
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = (): void => setWidth(Math.max(200, Math.floor(element.clientWidth)));
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => resized.disconnect();
  }, []);
  const { left, right, top, bottom, marks, bars, lines, named } = trendShape(buckets, width, height);
  const step = (right - left) / Math.max(1, buckets.length);
  const [first, last] = [buckets[0], buckets.at(-1)];
  const sum = (count: (bucket: TrendBucket) => number) => buckets.reduce((all, each) => all + count(each), 0);
  const told = say(
    "trendHint",
    first ? day(first.from) : "",
    last ? day(last.from) : "",
    sum(volumeOf),
    sum(({ up }) => up),
    sum(({ down }) => down),
  );
  return (
    <div class="dwf-plot" ref={frame}>
      <svg width={width} height={height} role="img" aria-label={`${say("trend")}. ${told}`}>
        {marks.map(({ value, y }) => (
          <g key={value}>
            <line class="dwf-plot-grid" x1={left} x2={right} y1={y} y2={y} />
            <text class="dwf-plot-text" x={left - 6} y={y + 4} text-anchor="end">
              {number(value)}
            </text>
          </g>
        ))}
        {[0, 0.5, 1].map((share) => (
          <text
            key={share}
            class="dwf-plot-text dwf-plot-share"
            x={right + 6}
            y={bottom - share * (bottom - top) + 4}
          >
            {percent(share)}
          </text>
        ))}
        <text class="dwf-plot-text" x={left} y={11} text-anchor="start">
          {say("entriesAxis")}
        </text>
        <text class="dwf-plot-text dwf-plot-share" x={right} y={11} text-anchor="end">
          {say("ratingAxis")}
        </text>
        {bars.map(({ x, width: wide, people, agents }, at) => (
          <g key={at}>
            <rect class="dwf-plot-people" x={x} width={wide} y={people.y} height={people.height} />
            <rect class="dwf-plot-agents" x={x} width={wide} y={agents.y} height={agents.height} />
          </g>
        ))}
        {lines.map((points, at) => (
          <g key={at}>
            <polyline class="dwf-plot-line" points={points.map(({ x, y }) => `${x},${y}`).join(" ")} />
            {(points.length === 1 || buckets.length <= 40) &&
              points.map(({ x, y }) => <circle key={x} class="dwf-plot-dot" cx={x} cy={y} r={3} />)}
          </g>
        ))}
        {named.map((at) => {
          const bucket = buckets[at];
          return (
            bucket && (
              <text
                key={at}
                class="dwf-plot-text"
                x={left + step * (at + 0.5)}
                y={bottom + 16}
                text-anchor="middle"
              >
                {short(bucket.from, unit)}
              </text>
            )
          );
        })}
        {buckets.map((bucket, at) => (
          <rect
            key={at}
            class="dwf-plot-touch"
            x={left + step * at}
            width={step}
            y={top}
            height={bottom - top}
          >
            <title>{bucketWords(bucket)}</title>
          </rect>
        ))}
      </svg>
    </div>
  );

  function bucketWords(bucket: TrendBucket): string {
    const { up, down, unrated, agents, from } = bucket;
    const share = up + down > 0 ? ` (${percent(up / (up + down))})` : "";
    const said = (word: PanelWord, count: number) => `${say(word)}${say("colon")}${number(count)}`;
    return [
      day(from),
      said("total", volumeOf(bucket)),
      `▲ ${number(up)}  ▼ ${number(down)}${share}`,
      said("unrated", unrated),
      said("agents", agents),
    ].join("\n");
  }
}
