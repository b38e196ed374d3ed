import { english } from "../../webview/src/feedback/english.ts";

const letters = "abcdefghijklmnopqrstuvwxyz";
const strange = "à ƀ ç đ é ƒ ĝ ĥ î ĵ ķ ļ ḿ ñ ô ƥ ʠ ŕ š ţ û ṽ ŵ ẋ ý ž".split(" ");
const strangeCapitals = "À Ɓ Ç Đ É Ƒ Ĝ Ĥ Î Ĵ Ķ Ļ Ḿ Ñ Ô Ƥ Ɋ Ŕ Š Ţ Û Ṽ Ŵ Ẋ Ý Ž".split(" ");

/** A sentence that is two fifths longer and has no letter of the alphabet; what is put into it stays. */
export function pseudo(text: string): string {
  const [first = "", ...rest] = text.split(/(\{\d\})/);
  const strangely = [first, ...rest].map((part) => (/^\{\d\}$/.test(part) ? part : part.replace(/[A-Za-z]/g, strangeLetter))); // prettier-ignore
  return `${strangely.join("")}${filler(Math.ceil(text.length * 0.4))}`;
}

/** The panel's words in a language that nobody speaks: what shows plain letters was not in the table. */
export function pseudoWords(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(english).map(([word, words]) => [
      word,
      word === "colon"
        ? words
        : typeof words === "string"
          ? pseudo(words)
          : Object.fromEntries(
              Object.entries(words).map(([name, text]) => [
                name,
                typeof text === "string" ? pseudo(text) : text,
              ]),
            ),
    ]),
  );
}

/** So many letters more, in words as long as those of German. */
function filler(length: number): string {
  return "ẋ".repeat(length).replace(/.{18}(?=.)/gu, "$& ");
}

function strangeLetter(letter: string): string {
  const small = letters.indexOf(letter);
  if (small >= 0) return strange[small] ?? letter;
  const capital = letters.toUpperCase().indexOf(letter);
  return strangeCapitals[capital] ?? letter;
}
