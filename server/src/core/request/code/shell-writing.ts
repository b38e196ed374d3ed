import type { Writing } from "./code-text.ts";

/** How a shell wants words that are not plain. */
export interface Shell {
  readonly writing: Writing;
  /** Around the whole word. */
  readonly quoted: (word: string) => string;
  /** Between two lines of one command. */
  readonly nextLine: string;
}

/** Single quotes, in which nothing means anything; a variable stands in double quotes beside them. */
export const posixShell: Shell = {
  writing: {
    quote: (text) => `'${text.replaceAll("'", "'\\''")}'`,
    variable: (name) => `"$${name}"`,
    base64: (expression) => `"$(printf %s ${expression} | base64 | tr -d '\\n')"`,
    plus: "",
  },
  quoted: (word) => word,
  nextLine: " \\\n  ",
};

/**
 * The command prompt of Windows: quotes for the program are written `^"`, so that to the prompt itself nothing is in
 * quotes and each of its own signs has a `^`. Inside, a backslash counts only before a quote. A line end is `^` and an
 * empty line.
 */
export const commandPrompt: Shell = {
  writing: {
    quote: (text) =>
      text
        .replace(/(\\*)"/g, '$1$1\\"')
        .replace(/[\^"&|<>()%!]/g, "^$&")
        .replace(/\r?\n/g, "^\n\n"),
    variable: (name) => `%${name}%`,
    base64: () => "<BASE64>",
    plus: "",
  },
  quoted: (word) => `^"${word.replace(/\\+$/, "$&$&")}^"`,
  nextLine: " ^\n  ",
};
