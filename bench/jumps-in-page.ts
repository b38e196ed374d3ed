/// <reference lib="dom" />

/**
 * Returns whether the element that shows the line is visible below the page's bars, along with the element's distance
 * from the edge of the bars. The distance is undefined if the page ends before the element can reach the edge. A line
 * of code is found by its words. This function runs in the page.
 */
export function findLine({ line, words }: { readonly line: number; readonly words: string }): {
  readonly isInView: boolean;
  readonly off: number | undefined;
} {
  const edge = document.querySelector(".dw-site-header")?.getBoundingClientRect().bottom ?? 36;
  const blocks = [...document.querySelectorAll<HTMLElement>("[data-block]")];
  const above = blocks.filter((each) => Number(each.dataset["line"]) <= line);
  const block = above.findLast((each) => !each.matches(":empty")) ?? blocks[0];
  if (!block) return { isInView: false, off: undefined };
  // A block that doesn't show anything at its own position may be rendered next to the text.
  const source = above.at(-1) ?? block;
  let best = block;
  let [first, last] = [Number(block.dataset["line"]), Number(block.dataset["end"])];
  const beside = [...document.querySelectorAll<HTMLElement>("[data-beside]")].filter(
    (each) => each.dataset["beside"] === source.dataset["block"],
  );
  const inside = "[data-line]:not([data-file])";
  for (const each of [
    ...beside.flatMap((part) => [part, ...part.querySelectorAll<HTMLElement>(inside)]),
    ...block.querySelectorAll<HTMLElement>(inside),
  ]) {
    const start = Number((block.contains(each) ? block : source).dataset["line"]);
    const [from, to] = [start + Number(each.dataset["line"]), start + Number(each.dataset["end"])];
    const isFromHere = each.closest("[data-file]") === null && each.checkVisibility();
    if (isFromHere && from <= line && line <= to) [best, first, last] = [each, from, to];
  }
  const box = best.getBoundingClientRect();
  const part = Math.min(1, Math.max(0, (line - first) / (last - first + 1)));
  const expectedTop = box.top + part * box.height;
  const rows = [...best.querySelectorAll(".dw-line")].filter((row) => row.textContent.trim() === words);
  const isRowInView = rows.some((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    const around = [row.closest(".dw-code-scroll"), row.closest(".dw-aside")];
    return around.every((each) => {
      const room = each?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
      return bottom > Math.max(room.top, edge) && top < Math.min(room.bottom, innerHeight);
    });
  });
  const isPassed = source !== block || line > Number(block.dataset["end"]);
  if (isPassed && best === block) {
    // This line isn't rendered, so the end of the previous block or the start of the next one must be visible.
    const next = blocks.find((each) => Number(each.dataset["line"]) > line && !each.matches(":empty"));
    const below = next?.getBoundingClientRect().top ?? box.bottom;
    return { isInView: below > edge - 1 && box.bottom < innerHeight, off: undefined };
  }
  // The right column scrolls separately. In that column, either the line itself or the top of the code block that
  // starts at the line must be visible.
  const column = best.closest(".dw-aside")?.getBoundingClientRect();
  if (column) {
    const isInColumn = expectedTop > column.top - 1 && expectedTop < Math.min(innerHeight, column.bottom);
    return { isInView: rows.length > 0 && words !== "" ? isRowInView : isInColumn, off: undefined };
  }
  const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2 && expectedTop > edge;
  return {
    isInView: box.bottom > edge - 1 && box.top < innerHeight,
    off: isAtEnd || scrollY === 0 ? undefined : Math.abs(expectedTop - edge),
  };
}

/** Returns the range of lines from the block at the top edge to the next block. This function runs in the page. */
export function findTopBlock(): readonly [number, number] | undefined {
  const edge = document.querySelector(".dw-site-header")?.getBoundingClientRect().bottom ?? 36;
  const blocks = [...document.querySelectorAll<HTMLElement>("[data-block]:not(:empty)")];
  // Also includes the gap between the page's bars and its content.
  const at = blocks.findLastIndex((each) => each.getBoundingClientRect().top <= edge + 12);
  const [block, next] = [blocks[at], blocks[at + 1]];
  if (!block) return undefined;
  const first = Number(block.dataset["line"]);
  return [first, Math.max(Number(block.dataset["end"]), next ? Number(next.dataset["line"]) : 0)];
}
