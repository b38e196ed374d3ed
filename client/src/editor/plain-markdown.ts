/** The maximum length of a comment in the editor, in UTF-16 code units. The panel shows the complete comment. */
export const maxTextLength = 65_536;

/**
 * Returns Markdown that shows exactly this text, without links, images, headings, icons, or code. Characters with a
 * special meaning in Markdown are escaped, and invisible characters are replaced with visible markers.
 */
export function toPlainMarkdown(text: string, maxLength = maxTextLength): string {
  const excerpt = text.length > maxLength ? `${removeLoneSurrogate(text.slice(0, maxLength))}…` : text;
  return toVisibleText(excerpt)
    .split(/\r\n|\r|\n/)
    .map((line) => escapeLine(line.trimEnd()))
    .join("\n")
    .replace(/\n{2,}/g, "\n\n")
    .replace(/(?<!\n)\n(?!\n)/g, "  \n")
    .trim();
}

/** Returns the start of the text on one line, for use in a tree or a CodeLens. */
export function formatExcerpt(text: string, maxLength = 120): string {
  const line = toVisibleText(text.slice(0, maxLength * 8))
    .replace(/\s+/g, " ")
    .trim();
  return line.length > maxLength ? `${removeLoneSurrogate(line.slice(0, maxLength - 1))}…` : line;
}

/** Changes the text so that quick picks don't show `$(name)` as an icon. */
export function removeIcons(text: string): string {
  return text.replaceAll("$(", "$ (");
}

/** Replaces invisible characters, and characters that change the text direction, with markers such as `⟨U+202E⟩`. */
export function toVisibleText(text: string): string {
  return text.replace(invisiblePattern, (character, index: number, fullText: string) => {
    if (joinerPattern.test(character) && joinsNeighbors(fullText, index)) return character;
    const code = character.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
}

/**
 * Matches control characters except tabs and line endings, direction marks, zero-width characters, tags, and lone
 * surrogates.
 */
const invisiblePattern =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]|\p{Surrogate}/gu;
const joinerPattern = /^[\u200c\u200d]$/;

/** Whether the character at an index joins its neighbors, as some scripts and emoji require. */
function joinsNeighbors(text: string, index: number): boolean {
  const characterBeforePattern = /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u;
  const characterAfterPattern = /^[\p{L}\p{M}\p{Extended_Pictographic}]/u;
  return (
    characterBeforePattern.test(text.slice(Math.max(0, index - 2), index)) &&
    characterAfterPattern.test(text.slice(index + 1, index + 3))
  );
}

/** Escapes a line. Replaces its indentation with no-break spaces, because an indented line would become code. */
function escapeLine(line: string): string {
  const unindentedLine = line.replace(/^[ \t]+/, "");
  const indent = line.slice(0, line.length - unindentedLine.length).replaceAll("\t", "    ");
  return "&nbsp;".repeat(indent.length) + escapeMarkdownCharacters(unindentedLine);
}

/**
 * Escapes characters only where they have a meaning in Markdown. Screen readers read the source of a comment, which
 * includes every backslash.
 */
function escapeMarkdownCharacters(line: string): string {
  return (
    line
      .replace(/[\\`*[\]<~|@]|_|&(?=#?\w)/g, "\\$&")
      .replace(/:(?=\/\/)/g, "\\:")
      .replace(/(?<=www)\./gi, "\\.")
      .replace(/^(\d*)([#+=>.)-])/, "$1\\$2")
      // In the delimiter row of a table with one column, only the colon can be escaped.
      .replace(/^:(?=-)/, "\\:")
  );
}

/** Removes a lone high surrogate from the end of the text. */
function removeLoneSurrogate(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}
