import type { ViewNode } from "../../server/src/core/preview/view/page-view.ts";

// Finds the words in the text of a page line by line, without a parser and independently of the product.

/**
 * Returns the words on a page that are outside frontmatter, imports, tags, and expressions. Words in code blocks are
 * included.
 */
export function wordsWritten(page: string): string[] {
  const forHumans = page.replace(/<Visibility for="agents">[^]*?<\/Visibility>/g, " ");
  const lines = forHumans
    .replace(/^\ufeff/, "")
    .replace(/\r\n?/g, "\n")
    .split("\n");
  const start = lines[0]?.trim() === "---" ? lines.indexOf("---", 1) + 1 : 0;
  const text: string[] = [];
  let prose: string[] = [];
  const flush = () => {
    text.push(proseText(prose.join("\n")));
    prose = [];
  };
  let fence = "";
  for (const line of lines.slice(start)) {
    const mark = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)*(`{3,}|~{3,})/.exec(line)?.[1];
    if (
      fence === "" &&
      mark !== undefined &&
      !(mark.startsWith("`") && line.split(mark[0] ?? "").length > mark.length + 1)
    ) {
      flush();
      fence = mark;
    } else if (fence !== "" && mark?.startsWith(fence) && line.trim().replace(/^[>\s]*/, "") === mark) fence = "";
    else if (fence !== "") text.push(line.replace(/\[!code[^\]]*\]/g, ""));
    else prose.push(line);
  }
  flush();
  return wordsIn(text.join("\n"));
}

/** Returns the words that a rendered page shows. */
export function wordsShown(nodes: readonly ViewNode[]): string[] {
  return wordsIn(shownText(nodes));
}

const scriptsWithoutBlanks = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}";
const word = new RegExp(`[${scriptsWithoutBlanks}]|(?:(?![${scriptsWithoutBlanks}])[\\p{L}\\p{N}])+`, "gu");

/** Splits a text into words. In scripts without spaces, each letter is a word. */
export function wordsIn(text: string): string[] {
  return text.normalize("NFC").match(word) ?? [];
}

/** Returns the words in `expected` that are missing in `there`. A word is repeated as often as it's missing. */
export function missingWords(expected: readonly string[], there: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of there) counts.set(word, (counts.get(word) ?? 0) + 1);
  return expected.filter((word) => {
    const left = counts.get(word) ?? 0;
    counts.set(word, left - 1);
    return left <= 0;
  });
}

function proseText(prose: string): string {
  const blocks = withoutModules(prose);
  return withoutCode(blocks)
    .replace(/^[ \t>]*\[[^\]\n]+\]:[ \t]*\S+.*$/gm, (line) =>
      /\[\^/.test(line) ? line.replace(/\[\^[^\]]*\]:/, "") : "",
    )
    .replace(/^[ \t>]*\d{1,9}[.)](?=\s)/gm, " ")
    .replace(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/g, " ")
    .replace(/\]\((?:<[^>]*>|[^()\s]*(?:\([^()]*\)[^()\s]*)*)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/g, "] ")
    .replace(/\[\^[^\]]*\]/g, " ")
    .replace(/(\][ ]?)\[[^\]\n]*\]/g, "$1")
    .replace(/&(?:#\w+|\w+);/g, " ")
    .replace(/\\([^\w\s])/g, "$1");
}

/** Removes imports and exports, each up to the next empty line outside brackets. */
function withoutModules(prose: string): string {
  let depth = 0;
  let isOpen = false;
  return prose
    .split("\n")
    .filter((line) => {
      if (!isOpen && /^(?:import|export)\b/.test(line)) isOpen = true;
      if (!isOpen) return true;
      depth += (line.match(/[{([]/g)?.length ?? 0) - (line.match(/[})\]]/g)?.length ?? 0);
      if (depth <= 0 && line.trim() === "") {
        isOpen = false;
        depth = 0;
      }
      return false;
    })
    .join("\n");
}

/** Removes tags, expressions, and comments, and replaces inline code with its text. */
function withoutCode(prose: string): string {
  let out = "";
  for (let at = 0; at < prose.length;) {
    const char = prose[at] ?? "";
    if (char === "\\") {
      out += prose.slice(at, at + 2);
      at += 2;
    } else if (char === "`") {
      const ticks = /^`+/.exec(prose.slice(at))?.[0] ?? "`";
      const end = closingTicks(prose, at + ticks.length, ticks);
      out += end < 0 ? ticks : ` ${prose.slice(at + ticks.length, end)} `;
      at = end < 0 ? at + ticks.length : end + ticks.length;
    } else if (char === "{" || (char === "<" && /^<\/?[A-Za-z>]/.test(prose.slice(at, at + 3)))) {
      at = codeEnd(prose, at);
      out += " ";
    } else {
      out += char;
      at++;
    }
  }
  return out;
}

function closingTicks(text: string, from: number, ticks: string): number {
  for (let at = text.indexOf(ticks, from); at >= 0; at = text.indexOf(ticks, at)) {
    const run = /^`+/.exec(text.slice(at))?.[0].length ?? 1;
    if (run === ticks.length) return at;
    at += run;
  }
  return -1;
}

/** Returns the offset after the tag or expression that starts at `from`. */
function codeEnd(text: string, from: number): number {
  const isTag = text[from] === "<";
  let depth = 0;
  let quote = "";
  for (let at = from; at < text.length; at++) {
    const char = text[at] ?? "";
    if (quote !== "") {
      if (char === "\\" && depth > 0) at++;
      else if (char === quote) quote = "";
    } else if (char === "`" || ((char === '"' || char === "'") && !(depth > 0 && /\w/.test(text[at - 1] ?? ""))))
      quote = char;
    else if (char === "{") depth++;
    else if (char === "}") {
      depth--;
      if (depth === 0 && !isTag) return at + 1;
    } else if (char === ">" && isTag && depth === 0) return at + 1;
  }
  return text.length;
}

function shownText(nodes: readonly ViewNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === "string") return node;
      const { tag, props = {}, slots = {}, children = [] } = node;
      const inner = shownText([...children, ...Object.values(slots).flat()]);
      const own =
        tag === "#code"
          ? codeText(props["lines"])
          : tag === "#mermaid"
            ? props["source"]
            : tag === "#maths"
              ? props["tex"]
              : "";
      const text = `${typeof own === "string" ? own : ""}${tag === "#maths" ? "" : inner}`;
      return `\n${text}\n`;
    })
    .join("");
}

function codeText(lines: unknown): string {
  if (!Array.isArray(lines)) return "";
  return lines
    .map((line) =>
      Array.isArray(line)
        ? line.map((piece: unknown) => (Array.isArray(piece) ? String(piece[0]) : String(piece))).join("")
        : "",
    )
    .join("\n");
}
