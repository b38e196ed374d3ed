import type { PageView, ViewBlock, ViewElement, ViewNode } from "../../../server/src/core/preview/view/page-view.ts";
import { normalizeAnchor } from "../../../server/src/core/text/decode-text.ts";
import {
  getBlockStates,
  listCodeBlocks,
  type ReaderState,
  getStateKey,
  listCountsAbove,
  getTabTitle,
} from "./page-context.ts";
import { getTagKey, listUpdateTags } from "./page-views.ts";
import { getElements, getTextProp, getTextListProp } from "./node-props.ts";

/**
 * The following functions find the elements that render the lines of a page's file. The elements are blocks or any
 * elements in a block that have a source position.
 */

/** An element, along with the first and last line of the file that the element shows. */
export interface ElementPosition {
  readonly element: Element;
  readonly firstLine: number;
  readonly lastLine: number;
}

/** Returns all blocks on a page in order, including empty blocks. */
export function getBlockPositions(root: ParentNode): ElementPosition[] {
  return [...root.querySelectorAll("[data-block]")].map((element) => createPosition(element, 0));
}

/**
 * Returns the blocks that take up space. Blocks that are rendered next to the text or are hidden from this audience are
 * excluded.
 */
export function getVisibleBlockPositions(root: ParentNode): ElementPosition[] {
  return [...root.querySelectorAll("[data-block]:not(:empty)")].map((element) => createPosition(element, 0));
}

/**
 * Returns the parts of a block, in order, that are visible at the block's own position and come from the page's own
 * file.
 */
export function getPositionsInside(block: ElementPosition): ElementPosition[] {
  return listPositions([block.element], block.firstLine).filter(({ element }) => element !== block.element);
}

/** Returns the parts of a block that are in the right column, which scrolls separately. */
export function getAdjacentPositions(block: ElementPosition): ElementPosition[] {
  const id = block.element.getAttribute("data-block") ?? "";
  const page = block.element.closest(".dw-page") ?? document;
  return listPositions([...page.querySelectorAll(`[data-beside="${CSS.escape(id)}"]`)], block.firstLine);
}

/** Returns the innermost source position that contains a line. */
export function findPositionOfLine(positions: readonly ElementPosition[], line: number): ElementPosition | undefined {
  return positions.findLast(({ firstLine, lastLine }) => firstLine <= line && line < lastLine + 1);
}

/**
 * Returns the distance from the top of the window to a line. For code, the distance is exact. Otherwise, it's
 * interpolated, because more precise positions aren't available.
 */
export function getTopInPosition(position: ElementPosition, line: number): number {
  const { top, height } = position.element.getBoundingClientRect();
  const rowTop = findCodeRow(position, line)?.getBoundingClientRect().top;
  // If a block is collapsed, the lines that are further down aren't visible.
  if (rowTop !== undefined) return Math.min(Math.max(rowTop, top), top + height);
  const { firstLine, lastLine } = position;
  return top + Math.min(1, Math.max(0, (line - firstLine) / (lastLine - firstLine + 1))) * height;
}

/**
 * Returns the element for a line of code. The position must be a single fenced block, whose fences add one line above
 * the code and one below it.
 */
export function findCodeRow({ element, firstLine, lastLine }: ElementPosition, line: number): Element | undefined {
  const [code, otherCode] = element.querySelectorAll(".dw-code-lines");
  if (!code || otherCode || code.childElementCount !== lastLine - firstLine - 1) return undefined;
  return code.children[Math.floor(line) - firstLine - 1];
}

/** Returns the block that an element belongs to, regardless of where the element is rendered. */
export function findBlock(element: Element): Element | undefined {
  const closestBlock = element.closest("[data-block]");
  if (closestBlock) return closestBlock;
  const id = element.closest("[data-beside]")?.getAttribute("data-beside");
  if (typeof id !== "string") return undefined;
  return element.closest(".dw-page")?.querySelector(`[data-block="${CSS.escape(id)}"]`) ?? undefined;
}

function listPositions(roots: readonly Element[], start: number): ElementPosition[] {
  return roots
    .flatMap((root) => [root, ...root.querySelectorAll("[data-line]")])
    .filter(
      (element) =>
        element.hasAttribute("data-line") &&
        element.closest("[data-file]") === null &&
        // Collapsed elements have a position too, and it overlaps the content below them.
        element.checkVisibility() &&
        element.getClientRects().length > 0,
    )
    .map((element) => createPosition(element, start));
}

function createPosition(element: Element, start: number): ElementPosition {
  return {
    element,
    firstLine: start + Number(element.getAttribute("data-line")),
    lastLine: start + Number(element.getAttribute("data-end")),
  };
}

interface RenderedPage {
  readonly page: PageView;
  readonly state: ReaderState;
  readonly root: HTMLElement | null;
  readonly paintAll: () => void;
}

/**
 * Expands all collapsed content around the element that a link with this fragment leads to, and returns the element.
 */
export async function revealId(fragment: string, renderedPage: RenderedPage): Promise<Element | undefined> {
  const ids = new Set<string | undefined>([fragment, normalizeAnchor(fragment)]);
  for (const block of renderedPage.page.blocks) {
    const path = findPath(block.nodes, (node) => ids.has(getTextProp(node, "id")));
    if (!path) continue;
    openElements(path, block, renderedPage);
    await waitForRepaint();
    break;
  }
  const element = [...(renderedPage.root?.querySelectorAll("[id]") ?? [])].find(({ id }) => ids.has(id));
  if (element) scrollToElement(element);
  return element;
}

/** Expands anything that hides a line of the page's file, and returns the innermost element that shows the line. */
export async function revealLine(line: number, renderedPage: RenderedPage): Promise<Element | undefined> {
  const block = renderedPage.page.blocks.findLast(({ lines }) => lines[0] <= line);
  if (!block) return undefined;
  const lineOffset = line - block.lines[0];
  const path = findPath(
    block.nodes,
    (node) =>
      containsLine(node, lineOffset) &&
      !(node.children ?? []).some((child) => typeof child !== "string" && showsLine(child, lineOffset)),
  );
  if (path) openElements(path, block, renderedPage);
  else renderedPage.paintAll();
  await waitForRepaint();
  const element = findElement(renderedPage.root, line);
  if (element) openDetails(element);
  return element;
}

/**
 * Returns the innermost rendered element that shows a line of the page's file. If there isn't one, returns the closest
 * block before the line.
 */
function findElement(root: ParentNode | null, line: number): Element | undefined {
  const block = root && getBlockPositions(root).findLast(({ firstLine }) => firstLine <= line);
  if (!block) return undefined;
  const position =
    findPositionOfLine(getPositionsInside(block), line) ?? findPositionOfLine(getAdjacentPositions(block), line);
  return (position ?? block).element;
}

/**
 * Returns the source position of a rendered element. The line is zero-based. It's a line in the page's file unless
 * `file` is set.
 */
export function getSource(element: Element): { readonly line: number; readonly file?: string } | undefined {
  const lineElement = element.closest("[data-line]");
  if (!lineElement) return undefined;
  const line = Number(lineElement.getAttribute("data-line"));
  const file = lineElement.getAttribute("data-file");
  if (file !== null) return { line, file };
  const block = findBlock(lineElement);
  if (!block || block === lineElement) return { line };
  return { line: line + Number(block.getAttribute("data-line")) };
}

/** Returns the first element that meets the condition, preceded by its ancestors, outermost first. */
function findPath(
  nodes: readonly ViewNode[] | undefined,
  isTarget: (node: ViewElement) => boolean,
): ViewElement[] | undefined {
  for (const node of nodes ?? []) {
    if (typeof node === "string") continue;
    if (isTarget(node)) return [node];
    const path = findPath(node.children, isTarget);
    if (path) return [node, ...path];
  }
  return undefined;
}

function containsLine({ lines, file }: ViewElement, line: number): boolean {
  return file === undefined && lines !== undefined && lines[0] <= line && line <= lines[1];
}

/**
 * Whether an element or one of its descendants shows the line. Descendants are searched because some components don't have
 * lines themselves.
 */
function showsLine(node: ViewElement, line: number): boolean {
  return (
    containsLine(node, line) ||
    (node.children ?? []).some((child) => typeof child !== "string" && showsLine(child, line))
  );
}

function openElements(path: readonly ViewElement[], block: ViewBlock, { page, state, paintAll }: RenderedPage): void {
  paintAll();
  const countsAbove = listCountsAbove(page.blocks)[page.blocks.indexOf(block)];
  const states = getBlockStates(block.nodes);
  for (const node of path) {
    const key = getStateKey(states, countsAbove, node);
    switch (node.tag) {
      case "Accordion":
      case "Expandable":
      case "Tree.Folder":
      case "#code":
        state.set(key, true);
        break;
      case "Tabs":
        chooseTab(getElements(node.children), key);
        break;
      case "CodeGroup":
      case "RequestExample":
      case "ResponseExample":
        chooseTab(listCodeBlocks(node.children), key);
        break;
      case "Update":
        if (!getTextListProp(node, "tags").some((tag) => state.get(getTagKey(tag)) === true))
          for (const tag of listUpdateTags(page))
            if (state.get(getTagKey(tag)) === true) state.set(getTagKey(tag), false);
        break;
      case "View":
        state.choose(getTextProp(node, "title") ?? "");
        break;
      default:
    }
  }

  function chooseTab(elements: readonly ViewElement[], key: string): void {
    const index = elements.findIndex((element) => path.includes(element));
    const viewElement = elements[index];
    if (!viewElement) return;
    state.choose(getTabTitle(viewElement, index));
    state.set(key, { index, at: 0 });
  }
}

/**
 * Resolves after Preact has rendered the new state. Doesn't use animation frames, because they may never occur in a
 * hidden page.
 */
async function waitForRepaint(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
}

function scrollToElement(element: Element): void {
  openDetails(element);
  element.scrollIntoView({ block: "start" });
  const focusableElement = element.closest("button, a[href]") ?? element.querySelector("button[aria-expanded]");
  if (focusableElement instanceof HTMLElement) focusableElement.focus({ preventScroll: true });
}

function openDetails(element: Element): void {
  for (let details = element.closest("details"); details; details = details.parentElement?.closest("details") ?? null)
    details.open = true;
}
