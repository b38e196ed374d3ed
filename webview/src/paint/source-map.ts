import type {
  PageView,
  ViewBlock,
  ViewElement,
  ViewNode,
} from "../../../server/src/core/preview/view/page-view.ts";
import { blockStates, codesIn, type ReaderState, stateKey, statesAbove, tabTitle } from "./page-context.ts";
import { tagKey, updateTags } from "./page-views.ts";
import { getElements, getTextProp, getTextListProp } from "./piece.ts";

/** Where lines of the page's file are painted: by blocks, and inside them by whatever says where it is written. */

/** An element and the lines that it shows, counted in the file. */
export interface Spot {
  readonly element: Element;
  readonly first: number;
  readonly last: number;
}

/** The blocks of a page in their order, with those that show nothing in their place. */
export function getBlockPositions(root: ParentNode): Spot[] {
  return [...root.querySelectorAll("[data-block]")].map((element) => spotOf(element, 0));
}

/** Those that take room: what stands beside the text, or is not for this reader, has no place in it. */
export function getVisibleBlockPositions(root: ParentNode): Spot[] {
  return [...root.querySelectorAll("[data-block]:not(:empty)")].map((element) => spotOf(element, 0));
}

/** Parts of a block that are to be seen in its place, from the page's own file, in their order. */
export function getPositionsInside(block: Spot): Spot[] {
  return spotsAmong([block.element], block.first).filter(({ element }) => element !== block.element);
}

/** The same of what the block has in the right column, which scrolls by itself. */
export function getPositionsBeside(block: Spot): Spot[] {
  const id = block.element.getAttribute("data-block") ?? "";
  const page = block.element.closest(".dw-page") ?? document;
  return spotsAmong([...page.querySelectorAll(`[data-beside="${CSS.escape(id)}"]`)], block.first);
}

/** The innermost of them that shows a line. */
export function findPositionOfLine(spots: readonly Spot[], line: number): Spot | undefined {
  return spots.findLast(({ first, last }) => first <= line && line < last + 1);
}

/**
 * How far from the window's upper edge the line is painted: of code exactly, of the rest in proportion to its lines, as
 * nothing smaller is known.
 */
export function getTopInPosition(spot: Spot, line: number): number {
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

interface Painted {
  readonly page: PageView;
  readonly state: ReaderState;
  readonly root: HTMLElement | null;
  readonly paintAll: () => void;
}

/** Opens what hides the element with this id, and answers it. */
export async function revealId(id: string, painted: Painted): Promise<Element | undefined> {
  for (const block of painted.page.blocks) {
    const path = pathTo(block.nodes, (node) => getTextProp(node, "id") === id);
    if (!path) continue;
    open(path, block, painted);
    await repainted();
    break;
  }
  const element = [...(painted.root?.querySelectorAll("[id]") ?? [])].find(
    (candidate) => candidate.id === id,
  );
  if (element) show(element);
  return element;
}

/** Opens what hides a line of the page's file, and answers the innermost element that shows it. */
export async function revealLine(line: number, painted: Painted): Promise<Element | undefined> {
  const block = painted.page.blocks.findLast(({ lines }) => lines[0] <= line);
  if (!block) return undefined;
  const inside = line - block.lines[0];
  const path = pathTo(
    block.nodes,
    (node) =>
      holds(node, inside) &&
      !(node.children ?? []).some((child) => typeof child !== "string" && reaches(child, inside)),
  );
  if (path) open(path, block, painted);
  else painted.paintAll();
  await repainted();
  const element = elementAtLine(painted.root, line);
  if (element) openDetails(element);
  return element;
}

/** The innermost painted element that shows a line of the page's file; else the block that comes nearest before it. */
function elementAtLine(root: ParentNode | null, line: number): Element | undefined {
  const block = root && getBlockPositions(root).findLast(({ first }) => first <= line);
  if (!block) return undefined;
  const spot =
    findPositionOfLine(getPositionsInside(block), line) ??
    findPositionOfLine(getPositionsBeside(block), line);
  return (spot ?? block).element;
}

/** Where in the source a painted element is written: a line from 0, of the page unless a file is named. */
export function sourceAt(element: Element): { readonly line: number; readonly file?: string } | undefined {
  const marked = element.closest("[data-line]");
  if (!marked) return undefined;
  const line = Number(marked.getAttribute("data-line"));
  const file = marked.getAttribute("data-file");
  if (file !== null) return { line, file };
  const block = blockAround(marked);
  if (!block || block === marked) return { line };
  return { line: line + Number(block.getAttribute("data-line")) };
}

/** The element and those around it, outermost first. */
function pathTo(
  nodes: readonly ViewNode[] | undefined,
  isTarget: (node: ViewElement) => boolean,
): ViewElement[] | undefined {
  for (const node of nodes ?? []) {
    if (typeof node === "string") continue;
    if (isTarget(node)) return [node];
    const path = pathTo(node.children, isTarget);
    if (path) return [node, ...path];
  }
  return undefined;
}

function holds({ lines, file }: ViewElement, line: number): boolean {
  return file === undefined && lines !== undefined && lines[0] <= line && line <= lines[1];
}

/** Whether an element or one inside it shows the line: components may have no lines of their own. */
function reaches(node: ViewElement, line: number): boolean {
  return (
    holds(node, line) ||
    (node.children ?? []).some((child) => typeof child !== "string" && reaches(child, line))
  );
}

function open(path: readonly ViewElement[], block: ViewBlock, { page, state, paintAll }: Painted): void {
  paintAll();
  const above = statesAbove(page.blocks)[page.blocks.indexOf(block)];
  const states = blockStates(block.nodes);
  for (const node of path) {
    const key = stateKey(states, above, node);
    switch (node.tag) {
      case "Accordion":
      case "Expandable":
      case "Tree.Folder":
      case "#code":
        state.set(key, true);
        break;
      case "Tabs":
        choose(getElements(node.children), key);
        break;
      case "CodeGroup":
      case "RequestExample":
      case "ResponseExample":
        choose(codesIn(node.children), key);
        break;
      case "Update":
        if (!getTextListProp(node, "tags").some((tag) => state.get(tagKey(tag)) === true))
          for (const tag of updateTags(page))
            if (state.get(tagKey(tag)) === true) state.set(tagKey(tag), false);
        break;
      case "View":
        state.choose(getTextProp(node, "title") ?? "");
        break;
      default:
    }
  }

  function choose(among: readonly ViewElement[], key: string): void {
    const index = among.findIndex((element) => path.includes(element));
    const chosen = among[index];
    if (!chosen) return;
    state.choose(tabTitle(chosen, index));
    state.set(key, { index, at: 0 });
  }
}

/** After Preact has painted what was set; frames may never come in a page that is out of sight. */
async function repainted(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
}

function show(element: Element): void {
  openDetails(element);
  element.scrollIntoView({ block: "start" });
  const focusable = element.closest("button, a[href]") ?? element.querySelector("button[aria-expanded]");
  if (focusable instanceof HTMLElement) focusable.focus({ preventScroll: true });
}

function openDetails(element: Element): void {
  for (let at = element.closest("details"); at; at = at.parentElement?.closest("details") ?? null)
    at.open = true;
}
