import type { Fault } from "./fault.ts";
import { isTagName, voidElements } from "./html-names.ts";
import type { MdxTag } from "./read-mdx-tree.ts";
import {
  acrossFault,
  closingWithJunk,
  crossedFault,
  notClosedFault,
  renamedFault,
  strayFault,
} from "./pair-faults.ts";

const mostFaults = 20;

/**
 * Pairs opening and closing tags and says which have none. One mistake is one fault: a tag left open in another does not
 * make the other one faulty. `taken` are names of opening tags that had to be taken out, as they could not be read.
 */
export function matchTags(text: string, tags: readonly MdxTag[], taken: readonly string[] = []): Fault[] {
  const matching = new Matching(text, tags, taken);
  for (let i = 0; i < tags.length && matching.faults.length < mostFaults; i++) i += matching.take(i);
  matching.finish();
  return matching.faults.slice(0, mostFaults);
}

class Matching {
  readonly faults: Fault[] = [];
  readonly #text: string;
  readonly #tags: readonly MdxTag[];
  readonly #taken: string[];
  #open: MdxTag[] = [];

  constructor(text: string, tags: readonly MdxTag[], taken: readonly string[]) {
    this.#text = text;
    this.#tags = tags;
    this.#taken = [...taken];
  }

  /** Works in the tag at `i`; gives how many tags behind it are settled as well. */
  take(i: number): number {
    const tag = this.#tags[i];
    if (!tag) return 0;
    if (!tag.isClosing) {
      if (!tag.isSelfClosing) this.#open.push(tag);
      return 0;
    }
    const depth = this.#open.findLastIndex(({ name }) => name === tag.name);
    if (depth >= 0 && (tag.hasAttributes || tag.isSelfClosing))
      this.faults.push(closingWithJunk(this.#text, tag));
    return depth >= 0 ? this.#closeAt(depth, tag, i) : this.#closeNothing(tag, i);
  }

  finish(): void {
    this.#leaveOpen(0, undefined);
  }

  #closeAt(depth: number, tag: MdxTag, i: number): number {
    const opening = this.#open[depth];
    const top = this.#open.at(-1);
    if (!opening || !top) return 0;
    const next = this.#tags[i + 1];
    const isOnTop = depth === this.#open.length - 1;
    // `<Tabs><Tab>…</Tabs><Tab>…</Tab></Tabs>`: the first closing tag was to close the tab.
    if (!isOnTop && isTagName(top.name) && this.#closes(this.#open.slice(depth, -1), i)) {
      this.faults.push(renamedFault(tag, top));
      this.#open.pop();
      return 0;
    }
    if (!isOnTop && this.#closes(this.#open.slice(depth), i)) {
      this.faults.push(strayFault(this.#text, tag));
      return 0;
    }
    const mayCross = depth === this.#open.length - 2 && next?.isClosing && next.name === top.name;
    if (mayCross && !(depth > 0 && this.#closes(this.#open.slice(0, depth), i))) {
      this.faults.push(crossedFault(tag, next, top));
      this.#open.length = depth;
      return 1;
    }
    this.#leaveOpen(depth + 1, tag);
    this.#open.length = depth;
    if (opening.block !== tag.block) this.faults.push(acrossFault(this.#text, opening, tag));
    return 0;
  }

  /** Whether the tags behind `i` close all of these and nothing else, so that none of them is at fault. */
  #closes(open: readonly MdxTag[], i: number): boolean {
    const left = open.map(({ name }) => name);
    for (const tag of this.#tags.slice(i + 1)) {
      if (tag.isClosing) {
        if (left.pop() !== tag.name) return false;
        if (left.length === 0) return true;
      } else if (!tag.isSelfClosing) left.push(tag.name);
    }
    return false;
  }

  #closeNothing(tag: MdxTag, i: number): number {
    const takenAt = this.#taken.indexOf(tag.name);
    if (takenAt >= 0) {
      this.#taken.splice(takenAt, 1);
      return 0;
    }
    const depth = this.#open.findLastIndex(({ name }) => isTagName(name) && !voidElements.has(name));
    const opening = this.#open[depth];
    if (!opening || voidElements.has(tag.name) || this.#isClosedLater(opening.name, i)) {
      this.faults.push(strayFault(this.#text, tag));
      return 0;
    }
    this.#leaveOpen(depth + 1, tag);
    this.#open.length = depth;
    this.faults.push(renamedFault(tag, opening));
    return 0;
  }

  #isClosedLater(name: string, i: number): boolean {
    let depth = 0;
    for (const tag of this.#tags.slice(i + 1)) {
      if (tag.name !== name || tag.isSelfClosing) continue;
      if (!tag.isClosing) depth++;
      else if (depth-- === 0) return true;
    }
    return false;
  }

  /** Tags from `depth` on stay open until `closing` or the end of the page. */
  #leaveOpen(depth: number, closing: MdxTag | undefined): void {
    const left = this.#open.slice(depth);
    for (const [k, tag] of left.entries()) {
      if (this.faults.length >= mostFaults) break;
      const next = left[k + 1];
      // `<b>bold<b>`: the second was to be the closing one.
      if (next && isTwin(tag, next)) continue;
      const previous = left[k - 1];
      const isSecond = previous !== undefined && isTwin(previous, tag);
      this.faults.push(notClosedFault(this.#text, this.#tags, tag, closing, isSecond));
    }
    this.#open.length = depth;
  }
}

function isTwin(first: MdxTag, second: MdxTag): boolean {
  return (
    first.name === second.name &&
    !second.hasAttributes &&
    isTagName(first.name) &&
    !voidElements.has(first.name)
  );
}
