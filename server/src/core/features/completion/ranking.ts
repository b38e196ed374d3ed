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
  const access: RankingAccess<Suggestion> = {
    getLowerLabel: ({ label }) => label.toLowerCase(),
    getLowerSearchText: ({ searchText: words }) => words?.toLowerCase() ?? "",
    getLabel: ({ label }) => label,
    getRank: ({ rank }) => rank,
  };
  const { bestItems, matchCount } = selectBestItems(suggestions, typedText, maxSuggestions, access);
  return { suggestions: bestItems.map(({ item }) => item), isComplete: matchCount <= maxSuggestions };
}

/** Functions that return the properties used to match and sort candidates. */
export interface RankingAccess<Item> {
  /** Returns the item's label in lowercase. */
  readonly getLowerLabel: (item: Item) => string;
  /** Returns the item's additional search terms in lowercase, or an empty string if it has none. */
  readonly getLowerSearchText: (item: Item) => string;
  readonly getLabel: (item: Item) => string;
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
export function getCandidates<Item>(
  items: readonly Item[],
  typedText: string,
  access: RankingAccess<Item>,
): readonly Candidate<Item>[] {
  return selectBestItems(items, typedText, maxCandidates, access).bestItems;
}

const noMatchScore = Number.POSITIVE_INFINITY;
const fitFactor = 10_000;
const worstFit = 3;

function selectBestItems<Item>(
  items: readonly Item[],
  typedText: string,
  maxItems: number,
  access: RankingAccess<Item>,
): { readonly bestItems: readonly Candidate<Item>[]; readonly matchCount: number } {
  const { fitOfItems, counts } = computeFits(items, typedText.toLowerCase(), access);
  let worstIncludedFit = 0;
  for (let matchCount = counts[0] ?? 0; matchCount < maxItems && worstIncludedFit < worstFit;)
    matchCount += counts[++worstIncludedFit] ?? 0;
  const ranks = new Float64Array(items.length);
  const scores = new Float64Array(items.length).fill(noMatchScore);
  for (const [index, item] of items.entries()) {
    const fit = fitOfItems[index] ?? 0;
    if (fit > worstIncludedFit) continue;
    ranks[index] = access.getRank(item);
    scores[index] = fit * fitFactor + (ranks[index] ?? 0);
  }
  return {
    bestItems: getBestItems(items, scores, maxItems, access.getLabel).map(({ item, index }) => ({
      item,
      rank: ranks[index] ?? 0,
    })),
    matchCount: counts.reduce((sum, count) => sum + count, 0),
  };
}

/**
 * Returns how well each item matches: from 0 (best) to 3, or 4 if it doesn't match. Also returns the number of items
 * for each of these values.
 */
function computeFits<Item>(
  items: readonly Item[],
  query: string,
  { getLowerLabel, getLowerSearchText }: RankingAccess<Item>,
): { readonly fitOfItems: Uint8Array; readonly counts: readonly number[] } {
  const fitOfItems = new Uint8Array(items.length);
  if (query === "") return { fitOfItems, counts: [items.length] };
  const counts = [0, 0, 0, 0];
  for (const [index, item] of items.entries()) {
    const fit = computeFit(getLowerLabel(item), getLowerSearchText(item), query);
    fitOfItems[index] = fit;
    if (fit <= worstFit) counts[fit] = (counts[fit] ?? 0) + 1;
  }
  return { fitOfItems, counts };
}

/**
 * Returns the first items in sort order. Thousands of items can have the same score, so labels are compared only
 * between such items, and in small batches.
 */
function getBestItems<Item>(
  items: readonly Item[],
  scores: Float64Array,
  maxItems: number,
  getLabel: (item: Item) => string,
): readonly ScoredItem<Item>[] {
  const limit = scores.slice().sort()[maxItems - 1] ?? noMatchScore;
  const compareItems = (a: ScoredItem<Item>, b: ScoredItem<Item>) =>
    a.score - b.score || (a.label < b.label ? -1 : a.label > b.label ? 1 : 0);
  let scoredItems: ScoredItem<Item>[] = [];
  let worstItem: ScoredItem<Item> | undefined;
  for (const [index, item] of items.entries()) {
    const score = scores[index] ?? noMatchScore;
    if (score > limit || score === noMatchScore) continue;
    const candidate = { item, index, score, label: getLabel(item) };
    if (worstItem && compareItems(candidate, worstItem) >= 0) continue;
    scoredItems.push(candidate);
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
  readonly label: string;
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
  const start = text.length > maxTextLength ? text.slice(0, maxTextLength) : text;
  return isAscii(start) ? splitAsciiWords(start) : splitUnicodeWords(start);
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
    const character = classifyCharacter(text.charCodeAt(position));
    if (character === "other" || (character === "upper" && previousClass === "lower")) {
      if (previousClass !== "other") {
        words.add(toSingular(lowerCaseText.slice(start, position)));
        count++;
      }
      start = position;
    } else if (previousClass === "other") start = position;
    previousClass = character;
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
  let sharedCount = 0;
  for (const word of a) sharedCount += scoreWord(word, b);
  return Math.min(1, (2 * sharedCount) / (a.size + b.size));
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
    let number = numberByWord.get(word);
    if (number === undefined && wordsByNumber.length < maxNumberedWords) {
      number = wordsByNumber.push(word) - 1;
      numberByWord.set(word, number);
    }
    if (number !== undefined) wordNumbers.push(number);
  }
  return wordNumbers;
}

/**
 * Returns a function that computes how similar a set of words is to the requested words, from 0 to 1. The score of each
 * word is cached, because most words occur thousands of times.
 */
export function createSimilarityScorer(queryWords: ReadonlySet<string>): (words: WordNumbers) => number {
  let scores = new Float32Array(wordsByNumber.length).fill(unknownScore);
  return (words) => {
    if (words.length === 0 || queryWords.size === 0) return 0;
    let commonScore = 0;
    for (const word of words) {
      if (word >= scores.length) scores = growScores(scores);
      let score = scores[word] ?? unknownScore;
      if (score === unknownScore) scores[word] = score = scoreWord(wordsByNumber[word] ?? "", queryWords);
      commonScore += score;
    }
    return Math.min(1, (2 * commonScore) / (words.length + queryWords.size));
  };
}

const unknownScore = -1;

/** Returns a longer copy of the array, with space for the words that have since been added to the dictionary. */
function growScores(scores: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const longerScores = new Float32Array(2 * wordsByNumber.length).fill(unknownScore);
  longerScores.set(scores);
  return longerScores;
}

function startsLikeAny(word: string, otherWords: ReadonlySet<string>): boolean {
  for (const other of otherWords)
    if (other.length > 3 && (other.startsWith(word) || word.startsWith(other))) return true;
  return false;
}

/** Returns the share of folders that two paths have in common, from 0 to 1 (the same folder). */
export function getNearness(path: string, other: string): number {
  return createNearnessScorer(other)(path);
}

/**
 * Returns a function that computes the share of folders that a path has in common with this path. Use it to compare
 * thousands of paths with the same path.
 */
export function createNearnessScorer(other: string): (path: string) => number {
  const folderCount = countFolders(other, 0);
  return (path) => {
    let sharedCount = 0;
    let position = 0;
    for (; position < path.length && position < other.length; position++) {
      const code = path.charCodeAt(position);
      if (code !== other.charCodeAt(position)) break;
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
