import { endOfLine, type TextEdit } from "../../text/text-edit.ts";
import { escapeRepair, type Fault, insertion, letterPatch } from "./fault.ts";
import { lineFault } from "./line-fault.ts";
import type { MdxStop } from "./read-mdx-tree.ts";
import { endOfTag, tagPatches } from "./tag-fault.ts";
import { readWrittenTag } from "./written-tag.ts";

const longest = 20_000;

/** What is wrong with the braces at which the parser gave up. */
export function expressionFault(text: string, stop: MdxStop, brace: number): Fault {
  if (stop.reason === "line") return lineFault(text, stop, stop.tag ?? brace);
  const end = matchingBrace(text, brace);
  const isOpen = end === undefined || stop.reason === "character";
  const isValue = stop.tag !== undefined;
  if (isOpen && !isValue && text.startsWith("{/*", brace)) return commentFault(text, brace);
  const [open, closed] = isValue
    ? (["value-brace-not-closed", "value"] as const)
    : (["brace-not-closed", "expression"] as const);
  return {
    fault: isOpen ? open : closed,
    range: { start: brace, end: isOpen ? brace + 1 : Math.min(end, endOfLine(text, brace)) },
    text: text.slice(brace, Math.min(end ?? endOfLine(text, brace), endOfLine(text, brace), brace + 30)),
    ...(stop.tag === undefined ? inText(text, brace, end) : inTag(text, stop.tag, brace, end)),
  };
}

/** `{/* note` up to the end of the page: the end of its line is where it most likely ends. */
function commentFault(text: string, brace: number): Fault {
  const end = text.slice(0, endOfLine(text, brace)).trimEnd().length;
  return {
    fault: "comment-not-closed",
    range: { start: brace, end: brace + "{/*".length },
    text: "{/*",
    candidates: [{ kind: "close", text: "*/}", edits: [insertion(end, " */}")] }],
    patches: [letterPatch(brace)],
  };
}

type WayOut = Pick<Fault, "candidates" | "patches" | "takenTag">;

function inText(text: string, brace: number, end: number | undefined): WayOut {
  const braces = end === undefined ? [brace] : bracesIn(text, brace, end);
  const isShort = end !== undefined && !/[`\r\n]/.test(text.slice(brace, end));
  return {
    candidates: [
      escapeRepair(braces, "{"),
      ...(isShort
        ? [{ kind: "code" as const, text: "", edits: [insertion(brace, "`"), insertion(end, "`")] }]
        : []),
    ],
    patches: braces.map((at) => letterPatch(at)),
  };
}

function inTag(text: string, start: number, brace: number, end: number | undefined): WayOut {
  const tag = readWrittenTag(text, start, brace);
  if (!tag) return { candidates: [], patches: [letterPatch(start)] };
  const tagEnd = endOfTag(text, end ?? brace);
  const patches: TextEdit[] = tagPatches(text, tag, tagEnd);
  const close = tagEnd === undefined ? undefined : text[tagEnd - 2] === "/" ? tagEnd - 2 : tagEnd - 1;
  const isEmpty = end !== undefined && text.slice(brace + 1, end - 1).trim() === "";
  const inner = end === undefined ? "" : text.slice(brace + 1, end - 1);
  const isObject = /^\s*(?:[\w$]+|"[^"]*"|'[^']*')\s*:/.test(inner);
  return {
    candidates: [
      ...(isObject && end !== undefined
        ? [
            {
              kind: "wrap-braces" as const,
              text: "",
              edits: [insertion(brace, "{"), insertion(end, "}")],
            },
          ]
        : []),
      ...(isEmpty
        ? [{ kind: "quote" as const, text: "", edits: [{ range: { start: brace, end }, newText: '""' }] }]
        : []),
      ...(end === undefined && close !== undefined
        ? [{ kind: "close" as const, text: "}", edits: [insertion(beforeSpaces(text, close), "}")] }]
        : []),
    ],
    patches,
    ...(patches[0]?.range.start === start ? { takenTag: tag.name } : {}),
  };
}

function beforeSpaces(text: string, at: number): number {
  return text.slice(0, at).trimEnd().length;
}

/** Behind the brace that closes the one at `start`, whatever stands between: prose has apostrophes, so no strings are read. */
function matchingBrace(text: string, start: number): number | undefined {
  let depth = 0;
  for (let i = start; i < text.length && i < start + longest; i++) {
    if (text[i] === "{") depth++;
    else if (text[i] === "}" && --depth === 0) return i + 1;
  }
  return undefined;
}

function bracesIn(text: string, start: number, end: number): number[] {
  const found: number[] = [];
  for (let i = start; i < end; i++)
    if ((text[i] === "{" || text[i] === "}") && text[i - 1] !== "\\") found.push(i);
  return found;
}
