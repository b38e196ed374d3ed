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
