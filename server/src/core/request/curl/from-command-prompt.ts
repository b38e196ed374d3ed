/**
 * A command as the command prompt of Windows has it, written for a shell of Unix: `^` is taken off, and words in
 * double quotes become such in single ones, as `\` and `$` mean other things there. Other texts stay as they are.
 */
export function fromCommandPrompt(text: string): string {
  if (!/\^"|\^\r?\n/.test(text)) return text;
  const plain = text
    // A variable is put in before a caret takes anything for text.
    .replace(/(?<!\^)%([A-Za-z_]\w*)%/g, "\u0001$1\u0001")
    // A caret and an empty line are a line end inside a word, a caret alone at the end goes on with the command.
    .replace(/\^\r?\n\r?\n/g, "\u0000")
    .replace(/\^\r?\n[ \t]*/g, " ")
    .replace(/\^([^])/g, "$1");
  return plain
    .replace(/"((?:[^"\\]|\\+"|\\+(?!"))*)"/g, (_, inside: string) => {
      const meant = inside.replace(
        /(\\*)"/g,
        (__, slashes: string) => `${slashes.slice(0, slashes.length / 2)}"`,
      );
      return quoted(meant.replace(/\\+$/, (slashes) => slashes.slice(0, Math.ceil(slashes.length / 2))));
    })
    .replaceAll("\u0000", "\n");
}

/** Variables stand in double quotes, in which a shell of Unix puts them in. */
function quoted(text: string): string {
  return text
    .split(/(\u0001\w*\u0001)/)
    .map((piece, i) => (i % 2 === 0 ? `'${piece.replaceAll("'", "'\\''")}'` : `"$${piece.slice(1, -1)}"`))
    .join("");
}
