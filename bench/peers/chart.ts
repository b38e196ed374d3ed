/** The cost of one tool: pairs of a size and a cost. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
}

export interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly series: readonly Series[];
}

const panelWidth = 400;
const height = 350;
const left = 64;
const top = 56;
const plot = { width: panelWidth - left - 32, height: height - top - 100 };
/** Readable on white and on dark gray, and in the order of the series. */
const colors = ["a", "b", "c", "d"];

/**
 * Returns an SVG with logarithmic axes, so that a cost that grows in proportion to the size is a straight line with a
 * slope of 1. It follows the reader's light or dark theme.
 */
export function drawChart(panels: readonly Panel[]): string {
  const width = panels.length * panelWidth;
  const description = panels.map(describe).join(" ");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>Cost against the number of pages, on logarithmic axes</title>
<desc>${escape(description)}</desc>
<style>
  svg { font: 12px system-ui, sans-serif; }
  .page { fill: #ffffff; } text { fill: #1f2328; } .grid { stroke: #d1d9e0; }
  .a { --color: #0f766e; } .b { --color: #c2410c; } .c { --color: #6d28d9; } .d { --color: #1d4ed8; }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117; } text { fill: #f0f6fc; } .grid { stroke: #3d444d; }
    .a { --color: #2dd4bf; } .b { --color: #fb923c; } .c { --color: #c4b5fd; } .d { --color: #93c5fd; }
  }
  .title { font-weight: 600; font-size: 14px; }
  polyline { fill: none; stroke: var(--color); stroke-width: 2; }
  circle { fill: var(--color); }
  .dash-b { stroke-dasharray: 6 3; } .dash-c { stroke-dasharray: 2 3; } .dash-d { stroke-dasharray: 8 3 2 3; }
</style>
<rect class="page" width="${width}" height="${height}"/>
${panels.map((panel, i) => `<g transform="translate(${i * panelWidth} 0)">\n${drawPanel(panel)}\n</g>`).join("\n")}
</svg>
`;
}

function describe({ title, unit, series }: Panel): string {
  const each = series.map(
    ({ name, points }) =>
      `${name}: ${points.map(([size, cost]) => `${format(cost)} ${unit} for ${size} pages`).join(", ")}`,
  );
  return `${title}. ${each.join("; ")}.`;
}

function drawPanel({ title, unit, series }: Panel): string {
  const all = series.flatMap(({ points }) => points);
  const [x, y] = [createAxis(all.map(([size]) => size)), createAxis(all.map(([, cost]) => cost))];
  const toX = (size: number) => left + plot.width * x.toPlace(size);
  const toY = (cost: number) => top + plot.height * (1 - y.toPlace(cost));
  const bottom = top + plot.height;
  const drawText = (at: readonly [number, number], label: string, more = "") =>
    `<text x="${roundNumber(at[0])}" y="${roundNumber(at[1])}"${more}>${escape(label)}</text>`;
  const lines = [drawText([16, 24], `${title} (${unit})`, ' class="title"')];
  for (const tick of y.ticks) {
    lines.push(
      `<line class="grid" x1="${left}" x2="${left + plot.width}" y1="${roundNumber(toY(tick))}" y2="${roundNumber(toY(tick))}"/>`,
    );
    lines.push(drawText([left - 8, toY(tick) + 4], format(tick), ' text-anchor="end"'));
  }
  for (const tick of x.ticks) {
    lines.push(
      `<line class="grid" x1="${roundNumber(toX(tick))}" x2="${roundNumber(toX(tick))}" y1="${top}" y2="${bottom}"/>`,
    );
    lines.push(drawText([toX(tick), bottom + 18], format(tick), ' text-anchor="middle"'));
  }
  lines.push(drawText([left + plot.width, bottom + 34], "pages", ' text-anchor="end"'));
  for (const [i, { name, points }] of series.entries()) {
    const color = colors[i % colors.length] ?? "a";
    const coordinates = points.map(([size, cost]) => [roundNumber(toX(size)), roundNumber(toY(cost))] as const);
    const key = [left, bottom + 46 + i * 18] as const;
    lines.push(
      `<g class="${color}"><polyline class="dash-${color}" points="${coordinates.map((place) => place.join(",")).join(" ")}"/>`,
      ...coordinates.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3.5"/>`),
      `<polyline class="dash-${color}" points="${key[0]},${key[1] - 4} ${key[0] + 24},${key[1] - 4}"/></g>`,
      drawText([key[0] + 30, key[1]], name),
    );
  }
  return lines.join("\n");
}

/**
 * Returns the powers of 10 around the values, and a function that returns the position of a value on the axis, from 0
 * to 1.
 */
function createAxis(values: readonly number[]): {
  readonly ticks: readonly number[];
  readonly toPlace: (value: number) => number;
} {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i));
  return { ticks, toPlace: (value) => (Math.log10(value) - first) / (last - first) };
}

const roundNumber = (value: number) => Number(value.toFixed(1));
const format = (value: number) => Number(value.toPrecision(2)).toLocaleString("en-US", { maximumFractionDigits: 2 });
const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
