/** The text of UTF-8 that base64 stands for; undefined where it is none. */
export function textOfBase64(base64: string): string | undefined {
  if (!/^[A-Za-z\d+/]*={0,2}$/.test(base64)) return undefined;
  let bits = 0;
  let count = 0;
  let encoded = "";
  for (const letter of base64.replace(/=+$/, "")) {
    bits = (bits << 6) | letters.indexOf(letter);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    encoded += `%${((bits >> count) & 0xff).toString(16).padStart(2, "0")}`;
    bits &= (1 << count) - 1;
  }
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
