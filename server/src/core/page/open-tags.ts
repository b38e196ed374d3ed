import type { TextRange } from "../text/text-edit.ts";
import type { PageTag } from "./page.ts";
import type { TagReading } from "./scan-tag.ts";

const mostTags = 50_000;
/** A closing tag that fits none of these many open tags closes nothing, where the text is hostile. */
export const deepestSearch = 100;

/** HTML elements that rules look at. They are around nothing: `PageTag.parent` names components only. */
const watchedElements: ReadonlySet<string> = new Set(["img", "video", "audio", "iframe", "source"]);

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface OpenTag {
  readonly name: string;
  /** In `tags`; absent for HTML that nobody looks at. */
  readonly index: number | undefined;
  /** The nearest component, this one included. */
  readonly component: number | undefined;
}

/** A place to return to when what looked like code or a tag was none. */
export interface TagMark {
  readonly tags: number;
  readonly open: number;
}

/** The tags of a page and which of them are open, HTML included, so that closing tags find theirs. */
export class OpenTags {
  readonly tags: Mutable<PageTag>[] = [];
  readonly #open: OpenTag[] = [];

  get mark(): TagMark {
    return { tags: this.tags.length, open: this.#open.length };
  }

  /** Forgets what came behind the mark. */
  reset(mark: TagMark): void {
    if (this.tags.length > mark.tags) this.tags.length = mark.tags;
    this.leave(mark);
  }

  /** Leaves tags open that were opened behind the mark: their code has ended. */
  leave(mark: TagMark): void {
    if (this.#open.length > mark.open) this.#open.length = mark.open;
  }

  /** A tag begins; it is around what its own attributes hold. */
  begin(tag: TagReading, inExpression: boolean): void {
    const { name, start } = tag;
    const parent = this.#open.at(-1)?.component;
    const first = name.charCodeAt(0);
    const isComponent = (first >= 65 && first <= 90) || name.includes(".");
    if ((!isComponent && !watchedElements.has(name)) || this.tags.length >= mostTags) {
      this.#open.push({ name, index: undefined, component: parent });
      return;
    }
    const index = this.tags.length;
    this.tags.push({
      name,
      range: { start, end: start },
      nameRange: { start: start + 1, end: start + 1 + name.length },
      attributes: tag.attributes,
      hasSpread: false,
      selfClosing: false,
      closing: undefined,
      parent,
      inExpression,
    });
    this.#open.push({ name, index, component: isComponent ? index : parent });
  }

  /** The tag that began last and is not ended yet has been read to its `>`. */
  end(tag: TagReading): void {
    const index = this.#open.at(-1)?.index;
    const begun = index === undefined ? undefined : this.tags[index];
    if (begun) {
      begun.range = { start: tag.start, end: tag.at };
      begun.hasSpread = tag.hasSpread;
      begun.selfClosing = tag.selfClosing;
    }
    if (tag.selfClosing) this.#open.pop();
  }

  /** `<>`. */
  beginFragment(): void {
    this.#open.push({ name: "", index: undefined, component: this.#open.at(-1)?.component });
  }

  /**
   * Closes the nearest open tag of this name, and with it those in between that nobody closed. Gives how many tags
   * were looked at in vain, 0 when one was closed.
   */
  close(name: string, range: TextRange, from: number, mayTry: boolean): number {
    const last = mayTry ? from : Math.max(from, this.#open.length - deepestSearch);
    for (let i = this.#open.length - 1; i >= last; i--) {
      const open = this.#open[i];
      if (open?.name !== name) continue;
      const tag = open.index === undefined ? undefined : this.tags[open.index];
      if (tag) tag.closing = range;
      this.#open.length = i;
      return 0;
    }
    return this.#open.length - last + 1;
  }

  get depth(): number {
    return this.#open.length;
  }
}
