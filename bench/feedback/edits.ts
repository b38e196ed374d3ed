import type { Random } from "../recall/random.ts";
import { type PlainBlock, listPlainBlocks } from "./plain-blocks.ts";

/** A replacement for the text between two offsets. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export const applyEdit = (text: string, { start, end, text: added }: Edit): string =>
  text.slice(0, start) + added + text.slice(end);

/** A change that an author makes to a page or block. `make` returns undefined if the change isn't possible. */
export type EditKind = readonly [name: string, make: (target: EditTarget, random: Random) => Edit | undefined];

export interface EditTarget {
  readonly text: string;
  readonly block: PlainBlock;
  readonly others: readonly PlainBlock[];
  /** The lines after the frontmatter that are outside all blocks. */
  readonly lines: readonly { readonly start: number; readonly end: number }[];
}

const words = "so that each reader can follow this step before they go on with another one of these".split(" ");
const createSentence = (random: Random) =>
  Array.from({ length: 3 + random.nextBelow(12) }, () => random.pick(words) ?? "so").join(" ");
const sample = (random: Random) =>
  Array.from(
    { length: 1 + random.nextBelow(6) },
    () => `${random.nextWord(5)} = ${random.nextWord(4)}(${random.nextWord(3)})`,
  ).join("\n");

/** Indents code like its fence, because a line with less indentation would end a list item. */
const indentCode = (code: string, { indent }: PlainBlock) => code.replace(/^/gm, indent);

/** Inserts text at the start of a random line, but not at the block's own line. */
const insert =
  (make: (random: Random) => string) =>
  ({ lines }: EditTarget, random: Random): Edit | undefined => {
    const line = random.pick(lines);
    return line && { start: line.start, end: line.start, text: make(random) };
  };

export const elsewhere: readonly EditKind[] = [
  ["a paragraph more", insert((random) => `${createSentence(random)}.\n\n`)],
  ["a heading more", insert((random) => `\n## ${createSentence(random)}\n\n`)],
  ["a block more", insert((random) => `\n\`\`\`js ${random.nextWord(4)}.js\n${sample(random)}\n\`\`\`\n\n`)],
  ["an empty line more", insert(() => "\n")],
  [
    "another line changed",
    ({ lines }, random) => {
      const line = random.pick(lines);
      return line && { ...line, text: `${createSentence(random)}` };
    },
  ],
  [
    "another line taken out",
    ({ lines }, random) => {
      const line = random.pick(lines);
      return line && { start: line.start, end: line.end + 1, text: "" };
    },
  ],
  [
    "another block taken out",
    ({ others }, random) => {
      const other = random.pick(others);
      return other && { start: other.start, end: other.end, text: "" };
    },
  ],
  [
    "another block changed",
    ({ others }, random) => {
      const other = random.pick(others.filter(({ codeStart, codeEnd }) => codeEnd > codeStart));
      return other && { start: other.codeStart, end: other.codeEnd, text: indentCode(sample(random), other) };
    },
  ],
];

const findWords = ({ text, block }: EditTarget) =>
  [...text.slice(block.codeStart, block.codeEnd).matchAll(/[A-Za-z_]\w{1,}/g)].map(({ 0: word, index }) => ({
    word,
    start: block.codeStart + index,
    end: block.codeStart + index + word.length,
  }));

const getCode = ({ text, block }: EditTarget) => text.slice(block.codeStart, block.codeEnd);
const replaceBlock = ({ block }: EditTarget, text: string): Edit => ({
  start: block.codeStart,
  end: block.codeEnd,
  text,
});

/** Replaces `count` words of the block. */
const replaceWords =
  (count: number) =>
  (target: EditTarget, random: Random): Edit | undefined => {
    const foundWords = findWords(target);
    if (foundWords.length < count * 2) return undefined;
    const changed = random
      .shuffle(foundWords)
      .slice(0, count)
      .sort((a, b) => b.start - a.start);
    let code = getCode(target);
    for (const { start, end } of changed)
      code = applyEdit(code, {
        start: start - target.block.codeStart,
        end: end - target.block.codeStart,
        text: random.nextWord(6),
      });
    return replaceBlock(target, code);
  };

const getLines = (target: EditTarget) => getCode(target).split("\n");

export const ofTheBlock: readonly EditKind[] = [
  ["one word another", replaceWords(1)],
  ["two words others", replaceWords(2)],
  ["three words others", replaceWords(3)],
  [
    "a name another everywhere",
    (target, random) => {
      const name = random.pick(findWords(target))?.word;
      if (name === undefined || new Set(findWords(target).map(({ word }) => word)).size < 2) return undefined;
      return replaceBlock(target, getCode(target).replace(new RegExp(`\\b${name}\\b`, "g"), random.nextWord(7)));
    },
  ],
  [
    "a line more",
    (target, random) => {
      const lines = getLines(target);
      lines.splice(
        random.nextBelow(lines.length + 1),
        0,
        `${random.nextWord(5)}(${random.nextWord(4)}, ${random.nextWord(3)})`,
      );
      return getCode(target).trim() === "" ? undefined : replaceBlock(target, lines.join("\n"));
    },
  ],
  [
    "a line less",
    (target, random) => {
      const lines = getLines(target);
      if (lines.filter((line) => /\w/.test(line)).length < 3) return undefined;
      lines.splice(random.nextBelow(lines.length), 1);
      return replaceBlock(target, lines.join("\n"));
    },
  ],
  [
    "a line another",
    (target, random) => {
      const lines = getLines(target);
      if (lines.filter((line) => /\w/.test(line)).length < 3) return undefined;
      lines[random.nextBelow(lines.length)] = `${target.block.indent}${random.nextWord(5)}(${random.nextWord(4)})`;
      return replaceBlock(target, lines.join("\n"));
    },
  ],
  [
    "indented otherwise",
    (target) =>
      /\S/.test(getCode(target))
        ? replaceBlock(
            target,
            getLines(target)
              .map((line) => `  ${line}`)
              .join("\n"),
          )
        : undefined,
  ],
];

export function getTarget(text: string, block: PlainBlock): EditTarget {
  const blocks = listPlainBlocks(text);
  const body = /^---\n[^]*?\n---\n/.exec(text)?.[0].length ?? 0;
  const lines: { start: number; end: number }[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    const end = at + line.length;
    const isInside = blocks.some((one) => at < one.end && end >= one.start);
    const isPlain = !/^\s*[<{`~$]|^\s*(import|export)\b|[<{}]/.test(line);
    if (at >= body && !isInside && isPlain && end < text.length) lines.push({ start: at, end });
    at = end + 1;
  }
  return { text, block, others: blocks.filter(({ start }) => start !== block.start), lines };
}
