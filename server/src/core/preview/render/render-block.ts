import type { SitePath } from "../../text/text-edit.ts";
import type { BlockTree } from "../block-tree.ts";
import { asFault } from "../interpret/fault.ts";
import { newFuel, type Fuel } from "../interpret/fuel.ts";
import { makeMachine } from "../interpret/make-machine.ts";
import type { PageScope } from "../interpret/page-scope.ts";
import type { Place } from "../interpret/place.ts";
import { limitDepth } from "../view/limit-depth.ts";
import type { ViewIssue } from "../view/page-view.ts";
import type { ViewNode } from "../view/view-node.ts";
import { contentOf } from "./content.ts";
import { renderContent } from "./render-content.ts";
import { renderElement } from "./render-element.ts";
import { renderValue } from "./render-value.ts";
import { withoutTitles, type Painters, type Rendering } from "./rendering.ts";

/** A block of a page as it is painted, with what was found on the way. */
export interface RenderedBlock {
  /** Lines in them count from the block's first. */
  readonly nodes: readonly ViewNode[];
  readonly issues: readonly ViewIssue[];
  /** Names of classes in it: candidates for utility classes. */
  readonly classNames: readonly string[];
  /** Of its `<style>` elements, made safe. */
  readonly styles: string;
  /** Files that it asks for and `source.files` does not have. */
  readonly wanted: readonly SitePath[];
}

const paint: Painters = { content: renderContent, value: renderValue, element: renderElement };

/**
 * Renders one block of a page. Never throws: what cannot be shown is a labelled box and an issue. `anchors` are ids of
 * headings and components by their line in the block; `fuel` is shared where several blocks are to cost no more than one.
 */
export function renderBlock(
  tree: BlockTree,
  page: PageScope,
  anchors: ReadonlyMap<number, string>,
  fuel: Fuel = newFuel(),
): RenderedBlock {
  // Half of what is left: a block without an end leaves the others something.
  const own: Fuel = { steps: fuel.steps >> 1, nodes: fuel.nodes >> 1, depth: 0 };
  const before = { ...own };
  const home: Place = { file: page.source.path, offset: tree.range.start };
  const rendering: Rendering = {
    page,
    home,
    anchors,
    machine: makeMachine(own, page.source.facts.variables),
    issues: new Map(),
    classNames: new Set(),
    styles: [],
    wanted: new Set(),
    nesting: 0,
    paint,
  };
  const nodes = limitDepth(withoutTitles(nodesOf(tree, rendering)));
  fuel.steps -= before.steps - Math.max(0, own.steps);
  fuel.nodes -= before.nodes - Math.max(0, own.nodes);
  return {
    nodes,
    issues: [...rendering.issues.values()],
    classNames: [...rendering.classNames],
    styles: rendering.styles.join(""),
    wanted: [...rendering.wanted],
  };
}

function nodesOf(tree: BlockTree, rendering: Rendering): ViewNode[] {
  const { home, page } = rendering;
  try {
    return renderContent(contentOf(tree.root), home, { ...page.scope, place: home }, rendering);
  } catch (error) {
    const { kind, message } = asFault(error);
    rendering.issues.set("block", { kind, message, file: home.file, range: tree.range });
    return [{ tag: "#problem", props: { kind, message, label: "" } }];
  }
}
