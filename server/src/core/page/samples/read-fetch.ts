import { findProperty, stringOf, valueOf, type JsonNode } from "../../config/json/json-tree.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { readLiteral, skipBlank, type Literal } from "./read-literal.ts";
import type { SampleRequest, SampleText } from "./sample-request.ts";

const longestScript = 50_000;
const mostCalls = 50;

/** The requests of the `fetch` calls in a JavaScript or TypeScript sample, in order. `start` is where `code` begins in the page. */
export function readFetch(code: string, start: number): readonly SampleRequest[] {
  if (code.length > longestScript) return [];
  const bodies = new Map<string, Literal>();
  const requests: SampleRequest[] = [];
  for (const { index, 0: head } of code.matchAll(/(?<![\w$.])fetch\s*\(/g)) {
    if (requests.length >= mostCalls) break;
    const request = readCall(code, index, index + head.length, start, bodies);
    if (request) requests.push(request);
  }
  return requests;
}

function readCall(
  code: string,
  from: number,
  behind: number,
  start: number,
  bodies: Map<string, Literal>,
): SampleRequest | undefined {
  const address = addressAt(code, skipBlank(code, behind), start);
  if (!address) return undefined;
  const comma = skipBlank(code, address.end);
  if (code.charAt(comma) !== "," && code.charAt(comma) !== ")") return undefined;
  const given = code.charAt(comma) === "," ? readLiteral(code, comma + 1, start) : undefined;
  const options = given && given.literal.kind !== "open" ? given.literal.node : undefined;
  if (given && (!options || options.kind !== "object")) return undefined;
  const method = valueOf(options, "method");
  const hasBody = options?.kind === "object" && findProperty(options, "body") !== undefined;
  const body = hasBody ? bodyIn(code, given ? [comma, given.end] : [0, 0], start, bodies) : undefined;
  return {
    method: {
      text: (stringOf(options, "method") ?? "GET").toUpperCase(),
      range: method?.kind === "string" ? inner(method) : undefined,
    },
    url: address.text,
    headers: headersOf(valueOf(options, "headers")),
    query: [],
    body: body?.node,
    hasBody,
    hasOpenBody: hasBody && body?.isWhole !== true,
    range: { start: start + from, end: start + (given?.end ?? address.end) },
  };
}

/** `"https://…"` alone, or a template, in which `${id}` stands for what cannot be told. */
function addressAt(
  code: string,
  at: number,
  start: number,
): { readonly text: SampleText; readonly end: number } | undefined {
  const quote = code.charAt(at);
  if (quote === "" || !"\"'`".includes(quote)) return undefined;
  const end = code.indexOf(quote, at + 1);
  if (end < 0) return undefined;
  const text = code.slice(at + 1, end);
  if (text.includes("\n")) return undefined;
  const offsets = Array.from({ length: text.length }, (_, i) => start + at + 1 + i);
  return {
    text: { text, offsets, isOpen: text.includes("${"), range: { start: start + at + 1, end: start + end } },
    end: end + 1,
  };
}

/** `JSON.stringify({…})` with a literal, or with the name of a `const` that is one. */
function bodyIn(
  code: string,
  [from, to]: readonly [number, number],
  start: number,
  known: Map<string, Literal>,
): { readonly node: JsonNode; readonly isWhole: boolean } | undefined {
  const call = /\bbody\s*:\s*JSON\.stringify\s*\(/g;
  call.lastIndex = from;
  const found = call.exec(code);
  if (!found || found.index > to) return undefined;
  const at = skipBlank(code, found.index + found[0].length);
  const name = /[A-Za-z_$][\w$]*(?=\s*[,)])/y;
  name.lastIndex = at;
  const variable = name.exec(code)?.[0];
  const literal =
    variable !== undefined && variable !== "null" && variable !== "true" && variable !== "false"
      ? constant(code, variable, start, known)
      : readLiteral(code, at, start).literal;
  return literal && literal.kind !== "open"
    ? { node: literal.node, isWhole: literal.kind === "value" }
    : undefined;
}

function constant(
  code: string,
  name: string,
  start: number,
  known: Map<string, Literal>,
): Literal | undefined {
  const before = known.get(name);
  if (before) return before;
  const declared = new RegExp(
    `\\b(?:const|let|var)\\s+${name.replaceAll("$", "\\$")}\\s*(?::[^=\\n]{0,200})?=`,
  ).exec(code);
  if (!declared) return undefined;
  const { literal } = readLiteral(code, declared.index + declared[0].length, start);
  known.set(name, literal);
  return literal;
}

function headersOf(node: JsonNode | undefined): SampleRequest["headers"] {
  if (node?.kind !== "object") return [];
  return node.properties.map(({ key, keyRange, value }) => {
    const range = value ? inner(value) : { start: keyRange.end, end: keyRange.end };
    const text = value?.kind === "string" ? value.value : "";
    return { name: key, value: { text, range, offsets: [], isOpen: value?.kind !== "string" } };
  });
}

/** A text without its quotes. */
function inner({ kind, range }: JsonNode): TextRange {
  return kind === "string" ? { start: range.start + 1, end: range.end - 1 } : range;
}
