import type { Random } from "../recall/random.ts";
import { applyEdit, elsewhere, ofTheBlock, getTarget } from "./edits.ts";
import { listPlainBlocks, type PlainBlock, normalizeCode } from "./plain-blocks.ts";

/** A page after a commit. */
export interface PageState {
  readonly path: string;
  readonly text: string;
  /** The ID of each block in `listPlainBlocks(text)`. A block's ID stays the same across all commits. */
  readonly ids: readonly number[];
}

export interface PageCommit extends PageState {
  /** The time of the commit in milliseconds since 1970. */
  readonly time: number;
}

/** The ground truth about the blocks on a page, recorded without comparing any code. */
export interface PageHistory {
  /** The commits, oldest first. */
  readonly commits: readonly PageCommit[];
  /** The page in the editor, which may have uncommitted changes. */
  readonly now: PageState;
  /** Maps each block that is an unchanged copy to the block that it was copied from. */
  readonly copyOf: ReadonlyMap<number, number>;
  /**
   * Pairs of IDs in the form `new old`. The old block was removed, and a new block with more than two-thirds of its
   * words was added in the same commit. Such a pair can't be distinguished from a change.
   */
  readonly rewrites: ReadonlySet<string>;
}

const hour = 3_600_000;

/** Code from other pages on the site, which authors add to the page. */
export type CodePool = readonly PlainBlock[];

/** Writes a history for a page: text and blocks are added, changed, moved, copied, replaced, and removed. */
export class PageAuthor {
  readonly #random: Random;
  readonly #pool: CodePool;
  readonly #copyOf = new Map<number, number>();
  readonly #rewrites = new Set<string>();
  readonly #usedWords = new Set<string>();
  #nextId = 0;

  constructor(pool: CodePool, random: Random) {
    this.#pool = pool;
    this.#random = random;
  }

  write(path: string, text: string, commitCount: number, start: number): PageHistory {
    const blocks = listPlainBlocks(text);
    for (const { seen } of blocks) this.#usedWords.add(normalizeCode(seen));
    let now: PageState = { path, text, ids: blocks.map(() => this.#nextId++) };
    let time = start;
    const commits: PageCommit[] = [{ ...now, time }];
    for (let commit = 1; commit < commitCount; commit++) {
      time += hour * (1 + this.#random.nextBelow(this.#random.nextChance(0.3) ? 12 : 700));
      now = this.#change(now);
      if (this.#random.nextChance(0.08)) now = { ...now, path: `${this.#random.nextWord(8)}.mdx` };
      commits.push({ ...now, time });
    }
    if (this.#random.nextChance(0.5)) now = this.#change(now);
    return { commits, now, copyOf: this.#copyOf, rewrites: this.#rewrites };
  }

  /** Makes one to three changes. Omits a change that isn't possible or that would open or close another fence. */
  #change(state: PageState): PageState {
    let now = state;
    for (let turn = 0; turn <= this.#random.nextBelow(3); turn++) {
      const make = this.#random.pick(this.#changes);
      now = make?.(now, this.#random.nextBelow(now.ids.length)) ?? now;
    }
    this.#noteRewrites(state, now);
    return now;
  }

  #noteRewrites(before: PageState, after: PageState): void {
    const [older, newer] = [listPlainBlocks(before.text), listPlainBlocks(after.text)];
    for (const [at, id] of before.ids.entries())
      for (const [other, newId] of after.ids.entries()) {
        if (after.ids.includes(id) || before.ids.includes(newId)) continue;
        if (shareOfWords(older[at]?.seen ?? "", newer[other]?.seen ?? "") > 2 / 3) this.#rewrites.add(`${newId} ${id}`);
      }
  }

  readonly #changes: readonly ((state: PageState, at: number) => PageState | undefined)[] = [
    ...repeat(6, (state, at) => this.#editText(state, at)),
    ...repeat(4, (state, at) => this.#editCode(state, at)),
    ...repeat(1, (state, at) => this.#renameEverywhere(state, at)),
    ...repeat(2, (state, at) => removeBlock(state, at)),
    ...repeat(2, (state, at) => this.#insert(state, at)),
    ...repeat(2, (state, at) => this.#move(state, at)),
    ...repeat(2, (state, at) => this.#replace(state, at)),
    ...repeat(1, (state, at) => this.#copy(state, at)),
    ...repeat(1, (state, at) => this.#adaptCopy(state, at)),
  ];

  #editText(state: PageState, at: number): PageState | undefined {
    const block = listPlainBlocks(state.text)[at];
    const [, make] = this.#random.pick(elsewhere.filter(([name]) => !/block/.test(name))) ?? [];
    const edit = block && make?.(getTarget(state.text, block), this.#random);
    return edit && checkState({ ...state, text: applyEdit(state.text, edit) });
  }

  #editCode(state: PageState, at: number): PageState | undefined {
    const block = listPlainBlocks(state.text)[at];
    const [, make] = this.#random.pick(ofTheBlock) ?? [];
    const edit = block && make?.(getTarget(state.text, block), this.#random);
    return edit && checkState({ ...state, text: applyEdit(state.text, edit) });
  }

  /** Replaces a word in all blocks, like `sed`. */
  #renameEverywhere(state: PageState, at: number): PageState | undefined {
    const word = this.#random.pick(listPlainBlocks(state.text)[at]?.seen.match(/[A-Za-z_]\w{2,}/g) ?? []);
    if (word === undefined) return undefined;
    const other = this.#random.nextWord(6);
    let { text } = state;
    for (const { codeStart, codeEnd } of listPlainBlocks(text).toReversed()) {
      const code = text.slice(codeStart, codeEnd).replace(new RegExp(`\\b${word}\\b`, "g"), other);
      text = applyEdit(text, { start: codeStart, end: codeEnd, text: code });
    }
    return checkState({ ...state, text });
  }

  #insert(state: PageState, after: number): PageState | undefined {
    const block = this.#createCode();
    return block && insertBlock(state, after, writeBlock(block.lang, block.seen), this.#nextId++);
  }

  #move(state: PageState, at: number): PageState | undefined {
    const [block, id] = [listPlainBlocks(state.text)[at], state.ids[at]];
    const without = removeBlock(state, at);
    if (!block || id === undefined || !without) return undefined;
    const firstLine = state.text.slice(block.start, block.codeStart - 1);
    return insertBlock(without, this.#random.nextBelow(without.ids.length), writeBlock(firstLine, block.seen), id);
  }

  #replace(state: PageState, at: number): PageState | undefined {
    const old = listPlainBlocks(state.text)[at];
    const block = old && this.#createCode(old.lang);
    if (!block) return undefined;
    const code = block.seen.replace(/^(?=.)/gm, old.indent);
    const text = applyEdit(state.text, { start: old.codeStart, end: old.codeEnd, text: code });
    return checkState({ ...state, text, ids: state.ids.with(at, this.#nextId++) });
  }

  #copy(state: PageState, at: number): PageState | undefined {
    const [block, id] = [listPlainBlocks(state.text)[at], state.ids[at]];
    if (!block || id === undefined) return undefined;
    const copy = this.#nextId++;
    const next = insertBlock(state, this.#random.nextBelow(state.ids.length), writeBlock(block.lang, block.seen), copy);
    if (next) this.#copyOf.set(copy, id);
    return next;
  }

  /** Adds another block that differs in only one word, such as a sample for another package manager. */
  #adaptCopy(state: PageState, at: number): PageState | undefined {
    const block = listPlainBlocks(state.text)[at];
    const word = this.#random.pick([...(block?.seen.matchAll(/[A-Za-z_]\w+/g) ?? [])]);
    if (!block || !word) return undefined;
    const end = word.index + word[0].length;
    const seenCode = applyEdit(block.seen, { start: word.index, end, text: this.#random.nextWord(6) });
    return insertBlock(state, at, writeBlock(block.lang, seenCode), this.#nextId++);
  }

  /** Returns code that the page has never contained. */
  #createCode(lang?: string): PlainBlock | undefined {
    const fitting = this.#pool.filter((block) => block.lang === lang);
    for (let turn = 0; turn < 20; turn++) {
      const block = this.#random.pick(fitting.length > 0 ? fitting : this.#pool);
      if (!block || this.#usedWords.has(normalizeCode(block.seen)) || block.seen.includes("```")) continue;
      this.#usedWords.add(normalizeCode(block.seen));
      return block;
    }
    return undefined;
  }
}

type Change = (state: PageState, at: number) => PageState | undefined;
const repeat = (count: number, change: Change): readonly Change[] => Array.from({ length: count }, () => change);

/** Returns the state, or undefined if the text doesn't contain exactly the expected blocks. */
function checkState(state: PageState): PageState | undefined {
  return listPlainBlocks(state.text).length === state.ids.length ? state : undefined;
}

const writeBlock = (info: string, seenCode: string): string => {
  const firstLine = /^(`{3,}|~{3,})/.test(info) ? info : `\`\`\`${info}`;
  return `${firstLine}\n${seenCode}\n${/^(`{3,}|~{3,})/.exec(firstLine)?.[0] ?? "```"}`;
};

function removeBlock(state: PageState, at: number): PageState | undefined {
  const block = listPlainBlocks(state.text)[at];
  if (!block || state.ids.length < 2) return undefined;
  const start = block.start - block.indent.length;
  const text = applyEdit(state.text, { start, end: findLineEnd(state.text, block.end) + 1, text: "" });
  return checkState({ ...state, text, ids: state.ids.toSpliced(at, 1) });
}

/** Inserts a block after another one, with the same indentation. */
function insertBlock(state: PageState, after: number, code: string, id: number): PageState | undefined {
  const block = listPlainBlocks(state.text)[after];
  if (!block) return undefined;
  const end = findLineEnd(state.text, block.end);
  const text = applyEdit(state.text, {
    start: end,
    end,
    text: `\n\n${code.replace(/^(?=.)/gm, block.indent)}`,
  });
  return checkState({ ...state, text, ids: state.ids.toSpliced(after + 1, 0, id) });
}

function findLineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** Returns the share of the longer code's words that are also in the other code, from 0 to 1. */
function shareOfWords(one: string, other: string): number {
  const [words, others] = [one.match(/\w+/g) ?? [], other.match(/\w+/g) ?? []];
  const remainingPages = [...others];
  const shared = words.filter((word) => {
    const at = remainingPages.indexOf(word);
    if (at >= 0) remainingPages.splice(at, 1);
    return at >= 0;
  });
  return shared.length / Math.max(1, words.length, others.length);
}
