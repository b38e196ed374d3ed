import type { Suggestion } from "./completion.ts";

/**
 * The maximum number of suggestions. More suggestions wouldn't be useful, and they would make each keystroke slower.
 */
const maxSuggestions = 200;

export interface ChosenSuggestions {
  readonly suggestions: readonly Suggestion[];
  /** Whether `suggestions` contains all matching suggestions. False if there were too many matches. */
  readonly isComplete: boolean;
}

/**
 * Returns the suggestions that match the typed text. Prefix matches come first. Equally good matches are sorted by
 * `rank`, starting with the lowest, and then by label.
 */
export function chooseSuggestions(suggestions: readonly Suggestion[], typedText: string): ChosenSuggestions {
  const accessors: RankingAccessors<Suggestion> = {
    getLowerLabel: ({ label }) => label.toLowerCase(),
    getLowerSearchText: ({ searchText }) => searchText?.toLowerCase() ?? "",
    getSortKey: ({ label }) => label,
    getRank: ({ rank }) => rank,
  };
  const { bestItems, matchCount } = selectBestItems(suggestions, typedText, maxSuggestions, accessors);
  return { suggestions: bestItems.map(({ item }) => item), isComplete: matchCount <= maxSuggestions };
}

/** Functions that return the properties used to match and sort candidates. */
export interface RankingAccessors<Item> {
  /** Returns the item's label in lowercase. */
  readonly getLowerLabel: (item: Item) => string;
  /** Returns the item's additional search terms in lowercase, or an empty string if it has none. */
  readonly getLowerSearchText: (item: Item) => string;
  /** Returns the text by which equally good items are sorted. It's the label without a prefix that all labels share. */
  readonly getSortKey: (item: Item) => string;
  /**
   * Returns the item's rank. Computing the rank is the most expensive step, so this function is called only for items
   * that match well enough to be shown.
   */
  readonly getRank: (item: Item) => number;
}

/**
 * The maximum number of preselected items. It's larger than the number of shown items so that enough items remain after
 * filtering and additional matches are detected.
 */
const maxCandidates = maxSuggestions + 100;

interface Candidate<Item> {
  readonly item: Item;
  readonly rank: number;
}

/**
 * Returns the items that `chooseSuggestions` might show if all items were converted to suggestions. Their order is
 * preserved.
 */
export function selectCandidates<Item>(
  items: readonly Item[],
  typedText: string,
  accessors: RankingAccessors<Item>,
): readonly Candidate<Item>[] {
  return selectBestItems(items, typedText, maxCandidates, accessors).bestItems;
}

const noMatchScore = Number.POSITIVE_INFINITY;
const fitFactor = 10_000;
const worstFit = 3;

function selectBestItems<Item>(
  items: readonly Item[],
  typedText: string,
  maxItems: number,
  accessors: RankingAccessors<Item>,
): { readonly bestItems: readonly Candidate<Item>[]; readonly matchCount: number } {
  const { fitsByIndex, countsByFit } = computeFits(items, typedText.toLowerCase(), accessors);
  let worstIncludedFit = 0;
  for (let matchCount = countsByFit[0] ?? 0; matchCount < maxItems && worstIncludedFit < worstFit;)
    matchCount += countsByFit[++worstIncludedFit] ?? 0;
  const ranks = new Float64Array(items.length);
  const scores = new Float64Array(items.length).fill(noMatchScore);
  let index = 0;
  for (const item of items) {
    const fit = fitsByIndex[index] ?? 0;
    if (fit <= worstIncludedFit) {
      const rank = accessors.getRank(item);
      ranks[index] = rank;
      scores[index] = fit * fitFactor + rank;
    }
    index++;
  }
  return {
    bestItems: getBestItems(items, scores, maxItems, accessors.getSortKey).map(({ item, index }) => ({
      item,
      rank: ranks[index] ?? 0,
    })),
    matchCount: countsByFit.reduce((sum, count) => sum + count, 0),
  };
}

/**
 * Returns how well each item matches: from 0 (best) to 3, or 4 if it doesn't match. Also returns the number of items
 * for each of these values.
 */
function computeFits<Item>(
  items: readonly Item[],
  query: string,
  { getLowerLabel, getLowerSearchText }: RankingAccessors<Item>,
): { readonly fitsByIndex: Uint8Array; readonly countsByFit: readonly number[] } {
  const fitsByIndex = new Uint8Array(items.length);
  if (query === "") return { fitsByIndex, countsByFit: [items.length] };
  const countsByFit = [0, 0, 0, 0];
  let index = 0;
  for (const item of items) {
    const fit = computeFit(getLowerLabel(item), getLowerSearchText(item), query);
    fitsByIndex[index++] = fit;
    if (fit <= worstFit) countsByFit[fit] = (countsByFit[fit] ?? 0) + 1;
  }
  return { fitsByIndex, countsByFit };
}

/**
 * Returns the first items in sort order. Thousands of items can have the same score, so sort keys are compared only
 * between such items, and in small batches.
 */
function getBestItems<Item>(
  items: readonly Item[],
  scores: Float64Array,
  maxItems: number,
  getSortKey: (item: Item) => string,
): readonly ScoredItem<Item>[] {
  const maxScore = scores.slice().sort()[maxItems - 1] ?? noMatchScore;
  const compareItems = (a: ScoredItem<Item>, b: ScoredItem<Item>) =>
    a.score - b.score || (a.sortKey < b.sortKey ? -1 : a.sortKey > b.sortKey ? 1 : 0);
  let scoredItems: ScoredItem<Item>[] = [];
  let worstItem: ScoredItem<Item> | undefined;
  let index = -1;
  for (const item of items) {
    const score = scores[++index] ?? noMatchScore;
    if (score > maxScore || score === noMatchScore) continue;
    const sortKey = getSortKey(item);
    if (worstItem && (score > worstItem.score || (score === worstItem.score && sortKey >= worstItem.sortKey))) continue;
    scoredItems.push({ item, index, score, sortKey });
    if (scoredItems.length < 2 * maxItems) continue;
    scoredItems = scoredItems.sort(compareItems).slice(0, maxItems);
    worstItem = scoredItems.at(-1);
  }
  return scoredItems.sort(compareItems).slice(0, maxItems);
}

interface ScoredItem<Item> {
  readonly item: Item;
  readonly index: number;
  readonly score: number;
  readonly sortKey: string;
}

/**
 * Returns how well the text matches: 0 if it's a prefix of the label or the other search terms, 1 if it's a prefix of a
 * word in either, 2 if it's a substring, 3 if its letters occur in the same order but not consecutively, and 4 if it
 * doesn't match.
 */
function computeFit(lowerLabel: string, searchText: string, query: string): number {
  if (lowerLabel.startsWith(query) || searchText.startsWith(query)) return 0;
  const index = lowerLabel.indexOf(query);
  if (index > 0 && isWordStart(lowerLabel, index)) return 1;
  const searchTextIndex = searchText.indexOf(query);
  if (searchTextIndex > 0 && isWordStart(searchText, searchTextIndex)) return 1;
  if (index >= 0 || searchTextIndex >= 0) return 2;
  return containsInOrder(lowerLabel, query) || containsInOrder(searchText, query) ? worstFit : worstFit + 1;
}

function isWordStart(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset - 1);
  // The regular expression is avoided for ASCII characters, because each request compares thousands of labels. The text
  // is lowercase.
  if (code < 0x80) return !((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39));
  return !/[\p{L}\p{N}]/u.test(text[offset - 1] ?? " ");
}

/** Whether the text contains the letters in this order. If it does, the editor determines how well it matches. */
function containsInOrder(text: string, typedLetters: string): boolean {
  let position = 0;
  for (const letter of typedLetters) {
    position = text.indexOf(letter, position) + 1;
    if (position === 0) return false;
  }
  return true;
}

/**
 * Returns the words in a string, such as a title or path, in lowercase and without a plural `s`. For example, the
 * result for `Manage API-keys` is `manage`, `api`, and `key`. In scripts that don't separate words with spaces, each
 * pair of adjacent characters is treated as a word.
 */
export function splitWords(text: string): ReadonlySet<string> {
  const textStart = text.length > maxTextLength ? text.slice(0, maxTextLength) : text;
  return isAscii(textStart) ? splitAsciiWords(textStart) : splitUnicodeWords(textStart);
}

function splitUnicodeWords(text: string): ReadonlySet<string> {
  const words = text
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]+|[\p{L}\p{N}]+/gu);
  return new Set((words ?? []).slice(0, maxWords).flatMap(splitIntoParts));
}

const maxTextLength = 400;
const maxWords = 40;

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

/**
 * Returns the same words as `splitWords`, but is about ten times faster. Supports only ASCII text. Speed matters
 * because completion needs the words of thousands of pages.
 */
function splitAsciiWords(text: string): ReadonlySet<string> {
  const lowerCaseText = text.toLowerCase();
  const words = new Set<string>();
  let count = 0;
  let previousClass: CharacterClass = "other";
  for (let start = 0, position = 0; position <= text.length && count < maxWords; position++) {
    const characterClass = classifyCharacter(text.charCodeAt(position));
    if (characterClass === "other" || (characterClass === "upper" && previousClass === "lower")) {
      if (previousClass !== "other") {
        words.add(toSingular(lowerCaseText.slice(start, position)));
        count++;
      }
      start = position;
    } else if (previousClass === "other") start = position;
    previousClass = characterClass;
  }
  return words;
}

type CharacterClass = "lower" | "upper" | "digit" | "other";

/** Classifies an ASCII character. Returns `other` at the end of the text. */
function classifyCharacter(code: number): CharacterClass {
  if (code >= 0x61 && code <= 0x7a) return "lower";
  if (code >= 0x41 && code <= 0x5a) return "upper";
  return code >= 0x30 && code <= 0x39 ? "digit" : "other";
}

function toSingular(word: string): string {
  return word.length > 3 && word.endsWith("s") ? word.slice(0, -1) : word;
}

function splitIntoParts(word: string): string[] {
  if (word.charCodeAt(0) < 0x3040) return [toSingular(word)];
  if (word.length === 1) return [word];
  return Array.from({ length: word.length - 1 }, (_, i) => word.slice(i, i + 2));
}

/**
 * Returns how similar two sets of words are, from 0 to 1. Words that have only a prefix in common count as half a
 * match.
 */
export function computeSimilarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let sharedScore = 0;
  for (const word of a) sharedScore += scoreWord(word, b);
  return Math.min(1, (2 * sharedScore) / (a.size + b.size));
}

function scoreWord(word: string, queryWords: ReadonlySet<string>): number {
  if (queryWords.has(word)) return 1;
  return word.length > 3 && startsLikeAny(word, queryWords) ? 0.5 : 0;
}

/** The distinct words in a string, represented as numbers so that thousands of strings can be compared quickly. */
export type WordNumbers = readonly number[];

/**
 * Map numbers to words and words to numbers. All strings share this dictionary, whose contents don't affect results.
 */
const wordsByNumber: string[] = [];
const numberByWord = new Map<string, number>();

/**
 * The maximum number of words in the dictionary, which is more than any site contains. Additional words are ignored.
 */
const maxNumberedWords = 500_000;

export function getWordNumbers(text: string): WordNumbers {
  const wordNumbers: number[] = [];
  for (const word of splitWords(text)) {
    let wordNumber = numberByWord.get(word);
    if (wordNumber === undefined && wordsByNumber.length < maxNumberedWords) {
      wordNumber = wordsByNumber.push(word) - 1;
      numberByWord.set(word, wordNumber);
    }
    if (wordNumber !== undefined) wordNumbers.push(wordNumber);
  }
  return wordNumbers;
}

/**
 * Returns a function that computes how similar a set of words is to the requested words, from 0 to 1. The score of each
 * word is cached, because most words occur thousands of times.
 */
export function createSimilarityScorer(queryWords: ReadonlySet<string>): (words: WordNumbers) => number {
  let scores = new Float32Array(wordsByNumber.length).fill(uncomputedScore);
  return (words) => {
    if (words.length === 0 || queryWords.size === 0) return 0;
    let commonScore = 0;
    for (const wordNumber of words) {
      if (wordNumber >= scores.length) scores = growScores(scores);
      let score = scores[wordNumber] ?? uncomputedScore;
      if (score === uncomputedScore)
        scores[wordNumber] = score = scoreWord(wordsByNumber[wordNumber] ?? "", queryWords);
      commonScore += score;
    }
    return Math.min(1, (2 * commonScore) / (words.length + queryWords.size));
  };
}

const uncomputedScore = -1;

/** Returns a longer copy of the array, with space for the words that have since been added to the dictionary. */
function growScores(scores: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const longerScores = new Float32Array(2 * wordsByNumber.length).fill(uncomputedScore);
  longerScores.set(scores);
  return longerScores;
}

function startsLikeAny(word: string, otherWords: ReadonlySet<string>): boolean {
  for (const other of otherWords)
    if (other.length > 3 && (other.startsWith(word) || word.startsWith(other))) return true;
  return false;
}

/** Returns the share of folders that two paths have in common, from 0 to 1 (the same folder). */
export function computeNearness(path: string, otherPath: string): number {
  return createNearnessScorer(otherPath)(path);
}

/**
 * Returns a function that computes the share of folders that a path has in common with this path. Use it to compare
 * thousands of paths with the same path.
 */
export function createNearnessScorer(otherPath: string): (path: string) => number {
  const folderCount = countFolders(otherPath, 0);
  return (path) => {
    let sharedCount = 0;
    let position = 0;
    for (; position < path.length && position < otherPath.length; position++) {
      const code = path.charCodeAt(position);
      if (code !== otherPath.charCodeAt(position)) break;
      if (code === slashCode) sharedCount++;
    }
    const maxCount = Math.max(folderCount, sharedCount + countFolders(path, position));
    return maxCount === 0 ? 1 : sharedCount / maxCount;
  };
}

const slashCode = 47;

/** Returns the number of folders in the part of the path that starts at the offset. */
function countFolders(path: string, start: number): number {
  let count = 0;
  for (let index = path.indexOf("/", start); index >= 0; index = path.indexOf("/", index + 1)) count++;
  return count;
}
