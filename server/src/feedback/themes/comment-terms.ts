import { normalizeText } from "../entries/listed-page.ts";

/** The maximum length of the part of a comment that is used to find themes, in UTF-16 code units. */
const maxThemeTextLength = 1000;

/**
 * Returns the part of a comment that is used to determine themes, normalized for `TermFinder`. Normalizing can shorten
 * the text.
 */
export function foldComment(comment: string): string {
  return normalizeText(comment.slice(0, 2 * maxThemeTextLength));
}

/** The maximum length of a word. Longer strings are keys or encoded data. */
const maxWordLength = 40;

/** A word in a comment, both as written and in the form used for comparison. */
export interface CommentWord {
  readonly surface: string;
  /** The word, normalized and in the singular. Empty if the word isn't distinctive. */
  readonly key: string;
  /** Whether only a space or a hyphen separates the word from the previous word. */
  readonly isAdjacent: boolean;
}

const wordRunPattern = /[\p{L}\p{M}\p{N}]+/gu;
const wordPattern = /^[\p{L}\p{M}\p{N}]+$/u;
/** Scripts that don't separate words with spaces. */
const unspacedScriptPattern =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/**
 * The cost of `Intl.Segmenter` for each code unit, relative to a regular expression. For the same text, it takes about
 * 30 times as long.
 */
const segmenterCost = 30;

let segmenter: Intl.Segmenter | undefined;

/**
 * Returns the cost of calling `splitComment` for a text. For scripts that separate words with spaces, each code unit
 * has a cost of 1.
 */
export function getSplitCost(comment: string): number {
  const length = Math.min(comment.length, maxThemeTextLength);
  return unspacedScriptPattern.test(comment.slice(0, maxThemeTextLength)) ? length * segmenterCost : length;
}

/** Returns the words of a comment, without email addresses and URLs. `getKey` is usually a cached `getWordKey`. */
export function splitComment(comment: string, getKey: (word: string) => string = getWordKey): readonly CommentWord[] {
  const text = removeUrls(comment.slice(0, maxThemeTextLength));
  const words: CommentWord[] = [];
  let end = 0;
  for (const { surface, offset } of unspacedScriptPattern.test(text) ? listSegments(text) : listWordRuns(text)) {
    const textBetween = text.slice(end, offset);
    const isAdjacent = words.length > 0 && (textBetween === "" || /^[\s_-]{1,3}$/.test(textBetween));
    words.push({ surface, key: getKey(surface), isAdjacent });
    end = offset + surface.length;
  }
  return words;
}

interface WordRun {
  readonly surface: string;
  readonly offset: number;
}

function* listWordRuns(text: string): Generator<WordRun> {
  for (const { 0: surface, index: offset } of text.matchAll(wordRunPattern)) yield { surface, offset };
}

function* listSegments(text: string): Generator<WordRun> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "word" });
  for (const { segment: surface, index: offset, isWordLike } of segmenter.segment(text))
    if (isWordLike === true) yield { surface, offset };
}

function removeUrls(text: string): string {
  if (!text.includes("@") && !text.includes("://")) return text;
  return text
    .split(/\s+/)
    .map((part) => (part.includes("@") || part.includes("://") ? "." : part))
    .join(" ");
}

/** Returns the form of a word that is used for comparison, or an empty string if the word isn't distinctive. */
export function getWordKey(word: string): string {
  if (word.length > maxWordLength) return "";
  const foldedWord = normalizeText(word);
  if (!wordPattern.test(foldedWord)) return "";
  // Numbers aren't distinctive, except for HTTP status codes.
  if (/^\p{N}+$/u.test(foldedWord)) return /^(?:[1-4]\d\d|5[01]\d)$/.test(foldedWord) ? foldedWord : "";
  // Words that consist of one character, or only of hiragana, are mostly particles.
  const minLength = unspacedScriptPattern.test(word) || /\p{sc=Hangul}/u.test(word) ? 2 : 3;
  if (word.normalize("NFC").length < minLength || /^\p{sc=Hiragana}+$/u.test(word)) return "";
  const key = toSingular(foldedWord);
  return stopWords.has(foldedWord) || stopWords.has(key) ? "" : key;
}

/**
 * Returns the singular of a normalized word, based on the most common rules in English, French, Spanish, and
 * Portuguese. Incorrect results don't matter, because results are only compared with each other.
 */
function toSingular(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word) || !word.endsWith("s") || /(?:ss|us)$/.test(word)) return word;
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /(?:ss|x|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** Matches the key of a theme, which is one word, or two words separated by a space. */
const themeKeyPattern = /^[\p{L}\p{M}\p{N}]{1,80}(?: [\p{L}\p{M}\p{N}]{1,80})?$/u;

interface SearchTerm {
  /** A bit mask with only the term's bit set. */
  readonly mask: number;
  readonly pattern: RegExp;
  /** The text that each match must start with. */
  readonly prefix: string;
  /** Whether a match can begin in the middle of a word, because the script doesn't separate words. */
  readonly canStartInWord: boolean;
}

/** The maximum number of terms that are searched for at the same time. */
export const maxSearchTerms = 30;

/**
 * Finds up to `maxSearchTerms` terms in normalized texts. Each text is read only once, regardless of how many terms
 * there are.
 */
export class TermFinder {
  readonly #termsByFirstCode = new Map<number, SearchTerm[]>();
  /** The terms in `#termsByFirstCode`, indexed by the ASCII code of their first character. */
  readonly #termsByAscii: readonly (SearchTerm[] | undefined)[];

  /** Creates a finder. Invalid keys never match. */
  constructor(keys: readonly string[]) {
    for (const [index, key] of keys.slice(0, maxSearchTerms).entries()) {
      if (!themeKeyPattern.test(key)) continue;
      const firstCode = key.charCodeAt(0);
      this.#termsByFirstCode.set(firstCode, [
        ...(this.#termsByFirstCode.get(firstCode) ?? []),
        createSearchTerm(key, 1 << index),
      ]);
    }
    this.#termsByAscii = Array.from({ length: 0x80 }, (_, code) => this.#termsByFirstCode.get(code));
  }

  /**
   * Returns a bit mask in which the bit at each key's index is set if the term occurs in the part of the text that is
   * used for themes.
   */
  find(foldedText: string): number {
    let bits = 0;
    const end = Math.min(foldedText.length, maxThemeTextLength);
    for (let index = 0; index < end; index++) {
      const code = foldedText.charCodeAt(index);
      const terms = code < 0x80 ? this.#termsByAscii[code] : this.#termsByFirstCode.get(code);
      if (!terms) continue;
      for (const { mask, prefix, pattern, canStartInWord } of terms) {
        if ((bits & mask) !== 0 || !foldedText.startsWith(prefix, index)) continue;
        if (!canStartInWord && isInWord(foldedText, index)) continue;
        pattern.lastIndex = index;
        if (pattern.test(foldedText)) bits |= mask;
      }
    }
    return bits;
  }
}

function createSearchTerm(key: string, mask: number): SearchTerm {
  const words = key.split(" ");
  const [firstWord = ""] = words;
  // In a script that doesn't use spaces, one word may directly follow the other.
  const gapPattern = words.every((word) => unspacedScriptPattern.test(word)) ? "[\\s_-]{0,3}" : "[\\s_-]{1,3}";
  const endPattern = isUnspacedCharacter(key, -1) ? "" : "(?![\\p{L}\\p{M}\\p{N}])";
  return {
    mask,
    pattern: new RegExp(words.map(getWordPattern).join(gapPattern) + endPattern, "uy"),
    prefix: /^[a-z]{3,}$/.test(firstWord) && firstWord.endsWith("y") ? firstWord.slice(0, -1) : firstWord,
    canStartInWord: isUnspacedCharacter(key, 0),
  };
}

/** Whether the character before an index is part of a word. */
function isInWord(text: string, index: number): boolean {
  if (index === 0) return false;
  const code = text.charCodeAt(index - 1);
  // Normalized ASCII text doesn't contain uppercase letters.
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
  return /[\p{L}\p{M}\p{N}]$/u.test(text.slice(Math.max(0, index - 2), index));
}

function isUnspacedCharacter(key: string, index: number): boolean {
  return unspacedScriptPattern.test(Array.from(key).at(index) ?? "");
}

/** Returns a pattern for a word and its plural. */
function getWordPattern(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word;
  if (word.endsWith("y")) return `${word.slice(0, -1)}(?:ys?|ies)`;
  return /(?:s|x|ch|sh)$/.test(word) ? `${word}(?:e?s)?` : `${word}s?`;
}

// cspell:disable

/**
 * Frequent words that don't indicate the subject of a comment, normalized and in the singular. The list contains common
 * English words, words that are common in comments on documentation, and the longer function words of the editor's
 * other languages.
 */
const stopWords: ReadonlySet<string> = new Set(
  `able about above add after again against ago all almost alone already also although always and another any anyone
anything anyway are aren around ask away back bad because been before being below better between both but came can
cannot come could couldn did didn different does doesn doing don done down each either else enough etc even ever every
everything few find first for found from further gave get getting give given goes going gone good got great had hadn
hard has hasn have haven having hello help helpful hence her here hers him his hope how however idea instead into isn
its itself just keep kind knew know last least less let like little look looking lot made make making many may maybe
mean mention might more most much must need never new next nice nor not nothing now off often old once one only onto
other our ours out over own part per perhaps please possible put question quite rather really same saw say saying seem
seen several shall she should shouldn show since some someone something sometime soon still such sure take than thank
thanks that the their them then there therefore these they thing think this those though through thus time too took
toward tried try trying two under unless until upon use used useful using usually very want was wasn way well went
were weren what whatever when where whether which while who whole whom whose why will with within without won work
worked working would wouldn write wrong yes yet you your yours article doc docs documentation page section site
aber alle als einfach man für gibt habe haben hat hier über auch auf aus bei beim bin bis bitte damit dann das dass
dem den der des die dies diese diesem diesen dieser doch dort durch ein eine einem einen einer ich ihr immer ist kann
kein keine mehr mein mich mit nach nicht noch nur oder ohne schon sehr seite sich sie sind und uns unter vom von war
warum wenn werden wie wir wird wurde zum zur como con cual hace hacer había puede pueden esto están más también cuando
del desde donde ella ellos era esa ese eso esta estan este esto estos fue hasta hay las los mas muy nos para pero por
porque pagina que sera ser sin sobre sobre son sus tambien tiene todo una uno unos aussi aux avec bien été fonctionne
car ces cet cette comme dans des donc elle elles est etait etre fait faut ici ils les leur lui mais meme mes moi mon
nous ont par pas peut plus pour quand quoi sans ses soit sont sur tout tre tres une vos votre vous aqui com dos faz
fazer muito pode são também ela ele eles essa esse isso foi mai mais mas meu minha nao nas nem num numa pela pelo
quando qual sem seu sua tem uma voce
ドキュメント ページ こと 場合 文書 我们 你们 他们 这个 那个 这里 没有 可以 什么 怎么 如何 一个 文档 页面`
    .split(/\s+/)
    .map(normalizeText),
);
