import type { JsonProblemKind } from "../config/json-problem.ts";
import { readJson, type JsonNode } from "../config/json-tree.ts";
import type { SitePath } from "../text/text-range.ts";
import {
  deepestSpec,
  mostSpecNodes,
  type SpecEntry,
  type SpecNode,
  type SpecTree,
  type SpecTreeFault,
} from "./spec-node.ts";

/**
 * The tree of a JSON file. The engine's own JSON.parse judges the syntax, which leaves a walk that need not doubt
 * anything: several times faster on large files than a tree that recovers (research/perf.md §4.2). A faulty file
 * is read again by the reader that recovers, so that completion still has something to offer.
 */
export function readJsonTree(path: SitePath, text: string): SpecTree {
  const plain = text.charCodeAt(0) === 0xfeff ? ` ${text.slice(1)}` : text;
  try {
    JSON.parse(plain);
  } catch (error) {
    return readFaulty(path, plain, error);
  }
  const walk = new ValidJson(plain);
  const root = walk.value(0);
  return { root: walk.fault ? undefined : root, shared: new Set(), fault: walk.fault };
}

/** Walks text that is known to be valid JSON. */
class ValidJson {
  fault: SpecTreeFault | undefined;
  readonly #text: string;
  #at = 0;
  #nodes = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): SpecNode {
    const start = this.#skipBlank();
    if (++this.#nodes > mostSpecNodes) this.#refuse("too-large", "it has too many values");
    switch (this.#text.charCodeAt(start)) {
      case 0x7b:
        return this.#map(start, depth + 1);
      case 0x5b:
        return this.#list(start, depth + 1);
      case 0x22: {
        const value = this.#string();
        return { kind: "scalar", range: { start, end: this.#at }, value };
      }
      default:
        return this.#literal(start);
    }
  }

  #map(start: number, depth: number): SpecNode {
    if (depth > deepestSpec) this.#refuse("too-deep", "it is nested too deep");
    const entries: SpecEntry[] = [];
    this.#at = start + 1;
    while (!this.fault && this.#skipBlank() < this.#text.length && this.#text[this.#at] !== "}") {
      if (this.#text[this.#at] === ",") this.#at++;
      const keyStart = this.#skipBlank();
      const key = this.#string();
      const keyRange = { start: keyStart, end: this.#at };
      this.#skipBlank();
      this.#at++;
      entries.push({ key, keyRange, value: this.value(depth) });
    }
    this.#at++;
    return { kind: "map", range: { start, end: this.#at }, entries };
  }

  #list(start: number, depth: number): SpecNode {
    if (depth > deepestSpec) this.#refuse("too-deep", "it is nested too deep");
    const items: SpecNode[] = [];
    this.#at = start + 1;
    while (!this.fault && this.#skipBlank() < this.#text.length && this.#text[this.#at] !== "]") {
      if (this.#text[this.#at] === ",") this.#at++;
      items.push(this.value(depth));
    }
    this.#at++;
    return { kind: "list", range: { start, end: this.#at }, items };
  }

  #string(): string {
    const start = this.#at;
    let end = this.#text.indexOf('"', start + 1);
    while (end > 0 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    this.#at = end + 1;
    const raw = this.#text.slice(start + 1, end);
    return raw.includes("\\") ? String(JSON.parse(`"${raw}"`)) : raw;
  }

  #isEscaped(quote: number): boolean {
    let before = quote;
    while (this.#text.charCodeAt(before - 1) === 0x5c) before--;
    return (quote - before) % 2 === 1;
  }

  #literal(start: number): SpecNode {
    let end = start;
    while (end < this.#text.length && !endsLiteral(this.#text.charCodeAt(end))) end++;
    this.#at = end;
    const value: unknown = JSON.parse(this.#text.slice(start, end));
    const plain = typeof value === "number" || typeof value === "boolean" ? value : null;
    return { kind: "scalar", range: { start, end }, value: plain };
  }

  #skipBlank(): number {
    while (isBlank(this.#text.charCodeAt(this.#at))) this.#at++;
    return this.#at;
  }

  #refuse(kind: SpecTreeFault["kind"], text: string): void {
    this.fault ??= { kind, text, range: { start: this.#at, end: this.#at + 1 } };
  }
}

function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

/** A blank, `,`, `]` or `}`. */
function endsLiteral(code: number): boolean {
  return isBlank(code) || code === 0x2c || code === 0x5d || code === 0x7d;
}

const words: Readonly<Record<JsonProblemKind, string>> = {
  comment: "JSON has no comments",
  "trailing-comma": "a comma stands before a closing bracket",
  "missing-comma": "a comma is missing",
  "missing-colon": "a colon is missing",
  "missing-value": "a value is missing",
  "missing-close": "a bracket is not closed",
  "unclosed-string": "a text has no closing double quote",
  "invalid-string": "a text holds a character that JSON does not allow",
  unquoted: "a text is not in double quotes",
  unexpected: "this does not belong here",
  "text-after-end": "something follows the last bracket",
  "duplicate-key": "a key stands twice",
};

function readFaulty(path: SitePath, text: string, error: unknown): SpecTree {
  const file = readJson(path, text);
  if (file.refused) {
    const kind = file.refused.reason === "too-deep" ? "too-deep" : "syntax";
    const offset = Number(/position (\d+)/.exec(String(error))?.[1] ?? 0);
    const range = kind === "too-deep" ? file.refused.range : { start: offset, end: offset + 1 };
    const reason = kind === "too-deep" ? "it is nested too deep" : "this does not belong here";
    return { root: undefined, shared: new Set(), fault: { kind, text: reason, range } };
  }
  const problem = file.problems.find(({ kind }) => kind !== "duplicate-key");
  return {
    root: file.root && convert(file.root),
    shared: new Set(),
    fault: {
      kind: "syntax",
      text: words[problem?.kind ?? "unexpected"],
      range: problem?.range ?? { start: 0, end: Math.min(1, text.length) },
    },
  };
}

function convert(node: JsonNode): SpecNode {
  const { range } = node;
  switch (node.kind) {
    case "object":
      return {
        kind: "map",
        range,
        entries: node.properties.map(({ key, keyRange, value }) => ({
          key,
          keyRange,
          value: value ? convert(value) : { kind: "scalar", range: keyRange, value: null },
        })),
      };
    case "array":
      return { kind: "list", range, items: node.items.map(convert) };
    case "null":
      return { kind: "scalar", range, value: null };
    default:
      return { kind: "scalar", range, value: node.value };
  }
}
