import { findNextLineStart } from "../../text/text-edit.ts";
import {
  containsProse,
  endsWithMarkdown,
  findClosingOffsets,
  findClosingFenceWithLanguage,
  findClosingFenceWithText,
  findFenceInsideCode,
  findOutdentedCode,
  markdownPattern,
  maxProseLength,
  strictLanguagePattern,
} from "./closing-fences.ts";
import { findLateFrontmatter, createRemovalEdits } from "../frontmatter.ts";
import { closesFence, countColumns, type Fence, findOpenStringTerminator, readFences } from "./simple-lines.ts";
import { type UnverifiedProblem, createInsertion, detectEol } from "./unverified-problem.ts";

interface PairedFences {
  readonly fence: Fence;
  readonly closing: Fence;
}

export interface OpenFence {
  readonly fence: Fence;
  /** The block before this one, and the fence that closes it. */
  readonly precedingBlock: PairedFences | undefined;
  /** The start of the next block or the end of the page. */
  readonly endLimit: number;
  /**
   * How the block's end is wrong. `runs-on`: another block starts inside this one, which is always an error. `within`:
   * the closing fence of a block inside this one ends it. `to-end`: the block extends to the end of the page, which may
   * be intentional.
   */
  readonly kind: "runs-on" | "within" | "to-end";
  /** The fence inside the block that starts another one. */
  readonly innerFence?: Fence;
  /** The end of the block as the parser sees it. Undefined if the fence isn't the start of a block. */
  readonly parsedEnd?: number;
}

/**
 * The maximum number of scans of a page's fences. After a block that contains another block, the remaining fences are
 * scanned separately.
 */
const maxOuterScans = 20;
/**
 * The maximum number of blocks on a page for which a closing fence after an inner block is searched, because such a
 * fence might not exist.
 */
const maxTries = 50;
const maxOpenFences = 20;

/** Adds the errors of fences to the errors of a page, and removes the errors that they cause. */
export function addFenceProblems(text: string, problems: readonly UnverifiedProblem[]): readonly UnverifiedProblem[] {
  let remainingProblems = problems;
  const unverifiedProblems: UnverifiedProblem[] = [];
  const openFences = findOpenFences(text).slice(0, maxOpenFences);
  const pageProblem = findFenceAroundPage(text, openFences) ?? findFenceAroundBody(text);
  if (pageProblem) return [pageProblem];
  for (const { precedingBlock, fence, endLimit, kind, innerFence, parsedEnd } of openFences) {
    const isSwappedProblem = (problem: UnverifiedProblem) =>
      precedingBlock !== undefined &&
      fence.info === "" &&
      problem.range.start >= precedingBlock.closing.end &&
      problem.range.start < fence.start;
    const swappedProblems = remainingProblems.filter(isSwappedProblem);
    const content = text.slice(fence.end, endLimit);
    const parsedContent = parsedEnd === undefined ? undefined : text.slice(fence.end, parsedEnd);
    const containsMore = (tag: string, counterpart: string) =>
      parsedContent === undefined
        ? content.includes(tag)
        : countOccurrences(parsedContent, tag) > countOccurrences(parsedContent, counterpart);
    const swallowedProblems = remainingProblems.filter(({ kind: tagKind, text: name }) => {
      if (tagKind === "tag-not-closed") return containsMore(`</${name}>`, `<${name}`);
      return tagKind === "closing-without-opening" && containsMore(`<${name}`, `</${name}>`);
    });
    const outdentedProblem = findOutdentedCode(text, fence, precedingBlock);
    if (outdentedProblem) {
      const causedProblems = [...swappedProblems, ...swallowedProblems];
      remainingProblems = remainingProblems.filter((problem) => !causedProblems.includes(problem));
      unverifiedProblems.push({
        ...outdentedProblem,
        kind: causedProblems.length > 0 ? "code-outdented" : "fence-outdented",
      });
      continue;
    }
    const causedProblems = swappedProblems.length > 0 ? swappedProblems : swallowedProblems;
    const isToEnd = causedProblems.length === 0 && kind === "to-end";
    const isPrecedingBroken = swappedProblems.length > 0 && precedingBlock !== undefined;
    const brokenFence = isPrecedingBroken ? precedingBlock.fence : fence;
    const misplacedEnd =
      kind === "within"
        ? undefined
        : findClosingFenceWithText(text, brokenFence, isPrecedingBroken ? precedingBlock.closing.start : endLimit);
    const languageEndProblem =
      misplacedEnd || !innerFence || isPrecedingBroken
        ? undefined
        : findClosingFenceWithLanguage(text, fence, innerFence);
    const wrongEnd = misplacedEnd ?? languageEndProblem;
    if (wrongEnd) {
      remainingProblems = remainingProblems.filter((problem) => !causedProblems.includes(problem));
      const isPublished = causedProblems.length === 0;
      const isLast = text.slice(wrongEnd.range.end).trim() === "";
      const publishedKind = languageEndProblem
        ? "fence-end-with-language"
        : isLast
          ? "fence-in-code"
          : "fence-after-code";
      const unpublishedKind = languageEndProblem ? "code-end-with-language" : "code-end-not-closing";
      unverifiedProblems.push({ ...wrongEnd, kind: isPublished ? publishedKind : unpublishedKind });
      continue;
    }
    const fenceInsideCode =
      kind === "runs-on" && causedProblems.length === 0 && innerFence && parsedEnd !== undefined
        ? findFenceInsideCode(text, fence, innerFence, parsedEnd)
        : undefined;
    if (fenceInsideCode) {
      unverifiedProblems.push(fenceInsideCode);
      continue;
    }
    const isFollowingText =
      fence.indent === "" && !precedingBlock?.closing.isImplied && text.slice(0, fence.start).trim() !== "";
    const isOnlyProblem = isFollowingText && problems.length === 0;
    if (isToEnd && isOnlyProblem && fence.info === "" && content.trim() === "") {
      const range = { start: fence.start + fence.indent.length, end: fence.end };
      const edits = [{ range: { start: text.slice(0, fence.start).trimEnd().length, end: fence.end }, newText: "" }];
      const candidates = [{ kind: "remove-fence" as const, text: fence.marker, edits }];
      unverifiedProblems.push({ kind: "fence-empty", range, text: fence.marker, candidates, patches: [] });
      continue;
    }
    if (isToEnd && !(fence.info === "" ? containsProse(content) : containsPageText(fence.info, content))) continue;
    if (kind !== "within") remainingProblems = remainingProblems.filter((problem) => !causedProblems.includes(problem));
    if (kind === "within") {
      const range = { start: fence.start + fence.indent.length, end: fence.end };
      unverifiedProblems.push({
        kind: "fence-within",
        range,
        text: fence.marker,
        candidates: [],
        patches: [],
      });
      continue;
    }
    const offsets = findClosingOffsets(text, brokenFence, isPrecedingBroken ? precedingBlock.closing.start : endLimit);
    const problemKind = causedProblems.length > 0 || isToEnd ? undefined : classifyUnpairedFence(fence, content);
    if (problemKind) {
      const range = { start: fence.start + fence.indent.length, end: fence.end };
      const edits = [{ range: { start: fence.start, end: findNextLineStart(text, fence.end) }, newText: "" }];
      const isRemovable = problemKind === "fence-stray" && endsWithMarkdown(text.slice(0, fence.start));
      const candidates = isRemovable ? [{ kind: "remove-fence" as const, text: fence.marker, edits }] : [];
      unverifiedProblems.push({ kind: problemKind, range, text: fence.marker, candidates, patches: [] });
      continue;
    }
    if (kind === "runs-on" && causedProblems.length === 0 && startsWithProse(fence, content)) {
      const range = { start: fence.start + fence.indent.length, end: fence.end };
      unverifiedProblems.push({ kind: "fence-around-fence", range, text: fence.marker, candidates: [], patches: [] });
      continue;
    }
    unverifiedProblems.push({
      kind: causedProblems.length > 0 ? "fence-not-closed" : isToEnd ? "fence-to-end" : "fence-runs-on",
      range: { start: brokenFence.start + brokenFence.indent.length, end: brokenFence.end },
      text: brokenFence.marker,
      // The last offset is the end of the page. A fence there doesn't change anything.
      candidates: (isToEnd ? offsets.slice(0, -1) : offsets).map((offset) => ({
        kind: "close-code",
        text: brokenFence.marker,
        edits: [createInsertion(offset, `${detectEol(text)}${brokenFence.indent}${brokenFence.marker}`)],
      })),
      patches: [],
    });
  }
  return [...remainingProblems, ...unverifiedProblems];
}

function countOccurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

/**
 * Returns the error for a fence before the frontmatter that turns the page into code. No other error on such a page can
 * be determined.
 */
function findFenceAroundPage(text: string, openFences: readonly OpenFence[]): UnverifiedProblem | undefined {
  // The page's own frontmatter was replaced with blank lines, so only a fence on the first line counts.
  const lateFrontmatter = /^\n?[`~]/.test(text) && openFences.length > 0 ? findLateFrontmatter(text) : undefined;
  const { fence, kind } =
    openFences.find(({ fence: { start } }) => start === lateFrontmatter?.openingFence?.start) ?? {};
  // If the inner block ends this one and other text follows, this block is an example.
  if (!lateFrontmatter || !fence || (kind === "within" && !lateFrontmatter.closing)) return undefined;
  const fenceText = `${fence.marker}${fence.info}`;
  return {
    kind: "fence-around-page",
    range: { start: fence.start + fence.indent.length, end: fence.end },
    text: fenceText,
    candidates: [{ kind: "remove-fence", text: fenceText, edits: createRemovalEdits(lateFrontmatter) }],
    patches: [],
  };
}

/** Languages of code blocks that can contain the source of a page. */
const pageLanguagePattern = /^(?:html?|[jt]sx|xml|mdx?|markdown)?$/;

/** Matches a line that starts with one of the service's components. Other tags may be XML or the code of an app. */
const componentLinePattern =
  /^[ \t]*<(?:(?:Accordion|Card|Code)(?:Group)?|Callout|Columns|Frame|Info|Note|(?:Param|Response)Field|Steps?|Tabs?|Tip|Update|Warning)\b/m;

/** Matches code with at least five lines. */
const minBodyPattern = /^(?:[^\r\n]*(?:\r\n|\n|\r(?!\n))){6}/;

/**
 * Whether the frontmatter is directly followed by code, and the page ends with a fence. Only then can the body be one
 * code block.
 */
export function canBeOneCodeBlock(text: string): boolean {
  return /^\n?[ ]{3}[ \t]*[\r\n]\s*(?:```|~~~)/.test(text) && /(?:```|~~~)$/.test(text.trimEnd().slice(-3));
}

/**
 * Returns the error for the first fence of a page whose components are all in one code block. Other blocks with a
 * language may be inside that block, in which case the parser pairs the fences differently.
 */
function findFenceAroundBody(text: string): UnverifiedProblem | undefined {
  if (!canBeOneCodeBlock(text)) return undefined;
  const [firstFence, ...innerFences] = readFences(text);
  const lastFence = innerFences.pop();
  if (!firstFence || !lastFence || !pageLanguagePattern.test(firstFence.info) || !closesFence(firstFence, lastFence))
    return undefined;
  if (text.slice(0, firstFence.start).trim() !== "" || text.slice(lastFence.end).trim() !== "") return undefined;
  // A pair of fences without a language may be the end of one block and the start of the next one.
  for (let i = 0; i < innerFences.length; i += 2) {
    const [openingFence, closingFence] = innerFences.slice(i, i + 2);
    if (!openingFence || !closingFence || openingFence.info === "" || !closesFence(openingFence, closingFence))
      return undefined;
  }
  const content = text.slice(firstFence.end, lastFence.start);
  // A few lines may be an example, and the code of a component isn't the source of a page.
  if (!minBodyPattern.test(content)) return undefined;
  if (!/^\s*<[a-zA-Z]/.test(content) || !componentLinePattern.test(content)) return undefined;
  const openingText = `${firstFence.marker}${firstFence.info}`;
  const edits = [
    { range: { start: firstFence.start, end: findNextLineStart(text, firstFence.end) }, newText: "" },
    { range: { start: text.slice(0, lastFence.start).trimEnd().length, end: lastFence.end }, newText: "" },
  ];
  return {
    kind: "fence-around-body",
    range: { start: firstFence.start + firstFence.indent.length, end: firstFence.end },
    text: openingText,
    candidates: [{ kind: "remove-fence", text: openingText, edits }],
    patches: [],
  };
}

/** Matches a blank line, an optional thematic break, and a heading, a tag, a sentence, or a table. */
const strayContentPattern =
  /^(?:[ \t]*(?:\r\n|\n|\r(?!\n))){2,}[ \t]*(?:-{3,}[ \t]*[\r\n]\s*)?(?:#{2,6} \S|<\/?[A-Z]|[A-Z][\w'’]*(?: [^\s{};=]+){3}|\|[^\r\n]*\|\s*\|[ \t]*:?-)/;

const textPattern = /^(?:(?:mdx?|markdown|prompt|te?xt|plaintext)\b.*)?$/;
const firstHeadingPattern = /^[ \t]*(?:\r\n|\n|\r(?!\n))[ \t]*#{1,6} \S/;
const firstSentencePattern =
  /^[ \t]*(?:\r\n|\n|\r(?!\n))[ \t]*(?:(?:I|Please|The|You|Your)\b|[A-Z][\w'’]*(?: [^\s{};=()]+){3}[^\r\n]*[.!:?][ \t]*[\r\n])/;

/** Whether a block that may contain Markdown, such as a prompt, starts with a sentence or, in Markdown, a heading. */
function startsWithProse({ info }: Fence, content: string): boolean {
  const start = content.slice(0, maxProseLength);
  return (
    (textPattern.test(info) && firstSentencePattern.test(start)) ||
    (markdownPattern.test(info) && firstHeadingPattern.test(start))
  );
}

/** Returns the problem with a fence that probably has no counterpart, because no code follows it. */
function classifyUnpairedFence({ info }: Fence, content: string): "fence-stray" | "fence-repeated" | undefined {
  if (info !== "") return content.trim() === "" ? "fence-repeated" : undefined;
  const start = content.slice(0, maxProseLength);
  return /^\s*(?:<\/[A-Z][\w.]*>|-{3,}\s*$)/.test(start) || strayContentPattern.test(start) ? "fence-stray" : undefined;
}

/**
 * Returns the blocks that contain the start of another block, and the block that is still open at the end of the page.
 */
function findOpenFences(text: string): readonly OpenFence[] {
  const fences = readFences(text);
  const fencesByFirstIndex = new Map<number, readonly OpenFence[]>();
  const scan = (firstIndex: number): readonly OpenFence[] => {
    const cachedFences = fencesByFirstIndex.get(firstIndex);
    if (cachedFences || fencesByFirstIndex.size >= maxOuterScans) return cachedFences ?? [];
    fencesByFirstIndex.set(firstIndex, []);
    const fences = scanFences(firstIndex);
    fencesByFirstIndex.set(firstIndex, fences);
    return fences;
  };
  /** Returns undefined if the number of fences doesn't add up: a block is open at the end of the page. */
  const scanRemainingFences = (lastIndex: number | undefined): readonly OpenFence[] | undefined => {
    if (lastIndex === undefined || fencesByFirstIndex.size >= maxOuterScans) return undefined;
    const laterFences = scan(lastIndex + 1);
    return laterFences.some(({ kind, fence: { info } }) => kind === "to-end" && info === "") ? undefined : laterFences;
  };
  let tryCount = 0;
  const findEnd = (index: number) => (++tryCount > maxTries ? undefined : findEnclosingEnd(text, fences, index));
  const scanFences = (firstIndex: number): readonly OpenFence[] => {
    const openFences: OpenFence[] = [];
    let precedingBlock: OpenFence["precedingBlock"];
    /** The last block with a language and those after it. Their closing fences may be paired incorrectly. */
    let pairs: PairedFences[] = [];
    for (let i = firstIndex; i < fences.length; i++) {
      const fence = fences[i];
      if (!fence) break;
      const { closingIndex: close, innerIndex } = readBlock(fences, i);
      const end = close === undefined ? undefined : fences[close];
      const innerFence = innerIndex === undefined ? undefined : fences[innerIndex];
      const interruptingFence = innerFence ?? (end && endsInString(text, fence, end) ? end : undefined);
      if (interruptingFence) {
        const laterFences = scanRemainingFences(findEnd(i));
        if (laterFences)
          return [
            ...openFences,
            { fence, precedingBlock, endLimit: interruptingFence.start, kind: "within" },
            ...laterFences,
          ];
      }
      if (innerFence) {
        const enclosingBlock = precedingBlock && findEnclosingBlock(text, precedingBlock, fence);
        // The fence after the next block closes the block before this one.
        const laterFences =
          enclosingBlock && fences[(close ?? i) + 1]?.info === "" ? scanRemainingFences((close ?? i) + 1) : undefined;
        if (enclosingBlock && laterFences) return [...openFences, enclosingBlock, ...laterFences];
        if (innerFence.marker === fence.marker && hasDisguisedFence(text, innerFence, end)) {
          i = close ?? i;
          continue;
        }
        openFences.push(
          findUnpairedFence(text, fence, pairs) ?? {
            fence,
            precedingBlock,
            endLimit: innerFence.start,
            kind: "runs-on",
            innerFence,
            parsedEnd: end?.start ?? text.length,
          },
        );
        pairs = [];
        precedingBlock = undefined;
      } else if (end) {
        precedingBlock = { fence, closing: end };
        if (fence.info === "") pairs.push(precedingBlock);
        else pairs = [precedingBlock];
      } else if (close === undefined) {
        const unpairedFence = findUnpairedFence(text, fence, pairs);
        openFences.push(
          unpairedFence && findClosingFenceWithText(text, unpairedFence.fence, unpairedFence.endLimit)
            ? unpairedFence
            : { fence, precedingBlock, endLimit: text.length, kind: "to-end" },
        );
      }
      if (close === undefined) break;
      i = close;
    }
    return openFences;
  };
  return scan(0);
}

interface Block {
  /** The index of the closing fence. Undefined if the block extends to the end of the page. */
  readonly closingIndex: number | undefined;
  /** The index of the first fence inside the block that starts another block. */
  readonly innerIndex: number | undefined;
}

/** Returns the end of the block that starts at this fence, as the parser sees it. */
function readBlock(fences: readonly Fence[], index: number): Block {
  const openFence = fences[index];
  let innerIndex: number | undefined;
  let deeperIndex: number | undefined;
  for (let i = index + 1; openFence && i < fences.length; i++) {
    const fence = fences[i];
    if (!fence) break;
    if (closesFence(openFence, fence)) {
      // An indented fence may be a line of the code. It's the start of a block only if that block's end is indented
      // too.
      return { closingIndex: i, innerIndex: innerIndex ?? (isDeeper(openFence, fence) ? deeperIndex : undefined) };
    }
    if (fence.info === "" || fence.marker !== openFence.marker) continue;
    if (isDeeper(openFence, fence)) deeperIndex ??= i;
    else if (startsAnotherBlock(openFence, fence)) innerIndex ??= i;
  }
  return { closingIndex: undefined, innerIndex };
}

/**
 * Returns the index of the fence that was meant to close the block, if the fences of the blocks inside it belong
 * together: indented blocks, blocks in a string and, in Markdown code, any blocks.
 */
function findEnclosingEnd(text: string, fences: readonly Fence[], index: number): number | undefined {
  const openFence = fences[index];
  let innerFence: Fence | undefined;
  let openQuote: string | undefined;
  let scannedEnd = openFence?.end ?? 0;
  for (let i = index + 1; openFence && i < fences.length; i++) {
    const fence = fences[i];
    if (!fence || fence.marker !== openFence.marker) continue;
    if (!markdownPattern.test(openFence.info))
      openQuote = findOpenStringTerminator(text.slice(scannedEnd, fence.start), openQuote);
    scannedEnd = fence.end;
    if (innerFence && closesFence(innerFence, fence)) innerFence = undefined;
    else if (innerFence?.info === "") return undefined;
    else if (innerFence) continue;
    else if (openQuote !== undefined) innerFence = fence;
    else if (fence.info === "") {
      if (!isDeeper(openFence, fence)) return i;
    } else if (isDeeper(openFence, fence) || markdownPattern.test(openFence.info)) innerFence = fence;
    else if (startsAnotherBlock(openFence, fence)) return undefined;
  }
  return undefined;
}

/** Whether the block ends inside a string, so that its end may be the start of a block in that string. */
function endsInString(text: string, openFence: Fence, end: Fence): boolean {
  return (
    !markdownPattern.test(openFence.info) &&
    findOpenStringTerminator(text.slice(openFence.end, end.start)) !== undefined
  );
}

/**
 * Returns the block that appears to contain both the block before `nextFence` and the block after it: these three
 * blocks have no language, and no heading or component separates them.
 */
function findEnclosingBlock(text: string, precedingBlock: PairedFences, nextFence: Fence): OpenFence | undefined {
  const { fence, closing } = precedingBlock;
  if (fence.info !== "" || nextFence.info !== "" || fence.marker !== nextFence.marker || closing.isImplied)
    return undefined;
  if (/^[ \t]*(?:#{1,6} \S|<\/?[A-Z])/m.test(text.slice(closing.end, nextFence.start))) return undefined;
  return { fence, precedingBlock: undefined, endLimit: closing.start, kind: "within" };
}

/**
 * Returns the block whose fences probably don't belong together: one that contains a component of the page, the first
 * unlabeled block with a closing fence after code, or the only one whose fences have different indentation. Because one
 * of its fences has no counterpart, all fences after it, up to one with a language, are paired incorrectly.
 */
function findUnpairedFence(text: string, openFence: Fence, pairs: readonly PairedFences[]): OpenFence | undefined {
  if (openFence.info !== "") return undefined;
  const unlabeledBlocks = pairs.filter(({ fence }) => fence.info === "");
  const componentBlock = pairs.find((pair) => containsComponent(text, pair));
  const misplacedFence = unlabeledBlocks.find(({ fence, closing }) =>
    findClosingFenceWithText(text, fence, closing.start),
  );
  const unevenBlocks = unlabeledBlocks.filter(({ fence, closing }) => fence.indent !== closing.indent);
  const pair = componentBlock ?? misplacedFence ?? (unevenBlocks.length === 1 ? unevenBlocks[0] : undefined);
  return pair && { fence: pair.fence, precedingBlock: undefined, endLimit: pair.closing.start, kind: "runs-on" };
}

/** Whether a block contains a component of the page, which is indented less than the block or can't be its code. */
function containsComponent(text: string, { fence, closing }: PairedFences): boolean {
  const content = text.slice(fence.end, closing.start).slice(0, maxProseLength);
  const indents = [...content.matchAll(/(?<=[\r\n])([ \t]*)<\/?[A-Z]\w*[ >]/g)].map(([, indent = ""]) => indent);
  return indents.some(({ length }) => length < fence.indent.length) || containsPageText(fence.info, content);
}

/**
 * Whether the closing fence of a block in an example was changed, for example by a space, so that it doesn't end the
 * block around it.
 */
function hasDisguisedFence(text: string, innerFence: Fence, end: Fence | undefined): boolean {
  const content = text.slice(innerFence.end, end?.start ?? innerFence.end);
  return end !== undefined && /(?<=[\r\n])[ \t]*(?:`{1,2}[ \u200b]+`{1,2}|\\`\\?`\\?`)[ \t]*(?=[\r\n])/.test(content);
}

function startsAnotherBlock(openFence: Fence, { marker, info }: Fence): boolean {
  return marker === openFence.marker && /^[\w+#-]+( |$)/.test(info);
}

/** Whether the fence is indented so far that it's certainly part of the block's code. */
function isDeeper(openFence: Fence, { indent }: Fence): boolean {
  return countColumns(indent) > countColumns(openFence.indent) + 3;
}

/**
 * Whether code in a language that can't contain prose contains the text of the page: a component at the start of a
 * line, or a heading with a sentence after it.
 */
function containsPageText(info: string, content: string): boolean {
  if (!strictLanguagePattern.test(info) || content.includes("<<")) return false;
  return /(?:^|\n)\r?\n(?:<\/?[A-Z]\w+(?: [a-z]\w*=|>)|#{2,6} \S.*\r?\n(?:\r?\n)?[A-Z][\w'’]*(?: [^\s`{};=]+){3,}[.!?:]\r?(?:\n|$))/.test(
    content.slice(0, maxProseLength),
  );
}
