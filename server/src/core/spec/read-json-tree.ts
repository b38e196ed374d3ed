import type { JsonProblemKind } from "../config/json/json-reader.ts";
import { type JsonNode, readJson } from "../config/json/json-tree.ts";
import { characterAt, type SitePath } from "../text/text-edit.ts";
import { readJsonTable } from "./read-json-table.ts";
import type { SpecNode, SpecTree } from "./spec-node.ts";
import { TableTree } from "./table-tree.ts";

/**
 * The tree of a JSON file. A faulty file is read again by the reader that recovers, so that completion still has
 * something to offer.
 */
export function readJsonTree(path: SitePath, text: string): SpecTree {
  const plain = text.charCodeAt(0) === 0xfeff ? ` ${text.slice(1)}` : text;
  const read = readJsonTable(plain);
  if (!read) return readFaulty(path, plain);
  if ("fault" in read) return { root: undefined, shared: new Set(), fault: read.fault };
  return new TableTree(read.table);
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

function readFaulty(path: SitePath, text: string): SpecTree {
  const file = readJson(path, text);
  if (file.refused) {
    const kind = file.refused.reason === "too-deep" ? "too-deep" : "syntax";
    const range = kind === "too-deep" ? file.refused.range : characterAt(text, offsetOfFault(text));
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

function offsetOfFault(text: string): number {
  try {
    JSON.parse(text);
    return 0;
  } catch (error) {
    return Number(/position (\d+)/.exec(String(error))?.[1] ?? 0);
  }
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
