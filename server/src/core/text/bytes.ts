/**
 * Returns the UTF-8 bytes of the text. A lone surrogate becomes U+FFFD, as in `TextEncoder`, because UTF-8 can't
 * represent it.
 */
export function utf8Bytes(text: string): number[] {
  const bytes: number[] = [];
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0;
    const code = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), continuationByte(code));
    else if (code < 0x10000)
      bytes.push(0xe0 | (code >> 12), continuationByte(code >> 6), continuationByte(code));
    else
      bytes.push(
        0xf0 | (code >> 18),
        continuationByte(code >> 12),
        continuationByte(code >> 6),
        continuationByte(code),
      );
  }
  return bytes;
}

function continuationByte(code: number): number {
  return 0x80 | (code & 0x3f);
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Returns the Base64 encoding of the text's UTF-8 bytes, with `=` padding (RFC 4648, section 4). */
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

/**
 * Returns a short hash of the text. Different strings almost never have the same hash. Don't use this function for
 * secrets.
 */
export function hashText(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
