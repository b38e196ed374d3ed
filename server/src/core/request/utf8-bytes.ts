/** The text as bytes of UTF-8; half a surrogate pair, which no bytes stand for, becomes U+FFFD as in `TextEncoder`. */
export function utf8Bytes(text: string): number[] {
  const bytes: number[] = [];
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0;
    const code = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), rest(code));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), rest(code >> 6), rest(code));
    else bytes.push(0xf0 | (code >> 18), rest(code >> 12), rest(code >> 6), rest(code));
  }
  return bytes;
}

function rest(code: number): number {
  return 0x80 | (code & 0x3f);
}
