/** A fenced code block as a plain reading finds it. Nothing of the product reads here. */
export interface PlainBlock {
  /** Of its opening fence. */
  readonly start: number;
  /** Behind its closing fence. */
  readonly end: number;
  /** Of its first line of code, and behind its last, without that one's line end. */
  readonly codeStart: number;
  readonly codeEnd: number;
  readonly lang: string;
  /** Before the fence on its line. */
  readonly indent: string;
  /** What a reader sees: without the indentation that all lines share. */
  readonly seen: string;
}

/** The fenced blocks of a page that are closed and not within quotes. */
export function plainBlocks(text: string): readonly PlainBlock[] {
  const blocks: PlainBlock[] = [];
  let open: { fence: string; start: number; codeStart: number; lang: string; indent: string } | undefined;
  let at = 0;
  for (const line of text.split("\n")) {
    const end = at + line.length;
    const [, indent = "", fence = "", info = ""] = /^(\s*)(`{3,}|~{3,})(.*?)\r?$/.exec(line) ?? [];
    if (!open && fence !== "" && !info.includes("`"))
      open = {
        fence,
        indent,
        start: at + indent.length,
        codeStart: end + 1,
        lang: /^\s*([\w#+-]*)/.exec(info)?.[1] ?? "",
      };
    else if (open && fence.startsWith(open.fence) && info.trim() === "") {
      const codeEnd = Math.max(open.codeStart, at - 1);
      const code = text.slice(open.codeStart, codeEnd);
      blocks.push({ ...open, end: end - (line.endsWith("\r") ? 1 : 0), codeEnd, seen: seenBy(code) });
      open = undefined;
    }
    at = end + 1;
  }
  return blocks;
}

function seenBy(code: string): string {
  const lines = code.replace(/\r/g, "").split("\n");
  const indents = lines
    .filter((line) => line.trim() !== "")
    .map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  const shared = Math.min(...(indents.length === 0 ? [0] : indents));
  return lines
    .map((line) => line.slice(shared))
    .join("\n")
    .trimEnd();
}

/** Code in which blanks do not count, to tell whether two blocks show the same. */
export const sameAs = (code: string): string => code.replace(/\[!code[^\]]*\]/g, "").replace(/\s+/g, "");
