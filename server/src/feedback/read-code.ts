/** Code as it is compared. */
export interface ReadCode {
  /** Line ends as `\n`, without the indentation that all lines share and without empty lines at the ends. */
  readonly code: string;
  /** Without any blanks: what is equal in this is the same code. */
  readonly shape: string;
  /** Names, numbers and words with how often each occurs; signs where there are none. */
  readonly words: ReadonlyMap<string, number>;
  readonly wordCount: number;
}

/** What is longer is compared by its beginning. */
const longestCode = 50_000;

/** `// [!code highlight]` is for the service, readers do not see it. */
const marker =
  /[ \t]*(?:\/\/|#|--|;|%|\/\*|<!--|\{\/\*)?[ \t]*\[!code [^\]\n]{1,30}\][^\S\n]*(?:\*\/\}?|-->)?/g;

/** Reads code for comparing: of a page's text, or as a reader has seen it. */
export function readCode(written: string): ReadCode {
  const plain = written.slice(0, longestCode).replace(/\r\n?/g, "\n");
  const code = dedented(plain.includes("[!code ") ? plain.replace(marker, "") : plain);
  const words = new Map<string, number>();
  const found = code.match(/[\p{L}\p{N}_$]+/gu) ?? code.match(/\S/g) ?? [];
  for (const word of found) words.set(word, (words.get(word) ?? 0) + 1);
  return { code, shape: code.replace(/\s+/g, ""), words, wordCount: found.length };
}

function dedented(text: string): string {
  const lines = text.split("\n").map((line) => line.trimEnd());
  while (lines[0] === "") lines.shift();
  while (lines.at(-1) === "") lines.pop();
  let shared = Infinity;
  for (const line of lines) if (line !== "") shared = Math.min(shared, line.length - line.trimStart().length);
  return shared === 0 ? lines.join("\n") : lines.map((line) => line.slice(shared)).join("\n");
}
