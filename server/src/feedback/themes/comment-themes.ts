import { type CommentTheme, minThemeEntries } from "../view/panel-model.ts";
import { getSplitCost, foldComment, TermFinder, getWordKey, splitComment } from "./comment-terms.ts";

/** The entries whose themes are determined, by index. */
export interface ThemeSource {
  /** The indexes of entries with a comment. */
  readonly positions: Int32Array;
  readonly getComment: (position: number) => string;
  readonly isNegative: (position: number) => boolean;
  /** Returns the comment as normalized by `foldComment`. */
  readonly getFoldedText: (position: number) => string;
}

export const maxThemes = 10;
/**
 * If there are at least this many comments, a term that occurs in more than half of them is omitted, because it isn't
 * distinctive.
 */
const minManyComments = 8;

/**
 * The maximum total cost (see `getSplitCost`) of the comments that are read to find terms. Afterward, the entries for
 * each theme are counted in all comments.
 */
const maxCost = 500_000;
/**
 * The maximum number of terms that are counted. This number is larger than `maxThemes`, because some terms turn out to
 * occur in too few or too many entries.
 */
const maxCandidates = 24;
/**
 * A two-word term replaces one of its words if at least this share of the entries with the word also contain the term.
 */
const minShare = 0.5;
/** The number of comments that are processed per step when finding terms (`read`) and when counting them (`count`). */
const stepSizes = { read: 32, count: 512 } as const;

interface Term {
  readonly key: string;
  /** The words of a two-word term. */
  readonly words?: readonly [first: string, last: string];
  count: number;
  down: number;
  /**
   * The index of the last comment that contained the term. It ensures that each comment is counted only once.
   */
  lastCommentIndex: number;
}

interface CountedTerm {
  readonly key: string;
  count: number;
  down: number;
  /**
   * The first comment that contains the term, and whether any other comment that contains it is different.
   */
  firstComment?: string;
  hasVariants: boolean;
}

/**
 * Determines the themes of comments in small steps. The first steps find the frequent terms in as many comments as a
 * fixed amount of work allows, spread evenly over all comments. The remaining steps count the exact number of entries
 * for the most frequent terms.
 */
export class ThemeSearch {
  readonly #source: ThemeSource;
  readonly #termsByKey = new Map<string, Term>();
  readonly #wordsBySurface = new Map<string, { readonly key: string; count: number }>();
  readonly #stride: number;
  #candidates: readonly CountedTerm[] | undefined;
  #finder = new TermFinder([]);
  #nextIndex = 0;
  #cost = 0;

  constructor(source: ThemeSource) {
    this.#source = source;
    this.#stride = computeStride(source.positions.length);
  }

  /** The total cost of the comments that were read to find terms. */
  get cost(): number {
    return this.#cost;
  }

  /** Performs the next step. Returns the themes, or undefined if more steps are needed. */
  runStep(): readonly CommentTheme[] | undefined {
    if (!this.#candidates) {
      if (this.#readComments()) return undefined;
      this.#candidates = this.#chooseTerms().map(({ key }) => ({ key, count: 0, down: 0, hasVariants: false }));
      this.#finder = new TermFinder(this.#candidates.map(({ key }) => key));
      this.#nextIndex = 0;
      return undefined;
    }
    if (this.#candidates.length > 0 && this.#countTerms(this.#candidates)) return undefined;
    const { length } = this.#source.positions;
    return this.#candidates
      .filter(({ count, hasVariants }) => hasVariants && isDistinctive(count, length))
      .sort(compareByWeight)
      .slice(0, maxThemes)
      .map(({ key, count, down }) => ({ key, label: this.#getLabel(key), count, down }));
  }

  #readComments(): boolean {
    const { positions, getComment, isNegative } = this.#source;
    const end = Math.min(positions.length, this.#nextIndex + stepSizes.read);
    for (; this.#nextIndex < end; this.#nextIndex++) {
      const position = positions[(this.#nextIndex * this.#stride) % positions.length] ?? 0;
      const text = getComment(position);
      this.#cost += getSplitCost(text);
      if (this.#cost > maxCost) return false;
      this.#addComment(text, position, isNegative(position));
    }
    return this.#nextIndex < positions.length;
  }

  #addComment(text: string, position: number, isNegative: boolean): void {
    let previousKey = "";
    for (const { surface, key, isAdjacent } of splitComment(text, (countedWord) => this.#getKey(countedWord))) {
      if (key !== "") {
        this.#addTerm(key, undefined, position, isNegative);
        if (isAdjacent && previousKey !== "" && previousKey !== key)
          this.#addTerm(`${previousKey} ${key}`, [previousKey, key], position, isNegative);
        const countedWord = this.#wordsBySurface.get(surface);
        if (countedWord) countedWord.count++;
      }
      previousKey = key;
    }
  }

  #getKey(word: string): string {
    let countedWord = this.#wordsBySurface.get(word);
    if (!countedWord) {
      countedWord = { key: getWordKey(word), count: 0 };
      this.#wordsBySurface.set(word, countedWord);
    }
    return countedWord.key;
  }

  #addTerm(key: string, words: Term["words"], position: number, isNegative: boolean): void {
    let term = this.#termsByKey.get(key);
    if (!term) {
      term = { key, ...(words && { words }), count: 0, down: 0, lastCommentIndex: -1 };
      this.#termsByKey.set(key, term);
    }
    if (term.lastCommentIndex === position) return;
    term.lastCommentIndex = position;
    term.count++;
    if (isNegative) term.down++;
  }

  /**
   * Returns the most frequent terms. A two-word term replaces a word if it occurs in most of the word's entries (see
   * `minShare`). Two-word terms that don't replace a word are omitted.
   */
  #chooseTerms(): readonly Term[] {
    const frequentTerms = [...this.#termsByKey.values()].filter(({ count }) => count > 1);
    const replacedWords = new Set<string>();
    const termPairs = frequentTerms.filter(({ words, count }) => {
      if (!words || count < minThemeEntries) return false;
      const coveredWords = words.filter((word) => count >= minShare * (this.#termsByKey.get(word)?.count ?? 0));
      for (const word of coveredWords) replacedWords.add(word);
      return coveredWords.length > 0;
    });
    const singleTerms = frequentTerms.filter(({ key, words }) => !words && !replacedWords.has(key));
    return [...singleTerms, ...termPairs].sort(compareByWeight).slice(0, maxCandidates);
  }

  #countTerms(candidates: readonly CountedTerm[]): boolean {
    const { positions, getFoldedText, isNegative } = this.#source;
    const end = Math.min(positions.length, this.#nextIndex + stepSizes.count);
    for (; this.#nextIndex < end; this.#nextIndex++) {
      const position = positions[this.#nextIndex] ?? 0;
      const text = getFoldedText(position);
      const termMask = this.#finder.find(text);
      if (termMask === 0) continue;
      for (const [index, term] of candidates.entries()) {
        if ((termMask & (1 << index)) === 0) continue;
        term.count++;
        if (isNegative(position)) term.down++;
        term.hasVariants ||= text !== (term.firstComment ??= text);
      }
    }
    return this.#nextIndex < positions.length;
  }

  /** Returns the most frequent spelling of the words. Only the last word can be plural. */
  #getLabel(key: string): string {
    const words = key.split(" ");
    return words.map((word, index) => this.#getSpelling(word, index === words.length - 1)).join(" ");
  }

  #getSpelling(key: string, isLast: boolean): string {
    const forms = [...this.#wordsBySurface].filter(([, countedWord]) => countedWord.key === key);
    const singularForms = forms.filter(([surface]) => surface.length <= key.length);
    const [bestEntry] = (isLast || singularForms.length === 0 ? forms : singularForms).sort(
      ([a, { count: leftCount }], [b, { count: rightCount }]) => rightCount - leftCount || (a < b ? 1 : -1),
    );
    return bestEntry?.[0] ?? key;
  }
}

/** Returns the themes of entries with a comment in a single step. */
export function findCommentThemes(
  entries: readonly { readonly comment?: string; readonly helpful?: boolean }[],
): readonly CommentTheme[] {
  const getComment = (position: number): string => entries[position]?.comment ?? "";
  const themeSearch = new ThemeSearch({
    positions: Int32Array.from(entries.keys()),
    getComment,
    getFoldedText: (position) => foldComment(getComment(position)),
    isNegative: (position) => entries[position]?.helpful === false,
  });
  for (;;) {
    const themes = themeSearch.runStep();
    if (themes) return themes;
  }
}

function isDistinctive(count: number, commentCount: number): boolean {
  return count >= minThemeEntries && (commentCount < minManyComments || count <= commentCount / 2);
}

type WeightedTheme = Pick<CommentTheme, "key" | "count" | "down">;

/** Sorts by the number of entries, highest first. Each entry with a negative rating counts twice. */
function compareByWeight(a: WeightedTheme, b: WeightedTheme): number {
  return b.count + b.down - (a.count + a.down) || (a.key < b.key ? -1 : 1);
}

/**
 * Returns a number that has no common factor with `count`, so its multiples visit all indexes and are evenly spread.
 */
function computeStride(count: number): number {
  let stride = Math.max(1, Math.floor(count * 0.618));
  while (findCommonDivisor(stride, count) > 1) stride++;
  return stride;
}

function findCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : findCommonDivisor(b, a % b);
}
