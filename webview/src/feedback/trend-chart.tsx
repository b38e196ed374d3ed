import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PanelOverview, TrendBucket } from "../../../server/src/feedback/view/panel-model.ts";
import { formats } from "../language/formats.ts";
import { translate } from "../language/translate.ts";

/**
 * Returns the ticks for an axis that starts at zero, such as 0, 20, 40, 60. There are at most six ticks, and the last
 * one is at least `maxValue`.
 */
export function createScale(maxValue: number): readonly number[] {
  const minStep = Math.max(1, maxValue) / 4;
  const power = 10 ** Math.floor(Math.log10(minStep));
  const step = Math.max(1, power * ([1, 2, 5, 10].find((each) => each * power >= minStep) ?? 10));
  const count = Math.ceil(Math.max(1, maxValue) / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** The layout of a chart. All lengths are in pixels. */
export interface TrendLayout {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly axisTicks: readonly { readonly value: number; readonly y: number }[];
  readonly bars: readonly TrendBar[];
  /**
   * The points of the line, grouped by consecutive buckets with ratings. The line has a gap at each bucket without
   * ratings.
   */
  readonly lines: readonly (readonly { readonly x: number; readonly y: number }[])[];
  /** Indices of the buckets whose labels fit. */
  readonly labelIndexes: readonly number[];
}

export interface TrendBar {
  readonly x: number;
  readonly width: number;
  readonly people: { readonly y: number; readonly height: number };
  readonly agents: { readonly y: number; readonly height: number };
}

const margins = { left: 44, right: 44, top: 24, bottom: 22 } as const;
/** The width, in pixels, that is reserved for the label of a bucket. */
const labelWidth = 64;

/**
 * Computes the layout of a chart. The bars for the volume start at zero. The share of helpful ratings, which ranges
 * from 0 to 1, uses the full height.
 */
export function getTrendLayout(buckets: readonly TrendBucket[], width: number, height: number): TrendLayout {
  const [left, right] = [margins.left, Math.max(margins.left + 40, width - margins.right)];
  const [top, bottom] = [margins.top, height - margins.bottom];
  const axisTicks = createScale(Math.max(0, ...buckets.map(countBucketEntries)));
  const maxValue = axisTicks.at(-1) ?? 1;
  const getHeight = (value: number) => (value / maxValue) * (bottom - top);
  const step = (right - left) / Math.max(1, buckets.length);
  const barWidth = Math.max(1, Math.min(28, step * 0.72));
  const bars = buckets.map((bucket, index) => {
    const totalHeight = getHeight(countBucketEntries(bucket));
    const agentHeight = getHeight(bucket.agents);
    return {
      x: left + step * (index + 0.5) - barWidth / 2,
      width: barWidth,
      people: { y: bottom - totalHeight + agentHeight, height: totalHeight - agentHeight },
      agents: { y: bottom - totalHeight, height: agentHeight },
    };
  });
  const lines: { x: number; y: number }[][] = [[]];
  for (const [index, { up, down }] of buckets.entries())
    if (up + down === 0) lines.push([]);
    else lines.at(-1)?.push({ x: left + step * (index + 0.5), y: bottom - (up / (up + down)) * (bottom - top) });
  const labelInterval = Math.max(1, Math.ceil(labelWidth / step));
  return {
    left,
    right,
    top,
    bottom,
    bars,
    axisTicks: axisTicks.map((value) => ({ value, y: bottom - getHeight(value) })),
    lines: lines.filter(({ length }) => length > 0),
    labelIndexes: [...buckets.keys()].filter((index) => index % labelInterval === 0),
  };
}

/** Returns the number of entries in a bucket. */
export function countBucketEntries({ up, down, unrated }: Pick<TrendBucket, "up" | "down" | "unrated">): number {
  return up + down + unrated;
}

const chartHeight = 150;

/**
 * A chart that shows the volume as bars and the share of helpful ratings as a line with gaps. In each bar, feedback
 * from people is at the bottom and feedback from agents is at the top.
 */
export function TrendPlot({ overview: { buckets, unit } }: { readonly overview: PanelOverview }): VNode {
  const { formatDay, formatShort, formatNumber, formatPercent } = formats;
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const updateWidth = (): void => setWidth(Math.max(200, Math.floor(element.clientWidth)));
    updateWidth();
    const resizeObserver = new ResizeObserver(updateWidth);
    resizeObserver.observe(element);
    return () => resizeObserver.disconnect();
  }, []);
  const { left, right, top, bottom, axisTicks, bars, lines, labelIndexes } = getTrendLayout(
    buckets,
    width,
    chartHeight,
  );
  const step = (right - left) / Math.max(1, buckets.length);
  const [firstBucket, lastBucket] = [buckets[0], buckets.at(-1)];
  const sumBuckets = (count: (bucket: TrendBucket) => number) => buckets.reduce((all, each) => all + count(each), 0);
  const summary = translate(
    {
      one: "{1} to {2}: {0} entry, {3} helpful, {4} not helpful",
      other: "{1} to {2}: {0} entries, {3} helpful, {4} not helpful",
    },
    sumBuckets(countBucketEntries),
    firstBucket ? formatDay(firstBucket.from) : "",
    lastBucket ? formatDay(lastBucket.from) : "",
    sumBuckets(({ up }) => up),
    sumBuckets(({ down }) => down),
  );
  return (
    <div class="dwf-plot" ref={frame}>
      <svg width={width} height={chartHeight} role="img" aria-label={`${translate("Ratings and volume")}. ${summary}`}>
        {axisTicks.map(({ value, y }) => (
          <g key={value}>
            <line class="dwf-plot-grid" x1={left} x2={right} y1={y} y2={y} />
            <text class="dwf-plot-text" x={left - 6} y={y + 4} text-anchor="end">
              {formatNumber(value)}
            </text>
          </g>
        ))}
        {[0, 0.5, 1].map((share) => (
          <text key={share} class="dwf-plot-text dwf-plot-share" x={right + 6} y={bottom - share * (bottom - top) + 4}>
            {formatPercent(share)}
          </text>
        ))}
        <text class="dwf-plot-text" x={left} y={11} text-anchor="start">
          {translate("Entries")}
        </text>
        <text class="dwf-plot-text dwf-plot-share" x={right} y={11} text-anchor="end">
          {translate("Helpful")}
        </text>
        {bars.map(({ x, width: columnWidth, people, agents }, index) => (
          <g key={index}>
            <rect class="dwf-plot-people" x={x} width={columnWidth} y={people.y} height={people.height} />
            <rect class="dwf-plot-agents" x={x} width={columnWidth} y={agents.y} height={agents.height} />
          </g>
        ))}
        {lines.map((points, index) => (
          <g key={index}>
            <polyline class="dwf-plot-line" points={points.map(({ x, y }) => `${x},${y}`).join(" ")} />
            {(points.length === 1 || buckets.length <= 40) &&
              points.map(({ x, y }) => <circle key={x} class="dwf-plot-dot" cx={x} cy={y} r={3} />)}
          </g>
        ))}
        {labelIndexes.map((index) => {
          const bucket = buckets[index];
          return (
            bucket && (
              <text
                key={index}
                class="dwf-plot-text"
                x={left + step * (index + 0.5)}
                y={bottom + 16}
                text-anchor="middle"
              >
                {formatShort(bucket.from, unit)}
              </text>
            )
          );
        })}
        {buckets.map((bucket, index) => (
          <rect key={index} class="dwf-plot-touch" x={left + step * index} width={step} y={top} height={bottom - top}>
            <title>{formatBucket(bucket)}</title>
          </rect>
        ))}
      </svg>
    </div>
  );

  function formatBucket(bucket: TrendBucket): string {
    const { up, down, unrated, agents, from } = bucket;
    const share = up + down > 0 ? ` (${formatPercent(up / (up + down))})` : "";
    const formatLine = (label: string, count: number) => `${label}${translate(": ")}${formatNumber(count)}`;
    return [
      formatDay(from),
      formatLine(translate("Entries"), countBucketEntries(bucket)),
      `▲ ${formatNumber(up)}  ▼ ${formatNumber(down)}${share}`,
      formatLine(translate("No rating"), unrated),
      formatLine(translate("Agents"), agents),
    ].join("\n");
  }
}

/** Returns the current time, updated at this interval in milliseconds. */
export function useNow(intervalMilliseconds: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMilliseconds);
    return () => clearInterval(timer);
  }, [intervalMilliseconds]);
  return now;
}
