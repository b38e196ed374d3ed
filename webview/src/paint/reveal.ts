import type { PageView, ViewBlock, ViewElement, ViewNode } from "../../../server/src/core/preview/view/page-view.ts";
import { tagKey, updateTags } from "./page-views.ts";
import { elementsOf, textOf, textsOf } from "./piece.ts";
import type { ReaderState } from "./reader-state.ts";
import { blockAround, blockSpots, spotOfLine, spotsBeside, spotsInside } from "./source-places.ts";
import { blockStates, codesIn, stateKey, statesAbove, tabTitle } from "./state-keys.ts";

interface Painted {
  readonly page: PageView;
  readonly state: ReaderState;
  readonly root: HTMLElement | null;
  readonly paintAll: () => void;
}

/** Opens what hides the element with this id, and answers it. */
export async function revealId(id: string, painted: Painted): Promise<Element | undefined> {
  for (const block of painted.page.blocks) {
    const path = pathTo(block.nodes, (node) => textOf(node, "id") === id);
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
  const block = root && blockSpots(root).findLast(({ first }) => first <= line);
  if (!block) return undefined;
  const spot = spotOfLine(spotsInside(block), line) ?? spotOfLine(spotsBeside(block), line);
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
        choose(elementsOf(node.children), key);
        break;
      case "CodeGroup":
      case "RequestExample":
      case "ResponseExample":
        choose(codesIn(node.children), key);
        break;
      case "Update":
        if (!textsOf(node, "tags").some((tag) => state.get(tagKey(tag)) === true))
          for (const tag of updateTags(page))
            if (state.get(tagKey(tag)) === true) state.set(tagKey(tag), false);
        break;
      case "View":
        state.choose(textOf(node, "title") ?? "");
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
