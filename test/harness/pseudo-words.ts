import { pageMessages } from "./page-messages.ts";

const letters = "abcdefghijklmnopqrstuvwxyz";
const accentedLetters = "à ƀ ç đ é ƒ ĝ ĥ î ĵ ķ ļ ḿ ñ ô ƥ ʠ ŕ š ţ û ṽ ŵ ẋ ý ž".split(" ");
const strangeCapitals = "À Ɓ Ç Đ É Ƒ Ĝ Ĥ Î Ĵ Ķ Ļ Ḿ Ñ Ô Ƥ Ɋ Ŕ Š Ţ Û Ṽ Ŵ Ẋ Ý Ž".split(" ");

/** Returns a message that is 40 percent longer and doesn't contain any ASCII letters. Placeholders remain unchanged. */
export function pseudo(text: string): string {
  if (!/[A-Za-z]/.test(text)) return text;
  const [first = "", ...rest] = text.split(/(\{\d\})/);
  const accented = [first, ...rest].map((part) => (/^\{\d\}$/.test(part) ? part : part.replace(/[A-Za-z]/g, strangeLetter))); // prettier-ignore
  return `${accented.join("")}${filler(Math.ceil(text.length * 0.4))}`;
}

/**
 * Returns the webviews' messages in a pseudo-language. If a page shows ordinary letters, the message that contains them
 * isn't translated.
 */
export function pseudoTexts(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...pageMessages()].map(([key, message]) => [
      key,
      typeof message === "string" ? pseudo(message) : { one: pseudo(message.one), other: pseudo(message.other) },
    ]),
  );
}

/** Returns this many letters, divided into words that are as long as German words. */
function filler(length: number): string {
  return "ẋ".repeat(length).replace(/.{18}(?=.)/gu, "$& ");
}

function strangeLetter(letter: string): string {
  const small = letters.indexOf(letter);
  if (small >= 0) return accentedLetters[small] ?? letter;
  const capital = letters.toUpperCase().indexOf(letter);
  return strangeCapitals[capital] ?? letter;
}
