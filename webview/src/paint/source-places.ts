/** Where lines of the page's file are painted: by blocks, and inside them by whatever says where it is written. */

/** An element and the lines that it shows, counted in the file. */
export interface Spot {
  readonly element: Element;
  readonly first: number;
  readonly last: number;
}

/** The blocks of a page in their order, with those that show nothing in their place. */
export function blockSpots(root: ParentNode): Spot[] {
  return [...root.querySelectorAll("[data-block]")].map((element) => spotOf(element, 0));
}

/** Those that take room: what stands beside the text, or is not for this reader, has no place in it. */
export function shownBlockSpots(root: ParentNode): Spot[] {
  return [...root.querySelectorAll("[data-block]:not(:empty)")].map((element) => spotOf(element, 0));
}

/** Parts of a block that are to be seen in its place, from the page's own file, in their order. */
export function spotsInside(block: Spot): Spot[] {
  return spotsAmong([block.element], block.first).filter(({ element }) => element !== block.element);
}

/** The same of what the block has in the right column, which scrolls by itself. */
export function spotsBeside(block: Spot): Spot[] {
  const id = block.element.getAttribute("data-block") ?? "";
  const page = block.element.closest(".dw-page") ?? document;
  return spotsAmong([...page.querySelectorAll(`[data-beside="${CSS.escape(id)}"]`)], block.first);
}

/** The innermost of them that shows a line. */
export function spotOfLine(spots: readonly Spot[], line: number): Spot | undefined {
  return spots.findLast(({ first, last }) => first <= line && line < last + 1);
}

/**
 * How far from the window's upper edge the line is painted: of code exactly, of the rest in proportion to its lines, as
 * nothing smaller is known.
 */
export function topInSpot(spot: Spot, line: number): number {
  const { top, height } = spot.element.getBoundingClientRect();
  const row = codeRow(spot, line)?.getBoundingClientRect().top;
  // Of a folded block the lines below are cut off.
  if (row !== undefined) return Math.min(Math.max(row, top), top + height);
  const { first, last } = spot;
  return top + Math.min(1, Math.max(0, (line - first) / (last - first + 1))) * height;
}

/** The line of code in a spot that is one fenced block, which has a line more above and below. */
export function codeRow({ element, first, last }: Spot, line: number): Element | undefined {
  const [code, other] = element.querySelectorAll(".dw-code-lines");
  if (!code || other || code.childElementCount !== last - first - 1) return undefined;
  return code.children[Math.floor(line) - first - 1];
}

/** The block that an element belongs to, wherever it stands. */
export function blockAround(element: Element): Element | undefined {
  const inPlace = element.closest("[data-block]");
  if (inPlace) return inPlace;
  const id = element.closest("[data-beside]")?.getAttribute("data-beside");
  if (typeof id !== "string") return undefined;
  return element.closest(".dw-page")?.querySelector(`[data-block="${CSS.escape(id)}"]`) ?? undefined;
}

function spotsAmong(roots: readonly Element[], start: number): Spot[] {
  return roots
    .flatMap((root) => [root, ...root.querySelectorAll("[data-line]")])
    .filter(
      (element) =>
        element.hasAttribute("data-line") &&
        element.closest("[data-file]") === null &&
        // What is closed has a place as well, on top of what stands below it.
        element.checkVisibility() &&
        element.getClientRects().length > 0,
    )
    .map((element) => spotOf(element, start));
}

function spotOf(element: Element, start: number): Spot {
  return {
    element,
    first: start + Number(element.getAttribute("data-line")),
    last: start + Number(element.getAttribute("data-end")),
  };
}
