import { readJson, type JsonNode } from "../../config/json/json-tree.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { movedNode } from "./moved-node.ts";
import type { SampleRequest, SampleText } from "./sample-request.ts";
import { shellCommands, type ShellWord } from "./shell-words.ts";

/**
 * The requests of the `curl` commands in a shell sample, in order. A command whose address cannot be found is left
 * out. `start` is where `code` begins in the page.
 */
export function readCurl(code: string, start: number): readonly SampleRequest[] {
  if (!code.includes("curl")) return [];
  return shellCommands(code, start).flatMap((words) => {
    const at = words.findIndex(({ text }) => /(^|\/)curl(\.exe)?$/.test(text));
    // `$ curl …` is how a prompt is written; `time curl`, `sudo curl` begin otherwise too.
    return at < 0 || at > 2 ? [] : (readCommand(words.slice(at)) ?? []);
  });
}

/** Options with a value behind them that say nothing about what is sent. */
const others = new Set(
  "-o --output -A --user-agent -e --referer -b --cookie -c --cookie-jar -u --user -x --proxy -m --max-time --connect-timeout -w --write-out --cacert --cert -E --key --retry --retry-delay -r --range -T --upload-file --resolve -K --config --oauth2-bearer --aws-sigv4 -D --dump-header --interface --limit-rate -y -Y -z --stderr --tls-max --ciphers".split(
    " ",
  ),
);
const data = new Set(["-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--json"]);
/** Short options with a value, which may follow without a blank: `-XPOST`. */
const shortWithValue = /^-([XHdFuobAeTmwxcDrEKyYz])(?=.)/;

interface Reading {
  method: SampleRequest["method"] | undefined;
  url: ShellWord | undefined;
  readonly headers: { name: string; value: SampleText }[];
  readonly bodies: ShellWord[];
  readonly encoded: ShellWord[];
  isForm: boolean;
  asQuery: boolean;
  isHead: boolean;
  hasFile: boolean;
}

function readCommand(words: readonly ShellWord[]): SampleRequest | undefined {
  const reading: Reading = {
    method: undefined,
    url: undefined,
    headers: [],
    bodies: [],
    encoded: [],
    isForm: false,
    asQuery: false,
    isHead: false,
    hasFile: false,
  };
  for (let i = 1; i < words.length; i++) {
    const word = words[i];
    if (!word) continue;
    if (!word.text.startsWith("-") || word.text === "-") {
      reading.url ??= word;
      continue;
    }
    const [option, glued] = splitOption(word);
    const value = glued ?? words[i + 1];
    if (takeOption(option, value, reading) && !glued) i++;
  }
  const last = words.at(-1) ?? words[0];
  const range = { start: words[0]?.range.start ?? 0, end: last?.range.end ?? 0 };
  return reading.url && settle(reading, reading.url, range);
}

/** `-XPOST` and `--request=POST` hold their value. */
function splitOption(word: ShellWord): readonly [string, ShellWord | undefined] {
  const { text } = word;
  const equals = text.indexOf("=");
  const at = text.startsWith("--")
    ? equals < 0
      ? undefined
      : equals + 1
    : shortWithValue.test(text)
      ? 2
      : undefined;
  if (at === undefined) return [text, undefined];
  const option = text.startsWith("--") ? text.slice(0, at - 1) : text.slice(0, 2);
  return [option, { ...word, text: text.slice(at), offsets: word.offsets.slice(at) }];
}

/** Whether the option has a value. */
function takeOption(option: string, value: ShellWord | undefined, reading: Reading): boolean {
  if (option === "-G" || option === "--get") reading.asQuery = true;
  else if (option === "-I" || option === "--head") reading.isHead = true;
  else if (value === undefined) return false;
  else if (option === "-X" || option === "--request")
    reading.method = { text: value.text.toUpperCase(), range: rangeOf(value) };
  else if (option === "--url") reading.url = value;
  else if (option === "-H" || option === "--header") takeHeader(value, reading);
  else if (data.has(option)) {
    reading.bodies.push(value);
    if (value.text.startsWith("@")) reading.hasFile = true;
    if (option === "--json")
      reading.headers.push({ name: "Content-Type", value: { ...textOf(value), text: "application/json" } });
  } else if (option === "--data-urlencode") reading.encoded.push(value);
  else if (option === "-F" || option === "--form" || option === "--form-string") reading.isForm = true;
  else return others.has(option);
  return option !== "-G" && option !== "--get" && option !== "-I" && option !== "--head";
}

function takeHeader(word: ShellWord, reading: Reading): void {
  const colon = word.text.indexOf(":");
  if (colon < 0) return;
  const from = colon + 1 + (/^\s*/.exec(word.text.slice(colon + 1))?.[0].length ?? 0);
  const value = { ...word, text: word.text.slice(from), offsets: word.offsets.slice(from) };
  reading.headers.push({ name: word.text.slice(0, colon).trim(), value: textOf(value) });
}

function settle(reading: Reading, url: ShellWord, range: TextRange): SampleRequest {
  const { bodies, encoded, isForm, asQuery, isHead, hasFile } = reading;
  const isSent = (bodies.length > 0 || encoded.length > 0) && !asQuery;
  const implied = isHead ? "HEAD" : isSent || isForm ? "POST" : "GET";
  const body = bodies.length === 1 && !asQuery && encoded.length === 0 ? jsonOf(bodies[0]) : undefined;
  return {
    method: reading.method ?? { text: implied, range: undefined },
    url: textOf(url),
    headers: reading.headers,
    query: asQuery ? [...bodies, ...encoded].flatMap(queryParts) : [],
    body,
    hasBody: isSent || isForm,
    hasOpenBody: hasFile || isForm || (isSent && body === undefined),
    ...(isSent && !hasFile && !isForm && { bodyText: bodyTextOf(bodies, encoded) }),
    range,
  };
}

/** Pieces are joined as `curl` joins them; `--data-urlencode` encodes what stands behind `=`. */
function bodyTextOf(bodies: readonly ShellWord[], encoded: readonly ShellWord[]): string {
  const pieces = encoded.map(({ text }) => {
    const equals = text.indexOf("=");
    return (
      text.slice(0, equals + 1) + encodeURIComponent(text.slice(equals + 1).replace(/\p{Cs}/gu, "\ufffd"))
    );
  });
  return [...bodies.map(({ text }) => text), ...pieces].join("&");
}

function jsonOf(word: ShellWord | undefined): JsonNode | undefined {
  if (!word || !/^\s*[[{]/.test(word.text)) return undefined;
  const { root, problems } = readJson("", word.text);
  return root && problems.length === 0 ? movedNode(root, word.offsets) : undefined;
}

function queryParts(word: ShellWord): SampleRequest["query"] {
  return word.text.split("&").flatMap((part, i, parts) => {
    const equals = part.indexOf("=");
    const name = equals < 0 ? part : part.slice(0, equals);
    const before = parts.slice(0, i).join("&").length + (i > 0 ? 1 : 0);
    const start = word.offsets[before];
    const end = word.offsets[before + name.length - 1];
    return name !== "" && start !== undefined && end !== undefined
      ? [{ name, range: { start, end: end + 1 }, value: equals < 0 ? "" : part.slice(equals + 1) }]
      : [];
  });
}

function textOf({ text, offsets, isOpen, range }: ShellWord): SampleText {
  return { text, offsets, isOpen, range: rangeOf({ offsets, range }) };
}

/** Without the quotes around it. */
function rangeOf({ offsets, range }: Pick<ShellWord, "offsets" | "range">): TextRange {
  const [first] = offsets;
  const last = offsets.at(-1);
  return first === undefined || last === undefined ? range : { start: first, end: last + 1 };
}
