import { decodePercent } from "./decode-text.ts";

const extensionPattern = /\.(?:png|jpe?g|gif|svg|webp|avif|bmp|mp4|webm|mov|m4v|mp3|wav|ogg)(?![a-z0-9])/gi;
const maxNameLength = 200;
const maxMentions = 20_000;

/**
 * Returns the names of the image, video, and audio files that the text mentions anywhere, including in links, styles,
 * and code. Names are in lowercase, percent-decoded, and without their folder. If a name contains spaces, only the part
 * after the last space is returned (see `normalizeMediaName`). If code constructs part of a name, that part is replaced
 * with a star and the folder is included, as in `images/logo-*.svg` for `/images/logo-${theme}.svg`.
 */
export function findMediaNames(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  let matchCount = 0;
  for (const { index, 0: ending } of text.matchAll(extensionPattern)) {
    if (++matchCount > maxMentions) break;
    const start = findStart(text, index, nameDelimiters);
    const writtenName = text.slice(start, index + ending.length);
    const previousCharacter = text[start - 1];
    if (previousCharacter === "}" || previousCharacter === "*")
      names.add(`${findPrefix(text, start - 1)}*${normalizePath(writtenName)}`);
    else if (start < index)
      names.add(writtenName.includes("%") ? normalizeMediaName(writtenName) : normalizePath(writtenName));
  }
  return names;
}

/** Whether the file is an image, video, or audio file. */
export function isMediaFile(file: string): boolean {
  const end = file.lastIndexOf(".");
  return end >= 0 && file.slice(end).replace(extensionPattern, "") === "";
}

/**
 * Returns a file's name in the form that `findMediaNames` uses, which omits everything before the last space, bracket,
 * or similar character. For example, `shot ().png` becomes `.png`.
 */
export function normalizeMediaName(file: string): string {
  const name = normalizePath(file);
  return name.slice(findStart(name, name.length, nameDelimiters));
}

/** Whether a name that contains a star may refer to this file. */
export function mayMatchFile(pattern: string, file: string): boolean {
  const [prefix = "", suffix = ""] = pattern.split("*");
  const path = normalizePath(file);
  return path.endsWith(suffix) && `/${path}`.includes(`/${prefix}`);
}

/**
 * Returns the text that precedes the `}` or `*` at `offset`, such as `images/logo-`. Leaves out a leading `/`, `./`, or
 * `../`.
 */
function findPrefix(text: string, offset: number): string {
  const minOffset = Math.max(0, offset - maxNameLength);
  const braceOffset = text[offset] === "}" ? text.slice(minOffset, offset).lastIndexOf("{") + minOffset : offset;
  if (braceOffset < minOffset) return "";
  const end = text[braceOffset - 1] === "$" ? braceOffset - 1 : braceOffset;
  const path = normalizePath(text.slice(findStart(text, end, pathDelimiters), end)).replace(/^[./]+/, "");
  // For a full URL, only the last folder is used, because sites may load their own images from the host of their source
  // files.
  return path.includes("://") ? (/:\/\/.+?\/([^/]+\/[^/]*)$/.exec(path)?.[1] ?? path) : path;
}

function findStart(text: string, end: number, delimiters: ReadonlySet<number>): number {
  let start = end;
  while (start > 0 && end - start < maxNameLength && !delimiters.has(text.charCodeAt(start - 1))) start--;
  return start;
}

/** Characters that delimit a path, such as spaces and quotes. Names are also delimited by slashes. */
const delimiterCharacters = " \t\r\n\"'`()[]<>{}=,;|*?&$";
const pathDelimiters: ReadonlySet<number> = new Set(getCharCodes(delimiterCharacters));
const nameDelimiters: ReadonlySet<number> = new Set(getCharCodes(`${delimiterCharacters}/\\`));

function getCharCodes(characters: string): number[] {
  return Array.from({ length: characters.length }, (_, i) => characters.charCodeAt(i));
}

function normalizePath(path: string): string {
  return decodePercent(path).normalize("NFC").toLowerCase();
}

/** The HTTP methods that have their own key in OpenAPI 3, in uppercase as in endpoint references. */
export const httpMethods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"] as const;
