import type { PagePart } from "./page-parts.ts";
import type { BlockFault, ViewIssue } from "./view/page-view.ts";
import type { ViewNode } from "./view/view-node.ts";

/** A part of the page as it is going to be shown. */
export interface DrawnBlock {
  readonly part: PagePart;
  readonly nodes: readonly ViewNode[];
  readonly issues: readonly ViewIssue[];
  /** Whether all of it could be read. */
  readonly isGood: boolean;
  readonly fault?: BlockFault;
  /** As it was when it could last be read. */
  readonly good?: GoodBlock;
}

export interface GoodBlock {
  readonly text: string;
  readonly nodes: readonly ViewNode[];
}

/** What the author may have changed in a part before it is shown as it stands, however badly that reads. */
const mostChanged = 160;

/**
 * A part that cannot be read while somebody types in it is shown as it was before: nothing jumps because a tag is half
 * typed. One that was never read, or has been changed a lot since, is shown as far as it can be read.
 */
export function keepGoodBlocks(
  now: readonly DrawnBlock[],
  before: readonly DrawnBlock[],
): readonly DrawnBlock[] {
  if (now.every(({ isGood }) => isGood)) return now;
  let same = 0;
  while (same < now.length && same < before.length && isSameText(now[same], before[same])) same++;
  let end = 0;
  while (
    end < Math.min(now.length, before.length) - same &&
    isSameText(now[now.length - 1 - end], before[before.length - 1 - end])
  )
    end++;
  const changed = before.slice(same, before.length - end);
  return now.map((block, index) => {
    if (block.isGood) return block;
    const fromEnd = index - now.length + before.length;
    const old =
      index < same
        ? [before[index]]
        : index >= now.length - end
          ? [before[fromEnd]]
          : now.length - end - same === 1
            ? changed
            : [changed[index - same]];
    const good = goodOf(old.filter((each) => each !== undefined));
    const isKept = good !== undefined && changedCharacters(good.text, block.part.block.text) <= mostChanged;
    return {
      ...block,
      ...(good && { good }),
      ...(isKept && { nodes: good.nodes }),
      fault: faultOf(block, isKept),
    };
  });
}

function isSameText(a: DrawnBlock | undefined, b: DrawnBlock | undefined): boolean {
  return a?.part.block.text === b?.part.block.text;
}

/** Several parts may have become one, as when a tag is opened around them. */
function goodOf(old: readonly DrawnBlock[]): GoodBlock | undefined {
  const all = old.map((block) =>
    block.isGood ? { text: block.part.block.text, nodes: block.nodes } : block.good,
  );
  const found = all.filter((each) => each !== undefined);
  const [only] = found;
  if (!only || found.length < all.length) return undefined;
  if (found.length === 1) return only;
  return { text: found.map(({ text }) => text).join("\n\n"), nodes: found.flatMap(({ nodes }) => nodes) };
}

/** Characters between what both begin with and what both end with. */
function changedCharacters(before: string, after: string): number {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start++;
  let end = 0;
  while (end < shortest - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return Math.max(before.length, after.length) - start - end;
}

function faultOf({ part, nodes }: DrawnBlock, isKept: boolean): BlockFault {
  const [at = 0] = part.block.mended;
  const line = part.lines[0] + (part.block.text.slice(0, at).match(/\r\n|\n|\r/g)?.length ?? 0);
  return {
    message: isKept ? kept : mended,
    line,
    shown: isKept ? "kept" : part.block.tree && nodes.length > 0 ? "mended" : "text",
  };
}

const kept =
  "This part cannot be read as it stands, so the published page would fail here. It is shown as it was before.";
const mended =
  "This part cannot be read as it stands, so the published page would fail here. What cannot be read is shown as text.";
