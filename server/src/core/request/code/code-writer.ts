import { decodePercent } from "../../text/decode-text.ts";
/**
 * Text that can contain secrets. It consists of literal text, environment variables, and the Base64 encoding of such
 * text.
 */
export type CodeText = readonly CodeChunk[];
export type CodeChunk = string | { readonly variable: string } | { readonly base64: CodeText };

const placeholderPattern = /\{\{base64:((?:\{\{secret:[\w.-]{1,64}\}\}|[^{}])*)\}\}|\{\{secret:([\w.-]{1,64})\}\}/g;

/**
 * Splits text at its secrets, which become environment variables. For example, `Bearer {{secret:token}}` becomes
 * `Bearer ` and the variable `TOKEN` (see `secret-placeholders.ts`).
 */
export function toCodeText(text: string): CodeText {
  const chunks: CodeChunk[] = [];
  let textStart = 0;
  for (const { index, 0: placeholder, 1: innerText, 2: name } of text.matchAll(placeholderPattern)) {
    if (index > textStart) chunks.push(text.slice(textStart, index));
    if (name !== undefined) chunks.push({ variable: getVariableName(name) });
    else if (innerText !== undefined) chunks.push({ base64: toCodeText(innerText).map(decodeChunk) });
    textStart = index + placeholder.length;
  }
  if (textStart < text.length || chunks.length === 0) chunks.push(text.slice(textStart));
  return chunks;
}

/** Returns the name of the environment variable for a secret, such as `MY_API_KEY` for `my-api.key`. */
export function getVariableName(secret: string): string {
  const name = secret.toUpperCase().replace(/[^A-Z0-9]+/g, "_");
  return /^[A-Z_]/.test(name) ? name : `_${name}`;
}

/** Decodes text inside a Base64 placeholder, in which special characters are percent-encoded. */
function decodeChunk(chunk: CodeChunk): CodeChunk {
  return typeof chunk === "string" ? decodePercent(chunk) : chunk;
}

/** How to write strings and variables in a language. */
export interface StringSyntax {
  /** Returns a string literal for the text. */
  readonly quote: (text: string) => string;
  /** Returns an expression that reads an environment variable. */
  readonly readVariable: (name: string) => string;
  /** Returns an expression that encodes the result of a string expression in Base64. */
  readonly encodeBase64: (expression: string) => string;
  /** The concatenation operator. The default is ` + `. */
  readonly concatenationOperator?: string;
}

/** Returns an expression for the text in the language that `syntax` describes. */
export function writeExpression(text: CodeText | string, syntax: StringSyntax): string {
  const chunks = typeof text === "string" ? toCodeText(text) : text;
  return chunks
    .map((chunk) => {
      if (typeof chunk === "string") return syntax.quote(chunk);
      if ("variable" in chunk) return syntax.readVariable(chunk.variable);
      return syntax.encodeBase64(writeExpression(chunk.base64, syntax));
    })
    .join(syntax.concatenationOperator ?? " + ");
}

/** Returns the names of the environment variables in the text, without duplicates. */
export function listVariableNames(text: string): readonly string[] {
  const listNames = (chunks: CodeText): string[] =>
    chunks.flatMap((chunk) => {
      if (typeof chunk === "string") return [];
      return "variable" in chunk ? [chunk.variable] : listNames(chunk.base64);
    });
  return [...new Set(listNames(toCodeText(text)))];
}

/** The escape sequences for double-quoted strings in a language. */
export interface Escapes {
  /** Additional characters that are escaped with a backslash, like `"` and `\`. */
  readonly extraCharacters?: string;
  /** Returns the escape sequence for the control character with this code. The default has the form `\u0007`. */
  readonly escapeControl?: (code: number) => string;
}

/** Returns a double-quoted literal, such as `"a\n\"b\""`, with the escape sequences that most languages share. */
export function toDoubleQuotedText(
  text: string,
  { extraCharacters = "", escapeControl = escapeWithFourDigits }: Escapes = {},
): string {
  const escapedText = text.replace(/["\\$#\u0000-\u001f\u007f\u2028\u2029\ufeff\ud800-\udfff]/gu, (char) => {
    if (char === '"' || char === "\\" || extraCharacters.includes(char)) return `\\${char}`;
    const shortEscape = shortEscapes.get(char);
    if (shortEscape !== undefined) return shortEscape;
    return char === "$" || char === "#" ? char : escapeControl(char.charCodeAt(0));
  });
  return `"${escapedText}"`;
}

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

function escapeWithFourDigits(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

/** Returns an escape sequence such as `\u{7}`, as in Swift, Rust, Dart, and Ruby. */
export function escapeWithBraces(code: number): string {
  return `\\u{${code.toString(16)}}`;
}

/** Returns a single-quoted literal, in which only `'` and `\` are escaped. Line breaks stay unchanged. */
export function toSingleQuotedText(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}

/**
 * Whether text should be written as a multiline literal: it has more than one line, and its only control characters are
 * line feeds.
 */
export function shouldBeMultilineLiteral(text: string): boolean {
  return /\n./.test(text) && !/[\u0000-\u0009\u000b-\u001f\u007f\u2028\u2029\ufeff\ud800-\udfff]/u.test(text);
}

/**
 * Whether text can be written as a single multiline literal: it contains no secrets and doesn't match
 * `forbiddenPattern`.
 */
export function canBeMultilineLiteral(text: string, forbiddenPattern: RegExp): boolean {
  return shouldBeMultilineLiteral(text) && !forbiddenPattern.test(text) && !/\{\{(secret|base64):/.test(text);
}

/** A shell's rules for quoting. */
export interface Shell {
  readonly syntax: StringSyntax;
  /** Quotes an entire word. */
  readonly quoteWord: (word: string) => string;
  /** The characters that continue a command on the next line. */
  readonly lineContinuation: string;
}

/**
 * A Unix shell. Text is in single quotes, in which no character has a special meaning. Variables are in double quotes,
 * next to the text.
 */
export const posixShell: Shell = {
  syntax: {
    quote: (text) => `'${text.replaceAll("'", "'\\''")}'`,
    readVariable: (name) => `"$${name}"`,
    encodeBase64: (expression) => `"$(printf %s ${expression} | base64 | tr -d '\\n')"`,
    concatenationOperator: "",
  },
  quoteWord: (word) => word,
  lineContinuation: " \\\n  ",
};

/**
 * The Windows command prompt. Quotes that the called program should receive are written as `^"` so that the command
 * prompt doesn't interpret them. Other characters that are special to the command prompt are also escaped with `^`. The
 * called program treats a backslash inside quotes as special only before a quote. A line break is written as `^`
 * followed by an empty line.
 */
export const commandPrompt: Shell = {
  syntax: {
    quote: (text) =>
      text
        .replace(/(\\*)"/g, '$1$1\\"')
        .replace(/[\^"&|<>()%!]/g, "^$&")
        .replace(/\r?\n/g, "^\n\n"),
    readVariable: (name) => `%${name}%`,
    encodeBase64: () => "<BASE64>",
    concatenationOperator: "",
  },
  quoteWord: (word) => `^"${word.replace(/\\+$/, "$&$&")}^"`,
  lineContinuation: " ^\n  ",
};
