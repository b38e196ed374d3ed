import { cellsOf } from "./text-cells.ts";

/** The text as it is shown in so many columns: cut with an ellipsis, filled up with spaces where `fill` says so. */
export function fitCells(text: string, columns: number, fill: "end" | "start" | "none" = "none"): string {
  // What is not shown need not be gone through: no character of ours takes less than a unit.
  const cells = cellsOf(text.slice(0, columns * 30));
  const shown: string[] = [];
  let width = 0;
  const whole = cells.reduce((sum, cell) => sum + cell.columns, 0);
  const room = whole > columns ? columns - 1 : columns;
  for (const cell of cells) {
    if (width + cell.columns > room) break;
    shown.push(cell.text);
    width += cell.columns;
  }
  const line = shown.join("") + (whole > columns ? "…" : "");
  const padding = " ".repeat(Math.max(0, columns - width - (whole > columns ? 1 : 0)));
  return fill === "none" ? line : fill === "end" ? line + padding : padding + line;
}
