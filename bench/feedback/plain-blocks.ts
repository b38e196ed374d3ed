/** A fenced code block, found by an independent parser without product code. */
export interface PlainBlock {
  /** The start of the opening fence. */
  readonly start: number;
  /** The end of the closing fence. */
  readonly end: number;
  /** The start of the first line of code, and the end of the last line without its line ending. */
  readonly codeStart: number;
  readonly codeEnd: number;
  readonly lang: string;
  /** The text before the fence on its line. */
  readonly indent: string;
  /** The code as readers see it, without the common indentation. */
  readonly seen: string;
}

/** Returns the fenced blocks on a page that are closed and not inside blockquotes. */
export function listPlainBlocks(text: string): readonly PlainBlock[] {
  const blocks: PlainBlock[] = [];
  let openFence: { fence: string; start: number; codeStart: number; lang: string; indent: string } | undefined;
  let at = 0;
  for (const line of text.split("\n")) {
    const end = at + line.length;
    const [, indent = "", fence = "", info = ""] = /^(\s*)(`{3,}|~{3,})(.*?)\r?$/.exec(line) ?? [];
    if (!openFence && fence !== "" && !info.includes("`"))
      openFence = {
        fence,
        indent,
        start: at + indent.length,
        codeStart: end + 1,
        lang: /^\s*([\w#+-]*)/.exec(info)?.[1] ?? "",
      };
    else if (openFence && fence.startsWith(openFence.fence) && info.trim() === "") {
      const codeEnd = Math.max(openFence.codeStart, at - 1);
      const code = text.slice(openFence.codeStart, codeEnd);
      blocks.push({
        ...openFence,
        end: end - (line.endsWith("\r") ? 1 : 0),
        codeEnd,
        seen: toVisibleText(code),
      });
      openFence = undefined;
    }
    at = end + 1;
  }
  return blocks;
}

function toVisibleText(code: string): string {
  const lines = code.replace(/\r/g, "").split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  const shared = Math.min(...(indents.length === 0 ? [0] : indents));
  return lines
    .map((line) => line.slice(shared))
    .join("\n")
    .trimEnd();
}

/** Removes whitespace and code markers from code so that the visible code of two blocks can be compared. */
export const normalizeCode = (code: string): string => code.replace(/\[!code[^\]]*\]/g, "").replace(/\s+/g, "");

/** Whether a block contains at least one word, so a reader can distinguish it from other blocks. */
export const hasText = ({ seen }: PlainBlock): boolean => /\w{2}/.test(seen);
