import { utf8Bytes } from "./utf8-bytes.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The UTF-8 of a text in base64 with its `=` (RFC 4648, section 4). */
export function base64OfText(text: string): string {
  const bytes = utf8Bytes(text);
  const letters: string[] = [];
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b, c] = [bytes[i], bytes[i + 1], bytes[i + 2]];
    letters.push(letter(a >> 2), letter((a << 4) | ((b ?? 0) >> 4)));
    letters.push(b === undefined ? "=" : letter((b << 2) | ((c ?? 0) >> 6)));
    letters.push(c === undefined ? "=" : letter(c));
  }
  return letters.join("");
}

function letter(bits: number): string {
  return alphabet.charAt(bits & 0x3f);
}
