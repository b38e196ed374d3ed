/**
 * Words of a text or path, in lower case, without the `s` of a plural: `Manage API-keys` → `manage`, `api`, `key`. Of
 * scripts that write no blanks between words, each pair of neighbours counts as one.
 */
export function wordsOf(text: string): ReadonlySet<string> {
  const start = text.length > longestText ? text.slice(0, longestText) : text;
  return isAscii(start) ? asciiWords(start) : anyWords(start);
}

function anyWords(text: string): ReadonlySet<string> {
  const words = text
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]+|[\p{L}\p{N}]+/gu);
  return new Set((words ?? []).slice(0, mostWords).flatMap(partsOf));
}

const longestText = 400;
const mostWords = 40;

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

/** The same, ten times as fast: words of each page of thousands are asked for at once. */
function asciiWords(text: string): ReadonlySet<string> {
  const lower = text.toLowerCase();
  const words = new Set<string>();
  let count = 0;
  let before: Sign = "other";
  for (let start = 0, at = 0; at <= text.length && count < mostWords; at++) {
    const sign = signOf(text.charCodeAt(at));
    if (sign === "other" || (sign === "upper" && before === "lower")) {
      if (before !== "other") {
        words.add(singular(lower.slice(start, at)));
        count++;
      }
      start = at;
    } else if (before === "other") start = at;
    before = sign;
  }
  return words;
}

type Sign = "lower" | "upper" | "digit" | "other";

/** Of a character of ASCII; `other` where a text ends. */
function signOf(code: number): Sign {
  if (code >= 0x61 && code <= 0x7a) return "lower";
  if (code >= 0x41 && code <= 0x5a) return "upper";
  return code >= 0x30 && code <= 0x39 ? "digit" : "other";
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith("s") ? word.slice(0, -1) : word;
}

function partsOf(word: string): string[] {
  if (word.charCodeAt(0) < 0x3040) return [singular(word)];
  if (word.length === 1) return [word];
  return Array.from({ length: word.length - 1 }, (_, i) => word.slice(i, i + 2));
}

/** How much two texts have in common by their words, from 0 to 1. Words that begin alike count half. */
export function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let common = 0;
  for (const word of a) common += worthOf(word, b);
  return Math.min(1, (2 * common) / (a.size + b.size));
}

function worthOf(word: string, wanted: ReadonlySet<string>): number {
  if (wanted.has(word)) return 1;
  return word.length > 3 && beginsLikeOneOf(word, wanted) ? 0.5 : 0;
}

/** The words of a text by their numbers, each once: thousands of texts are compared in no time. */
export type NumberedWords = readonly number[];

/** Words by number, and their numbers: a dictionary for all texts, in which nothing depends on what is in it already. */
const dictionary: string[] = [];
const numbers = new Map<string, number>();

/** What is beyond is left out: no site has so many words. */
const mostNumbered = 500_000;

export function numberedWordsOf(text: string): NumberedWords {
  const found: number[] = [];
  for (const word of wordsOf(text)) {
    let number = numbers.get(word);
    if (number === undefined && dictionary.length < mostNumbered) {
      number = dictionary.push(word) - 1;
      numbers.set(word, number);
    }
    if (number !== undefined) found.push(number);
  }
  return found;
}

/** The likeness to one text, for thousands of others, which mostly have words that others of them have too. */
export function likenessTo(wanted: ReadonlySet<string>): (words: NumberedWords) => number {
  let worths = new Float32Array(dictionary.length).fill(unknown);
  return (words) => {
    if (words.length === 0 || wanted.size === 0) return 0;
    let common = 0;
    for (const word of words) {
      if (word >= worths.length) worths = lengthened(worths);
      let worth = worths[word] ?? unknown;
      if (worth === unknown) worths[word] = worth = worthOf(dictionary[word] ?? "", wanted);
      common += worth;
    }
    return Math.min(1, (2 * common) / (words.length + wanted.size));
  };
}

const unknown = -1;

/** For words that have come into the dictionary since. */
function lengthened(worths: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const longer = new Float32Array(2 * dictionary.length).fill(unknown);
  longer.set(worths);
  return longer;
}

function beginsLikeOneOf(word: string, others: ReadonlySet<string>): boolean {
  for (const other of others)
    if (other.length > 3 && (other.startsWith(word) || word.startsWith(other))) return true;
  return false;
}

/** How many folders two paths have in common, from 0 to 1 for two in the same folder. Asked for thousands of pages at once. */
export function nearness(path: string, other: string): number {
  const longest = Math.max(folders(path), folders(other));
  if (longest === 0) return 1;
  let same = 0;
  for (let i = 0; i < path.length && i < other.length; i++) {
    const code = path.charCodeAt(i);
    if (code !== other.charCodeAt(i)) break;
    if (code === slash) same++;
  }
  return same / longest;
}

const slash = 47;

function folders(path: string): number {
  let count = 0;
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) count++;
  return count;
}
