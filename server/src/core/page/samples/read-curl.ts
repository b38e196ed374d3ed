import { type JsonNode, readJson } from "../../config/json/json-tree.ts";
import type { TextRange } from "../../text/text-edit.ts";

/**
 * The parts of a request in a code sample that can be determined without running the code. All ranges are offsets on
 * the page.
 */
export interface SampleRequest {
  /**
   * The method in uppercase. `range` is undefined if the tool infers the method, as in `curl -d`, which sends a POST
   * request.
   */
  readonly method: { readonly text: string; readonly range: TextRange | undefined };
  /** The URL as written, such as `https://api.example.com/users?limit=10`. */
  readonly url: SampleText;
  readonly headers: readonly { readonly name: string; readonly value: SampleText }[];
  /** Whether the request may have more headers, because some are in a variable or expression. */
  readonly hasOpenHeaders?: boolean;
  /** Query parameters that aren't part of `url`, as in `curl -G -d limit=10`. */
  readonly query: readonly { readonly name: string; readonly range: TextRange; readonly value: string }[];
  /** The body as a JSON tree. Undefined if there's no body or if it can't be parsed as JSON. */
  readonly body: JsonNode | undefined;
  /** Whether a part of the body is unknown because it's a file, variable, or expression. */
  readonly hasOpenBody: boolean;
  readonly hasBody: boolean;
  /** The body as sent. Set only for `curl`, and only if the entire text is known. */
  readonly bodyText?: string;
  /** The range of the entire call. */
  readonly range: TextRange;
}

export interface SampleText {
  readonly text: string;
  readonly range: TextRange;
  /** The offset on the page of each UTF-16 code unit in `text`. */
  readonly offsets: readonly number[];
  /** Whether the text contains a variable or expression. */
  readonly isOpen: boolean;
}

/**
 * Returns the tree with its ranges converted to offsets on the page. `offsets` contains the page offset of each
 * character.
 */
export function mapNodeRanges(node: JsonNode, offsets: readonly number[]): JsonNode {
  const range = mapRange(node.range, offsets);
  switch (node.kind) {
    case "object":
      return {
        ...node,
        range,
        properties: node.properties.map((property) => ({
          ...property,
          keyRange: mapRange(property.keyRange, offsets),
          value: property.value && mapNodeRanges(property.value, offsets),
        })),
      };
    case "array":
      return { ...node, range, items: node.items.map((item) => mapNodeRanges(item, offsets)) };
    default:
      return { ...node, range };
  }
}

/**
 * Returns the code of a block as readers see it, without the indentation of its fence and the marks of the quote or
 * list item around it. `offsets` contains the offset on the page of each UTF-16 code unit, and the end of the code.
 * `fenceStart` is the offset of the opening fence.
 */
export function removeFenceIndent(text: string, fenceStart: number, { start, end }: TextRange): UnindentedCode {
  const lineStart = text.lastIndexOf("\n", fenceStart - 1) + 1;
  const prefix = text.slice(lineStart, fenceStart);
  const width = computeColumn(prefix, 0);
  const quoteDepth = prefix.split(">").length - 1;
  let code = "";
  const offsets: number[] = [];
  for (let currentLineStart = start; currentLineStart < end;) {
    const lineBreakEnd = text.indexOf("\n", currentLineStart) + 1;
    const nextStart = lineBreakEnd === 0 || lineBreakEnd > end ? end : lineBreakEnd;
    let codeStart = currentLineStart;
    let [column, remainingQuoteCount] = [0, quoteDepth];
    while (codeStart < nextStart && column < width) {
      const character = text.charAt(codeStart);
      if (character === ">" ? remainingQuoteCount-- <= 0 : character !== " " && character !== "\t") break;
      column = computeColumn(character, column);
      codeStart++;
    }
    code += text.slice(codeStart, nextStart);
    for (let i = codeStart; i < nextStart; i++) offsets.push(i);
    currentLineStart = nextStart;
  }
  offsets.push(end);
  return { code, offsets };
}

interface UnindentedCode {
  readonly code: string;
  readonly offsets: readonly number[];
}

/** Returns the column after the text. A tab continues to the next multiple of four columns. */
function computeColumn(text: string, column: number): number {
  let nextColumn = column;
  for (const character of text) nextColumn += character === "\t" ? 4 - (nextColumn % 4) : 1;
  return nextColumn;
}

/** Returns the request with its ranges converted to offsets on the page (see `removeFenceIndent`). */
export function mapRequestRanges(request: SampleRequest, offsets: readonly number[]): SampleRequest {
  const mapTextRange = ({ range, offsets: textOffsets, ...text }: SampleText): SampleText => ({
    ...text,
    range: mapRange(range, offsets),
    offsets: textOffsets.map((offset) => offsets[offset] ?? 0),
  });
  const { method, url, headers, query, body, range } = request;
  return {
    ...request,
    method: { ...method, range: method.range && mapRange(method.range, offsets) },
    url: mapTextRange(url),
    headers: headers.map(({ name, value }) => ({ name, value: mapTextRange(value) })),
    query: query.map((queryParameter) => ({ ...queryParameter, range: mapRange(queryParameter.range, offsets) })),
    body: body && mapNodeRanges(body, offsets),
    range: mapRange(range, offsets),
  };
}

function mapRange({ start, end }: TextRange, offsets: readonly number[]): TextRange {
  const mappedStart = offsets[start] ?? 0;
  return { start: mappedStart, end: end > start ? (offsets[end - 1] ?? mappedStart) + 1 : mappedStart };
}

/**
 * A word in a command, as the shell passes it to the program: without quotes and escapes. Also contains the position of
 * each character on the page.
 */
export interface ShellWord {
  readonly text: string;
  /** The range of the word, including its quotes. */
  readonly range: TextRange;
  /** The offset on the page of each UTF-16 code unit in `text`. */
  readonly offsets: readonly number[];
  /**
   * Whether the word contains a variable or a command substitution, such as `$API_KEY`. If so, the word's value is
   * unknown.
   */
  readonly isOpen: boolean;
  /** The offsets in `text` at which variables and command substitutions start. */
  readonly substitutionOffsets: readonly number[];
}

const maxShellLength = 50_000;

/** The maximum length of a URL before its query, if the URL has no quotes. */
const maxQueryStart = 2000;

/**
 * Splits the commands in a shell sample into words. Commands are separated by `;`, `&&`, `|`, and line breaks. Supports
 * comments, single and double quotes, and `\` before a line break, but doesn't expand anything. `start` is the offset
 * of `code` on the page.
 */
export function parseShellCommands(code: string, start: number): readonly (readonly ShellWord[])[] {
  if (code.length > maxShellLength) return [];
  const reader = new ShellReader(code, start);
  return reader.readCommands();
}

class ShellReader {
  readonly #code: string;
  readonly #start: number;
  #offset = 0;

  constructor(code: string, start: number) {
    this.#code = code;
    this.#start = start;
  }

  readCommands(): readonly (readonly ShellWord[])[] {
    const commands: ShellWord[][] = [];
    let words: ShellWord[] = [];
    while (this.#offset < this.#code.length) {
      const character = this.#code.charAt(this.#offset);
      if (this.#skipLineContinuation()) continue;
      if (character === " " || character === "\t" || character === "\r") this.#offset++;
      else if (character === "#") this.#skipLine();
      else if ("\n;|&()".includes(character)) {
        this.#offset++;
        if (words.length > 0) commands.push(words);
        words = [];
      } else words.push(this.#readWord());
    }
    if (words.length > 0) commands.push(words);
    return commands;
  }

  /** If a line continuation follows (`\` at the end of a line, or `^` on Windows), skips it and returns true. */
  #skipLineContinuation(): boolean {
    const continuationPattern = /[\\^][ \t]*\r?\n/y;
    continuationPattern.lastIndex = this.#offset;
    const match = continuationPattern.exec(this.#code);
    if (match) this.#offset += match[0].length;
    return match !== null;
  }

  #skipLine(): void {
    const end = this.#code.indexOf("\n", this.#offset);
    this.#offset = end < 0 ? this.#code.length : end;
  }

  #readWord(): ShellWord {
    const wordStart = this.#offset;
    const word: WordBuilder = { text: "", offsets: [], substitutionOffsets: [] };
    while (this.#offset < this.#code.length) {
      const character = this.#code.charAt(this.#offset);
      const isInQuery = character === "&" && this.#isInQuery(word);
      if ((" \t\r\n;|&()".includes(character) && !isInQuery) || this.#isLineEndAhead()) break;
      if (character === "'") this.#readSingleQuotedText(word);
      else if (character === "$" && this.#code.charAt(this.#offset + 1) === "'") this.#readAnsiString(word);
      else if (character === '"') this.#readDoubleQuotedText(word);
      else if (character === "\\") this.#readEscapedCharacter(word);
      else this.#consume(word, character === "$" || character === "`");
    }
    return {
      text: word.text,
      offsets: word.offsets,
      isOpen: word.substitutionOffsets.length > 0,
      substitutionOffsets: word.substitutionOffsets,
      range: { start: this.#start + wordStart, end: this.#start + this.#offset },
    };
  }

  /**
   * Whether `&` is part of a URL without quotes. The shell ends the command there, but the author meant the rest of the
   * URL to be sent.
   */
  #isInQuery({ text }: WordBuilder): boolean {
    return (
      /^https?:\/\/[^?]+\?/.test(text.slice(0, maxQueryStart)) &&
      /^&[\w.[\]%-]+=/.test(this.#code.slice(this.#offset, this.#offset + 80))
    );
  }

  #isLineEndAhead(): boolean {
    const character = this.#code.charAt(this.#offset);
    if (character !== "\\") return false;
    return /^\\[ \t]*\r?\n/.test(this.#code.slice(this.#offset, this.#offset + 80));
  }

  #readSingleQuotedText(word: WordBuilder): void {
    this.#offset++;
    while (this.#offset < this.#code.length && this.#code.charAt(this.#offset) !== "'") this.#consume(word, false);
    this.#offset++;
  }

  #readDoubleQuotedText(word: WordBuilder): void {
    this.#offset++;
    while (this.#offset < this.#code.length && this.#code.charAt(this.#offset) !== '"') {
      const character = this.#code.charAt(this.#offset);
      if (character === "\\" && '"\\$`\n'.includes(this.#code.charAt(this.#offset + 1)))
        this.#readEscapedCharacter(word);
      else this.#consume(word, character === "$" || character === "`");
    }
    this.#offset++;
  }

  #readEscapedCharacter(word: WordBuilder): void {
    this.#offset++;
    if (this.#code.charAt(this.#offset) === "\n") this.#offset++;
    else if (this.#offset < this.#code.length) this.#consume(word, false);
  }

  /**
   * Reads a string such as `$'it\'s\n'`. Browsers use this form when they copy a request whose text contains line
   * breaks or quotes.
   */
  #readAnsiString(word: WordBuilder): void {
    this.#offset += 2;
    while (this.#offset < this.#code.length && this.#code.charAt(this.#offset) !== "'") {
      ansiEscapePattern.lastIndex = this.#offset;
      const [escapeSequence, ...groups] = ansiEscapePattern.exec(this.#code) ?? [];
      const digits = groups.find((group) => group !== undefined) ?? "";
      if (escapeSequence === undefined) {
        this.#consume(word, false);
        continue;
      }
      const decodedText =
        digits === ""
          ? (ansiEscapes.get(escapeSequence.charAt(1)) ?? escapeSequence.charAt(1))
          : String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(digits, /[xuU]/.test(escapeSequence) ? 16 : 8)));
      for (let i = 0; i < decodedText.length; i++) word.offsets.push(this.#start + this.#offset);
      word.text += decodedText;
      this.#offset += escapeSequence.length;
    }
    this.#offset++;
  }

  #consume(word: WordBuilder, isSubstitutionStart: boolean): void {
    if (isSubstitutionStart) word.substitutionOffsets.push(word.text.length);
    word.text += this.#code.charAt(this.#offset);
    word.offsets.push(this.#start + this.#offset);
    this.#offset++;
  }
}

const ansiEscapePattern = /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([0-7]{1,3})|[^])/y;
const ansiEscapes: ReadonlyMap<string, string> = new Map(
  Object.entries({ n: "\n", r: "\r", t: "\t", a: "\u0007", b: "\b", e: "\u001b", f: "\f", v: "\v" }),
);

interface WordBuilder {
  text: string;
  readonly offsets: number[];
  readonly substitutionOffsets: number[];
}

/**
 * Returns the requests that the `curl` commands in a shell sample would send, in order. Omits commands without a
 * recognizable URL. `start` is the offset of `code` on the page.
 */
export function readCurl(code: string, start: number): readonly SampleRequest[] {
  if (!code.includes("curl")) return [];
  return parseShellCommands(code, start).flatMap((words) => {
    const commandIndex = words.findIndex(({ text }) => /(^|\/)curl(\.exe)?$/.test(text));
    // Up to two words can precede the command: a prompt, as in `$ curl …`, or a prefix, as in `time curl` or `sudo
    // curl`.
    return commandIndex < 0 || commandIndex > 2 ? [] : (readCommand(words.slice(commandIndex)) ?? []);
  });
}

/** Options that have a value but don't affect the request's content. */
const ignoredOptions = new Set(
  "-o --output -A --user-agent -e --referer -b --cookie -c --cookie-jar -u --user -x --proxy -m --max-time --connect-timeout -w --write-out --cacert --cert -E --key --retry --retry-delay -r --range -T --upload-file --resolve -K --config --oauth2-bearer --aws-sigv4 -D --dump-header --interface --limit-rate -y -Y -z --stderr --tls-max --ciphers".split(
    " ",
  ),
);
const dataOptions = new Set(["-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--json"]);
/** Short options that have a value. The value can follow without a space, as in `-XPOST`. */
const shortOptionPattern = /^-([XHdFuobAeTmwxcDrEKyYz])(?=.)/;

interface CurlOptions {
  method: SampleRequest["method"] | undefined;
  url: ShellWord | undefined;
  readonly headers: { name: string; value: SampleText }[];
  readonly dataWords: ShellWord[];
  readonly encodedWords: ShellWord[];
  isForm: boolean;
  isSentAsQuery: boolean;
  isHead: boolean;
  hasFile: boolean;
}

function readCommand(words: readonly ShellWord[]): SampleRequest | undefined {
  const options: CurlOptions = {
    method: undefined,
    url: undefined,
    headers: [],
    dataWords: [],
    encodedWords: [],
    isForm: false,
    isSentAsQuery: false,
    isHead: false,
    hasFile: false,
  };
  for (let i = 1; i < words.length; i++) {
    const word = words[i];
    if (!word) continue;
    if (!word.text.startsWith("-") || word.text === "-") {
      options.url ??= word;
      continue;
    }
    const [option, attachedValue] = splitOption(word);
    const value = attachedValue ?? words[i + 1];
    if (applyOption(option, value, options) && !attachedValue) i++;
  }
  const lastWord = words.at(-1) ?? words[0];
  const range = { start: words[0]?.range.start ?? 0, end: lastWord?.range.end ?? 0 };
  return options.url && createRequest(options, options.url, range);
}

/** Splits an option that contains its value, such as `-XPOST` or `--request=POST`, into the option and the value. */
function splitOption(word: ShellWord): readonly [string, ShellWord | undefined] {
  const { text } = word;
  const equalsIndex = text.indexOf("=");
  const valueIndex = text.startsWith("--")
    ? equalsIndex < 0
      ? undefined
      : equalsIndex + 1
    : shortOptionPattern.test(text)
      ? 2
      : undefined;
  if (valueIndex === undefined) return [text, undefined];
  const option = text.startsWith("--") ? text.slice(0, valueIndex - 1) : text.slice(0, 2);
  return [option, { ...word, text: text.slice(valueIndex), offsets: word.offsets.slice(valueIndex) }];
}

/** Processes an option and returns whether it has a value. */
function applyOption(option: string, value: ShellWord | undefined, options: CurlOptions): boolean {
  if (option === "-G" || option === "--get") options.isSentAsQuery = true;
  else if (option === "-I" || option === "--head") options.isHead = true;
  else if (value === undefined) return false;
  else if (option === "-X" || option === "--request")
    options.method = { text: value.text.toUpperCase(), range: toRange(value) };
  else if (option === "--url") options.url = value;
  else if (option === "-H" || option === "--header") addHeader(value, options);
  else if (dataOptions.has(option)) {
    options.dataWords.push(value);
    if (value.text.startsWith("@")) options.hasFile = true;
    if (option === "--json")
      options.headers.push({
        name: "Content-Type",
        value: { ...toSampleText(value), text: "application/json" },
      });
  } else if (option === "--data-urlencode") options.encodedWords.push(value);
  else if (option === "-F" || option === "--form" || option === "--form-string") options.isForm = true;
  else return ignoredOptions.has(option);
  return option !== "-G" && option !== "--get" && option !== "-I" && option !== "--head";
}

function addHeader(word: ShellWord, options: CurlOptions): void {
  const colonIndex = word.text.indexOf(":");
  if (colonIndex < 0) return;
  const valueIndex = colonIndex + 1 + (/^\s*/.exec(word.text.slice(colonIndex + 1))?.[0].length ?? 0);
  const value = { ...word, text: word.text.slice(valueIndex), offsets: word.offsets.slice(valueIndex) };
  options.headers.push({ name: word.text.slice(0, colonIndex).trim(), value: toSampleText(value) });
}

function createRequest(options: CurlOptions, url: ShellWord, range: TextRange): SampleRequest {
  const { dataWords, encodedWords, isForm, isSentAsQuery, isHead, hasFile } = options;
  const isBodySent = (dataWords.length > 0 || encodedWords.length > 0) && !isSentAsQuery;
  const defaultMethod = isHead ? "HEAD" : isBodySent || isForm ? "POST" : "GET";
  const body =
    dataWords.length === 1 && !isSentAsQuery && encodedWords.length === 0 ? parseJsonBody(dataWords[0]) : undefined;
  return {
    method: options.method ?? { text: defaultMethod, range: undefined },
    url: toSampleText(url),
    headers: options.headers,
    query: isSentAsQuery ? [...dataWords, ...encodedWords].flatMap(parseQuery) : [],
    body,
    hasBody: isBodySent || isForm,
    hasOpenBody: hasFile || isForm || (isBodySent && body === undefined),
    ...(isBodySent && !hasFile && !isForm && { bodyText: joinBody(dataWords, encodedWords) }),
    range,
  };
}

/** Joins the parts of the body as `curl` does. In the parts from `--data-urlencode`, the text after `=` is encoded. */
function joinBody(dataWords: readonly ShellWord[], encodedWords: readonly ShellWord[]): string {
  const encodedTexts = encodedWords.map(({ text }) => {
    const equalsIndex = text.indexOf("=");
    return (
      text.slice(0, equalsIndex + 1) + encodeURIComponent(text.slice(equalsIndex + 1).replace(/\p{Cs}/gu, "\ufffd"))
    );
  });
  return [...dataWords.map(({ text }) => text), ...encodedTexts].join("&");
}

function parseJsonBody(word: ShellWord | undefined): JsonNode | undefined {
  if (!word || !/^\s*[[{]/.test(word.text)) return undefined;
  const { root, problems } = readJson("", word.text);
  return root && problems.length === 0 ? mapNodeRanges(root, word.offsets) : undefined;
}

function parseQuery(word: ShellWord): SampleRequest["query"] {
  return word.text.split("&").flatMap((part, i, parts) => {
    const equalsIndex = part.indexOf("=");
    const name = equalsIndex < 0 ? part : part.slice(0, equalsIndex);
    const prefixLength = parts.slice(0, i).join("&").length + (i > 0 ? 1 : 0);
    const start = word.offsets[prefixLength];
    const end = word.offsets[prefixLength + name.length - 1];
    return name !== "" && start !== undefined && end !== undefined
      ? [{ name, range: { start, end: end + 1 }, value: equalsIndex < 0 ? "" : part.slice(equalsIndex + 1) }]
      : [];
  });
}

function toSampleText({ text, offsets, isOpen, range }: ShellWord): SampleText {
  return { text, offsets, isOpen, range: toRange({ offsets, range }) };
}

/** Returns the range of the word, without the quotes around it. */
function toRange({ offsets, range }: Pick<ShellWord, "offsets" | "range">): TextRange {
  const [firstOffset] = offsets;
  const lastOffset = offsets.at(-1);
  return firstOffset === undefined || lastOffset === undefined ? range : { start: firstOffset, end: lastOffset + 1 };
}
