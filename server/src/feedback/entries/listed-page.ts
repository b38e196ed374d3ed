import type { JoinedPath } from "../../protocol/feedback.ts";
import type { ListedPage } from "../view/panel-model.ts";

/**
 * Returns the key for a page in a `ListQuery`. The key is the page's URL on the site or, if the URL is unknown, `?`
 * followed by the path that the service reports.
 */
export function getPageKey(path: string, joinedPath: JoinedPath | undefined): string {
  return joinedPath && joinedPath.kind !== "unknown" ? joinedPath.url : `?${path}`;
}

/** Returns the data that lists show for a page. `path` is the path that the service reports. */
export function toListedPage(path: string, joinedPath: JoinedPath | undefined): ListedPage {
  const key = getPageKey(path, joinedPath);
  if (!joinedPath || joinedPath.kind === "unknown") return { key, title: path, isJoined: false };
  const title = joinedPath.title.trim() === "" ? joinedPath.url : joinedPath.title;
  return {
    key,
    title,
    isJoined: true,
    ...(joinedPath.kind === "operation" && { operation: joinedPath.operation }),
  };
}

/** Letters that Unicode decomposition doesn't split. */
const asciiLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ħ: "h",
  ı: "i",
  ς: "σ",
};

/**
 * Normalizes text for search: converts it to lowercase, removes accents and invisible characters, and collapses each
 * run of spaces. Two texts match if their normalized forms are equal.
 */
export function normalizeText(text: string): string {
  const lowerCaseText = text.toLowerCase();
  const isAscii = !/[^\0-\x7f]/.test(lowerCaseText);
  const foldedText = isAscii
    ? lowerCaseText
    : lowerCaseText
        .normalize("NFKD")
        .replace(/[\p{M}\p{Cf}]+/gu, "")
        .replace(/[ßæœøđðþłħıς]/g, (letter) => asciiLetters[letter] ?? letter);
  // Unicode decomposition has already converted all other spaces to ASCII spaces.
  return / {2}|[\0-\x1f\u1680\u2028\u2029]/.test(foldedText) ? foldedText.replace(/[\s\0-\x1f]+/g, " ") : foldedText;
}
