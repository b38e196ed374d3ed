/** A text with secrets in it: what stands there as it is, what a variable of the environment holds, and base64 of such a text. */
export type CodeText = readonly CodePiece[];
export type CodePiece = string | { readonly variable: string } | { readonly base64: CodeText };

const marks = /\{\{base64:((?:\{\{secret:[\w.-]{1,64}\}\}|[^{}])*)\}\}|\{\{secret:([\w.-]{1,64})\}\}/g;

/** `Bearer {{secret:token}}` as `Bearer ` and the variable `TOKEN` (marks of secrets: `secret-placeholders.ts`). */
export function joinCode(text: string): CodeText {
  const pieces: CodePiece[] = [];
  let from = 0;
  for (const { index, 0: mark, 1: inside, 2: name } of text.matchAll(marks)) {
    if (index > from) pieces.push(text.slice(from, index));
    if (name !== undefined) pieces.push({ variable: variableName(name) });
    else if (inside !== undefined) pieces.push({ base64: joinCode(inside).map(decodedPiece) });
    from = index + mark.length;
  }
  if (from < text.length || pieces.length === 0) pieces.push(text.slice(from));
  return pieces;
}

/** `my-api.key` as `MY_API_KEY`. */
export function variableName(secret: string): string {
  const name = secret.toUpperCase().replace(/[^A-Z0-9]+/g, "_");
  return /^[A-Z_]/.test(name) ? name : `_${name}`;
}

/** Inside base64 what is not plain is percent-encoded. */
function decodedPiece(piece: CodePiece): CodePiece {
  if (typeof piece !== "string") return piece;
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}

/** How a language writes texts. */
export interface Writing {
  /** A literal. */
  readonly quote: (text: string) => string;
  /** What a variable of the environment holds. */
  readonly variable: (name: string) => string;
  /** The base64 of a text that an expression makes. */
  readonly base64: (expression: string) => string;
  /** Between parts of a text; ` + ` unless told. */
  readonly plus?: string;
}

/** The expression of a language that makes the text. */
export function written(text: CodeText | string, writing: Writing): string {
  const pieces = typeof text === "string" ? joinCode(text) : text;
  return pieces
    .map((piece) => {
      if (typeof piece === "string") return writing.quote(piece);
      if ("variable" in piece) return writing.variable(piece.variable);
      return writing.base64(written(piece.base64, writing));
    })
    .join(writing.plus ?? " + ");
}

/** The variables that a text asks for, each once. */
export function variablesIn(text: string): readonly string[] {
  const found = (pieces: CodeText): string[] =>
    pieces.flatMap((piece) => {
      if (typeof piece === "string") return [];
      return "variable" in piece ? [piece.variable] : found(piece.base64);
    });
  return [...new Set(found(joinCode(text)))];
}

/** How a language escapes inside double quotes. */
export interface Escapes {
  /** Characters that get a backslash, besides `"` and `\`. */
  readonly also?: string;
  /** Of a control character by its code; `\u0007` unless told. */
  readonly control?: (code: number) => string;
}

/** A literal in double quotes as most languages have it: `"a\n\"b\""`. */
export function doubleQuoted(text: string, { also = "", control = fourDigits }: Escapes = {}): string {
  const escaped = text.replace(/["\\$#\u0000-\u001f\u007f\u2028\u2029\ufeff\ud800-\udfff]/gu, (char) => {
    if (char === '"' || char === "\\" || also.includes(char)) return `\\${char}`;
    const short = shortEscapes.get(char);
    if (short !== undefined) return short;
    return char === "$" || char === "#" ? char : control(char.charCodeAt(0));
  });
  return `"${escaped}"`;
}

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

function fourDigits(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

/** `\u{7}`, as Swift, Rust, Dart and Ruby have it. */
export function braced(code: number): string {
  return `\\u{${code.toString(16)}}`;
}

/** A literal in single quotes in which only `'` and `\` are escaped, and lines end as they do. */
export function singleQuoted(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}

/** Lines that are worth a literal over several lines: no other control characters than line feeds, and not one alone. */
export function isBlock(text: string): boolean {
  return /\n./.test(text) && !/[\u0000-\u0009\u000b-\u001f\u007f\u2028\u2029\ufeff\ud800-\udfff]/u.test(text);
}

/** Whether a text with secrets in it or not can be one literal over several lines, with none of these in it. */
export function isRawBlock(text: string, never: RegExp): boolean {
  return isBlock(text) && !never.test(text) && !/\{\{(secret|base64):/.test(text);
}

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
