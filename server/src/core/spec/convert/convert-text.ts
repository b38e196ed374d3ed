import { readSpecTree } from "../read-spec-tree.ts";
import { entriesOf, entryOf, textOf, valueAt, type SpecNode } from "../spec-node.ts";
import { dump } from "../yaml-events.ts";
import type { ConversionTarget } from "./conversion-target.ts";
import { convertSwagger } from "./convert-swagger.ts";
import { isObject, type JsonObject } from "./json-value.ts";

export type Conversion =
  | {
      readonly ok: true;
      readonly text: string;
      /** What the author should know before taking it, in sentences. */
      readonly notes: readonly string[];
    }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };

/** Anchors may stand for far more than their file's length. */
const mostNodes = 2_000_000;

/**
 * A Swagger 2.0 file as OpenAPI 3, in the format, indentation and line ends that it has; JSON of one line stays one
 * line. Nothing in it is evaluated.
 */
export function convertText(path: string, text: string, target: ConversionTarget): Conversion {
  const tree = readSpecTree(path, text);
  if (tree.fault) return { ok: false, reason: `The file cannot be read: ${tree.fault.text}.` };
  const version = valueAt(tree.root, "swagger");
  const written = version?.kind === "scalar" ? String(version.value) : "";
  if (!/^2(\.0)?$/.test(written)) return { ok: false, reason: "The file is no Swagger 2.0 specification." };
  const reading: Reading = { text, numberMark: freeMark(text), left: mostNodes, open: new Set() };
  const source = plainOf(tree.root, reading);
  if (!isObject(source)) return { ok: false, reason: "The file unfolds to more than can be converted." };
  const converted = convertSwagger(withTextVersion(source, tree.root, text), target);
  if (!converted) return { ok: false, reason: "The file is too far from Swagger 2.0 to be converted." };
  const { document, notes } = converted;
  const isJson = /\.json$/i.test(path);
  const indent = indentOf(text, isJson);
  const write = (value: unknown): string => {
    const plain = isJson
      ? `${JSON.stringify(value, undefined, indent)}\n`
      : dump(value, { indent: Number(indent), lineWidth: -1, noRefs: true });
    const numbered = plain.replace(new RegExp(`["']?${reading.numberMark}([-+.\\deE]+)_["']?`, "g"), "$1");
    return text.includes("\r\n") ? numbered.replaceAll("\n", "\r\n") : numbered;
  };
  const isLaidOutAnew = isJson && write(source).trim() !== text.replace(/^\ufeff/, "").trim();
  return {
    ok: true,
    text: write(document),
    notes: [...(isLaidOutAnew ? [laidOutAnew] : formatNotes(text, isJson, tree.shared.size > 0)), ...notes],
  };
}

const laidOutAnew = "The file is written anew, so its line breaks and blanks may differ.";

interface Reading {
  readonly text: string;
  /** Stands before the digits of numbers that JavaScript would round. */
  readonly numberMark: string;
  left: number;
  readonly open: Set<SpecNode>;
}

function freeMark(text: string): string {
  let mark = "docwright_number_";
  while (text.includes(mark)) mark += "_";
  return mark;
}

/** Undefined where it goes round in a circle or is too much. */
function plainOf(node: SpecNode | undefined, reading: Reading): unknown {
  if (!node || --reading.left < 0 || reading.open.has(node)) {
    reading.left = -1;
    return undefined;
  }
  if (node.kind === "scalar") return scalarOf(node, reading);
  reading.open.add(node);
  const value =
    node.kind === "list"
      ? node.items.map((item) => plainOf(item, reading))
      : Object.fromEntries([...entriesOf(node)].map((entry) => [entry.key, plainOf(entry.value, reading)]));
  reading.open.delete(node);
  return reading.left < 0 ? undefined : value;
}

function scalarOf({ value, range }: Extract<SpecNode, { kind: "scalar" }>, reading: Reading): unknown {
  if (typeof value !== "number" || !Number.isFinite(value) || Number.isSafeInteger(value)) return value;
  const digits = reading.text.slice(range.start, range.end);
  const isRounded = Number.isInteger(value) && /^-?\d+$/.test(digits);
  return isRounded ? `${reading.numberMark}${digits}_` : value;
}

/** `version: 1.10` is a number to YAML, and the text `1.10` to its author. */
function withTextVersion(source: JsonObject, root: SpecNode | undefined, text: string): JsonObject {
  const info = source["info"];
  const node = entryOf(valueAt(root, "info"), "version")?.value;
  if (!isObject(info) || !node || node.kind !== "scalar" || textOf(node) !== undefined) return source;
  return { ...source, info: { ...info, version: text.slice(node.range.start, node.range.end) } };
}

function indentOf(text: string, isJson: boolean): number | string {
  const found = /^[{\w"'][^\n]*\n(?:\r?\n)*([ \t]+)\S/m.exec(text.slice(0, 20_000))?.[1];
  if (isJson && !/\n\s*\S/.test(text.trim())) return 0;
  if (found?.includes("\t") && isJson) return "\t";
  return Math.min(8, Math.max(2, found?.length ?? 2));
}

function formatNotes(text: string, isJson: boolean, hasAnchors: boolean): string[] {
  if (isJson) return [];
  return [
    ...(/(^|\s)#/m.test(text) ? ["Comments are not kept."] : []),
    ...(hasAnchors ? ["Anchors of YAML are written out."] : []),
  ];
}
