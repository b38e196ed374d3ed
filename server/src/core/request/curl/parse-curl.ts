import { parseShellCommands, type ShellWord } from "../../page/samples/read-curl.ts";
import { encodeBase64 } from "../../text/bytes.ts";
import type { NameValuePair } from "../build/build-context.ts";
import { encodeBase64WithSecrets } from "../build/secret-placeholders.ts";
import { percentEncode } from "../media/encoding.ts";

/**
 * Converts a command for the Windows command prompt to Unix shell syntax. Removes `^`, and replaces double quotes with
 * single quotes, because `\` and `$` are special inside a Unix shell's double quotes. Other commands stay unchanged.
 */
export function convertCommandPrompt(text: string): string {
  if (!/\^"|\^\r?\n/.test(text)) return text;
  const convertedText = text
    // The command prompt replaces variables before it processes carets.
    .replace(/(?<!\^)%([A-Za-z_]\w*)%/g, "\u0001$1\u0001")
    // A caret followed by an empty line represents a line break inside a word. A caret at the end of a line continues
    // the command.
    .replace(/\^\r?\n\r?\n/g, "\u0000")
    .replace(/\^\r?\n[ \t]*/g, " ")
    .replace(/\^([^])/g, "$1");
  return convertedText
    .replace(/"((?:[^"\\]|\\+"|\\+(?!"))*)"/g, (_, innerText: string) => {
      const unescapedText = innerText.replace(
        /(\\*)"/g,
        (__, backslashes: string) => `${backslashes.slice(0, backslashes.length / 2)}"`,
      );
      return quoteVariables(
        unescapedText.replace(/\\+$/, (backslashes) => backslashes.slice(0, Math.ceil(backslashes.length / 2))),
      );
    })
    .replaceAll("\u0000", "\n");
}

/** Puts variables in double quotes, in which a Unix shell expands them. */
function quoteVariables(text: string): string {
  return text
    .split(/(\u0001\w*\u0001)/)
    .map((segment, i) => (i % 2 === 0 ? `'${segment.replaceAll("'", "'\\''")}'` : `"$${segment.slice(1, -1)}"`))
    .join("");
}

/** A form part from `-F`. */
export interface CurlPart {
  readonly name: string;
  readonly value: string;
  /** Whether `value` is the name of a file. */
  readonly isFile: boolean;
  readonly filename: string | undefined;
  readonly contentType: string | undefined;
  /**
   * The part's headers. If a line isn't a header (for example, a reference to a file with headers), the line is used as
   * the name of a header without a value.
   */
  readonly headers: readonly NameValuePair[];
  /** `=(` starts nested parts, and `=)` ends them. */
  readonly bracket?: "(" | ")";
}

/**
 * Parses a `--form` option such as `name=value;type=text/plain` or `name=@file;filename=x;type=y`, including quoted
 * values (curl manual, `--form`). With `--form-string`, everything after the name is literal text.
 */
export function parseFormOption(option: string, isLiteral: boolean): CurlPart {
  const equalsIndex = option.indexOf("=");
  const name = equalsIndex < 0 ? option : option.slice(0, equalsIndex);
  const optionValue = equalsIndex < 0 ? "" : option.slice(equalsIndex + 1);
  if (isLiteral)
    return { name, value: optionValue, isFile: false, filename: undefined, contentType: undefined, headers: [] };
  // In a part without a name, `<` inserts the content of a file.
  const isFile = optionValue.startsWith("@") || (name === "" && optionValue.startsWith("<"));
  const bracket = optionValue.startsWith("(") ? "(" : name === "" && optionValue.trim() === ")" ? ")" : undefined;
  const [content, remainingText] = readQuotedText(optionValue.slice(isFile || optionValue.startsWith("<") ? 1 : 0));
  const options = parseFieldOptions(remainingText);
  const findOption = (requestedName: string) => options.find(([option]) => option === requestedName)?.[1];
  const filename = findOption("filename");
  return {
    name,
    value: content,
    isFile,
    ...(bracket && { bracket }),
    filename: isFile ? (filename ?? content.split(/[\\/]/).at(-1)) : filename,
    contentType: findOption("type"),
    headers: options.flatMap(([option, text]) => (option === "headers" ? [parseHeader(text)] : [])),
  };
}

/**
 * Returns the text in quotes and the rest of the text. If there are no quotes, splits the text before a semicolon
 * that's followed by a known keyword.
 */
function readQuotedText(text: string): readonly [content: string, rest: string] {
  const quotedMatch = /^"((?:[^"\\]|\\[^])*)"/.exec(text);
  if (quotedMatch) return [(quotedMatch[1] ?? "").replace(/\\(["\\])/g, "$1"), text.slice(quotedMatch[0].length)];
  const end = /;\s*(?:type|filename|headers|encoder)=/.exec(text)?.index ?? text.length;
  return [text.slice(0, end), text.slice(end)];
}

function parseFieldOptions(text: string): readonly NameValuePair[] {
  const options: NameValuePair[] = [];
  let remainingText = text;
  for (;;) {
    const match = /;\s*(type|filename|headers|encoder)=/.exec(remainingText);
    if (!match) return options;
    const [value, remainingOptions] = readQuotedText(remainingText.slice(match.index + match[0].length));
    options.push([match[1] ?? "", value.trim()]);
    remainingText = remainingOptions;
  }
}

function parseHeader(line: string): NameValuePair {
  const colon = line.indexOf(":");
  return colon < 1 ? [line, ""] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
}

/** The request that a `curl` command sends. Shell variables become secrets, such as `{{secret:TOKEN}}` for `$TOKEN`. */
export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly NameValuePair[];
  readonly cookies: readonly NameValuePair[];
  readonly body: CurlBody | undefined;
  /** Sentences about parts of the command that couldn't be parsed. */
  readonly notes: readonly string[];
}

export type CurlBody =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly name: string }
  | { readonly kind: "parts"; readonly parts: readonly CurlPart[] };

interface CurlOptions {
  method: string | undefined;
  url: string | undefined;
  readonly headers: NameValuePair[];
  readonly cookies: NameValuePair[];
  readonly data: string[];
  readonly parts: CurlPart[];
  readonly notes: string[];
  file: string | undefined;
  isGet: boolean;
  isHead: boolean;
  isJson: boolean;
  /** Whether the command removes curl's default content type. */
  removesContentType: boolean;
}

/** Parses the first `curl` command in text copied from a shell, the Windows command prompt, or a browser. */
export function readCurlCommand(text: string): CurlRequest | undefined {
  const commands = parseShellCommands(convertCommandPrompt(text).trim(), 0);
  for (const words of commands) {
    const commandIndex = words.findIndex((word) => /(^|[\\/])curl(\.exe)?$/i.test(word.text));
    if (commandIndex >= 0 && commandIndex <= 2) return createRequest(parseOptions(words.slice(commandIndex + 1)));
  }
  return undefined;
}

/** The short options that require a value. The value can be in the same word, as in `-XPOST` or `-sXPOST`. */
const shortOptionLetters = "XHdFubAeTomwxcDrEKyYzC";
/** The long options that require a value, including those that don't affect the request. */
const longOptionNames = new Set(
  (
    "output max-time connect-timeout write-out proxy cookie-jar cacert cert key retry retry-delay range resolve config " +
    "dump-header interface limit-rate max-redirs stderr tls-max ciphers capath proxy-user noproxy user-agent referer " +
    "request header data data-raw data-binary data-ascii data-urlencode json form form-string user cookie url " +
    "upload-file oauth2-bearer"
  ).split(" "),
);
const longNamesByShortOption: Readonly<Record<string, string>> = {
  X: "request", H: "header", d: "data", F: "form", u: "user", b: "cookie", A: "user-agent", e: "referer",
  T: "upload-file", G: "get", I: "head",
}; // prettier-ignore

function parseOptions(words: readonly ShellWord[]): CurlOptions {
  const options: CurlOptions = {
    method: undefined, url: undefined, headers: [], cookies: [], data: [], parts: [], notes: [], file: undefined,
    isGet: false, isHead: false, isJson: false, removesContentType: false,
  }; // prettier-ignore
  for (let i = 0; i < words.length; i++) {
    const text = replaceVariables(words[i], options);
    const readNextWord = () => replaceVariables(words[++i], options);
    if (text.startsWith("--")) {
      const name = text.slice(2);
      const equalsIndex = name.indexOf("=");
      if (equalsIndex > 0 && longOptionNames.has(name.slice(0, equalsIndex)))
        applyOption(options, name.slice(0, equalsIndex), name.slice(equalsIndex + 1));
      else applyOption(options, name, longOptionNames.has(name) ? readNextWord() : "");
    } else if (text.startsWith("-") && text.length > 1) applyShortOptions(options, text.slice(1), readNextWord);
    else options.url ??= text;
  }
  return options;
}

function applyShortOptions(options: CurlOptions, optionLetters: string, readNextWord: () => string): void {
  for (let index = 0; index < optionLetters.length; index++) {
    const letter = optionLetters.charAt(index);
    const name = longNamesByShortOption[letter] ?? "";
    if (!shortOptionLetters.includes(letter)) applyOption(options, name, "");
    else {
      const remainingLetters = optionLetters.slice(index + 1);
      return applyOption(options, name, remainingLetters === "" ? readNextWord() : remainingLetters);
    }
  }
}

function applyOption(options: CurlOptions, option: string, value: string): void {
  const { headers, data, notes } = options;
  switch (option) {
    case "request":
      options.method = value;
      return;
    case "url":
      options.url = value;
      return;
    case "header":
      return addHeader(options, value);
    case "user-agent":
      return void headers.push(["User-Agent", value]);
    case "referer":
      return void headers.push(["Referer", value]);
    case "oauth2-bearer":
      return void headers.push(["Authorization", `Bearer ${value}`]);
    case "user":
      return void headers.push(["Authorization", `Basic ${encodeBasicCredentials(value)}`]);
    case "cookie":
      if (value.includes("=")) options.cookies.push(...parseCookies(value));
      else notes.push(`The cookies in the file \`${value}\` aren't imported.`);
      return;
    case "json":
      options.isJson = true;
      return addData(options, value);
    case "data":
    case "data-ascii":
    case "data-binary":
      return addData(options, value);
    case "data-raw":
      return void data.push(value);
    case "data-urlencode":
      return void data.push(encodeData(value));
    case "upload-file":
      options.file = value;
      options.method ??= "PUT";
      return;
    case "form":
    case "form-string":
      return void options.parts.push(parseFormOption(value, option === "form-string"));
    case "get":
      options.isGet = true;
      return;
    case "head":
      options.isHead = true;
      return;
  }
}

function addHeader(options: CurlOptions, line: string): void {
  const { headers, cookies } = options;
  const colon = line.indexOf(":");
  const name = (colon < 0 ? line.replace(/;\s*$/, "") : line.slice(0, colon)).trim();
  const value = colon < 0 ? "" : line.slice(colon + 1).trim();
  // If nothing follows the colon, curl leaves out the header, even if it sends the header by default.
  if (name === "" || (colon >= 0 && value === "")) {
    options.removesContentType ||= name.toLowerCase() === "content-type";
    return;
  }
  if (name.toLowerCase() === "cookie") cookies.push(...parseCookies(value));
  else headers.push([name, value]);
}

function parseCookies(text: string): NameValuePair[] {
  return text.split(/;\s*/).flatMap((pair): NameValuePair[] => {
    const equalsIndex = pair.indexOf("=");
    return equalsIndex < 0 ? [] : [[pair.slice(0, equalsIndex).trim(), pair.slice(equalsIndex + 1)]];
  });
}

function addData(options: CurlOptions, value: string): void {
  if (value.startsWith("@")) options.file = value.slice(1);
  else options.data.push(value);
}

/** Encodes the content in `name=content`, `=content`, or `content`, as with `--data-urlencode`. */
function encodeData(value: string): string {
  const equalsIndex = value.indexOf("=");
  const name = equalsIndex > 0 ? `${value.slice(0, equalsIndex)}=` : "";
  return name + percentEncode(value.slice(equalsIndex + 1), "value");
}

function encodeBasicCredentials(user: string): string {
  const credentials = user.includes(":") ? user : `${user}:`;
  return credentials.includes("{{secret:") ? encodeBase64WithSecrets(credentials) : encodeBase64(credentials);
}

function createRequest(options: CurlOptions): CurlRequest | undefined {
  const { url, headers, cookies, notes, data, parts, isGet, isHead, isJson } = options;
  if (url === undefined) return undefined;
  const text = data.length > 0 ? data.join("&") : undefined;
  const body = isGet ? undefined : createBody(options, text);
  const hasContentType = headers.some(([name]) => name.toLowerCase() === "content-type");
  if (isJson && !hasContentType) headers.push(["Content-Type", "application/json"]);
  else if (!hasContentType && !options.removesContentType && body && body.kind !== "parts")
    headers.push(["Content-Type", "application/x-www-form-urlencoded"]);
  const method = options.method ?? (isHead ? "HEAD" : body || parts.length > 0 ? "POST" : "GET");
  const urlWithData = isGet && text !== undefined ? `${url}${url.includes("?") ? "&" : "?"}${text}` : url;
  return {
    method,
    url: /^[a-z][a-z\d+.-]*:\/\//i.test(urlWithData) ? urlWithData : `http://${urlWithData}`,
    headers,
    cookies,
    body,
    notes,
  };
}

function createBody({ parts, file }: CurlOptions, text: string | undefined): CurlBody | undefined {
  if (parts.length > 0) return { kind: "parts", parts };
  if (file !== undefined) return { kind: "file", name: file };
  return text === undefined ? undefined : { kind: "text", text };
}

/** Replaces each variable with a secret of the same name. Reports command substitutions, whose output is unknown. */
function replaceVariables(word: ShellWord | undefined, { notes }: Pick<CurlOptions, "notes">): string {
  const { text = "", substitutionOffsets: openOffsets = [] } = word ?? {};
  let result = "";
  let textStart = 0;
  for (const offset of openOffsets) {
    if (offset < textStart) continue;
    const match = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/.exec(text.slice(offset));
    const name = match?.[1] ?? match?.[2];
    if (!match || name === undefined) {
      if (/^(\$\(|`)/.test(text.slice(offset))) notes.push("Command substitutions in the text aren't evaluated.");
      continue;
    }
    result += `${text.slice(textStart, offset)}{{secret:${name}}}`;
    textStart = offset + match[0].length;
  }
  return result + text.slice(textStart);
}
