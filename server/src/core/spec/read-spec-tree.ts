import { afterLineEnd, endOfLine, type SitePath } from "../text/text-edit.ts";
import { maxSpecLength } from "./detect-spec.ts";
import { readJsonTree } from "./parse-json.ts";
import { readYamlTree } from "./parse-yaml.ts";
import type { SpecTree } from "./spec-tree.ts";

/** Returns the tree of a JSON or YAML file, according to its name. A file that's too large isn't read. */
export function readSpecTree(path: SitePath, text: string): SpecTree {
  if (text.length > maxSpecLength) {
    const fault = {
      kind: "too-large",
      reason: "it's larger than 20 MB",
      range: { start: 0, end: 1 },
    } as const;
    return { root: undefined, shared: new Set(), fault };
  }
  return /\.json$/i.test(path) ? readJsonTree(path, text) : readYamlTree(text);
}

/** The total amount of text that is parsed again to find the invalid part, in UTF-16 units. */
const maxRead = 4_000_000;
const maxTries = 10;

/**
 * Parses a YAML text with a syntax error near `offset`, without the smallest part around it that causes the error: the
 * line, otherwise its block, otherwise the enclosing one. Offsets are those of the original text. Returns undefined if
 * omitting such a part doesn't help.
 */
export function readableRest(path: SitePath, text: string, offset: number): SpecTree | undefined {
  let budget = Math.max(maxRead, text.length);
  let tries = 0;
  for (const [start, end] of partsAround(text, offset)) {
    budget -= text.length;
    if (budget < 0 || ++tries > maxTries) return undefined;
    const blank = text.slice(start, end).replace(/[^\r\n]/g, " ");
    const tree = readSpecTree(path, text.slice(0, start) + blank + text.slice(end));
    if (tree.root && !tree.fault) return tree;
  }
  return undefined;
}

/**
 * Yields the line of an offset, and then increasingly larger blocks around it: a line and all deeper lines below it.
 */
function* partsAround(text: string, offset: number): Generator<readonly [number, number]> {
  let start = startOfLine(text, offset);
  let end = endOfLine(text, start);
  yield [start, end];
  let indent = indentAt(text, start) ?? Math.max(offset - start, 1);
  while (start > 0 && indent > 0) {
    start = startOfLine(text, start - 1);
    const own = indentAt(text, start);
    if (own === undefined || own >= indent) continue;
    indent = own;
    end = endOfBlock(text, end, own);
    yield [start, end];
  }
}

/** Returns the end of the deeper lines. The dashes of a list may have the same indentation as its key. */
function endOfBlock(text: string, from: number, indent: number): number {
  let end = from;
  while (end < text.length) {
    const start = afterLineEnd(text, end);
    const own = indentAt(text, start);
    const closes = /^ *(?:[}\]]|-(?:\s|$))/.test(text.slice(start, start + indent + 2));
    if (own !== undefined && own <= indent && !(own === indent && closes)) return end;
    end = endOfLine(text, start);
  }
  return text.length;
}

/** Returns undefined for an empty line. */
function indentAt(text: string, start: number): number | undefined {
  let at = start;
  while (text[at] === " ") at++;
  const char = text[at];
  return char === undefined || char === "\n" || char === "\r" ? undefined : at - start;
}

function startOfLine(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}
