import type { JoinedPath } from "../../protocol/feedback.ts";
import type { ListedPage } from "../view/panel-model.ts";

/** By what a page is named in a `ListQuery`: its address in the site, else `?` and the path as the service tells it. */
export function pageKeyOf(path: string, joined: JoinedPath | undefined): string {
  return joined && joined.kind !== "unknown" ? joined.url : `?${path}`;
}

/** What a list tells of the page behind a path. */
export function listedPage(path: string, joined: JoinedPath | undefined): ListedPage {
  const key = pageKeyOf(path, joined);
  if (!joined || joined.kind === "unknown") return { key, title: path, isJoined: false };
  const title = joined.title.trim() === "" ? joined.url : joined.title;
  return {
    key,
    title,
    isJoined: true,
    ...(joined.kind === "operation" && { operation: joined.operation }),
  };
}

/** Letters that no decomposition takes apart. */
const letters: Readonly<Record<string, string>> = {
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
 * A text as it is searched: lower case, without accents and characters that cannot be seen, each run of spaces one space.
 * What is equal by it is found.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  const isPlain = !/[^\0-\x7f]/.test(lower);
  const folded = isPlain
    ? lower
    : lower
        .normalize("NFKD")
        .replace(/[\p{M}\p{Cf}]+/gu, "")
        .replace(/[ßæœøđðþłħıς]/g, (letter) => letters[letter] ?? letter);
  // Decomposition has made plain spaces of all others.
  return / {2}|[\0-\x1f\u1680\u2028\u2029]/.test(folded) ? folded.replace(/[\s\0-\x1f]+/g, " ") : folded;
}
