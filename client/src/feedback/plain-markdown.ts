/** UTF-16 units of a comment that are shown beside the text; the panel shows the whole. */
export const maxShown = 65_536;

/**
 * Markdown that shows exactly this text: nothing in it is a link, an image, a heading, an icon or code. Every sign that
 * could mean something is escaped, and what cannot be seen is made visible.
 */
export function plainMarkdown(text: string, max = maxShown): string {
  const shown = text.length > max ? `${withoutHalf(text.slice(0, max))}…` : text;
  return visible(shown)
    .split(/\r\n|\r|\n/)
    .map((line) => escapedLine(line.trimEnd()))
    .join("\n")
    .replace(/\n{2,}/g, "\n\n")
    .replace(/(?<!\n)\n(?!\n)/g, "  \n")
    .trim();
}

/** One line for a tree or a lens: its first words. */
export function getFirstWords(text: string, max = 120): string {
  const line = visible(text.slice(0, max * 8))
    .replace(/\s+/g, " ")
    .trim();
  return line.length > max ? `${withoutHalf(line.slice(0, max - 1))}…` : line;
}

/** For lists to choose from, in which `$(name)` would be a picture. */
export function withoutIcons(text: string): string {
  return text.replaceAll("$(", "$ (");
}

/** The text with marks for signs that are not seen or that turn others around: `⟨U+202E⟩`. */
export function visible(text: string): string {
  return text.replace(unseen, (sign, at: number, full: string) => {
    if (joins.test(sign) && isJoining(full, at)) return sign;
    const code = sign.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
}

/** Controls but tabs and line ends, marks of direction, signs without width, tags, half pairs. */
const unseen =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]|\p{Surrogate}/gu;
const joins = /^[\u200c\u200d]$/;

/** Scripts and emoji need joiners between signs of their own. */
function isJoining(text: string, at: number): boolean {
  const before = /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u;
  const after = /^[\p{L}\p{M}\p{Extended_Pictographic}]/u;
  return before.test(text.slice(Math.max(0, at - 2), at)) && after.test(text.slice(at + 1, at + 3));
}

/** Indented lines would be code; a space that does not break is none. */
function escapedLine(line: string): string {
  const rest = line.replace(/^[ \t]+/, "");
  const indent = line.slice(0, line.length - rest.length).replaceAll("\t", "    ");
  return "&nbsp;".repeat(indent.length) + escapedWords(rest);
}

/**
 * Only what means something where it stands is escaped: the editor reads the source of a comment to those who cannot see
 * it, with every backslash.
 */
function escapedWords(line: string): string {
  return line
    .replace(/[\\`*[\]<~|@]|_|&(?=#?\w)/g, "\\$&")
    .replace(/:(?=\/\/)/g, "\\:")
    .replace(/(?<=www)\./gi, "\\.")
    .replace(/^(\d*)([#+=>.)-])/, "$1\\$2");
}

/** Not a pair cut in two. */
function withoutHalf(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}
