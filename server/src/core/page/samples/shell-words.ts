import type { TextRange } from "../../text/text-edit.ts";

/** A word of a command as the shell hands it on: quotes and escapes are gone, but known is where each character stood. */
export interface ShellWord {
  readonly text: string;
  /** As written, quotes included. */
  readonly range: TextRange;
  /** The offset in the page of each UTF-16 unit of `text`. */
  readonly offsets: readonly number[];
  /** A variable or a command is put in, so what stands there when it runs cannot be told: `$API_KEY`. */
  readonly isOpen: boolean;
  /** Where in `text` those begin. */
  readonly openAt: readonly number[];
}

const longestShell = 50_000;

/**
 * The commands of a shell sample, each a list of words: what stands between `;`, `&&`, `|` and line ends. Quotes of
 * both kinds, `\` before a line end and comments are understood; nothing is expanded. `start` is where `code` begins
 * in the page.
 */
export function shellCommands(code: string, start: number): readonly (readonly ShellWord[])[] {
  if (code.length > longestShell) return [];
  const reader = new ShellReader(code, start);
  return reader.commands();
}

class ShellReader {
  readonly #code: string;
  readonly #start: number;
  #at = 0;

  constructor(code: string, start: number) {
    this.#code = code;
    this.#start = start;
  }

  commands(): readonly (readonly ShellWord[])[] {
    const commands: ShellWord[][] = [];
    let words: ShellWord[] = [];
    while (this.#at < this.#code.length) {
      const character = this.#code.charAt(this.#at);
      if (this.#skipsLineEnd()) continue;
      if (character === " " || character === "\t" || character === "\r") this.#at++;
      else if (character === "#") this.#skipLine();
      else if ("\n;|&()".includes(character)) {
        this.#at++;
        if (words.length > 0) commands.push(words);
        words = [];
      } else words.push(this.#word());
    }
    if (words.length > 0) commands.push(words);
    return commands;
  }

  /** `\` at the end of a line joins it with the next; Windows writes `^`. */
  #skipsLineEnd(): boolean {
    const joined = /[\\^][ \t]*\r?\n/y;
    joined.lastIndex = this.#at;
    const found = joined.exec(this.#code);
    if (found) this.#at += found[0].length;
    return found !== null;
  }

  #skipLine(): void {
    const end = this.#code.indexOf("\n", this.#at);
    this.#at = end < 0 ? this.#code.length : end;
  }

  #word(): ShellWord {
    const from = this.#at;
    const taken: Taken = { text: "", offsets: [], openAt: [] };
    while (this.#at < this.#code.length) {
      const character = this.#code.charAt(this.#at);
      if (" \t\r\n;|&()".includes(character) || this.#isLineEndAhead()) break;
      if (character === "'") this.#single(taken);
      else if (character === "$" && this.#code.charAt(this.#at + 1) === "'") this.#ansi(taken);
      else if (character === '"') this.#double(taken);
      else if (character === "\\") this.#escaped(taken);
      else this.#take(taken, character === "$" || character === "`");
    }
    return {
      text: taken.text,
      offsets: taken.offsets,
      isOpen: taken.openAt.length > 0,
      openAt: taken.openAt,
      range: { start: this.#start + from, end: this.#start + this.#at },
    };
  }

  #isLineEndAhead(): boolean {
    const character = this.#code.charAt(this.#at);
    if (character !== "\\") return false;
    return /^\\[ \t]*\r?\n/.test(this.#code.slice(this.#at, this.#at + 80));
  }

  #single(taken: Taken): void {
    this.#at++;
    while (this.#at < this.#code.length && this.#code.charAt(this.#at) !== "'") this.#take(taken, false);
    this.#at++;
  }

  #double(taken: Taken): void {
    this.#at++;
    while (this.#at < this.#code.length && this.#code.charAt(this.#at) !== '"') {
      const character = this.#code.charAt(this.#at);
      if (character === "\\" && '"\\$`\n'.includes(this.#code.charAt(this.#at + 1))) this.#escaped(taken);
      else this.#take(taken, character === "$" || character === "`");
    }
    this.#at++;
  }

  #escaped(taken: Taken): void {
    this.#at++;
    if (this.#code.charAt(this.#at) === "\n") this.#at++;
    else if (this.#at < this.#code.length) this.#take(taken, false);
  }

  /** `$'it\'s\n'`, as browsers copy texts that have line ends or quotes in them. */
  #ansi(taken: Taken): void {
    this.#at += 2;
    while (this.#at < this.#code.length && this.#code.charAt(this.#at) !== "'") {
      ansiEscape.lastIndex = this.#at;
      const [escape, ...groups] = ansiEscape.exec(this.#code) ?? [];
      const digits = groups.find((group) => group !== undefined) ?? "";
      if (escape === undefined) {
        this.#take(taken, false);
        continue;
      }
      const meant =
        digits === ""
          ? (ansiEscapes.get(escape.charAt(1)) ?? escape.charAt(1))
          : String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(digits, /[xuU]/.test(escape) ? 16 : 8)));
      for (let i = 0; i < meant.length; i++) taken.offsets.push(this.#start + this.#at);
      taken.text += meant;
      this.#at += escape.length;
    }
    this.#at++;
  }

  #take(taken: Taken, opens: boolean): void {
    if (opens) taken.openAt.push(taken.text.length);
    taken.text += this.#code.charAt(this.#at);
    taken.offsets.push(this.#start + this.#at);
    this.#at++;
  }
}

const ansiEscape = /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([0-7]{1,3})|[^])/y;
const ansiEscapes: ReadonlyMap<string, string> = new Map(
  Object.entries({ n: "\n", r: "\r", t: "\t", a: "\u0007", b: "\b", e: "\u001b", f: "\f", v: "\v" }),
);

interface Taken {
  text: string;
  readonly offsets: number[];
  readonly openAt: number[];
}
