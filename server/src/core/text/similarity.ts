import { decodePercent } from "./decode-text.ts";
import { getFileName, getFolderPath } from "./site-path.ts";

/**
 * Returns the candidate that the author most likely meant, or undefined if no candidate is similar to the name or if
 * several are equally similar. Ignores case and the separators `-` and `_`. At most a third of the characters can
 * differ, with a minimum of one and a maximum of four. Two adjacent characters that are swapped count as one
 * difference. If both names have the same number of words, each word must be similar to its counterpart, and words of
 * up to three letters must have the same letters. Otherwise, one name must contain all words of the other, or they must
 * be almost the same without separators. A single word can differ in more than two characters only if these are added
 * or removed. If both names contain digits, the digits must be the same. For example, `delete-user` isn't treated as a
 * typo for `create-user`, nor is `v1` for `v2`. A candidate that adds words to the name, such as `get-a-user` for
 * `get-user`, takes precedence over one in which a word differs, such as `get-users`.
 */
export function findNearestName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > maxNameLength) return undefined;
  const simpleName = removeSeparators(name);
  if (simpleName === "") return undefined;
  const limit = Math.min(maxDistance, Math.max(1, Math.floor(simpleName.length / 3)));
  const words = splitWords(name);
  const digits = getDigits(name);
  let bestCandidate: string | undefined;
  let bestRank = Infinity;
  let isTie = false;
  for (const candidate of candidates) {
    if (candidate.length < simpleName.length - limit) continue;
    const simplifiedCandidate = removeSeparators(candidate);
    if (simplifiedCandidate === simpleName) return candidate;
    const isLonger = words.length > 1 && simplifiedCandidate.length > simpleName.length;
    const baseRank = isLonger && hasAllWords(words, candidate) ? 0 : maxDistance;
    const allowedDistance = Math.min(limit, bestRank - baseRank);
    if (Math.abs(simplifiedCandidate.length - simpleName.length) > allowedDistance) continue;
    const distance = computeEditDistance(simpleName, simplifiedCandidate, allowedDistance);
    if (distance > allowedDistance || haveDifferentDigits(digits, candidate)) continue;
    const candidateWords = splitWords(candidate);
    if (!haveSimilarWords(words, candidateWords)) continue;
    const areSingleWords = words.length === 1 && candidateWords.length === 1;
    if (areSingleWords && distance > 2 && distance !== Math.abs(simplifiedCandidate.length - simpleName.length))
      continue;
    const hasEqualRank = bestCandidate !== undefined && baseRank + distance === bestRank;
    isTie = hasEqualRank && (isTie || simplifiedCandidate !== removeSeparators(bestCandidate ?? ""));
    bestRank = baseRank + distance;
    if (!hasEqualRank) bestCandidate = candidate;
  }
  return isTie ? undefined : bestCandidate;
}

/**
 * Returns the candidate that differs from the name only by a small typo: by at most one character or, in a name of at
 * least eight characters, two. Ignores case and the separators `-` and `_`.
 */
export function findTypo(name: string, candidates: Iterable<string>): string | undefined {
  const nearestName = findNearestName(name, candidates);
  if (nearestName === undefined) return undefined;
  const simpleName = removeSeparators(name);
  const limit = simpleName.length < 8 ? 1 : 2;
  return computeEditDistance(simpleName, removeSeparators(nearestName), limit) <= limit ? nearestName : undefined;
}

const maxDistance = 4;

/** The maximum length of a name in UTF-16 code units. Longer names are rare, and comparing them is slow. */
const maxNameLength = 300;

/**
 * Whether each word is similar to its counterpart. If the numbers of words differ, whether one list contains the other
 * one, or whether the joined words are almost the same. True if each list consists of one word.
 */
export function haveSimilarWords(words: readonly string[], otherWords: readonly string[]): boolean {
  if (words.length !== otherWords.length) {
    const [shorterWords, longerWords] = words.length < otherWords.length ? [words, otherWords] : [otherWords, words];
    const [text, otherText] = [words.join(""), otherWords.join("")];
    const limit = text.length < 12 ? 1 : 2;
    return containsWords(longerWords, shorterWords) || computeEditDistance(text, otherText, limit) <= limit;
  }
  if (words.length < 2) return true;
  return words.every((word, i) => {
    const otherWord = otherWords[i] ?? "";
    if (word === otherWord) return true;
    if (/^\d+$/.test(word) || /^\d+$/.test(otherWord)) return false;
    // Short words with other letters, such as `get` and `set`, aren't typos of each other.
    if (word.length < 4 && word.length === otherWord.length) return sortLetters(word) === sortLetters(otherWord);
    const limit = Math.max(1, Math.floor(word.length / 3));
    return computeEditDistance(word, otherWord, limit) <= limit;
  });
}

function sortLetters(word: string): string {
  return word.split("").toSorted().join("");
}

/** Whether the candidate contains all words in the same order. */
export function hasAllWords(words: readonly string[], candidate: string): boolean {
  return containsWords(splitWords(candidate), words);
}

function containsWords(longerWords: readonly string[], words: readonly string[]): boolean {
  let matchCount = 0;
  for (const word of longerWords) if (word === words[matchCount]) matchCount++;
  return matchCount === words.length;
}

function haveDifferentDigits(digits: string, candidate: string): boolean {
  const candidateDigits = getDigits(candidate);
  return digits !== "" && candidateDigits !== "" && digits !== candidateDigits;
}

function getDigits(name: string): string {
  return name.replace(/\D+/g, "");
}

const versionPattern = /\d+(?:\.\d+)*/g;

/**
 * Whether both paths contain numbers and neither path contains all numbers of the other, as with `v1/start` and
 * `v2/start`. The paths then probably belong to different versions or dates.
 */
export function haveDifferentNumbers(firstPath: string, secondPath: string): boolean {
  const numbers = new Set(firstPath.match(versionPattern));
  const otherNumbers = new Set(secondPath.match(versionPattern));
  return (
    [...numbers].some((number) => !otherNumbers.has(number)) && [...otherNumbers].some((number) => !numbers.has(number))
  );
}

function splitWords(name: string): string[] {
  return name.toLowerCase().split(/[-_.]/);
}

function removeSeparators(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, "");
}

/**
 * Returns the optimal string alignment distance, or `limit + 1` if the distance exceeds `limit`. To save time, compares
 * only the part that differs and only characters whose positions are at most `limit` apart.
 */
export function computeEditDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let [start, endA, endB] = [0, a.length, b.length];
  while (start < endA && start < endB && a[start] === b[start]) start++;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  return computeDistance(a.slice(start, endA), b.slice(start, endB), limit);
}

function computeDistance(a: string, b: string, limit: number): number {
  if (a === "" || b === "") return Math.min(limit + 1, a.length + b.length);
  const unreachableDistance = limit + 1;
  let rowBeforePrevious = Array.from({ length: b.length + 1 }, () => unreachableDistance);
  let previousRow = Array.from(rowBeforePrevious, (_, i) => Math.min(i, unreachableDistance));
  let row = [...rowBeforePrevious];
  for (let i = 1; i <= a.length; i++) {
    row.fill(unreachableDistance);
    if (i <= limit) row[0] = i;
    let minCost = unreachableDistance;
    const lastIndex = Math.min(b.length, i + limit);
    for (let j = Math.max(1, i - limit); j <= lastIndex; j++) {
      const replacementCost = (previousRow[j - 1] ?? unreachableDistance) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(
        replacementCost,
        (previousRow[j] ?? unreachableDistance) + 1,
        (row[j - 1] ?? unreachableDistance) + 1,
        unreachableDistance,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (rowBeforePrevious[j - 2] ?? unreachableDistance) + 1);
      row[j] = cost;
      if (cost < minCost) minCost = cost;
    }
    if (minCost >= unreachableDistance && (row[0] ?? unreachableDistance) >= unreachableDistance)
      return unreachableDistance;
    [rowBeforePrevious, previousRow, row] = [previousRow, row, rowBeforePrevious];
  }
  return previousRow[b.length] ?? unreachableDistance;
}

/** Returns the length of the common prefix of two strings. */
export function getCommonPrefixLength(text: string, otherText: string): number {
  if (text === otherText) return text.length;
  const max = Math.min(text.length, otherText.length);
  return findMaxCount(max, (start, end) => text.slice(start, end) === otherText.slice(start, end));
}

/** Returns the length of the common suffix of two strings, up to `max`. */
export function getCommonSuffixLength(text: string, otherText: string, max: number): number {
  return findMaxCount(max, (start, end) => sliceFromEnd(text, start, end) === sliceFromEnd(otherText, start, end));
}

function sliceFromEnd(text: string, start: number, end: number): string {
  return text.slice(text.length - end, text.length - start);
}

/**
 * Returns the largest count up to `max` for which `hasSameCharacters` returns true. Uses binary search, because it's
 * much faster to compare substrings than individual characters.
 */
function findMaxCount(max: number, hasSameCharacters: (start: number, end: number) => boolean): number {
  let [low, high] = [0, max];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (hasSameCharacters(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Whether the folder of one path contains the other path. */
export function areNested(firstPath: string, secondPath: string): boolean {
  const contains = (folder: string, path: string) => folder === "" || path.startsWith(`${folder}/`);
  return contains(getFolderPath(firstPath), secondPath) || contains(getFolderPath(secondPath), firstPath);
}

/** Returns the number of folders that two paths have in common at their starts. */
export function countSharedFolders(path: string, otherPath: string): number {
  const otherFolders = otherPath.split("/").slice(0, -1);
  const pathFolders = path.split("/").slice(0, -1);
  const differenceIndex = pathFolders.findIndex((folder, i) => folder !== otherFolders[i]);
  return differenceIndex < 0 ? pathFolders.length : differenceIndex;
}

/**
 * Returns the number of segments that two paths have in common at their ends, such as 2 for `old/apps/start` and
 * `apps/start`.
 */
export function countSharedLastSegments(path: string, otherPath: string): number {
  let count = 0;
  let sharedLength = 0;
  while (
    sharedLength < Math.min(path.length, otherPath.length) &&
    path.at(-1 - sharedLength) === otherPath.at(-1 - sharedLength)
  ) {
    sharedLength++;
    if (path.at(-sharedLength) === "/") count++;
  }
  const endsAtSegment = [path, otherPath].every(
    (path) => path.length === sharedLength || path.at(-1 - sharedLength) === "/",
  );
  return endsAtSegment && path.at(-sharedLength) !== "/" ? count + 1 : count;
}

/**
 * Returns the pages that have the most folder names in common with the path, regardless of their order. Returns an
 * empty list if no page has any in common, or if there are fewer than 2 or more than 50 pages.
 */
export function listPagesWithMostSharedFolders(pages: readonly string[], slug: string): readonly string[] {
  if (pages.length < 2 || pages.length > 50) return [];
  const folders = new Set(getFolderPath(slug).split("/"));
  const counts = pages.map(
    (page) =>
      new Set(
        getFolderPath(page)
          .split("/")
          .filter((name) => folders.has(name)),
      ).size,
  );
  const maxCount = Math.max(...counts);
  return maxCount === 0 ? [] : pages.filter((_, i) => counts[i] === maxCount);
}

/** Names of the page that readers see first in a folder. */
const startNamePattern = /^(?:overview|intro|introduction|index)$/i;

/**
 * Whether two names are the same word with another ending, such as `deployment` for `deploy`, or are both names of the
 * first page in a folder, such as `overview` and `index`.
 */
export function areRelatedNames(name: string, otherName: string): boolean {
  if (startNamePattern.test(name) || startNamePattern.test(otherName))
    return startNamePattern.test(name) && startNamePattern.test(otherName);
  const [stem = "", longerName = ""] = [name.toLowerCase(), otherName.toLowerCase()].sort(
    (a, b) => a.length - b.length,
  );
  const ending = longerName.startsWith(stem) ? longerName.slice(stem.length) : "";
  return stem.length > 3 && /^(?:e?s|ing|ments?|[a-z]{0,4}ations?)$/.test(ending);
}
/**
 * Whether the paths differ in a word that isn't a typo: the page isn't about the programming language in the link, is
 * in another version of a folder, such as `users` for `users-2-0`, or is about one item instead of all of them.
 */
export function hasDifferentSubject(slug: string, page: string): boolean {
  const words = new Set(toWords(page));
  const isInPage = (name: string) => ["", "s", "js", "lang"].some((end) => words.has(name + end));
  const [nameWords, pageWords] = [toWords(getFileName(slug)), toWords(getFileName(page))];
  return (
    listLanguageWords(slug).some((word) => getLanguageNames(word)?.every((name) => !isInPage(name))) ||
    hasDifferentFolderVersion(slug, page) ||
    isPluralName(nameWords, pageWords) ||
    isPluralName(pageWords, nameWords)
  );
}

/** The programming languages in paths, each with its other names. */
const languageNames =
  "csharp dotnet|cpp|dart|elixir|go golang|java|javascript js node nodejs|kotlin|perl|php|python py|ruby rb|rust rs|scala|swift|typescript ts"
    .split("|")
    .map((nameList) => nameList.split(" "));

/** Languages that are also words. They're languages only as a folder or at the end of a name, as in `rest-go`. */
const ambiguousLanguages: ReadonlySet<string> = new Set(["dart", "go", "node", "ruby", "rust", "scala", "swift"]);

function listLanguageWords(path: string): readonly string[] {
  return path.split("/").flatMap((segment) => {
    const words = toWords(segment);
    return words.filter((word, i) => !ambiguousLanguages.has(word) || i === words.length - 1);
  });
}

function getLanguageNames(word: string): readonly string[] | undefined {
  return word.length < 2 ? undefined : languageNames.find((names) => names.includes(word));
}

function toWords(path: string): readonly string[] {
  return path.toLowerCase().split(/[^\p{L}\p{N}]+/u);
}

/** A folder's name with a version, such as `users-2-0` or `users-v2`. */
const folderVersionPattern = /^(\p{L}.*?)[-_.]v?(\d+)(?:[-_.]\d+)*$/iu;

/**
 * Returns the match, the name without a version, and the version, or an empty list if the name contains no version.
 * Long names aren't parsed, because that takes too long.
 */
function parseFolderVersion(name: string): readonly (string | undefined)[] {
  return (name.length > 100 ? undefined : folderVersionPattern.exec(name)) ?? [];
}

/** Returns the name with the same version in another spelling, such as `users-v2` for `users-2-0`. */
export function findNameWithSameVersion(name: string, names: Iterable<string>): string | undefined {
  const [, baseName, version] = parseFolderVersion(name);
  if (baseName === undefined) return undefined;
  return [...names].find((other) => {
    const [, otherBase, otherVersion] = parseFolderVersion(other);
    return otherBase === baseName && otherVersion === version;
  });
}

function hasDifferentFolderVersion(slug: string, page: string): boolean {
  const folders = getFolderPath(page).split("/");
  return getFolderPath(slug)
    .split("/")
    .some((folder) => {
      const [, baseName, version] = parseFolderVersion(folder);
      if (baseName === undefined) return false;
      const versions = folders.flatMap((name) => {
        const [, otherBase = name, otherVersion = ""] = parseFolderVersion(name);
        return otherBase === baseName ? [otherVersion] : [];
      });
      return versions.length > 0 && !versions.includes(version ?? "");
    });
}

/**
 * Whether a name such as `get-all-users` or `get-users` is about several items, and the other one about one of them.
 */
function isPluralName(words: readonly string[], otherWords: readonly string[]): boolean {
  const [item = "", otherItem = ""] = [words.at(-1), otherWords.at(-1)];
  const [verb = ""] = words;
  const isSingular = !/(?<!s)s$/.test(otherItem);
  if (words.includes("all") && !otherWords.includes("all")) return isSingular;
  return readVerbs.has(verb) && item === `${otherItem}s` && otherWords[0] === verb;
}

const readVerbs: ReadonlySet<string> = new Set(["fetch", "find", "get", "query", "read", "retrieve"]);

/**
 * Removes numbers that determine the order of files, such as `01-` in `01-guides/02-start`, but not versions such as
 * `2.x`.
 */
export function removeOrderNumbers(path: string): string {
  return path.replace(/(^|\/)\d{1,3}[-_.](?!x(?:[/.]|$))(?=\p{L})/giu, "$1");
}

/** Whether the paths belong to different versions or dates. Numbers that only determine the order don't count. */
export function haveDifferentVersions(firstPath: string, secondPath: string): boolean {
  return haveDifferentNumbers(removeOrderNumbers(firstPath), removeOrderNumbers(secondPath));
}

/** Returns the words that determine the subject, without their endings. */
export function toStems(words: string): readonly string[] {
  return words
    .split("-")
    .filter((word) => word !== "" && !/^(?:a|an|at|for|in|into|of|on|our|the|via|your)$/.test(word))
    .map((word) =>
      word
        .replace(/ies$/, "y")
        .replace(/(?<=[a-z]{3})s$/, "")
        .replace(/(?<=[a-z]{3})(?:ing|ed)$/, "")
        .replace(/(?<=[a-z]{2})e$/, "")
        .replace(/([a-z])\1$/, "$1"),
    );
}

/**
 * Whether a word continues its counterpart with more than an ending, such as `eventid` for `event`. In that case, the
 * words have different meanings.
 */
export function hasLongerWord(words: readonly string[], others: readonly string[]): boolean {
  if (words.length !== others.length) return false;
  return words.some((word, i) => {
    const [start = "", longer = ""] = [word, others[i] ?? ""].sort((a, b) => a.length - b.length);
    const ending = longer.slice(start.length);
    return (
      longer.startsWith(start) &&
      ending.length > 1 &&
      !/^(?:al|ally|ed|er|ers|es|ing|ings|ly|ments?|ions?|js|\d+)$/.test(ending)
    );
  });
}

export function addsOnlyFunctionWords(words: readonly string[], idWords: string): boolean {
  return idWords.split("-").every((word) => words.includes(word) || isFunctionWord(word));
}

function isFunctionWord(word: string): boolean {
  return /^(?:\d*|a|about|an|and|are|at|by|for|from|how|in|is|of|on|or|our|s|the|to|what|with|your)$/.test(word);
}

/** Returns the words without a dash at the start or end. For example, returns `peers` for `peers[]`. */
export function getInnerWords(text: string): string {
  return toDashedWords(text).replace(/^-|-$/g, "");
}

/** Returns the lowercase words of an anchor with dashes between them. */
export function toDashedWords(id: string): string {
  return decodePercent(id)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "-");
}

/** Whether both anchors consist of the same letters and digits, such as `a--b` and `a-&-b`. */
export function isRespelled(anchor: string, id: string): boolean {
  const [letters, otherLetters] = [anchor, id].map((text) => toDashedWords(text).replaceAll("-", ""));
  return letters === otherLetters;
}

/** Returns the letters and digits of an anchor, without the accents of Latin letters. */
export function toLetters(id: string): string {
  const letters = toDashedWords(id).replaceAll("-", "").normalize("NFD");
  return letters.replace(/(?<=\p{Script=Latin})\p{M}+/gu, "").normalize("NFC");
}

/** Returns the number of words in an anchor, without numbers and words such as `the`. */
export function countSubjectWords(anchor: string): number {
  return toDashedWords(anchor)
    .split("-")
    .filter((word) => !isFunctionWord(word)).length;
}

/** Whether the text contains the word, in singular or plural. */
export function hasWord(text: string, word: string): boolean {
  const removePlural = (each: string) => each.replace(/(?<=\p{L}{2})s$/u, "");
  return text.split("-").some((each) => removePlural(each) === removePlural(word));
}

/** Returns the words except those such as `the`. Numbers are included. */
export function listSubjectWords(words: string): readonly string[] {
  return words.split("-").filter((word) => /^\d+$/.test(word) || !isFunctionWord(word));
}

/**
 * Whether the words of an anchor that an ID also contains, possibly with another ending, have the same order there, and
 * the ID adds at most one word to the subject, at its end.
 */
export function hasWordsInOrder(anchor: string, id: string): boolean {
  const [stems, idStems] = [toStems(toDashedWords(anchor)), toStems(toDashedWords(id))];
  const indexes = stems.map((stem) => idStems.indexOf(stem)).filter((index) => index >= 0);
  const added = idStems.flatMap((stem, i) => (stems.includes(stem) || isFunctionWord(stem) ? [] : [i]));
  const isSameSubject = added.length === 0 || (added.length === 1 && (added[0] ?? 0) > Math.max(...indexes));
  return isSameSubject && indexes.every((index, i) => index >= (indexes[i - 1] ?? 0));
}

/** Whether the words differ only in their endings, such as `read` and `reading`. */
export function haveSameStem(word: string, otherWord: string): boolean {
  if (word === otherWord) return true;
  const stem = word.replace(/(?:ing|e?s|ed|e)$/, "");
  return (
    stem.length > 3 &&
    /^(?:ing|ings|e?s|ed|e|er|ers)?$/.test(otherWord.startsWith(stem) ? otherWord.slice(stem.length) : "-")
  );
}

const maxSeparators = 12;

/**
 * Returns the names that result if a hyphen or underscore is replaced with a slash, such as `api/types` for
 * `api-types`.
 */
export function splitName(name: string): readonly string[] {
  const separators = [...name.matchAll(/(?<=[^-_])[-_](?=[^-_])/g)];
  return separators.length >= maxSeparators
    ? []
    : separators.map(({ index }) => `${name.slice(0, index)}/${name.slice(index + 1)}`);
}
