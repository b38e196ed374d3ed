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
  for (const word of a) {
    if (b.has(word)) common += 1;
    else if (word.length > 3 && beginsLikeOneOf(word, b)) common += 0.5;
  }
  return Math.min(1, (2 * common) / (a.size + b.size));
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
