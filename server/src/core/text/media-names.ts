const extension = /\.(?:png|jpe?g|gif|svg|webp|avif|bmp|mp4|webm|mov|m4v|mp3|wav|ogg)(?![a-z0-9])/gi;
const longestName = 200;

/**
 * Names of images, videos and sounds that a text mentions, wherever: in links, styles, code or prose. Lower case,
 * without folder, percent-encoding decoded, of a name with blanks the part behind the last one (`mediaName`). A name of
 * which only the end is written out, as `${theme}.png`, is its ending alone: `.png`.
 */
export function mediaNamesIn(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { index, 0: ending } of text.matchAll(extension)) {
    let start = index;
    while (start > 0 && index - start < longestName && !isDelimiter(text.charCodeAt(start - 1))) start--;
    const name = mediaName(text.slice(start, index + ending.length));
    names.add(isOpen(text[start - 1]) ? ending.toLowerCase() : name);
  }
  return names;
}

/** A file's name as `mediaNamesIn` writes it. */
export function mediaName(file: string): string {
  const name = decode(file.slice(file.lastIndexOf("/") + 1))
    .normalize("NFC")
    .toLowerCase();
  return name.slice(name.search(/[^\s]*$/));
}

/** Blanks, quotes, slashes and whatever else stands around a file's name. */
const delimiters = new Set(" \t\r\n\"'`/\\()[]<>{}=,;|*?&$".split("").map((char) => char.charCodeAt(0)));

function isDelimiter(code: number): boolean {
  return delimiters.has(code);
}

/** The rest of the name is made when the page is built. */
function isOpen(before: string | undefined): boolean {
  return before === "}" || before === "*";
}

function decode(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
