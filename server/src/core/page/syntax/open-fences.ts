import { skipSpacesAndTabs, findNextLineStart, endOfLine } from "../../text/text-edit.ts";
import { findLateFrontmatter, removePrecedingText } from "../frontmatter.ts";
import { type UnverifiedProblem, createInsertion } from "./unverified-problem.ts";

interface Fence {
  readonly start: number;
  readonly end: number;
  readonly indent: string;
  readonly marks: string;
  readonly info: string;
  /** Whether the block ends here because this line of its list item isn't indented far enough. */
  readonly isImplied?: true;
}

interface OpenFence {
  readonly fence: Fence;
  /** The block before this one, and the fence that closes it. */
  readonly before: { readonly fence: Fence; readonly closing: Fence } | undefined;
  /** The start of the next block or the end of the page. */
  readonly until: number;
  /**
   * How the block's end is wrong. `runs-on`: another block starts inside this one, which is always an error. `within`:
   * the closing fence of a block inside this one ends it. `to-end`: the block extends to the end of the page, which may
   * be intentional.
   */
  readonly kind: "runs-on" | "within" | "to-end";
}

/**
 * The maximum number of blocks on a page whose closing fences are looked for after a block inside them. Each of them
 * requires another look at the fences after it.
 */
const maxOuter = 20;
const maxFound = 20;

/** Adds the errors of fences to the errors of a page, and removes the errors that they cause. */
export function addFenceProblems(
  text: string,
  problems: readonly UnverifiedProblem[],
): readonly UnverifiedProblem[] {
  let remaining = problems;
  const found: UnverifiedProblem[] = [];
  const open = findOpenFences(text).slice(0, maxFound);
  const enclosing = findFenceAroundPage(text, open);
  if (enclosing) return [enclosing];
  for (const { before, fence, until, kind } of open) {
    const isSwapped = (problem: UnverifiedProblem) =>
      before !== undefined &&
      fence.info === "" &&
      problem.range.start >= before.closing.end &&
      problem.range.start < fence.start;
    const swapped = remaining.filter(isSwapped);
    const content = text.slice(fence.end, until);
    const swallowed = remaining.filter(
      (problem) =>
        (problem.kind === "tag-not-closed" && content.includes(`</${problem.text}>`)) ||
        (problem.kind === "closing-without-opening" && content.includes(`<${problem.text}`)),
    );
    const outdented = outdentedCode(text, fence, before);
    if (outdented) {
      const caused = [...swapped, ...swallowed];
      remaining = remaining.filter((fault) => !caused.includes(fault));
      found.push({ ...outdented, kind: caused.length > 0 ? "code-outdented" : "fence-outdented" });
      continue;
    }
    const caused = swapped.length > 0 ? swapped : swallowed;
    const isToEnd = caused.length === 0 && kind === "to-end";
    if (isToEnd && !(fence.info === "" ? containsProse(content) : containsPageText(fence.info, content)))
      continue;
    if (kind !== "within") remaining = remaining.filter((problem) => !caused.includes(problem));
    if (kind === "within") {
      const range = { start: fence.start + fence.indent.length, end: fence.end };
      found.push({ kind: "fence-within", range, text: fence.marks, candidates: [], patches: [] });
      continue;
    }
    const isBefore = swapped.length > 0 && before !== undefined;
    const at = isBefore ? before.fence : fence;
    const offsets = findClosingOffsets(text, at, isBefore ? before.closing.start : until);
    const unpaired = caused.length > 0 || isToEnd ? undefined : classifyUnpaired(fence, content);
    if (unpaired) {
      const range = { start: fence.start + fence.indent.length, end: fence.end };
      found.push({ kind: unpaired, range, text: fence.marks, candidates: [], patches: [] });
      continue;
    }
    found.push({
      kind: caused.length > 0 ? "fence-not-closed" : isToEnd ? "fence-to-end" : "fence-runs-on",
      range: { start: at.start + at.indent.length, end: at.end },
      text: at.marks,
      // The last offset is the end of the page. A fence there doesn't change anything.
      candidates: (isToEnd ? offsets.slice(0, -1) : offsets).map((offset) => ({
        kind: "close-code",
        text: at.marks,
        edits: [createInsertion(offset, `${detectEol(text)}${at.indent}${at.marks}`)],
      })),
      patches: [],
    });
  }
  return [...remaining, ...found];
}

/**
 * Returns the error for a fence before the frontmatter that turns the page into code. No other error on such a page can
 * be determined.
 */
function findFenceAroundPage(text: string, open: readonly OpenFence[]): UnverifiedProblem | undefined {
  // The page's own frontmatter was replaced with blank lines, so only a fence on the first line counts.
  const late = /^\n?[`~]/.test(text) && open.length > 0 ? findLateFrontmatter(text) : undefined;
  const { fence, kind } = open.find(({ fence: { start } }) => start === late?.fence?.start) ?? {};
  // If the inner block ends this one and other text follows, this block is an example.
  if (!late || !fence || (kind === "within" && !late.closing)) return undefined;
  const written = `${fence.marks}${fence.info}`;
  return {
    kind: "fence-around-page",
    range: { start: fence.start + fence.indent.length, end: fence.end },
    text: written,
    candidates: [{ kind: "remove-fence", text: written, edits: removePrecedingText(late) }],
    patches: [],
  };
}

/**
 * Returns the error for code in a list item that is indented less than its fences. The block ends before the code, and
 * its closing fence starts another block.
 */
function outdentedCode(
  text: string,
  fence: Fence,
  before: OpenFence["before"],
): Omit<UnverifiedProblem, "kind"> | undefined {
  const { indent, start } = fence;
  if (!before?.closing.isImplied || !closesFence(before.fence, fence) || before.fence.indent !== indent)
    return undefined;
  const from = before.closing.start;
  const code = text.slice(from, start);
  // After a blank line, the text of the page may follow.
  if (text.slice(before.fence.end, from).trim() !== "" || /(?:\n|\r(?!\n))[ \t]*[\r\n]/.test(code))
    return undefined;
  // The next list item isn't code, except in languages with lists.
  if (listItem.test(code) && !/^(?:ya?ml|mdx?|markdown)\b/.test(before.fence.info)) return undefined;
  const lines = [...code.matchAll(/[^\r\n]+/g)];
  return {
    range: { start: from, end: endOfLine(text, from) },
    text: before.fence.marks,
    candidates: [
      {
        kind: "indent-code",
        text: "",
        edits: lines.map(({ index }) => createInsertion(from + index, indent)),
      },
    ],
    patches: [],
  };
}

/** Returns the problem with a fence that probably has no counterpart, because no code follows it. */
function classifyUnpaired({ info }: Fence, content: string): "fence-stray" | "fence-repeated" | undefined {
  if (info !== "") return content.trim() === "" ? "fence-repeated" : undefined;
  return /^(?:[ \t]*(?:\r\n|\n|\r(?!\n))){2,}[ \t]*(?:#{2,6} \S|<\/?[A-Z]|[A-Z][\w'’]*(?: [^\s{};=]+){3})/.test(
    content.slice(0, maxProse),
  )
    ? "fence-stray"
    : undefined;
}

const fenceLine = /^([ \t]*)(`{3,}(?=[^`]*$)|~{3,})([^\r\n]*)$/;
/** Matches the start of a list item, but not a thematic break such as `* * *`. */
const listItem = /^(?![ \t]*([-*])(?:[ \t]*\1){2,}[ \t]*$)[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?=\S)/;

/**
 * Returns the lines that may be fences. Skips comments outside code. If a block ends with its list item instead of a
 * fence, adds an empty closing fence there.
 */
function readFences(text: string): Fence[] {
  const fences: Fence[] = [];
  let open: Fence | undefined;
  let mayComment = true;
  /** The columns at which the text of the current list items starts. The innermost item is last. */
  let items: readonly number[] = [];
  for (let start = 0; start < text.length;) {
    const end = endOfLine(text, start);
    const line = text.slice(start, end);
    const fence = parseFence(line, start, end);
    const mark = open ? undefined : listItem.exec(line)?.[0];
    if (mark !== undefined || (items.length > 0 && line.trim() !== "" && !(open && fence?.info === ""))) {
      const column = countColumns(/^[ \t]*/.exec(line)?.[0] ?? "");
      const inner = items.at(-1);
      if (open && inner !== undefined && column < inner && countColumns(open.indent) >= inner) {
        fences.push({ ...open, start, end: start, info: "", isImplied: true });
        open = undefined;
      }
      if (!open) items = [...items.filter((item) => item <= column), ...(mark ? [countColumns(mark)] : [])];
    }
    if (fence) {
      fences.push(fence);
      if (!open) open = fence;
      else if (closesFence(open, fence)) open = undefined;
    }
    const comment = open || !mayComment ? -1 : line.lastIndexOf("{/*");
    const commentEnd = comment < 0 ? -1 : text.indexOf("*/", start + comment);
    if (comment >= 0 && commentEnd < 0) mayComment = false;
    start = findNextLineStart(text, commentEnd < end ? end : endOfLine(text, commentEnd));
  }
  return fences;
}

/**
 * Returns the blocks that contain the start of another block, and the block that is still open at the end of the page.
 */
function findOpenFences(text: string): readonly OpenFence[] {
  const fences = readFences(text);
  const scans = new Map<number, readonly OpenFence[]>();
  const scan = (first: number): readonly OpenFence[] => {
    const known = scans.get(first);
    if (known || scans.size >= maxOuter) return known ?? [];
    scans.set(first, []);
    const found = scanFrom(first);
    scans.set(first, found);
    return found;
  };
  const scanFrom = (first: number): readonly OpenFence[] => {
    const found: OpenFence[] = [];
    let before: OpenFence["before"];
    /** The blocks without a language before the current one. Their fences may be paired incorrectly. */
    let unlabeled: PairedFences[] = [];
    for (let i = first; i < fences.length; i++) {
      const fence = fences[i];
      if (!fence) break;
      const { close, inner } = readBlock(fences, i);
      const end = close === undefined ? undefined : fences[close];
      const innerFence = inner === undefined ? undefined : fences[inner];
      if (innerFence) {
        const outerEnd = endAround(fences, i);
        // The number of fences adds up if no block is open at the end of the page.
        const rest = outerEnd === undefined || scans.size >= maxOuter ? undefined : scan(outerEnd + 1);
        if (rest && !rest.some(({ kind, fence: { info } }) => kind === "to-end" && info === ""))
          return [...found, { fence, before, until: innerFence.start, kind: "within" }, ...rest];
        found.push(
          findUnpairedFence(fence, unlabeled) ?? { fence, before, until: innerFence.start, kind: "runs-on" },
        );
        unlabeled = [];
        before = undefined;
      } else if (end) {
        before = { fence, closing: end };
        if (fence.info === "") unlabeled.push({ open: fence, close: end });
        else unlabeled = [];
      } else if (close === undefined) found.push({ fence, before, until: text.length, kind: "to-end" });
      if (close === undefined) break;
      i = close;
    }
    return found;
  };
  return scan(0);
}

interface Block {
  /** The index of the closing fence. Undefined if the block extends to the end of the page. */
  readonly close: number | undefined;
  /** The index of the first fence inside the block that starts another block. */
  readonly inner: number | undefined;
}

/** Returns the end of the block that starts at this fence, as the parser sees it. */
function readBlock(fences: readonly Fence[], index: number): Block {
  const open = fences[index];
  let inner: number | undefined;
  let deeper: number | undefined;
  for (let i = index + 1; open && i < fences.length; i++) {
    const fence = fences[i];
    if (!fence) break;
    if (closesFence(open, fence)) {
      // An indented fence may be a line of the code. It's the start of a block only if that block's end is indented
      // too.
      return { close: i, inner: inner ?? (isDeeper(open, fence) ? deeper : undefined) };
    }
    if (fence.info === "" || fence.marks !== open.marks) continue;
    if (isDeeper(open, fence)) deeper ??= i;
    else if (startsAnother(open, fence)) inner ??= i;
  }
  return { close: undefined, inner };
}

/**
 * Returns the index of the fence that was meant to close the block, if the fences of the blocks inside it belong
 * together: indented blocks or, in Markdown code, any blocks.
 */
function endAround(fences: readonly Fence[], index: number): number | undefined {
  const open = fences[index];
  let inner: Fence | undefined;
  for (let i = index + 1; open && i < fences.length; i++) {
    const fence = fences[i];
    if (!fence || fence.marks !== open.marks) continue;
    if (inner && closesFence(inner, fence)) inner = undefined;
    else if (inner) continue;
    else if (fence.info === "") {
      if (!isDeeper(open, fence)) return i;
    } else if (isDeeper(open, fence) || /^(?:mdx?|markdown)\b/.test(open.info)) inner = fence;
    else if (startsAnother(open, fence)) return undefined;
  }
  return undefined;
}

interface PairedFences {
  readonly open: Fence;
  readonly close: Fence;
}

/**
 * Returns the block whose fences probably don't belong together: the only unlabeled block whose fences have different
 * indentation. Because one of its fences has no counterpart, all fences after it, up to one with a language, are paired
 * incorrectly.
 */
function findUnpairedFence(open: Fence, unlabeled: readonly PairedFences[]): OpenFence | undefined {
  const [uneven, ...others] =
    open.info === "" ? unlabeled.filter((pair) => pair.open.indent !== pair.close.indent) : [];
  if (!uneven || others.length > 0) return undefined;
  return { fence: uneven.open, before: undefined, until: uneven.close.start, kind: "runs-on" };
}

function parseFence(line: string, start: number, end: number): Fence | undefined {
  const [, indent = "", marks, info = ""] = fenceLine.exec(line) ?? [];
  return marks === undefined ? undefined : { start, end, indent, marks, info: info.trim() };
}

/**
 * Whether a fence closes the block: it's of the right kind, long enough, and alone on its line. It can be indented by
 * any number of spaces, because MDX doesn't support indented code.
 */
function closesFence(open: Fence, { marks, info }: Fence): boolean {
  return info === "" && marks[0] === open.marks[0] && marks.length >= open.marks.length;
}

function startsAnother(open: Fence, { marks, info }: Fence): boolean {
  return marks === open.marks && /^[\w+#-]+( |$)/.test(info);
}

/** Whether the fence is indented so far that it's certainly part of the block's code. */
function isDeeper(open: Fence, { indent }: Fence): boolean {
  return countColumns(indent) > countColumns(open.indent) + 3;
}

function countColumns(indent: string): number {
  return indent
    .split("")
    .reduce((columns, char) => (char === "\t" ? columns + 4 - (columns % 4) : columns + 1), 0);
}

/** Whether the code contains a heading, a component, or a sentence after a blank line. */
function containsProse(content: string): boolean {
  return /(?:^|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)[ \t]*(?:#{2,6} \S|<\/?[A-Z]|[A-Z][\w'’]*(?: [^\s`]+){3,}[.!?:][ \t]*(?:[\r\n]|$))/.test(
    content.slice(0, maxProse),
  );
}

/** Languages in which a line of prose or a component at the start of a line isn't code. */
const strictLanguages =
  /^(?:bash|sh|shell|zsh|console|powershell|json|jsonc|yaml|yml|toml|go|java|c|cpp|csharp|rust|sql|graphql|css)\b/i;

/**
 * Whether code in a language that can't contain prose contains the text of the page: a component at the start of a
 * line, or a heading with a sentence after it.
 */
function containsPageText(info: string, content: string): boolean {
  if (!strictLanguages.test(info) || content.includes("<<")) return false;
  return /(?:^|\n)\r?\n(?:<\/?[A-Z]\w+(?: [a-z]\w*=|>)|#{2,6} \S.*\r?\n(?:\r?\n)?[A-Z][\w'’]*(?: [^\s`{};=]+){3,}[.!?:]\r?(?:\n|$))/.test(
    content.slice(0, maxProse),
  );
}

/** The maximum number of characters of code that are searched for prose. */
const maxProse = 10_000;

/**
 * Returns the line ends at which the author may have meant the block to end: before a blank line followed by prose or a
 * tag, or before the text that follows the block.
 */
function findClosingOffsets(text: string, { end: from, indent }: Fence, until: number): number[] {
  const offsets: number[] = [];
  let lastWritten = from;
  let isSeparated = false;
  for (let start = endOfLine(text, from) + 1; start < until && offsets.length < 3;) {
    const end = endOfLine(text, start);
    const isBlank = text.slice(start, end).trim() === "";
    const first = skipSpacesAndTabs(text, start, end);
    const isProse = /^(?:#{1,6} |<\/?[A-Z]|[A-Z][\w']* |[-*] |\d+\. )/.test(text.slice(first, end));
    const isTag = /^<\/?[A-Z]/.test(text.slice(first, end));
    if (
      !isBlank &&
      lastWritten > from &&
      (isTag || (isProse && isSeparated && first - start <= indent.length))
    )
      offsets.push(lastWritten);
    if (!isBlank) lastWritten = end;
    isSeparated = isBlank;
    start = end + (text.startsWith("\r\n", end) ? 2 : 1);
  }
  return [...offsets.slice(0, 1), ...offsets.slice(1).reverse(), text.slice(0, until).trimEnd().length];
}

function detectEol(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}
