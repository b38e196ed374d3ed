import { layoutOf } from "./edit-config.ts";
import { blankEnd, lineStartOf } from "./json-blanks.ts";
import type { JsonFile } from "./json-tree.ts";
import type { TextRange } from "../text/text-edit.ts";

/**
 * The text of a value with its further lines as if it stood in the first column, in the line ends of the file that it goes
 * to, and in its steps of indentation where they are others.
 */
export function textForFile(from: JsonFile, { start, end }: TextRange, to: JsonFile): string {
  const [own, wanted] = [layoutOf(from.text), layoutOf(to.text)];
  const lineStart = lineStartOf(from.text, start);
  const base = from.text.slice(lineStart, Math.min(start, blankEnd(from.text, lineStart)));
  return from.text
    .slice(start, end)
    .split(/\r?\n/)
    .map((line, i) => (i > 0 && line.startsWith(base) ? line.slice(base.length) : line))
    .map((line, i) => (i > 0 && from !== to ? inSteps(line, own.step, wanted.step) : line))
    .join(wanted.eol);
}

function inSteps(line: string, own: string, wanted: string): string {
  if (own === wanted) return line;
  let steps = 0;
  while (line.startsWith(own, steps * own.length)) steps++;
  return wanted.repeat(steps) + line.slice(steps * own.length);
}

/** A list of texts, each in lines of its own. */
export function listText(file: JsonFile, texts: readonly string[]): string {
  const { eol, step } = layoutOf(file.text);
  const items = texts.map((text) => eol + step + text.replace(/\n(?=.)/g, `\n${step}`));
  return `[${items.join(",")}${eol}]`;
}
