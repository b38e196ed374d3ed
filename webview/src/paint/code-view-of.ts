import type { CodePiece, CodeView, ViewElement } from "../../../server/src/core/preview/view/page-view.ts";
import { flagOf, numberOf, propOf, textOf, wordsOf } from "./piece.ts";

/** The code of a block as it is copied. */
export function codeText(view: CodeView): string {
  return view.lines
    .map((line) => line.map((piece) => (typeof piece === "string" ? piece : piece[0])).join(""))
    .join("\n");
}

/** The props of a code block, each only if it is what it should be. */
export function codeViewOf(node: ViewElement): CodeView {
  const lines = propOf(node, "lines");
  const title = textOf(node, "title");
  return {
    lang: textOf(node, "lang") ?? "",
    ...(title === undefined ? {} : { title }),
    lines: Array.isArray(lines)
      ? lines.map(piecesOf)
      : wordsOf(node.children)
          .replace(/\n$/, "")
          .split("\n")
          .map((line) => [line]),
    highlight: lineNumbers(node, "highlight"),
    focus: lineNumbers(node, "focus"),
    added: lineNumbers(node, "added"),
    removed: lineNumbers(node, "removed"),
    numbers: flagOf(node, "numbers") ?? false,
    wrap: flagOf(node, "wrap") ?? false,
    expandable: flagOf(node, "expandable") ?? false,
    nocopy: flagOf(node, "nocopy") ?? false,
  };
}

function piecesOf(line: unknown): CodePiece[] {
  if (!Array.isArray(line)) return [];
  return line.flatMap((piece: unknown): CodePiece[] => {
    if (typeof piece === "string") return [piece];
    if (!Array.isArray(piece)) return [];
    const [text, palette] = piece as readonly unknown[];
    return typeof text === "string" && Number.isInteger(palette) ? [[text, Number(palette)]] : [];
  });
}

function lineNumbers(node: ViewElement, name: string): number[] {
  const value = propOf(node, name);
  if (Array.isArray(value)) return value.filter((line): line is number => typeof line === "number");
  const one = numberOf(node, name);
  return one === undefined ? [] : [one];
}
