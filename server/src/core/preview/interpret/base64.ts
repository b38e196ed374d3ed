const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Throws, as browsers do, for what has characters above 255. */
export function toBase64(text: string): string {
  let out = "";
  for (let at = 0; at < text.length; at += 3) {
    const codes = [0, 1, 2].map((i) => text.charCodeAt(at + i));
    if (codes.some((code) => code > 255)) throw new RangeError();
    const [a = 0, b = 0, c = 0] = codes.map((code) => (Number.isNaN(code) ? 0 : code));
    const bits = (a << 16) | (b << 8) | c;
    out += [18, 12, 6, 0]
      .map((shift, i) => (at + i > text.length ? "=" : digits[(bits >> shift) & 63]))
      .join("");
  }
  return out;
}

/** Throws for what is none. */
export function fromBase64(text: string): string {
  const clean = text.replace(/[\s=]/g, "");
  let out = "";
  let bits = 0;
  let count = 0;
  for (const char of clean) {
    const value = digits.indexOf(char);
    if (value < 0) throw new RangeError();
    bits = ((bits << 6) | value) & 0xffffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      out += String.fromCharCode((bits >> count) & 255);
    }
  }
  return out;
}
