import type { PageCodeBlock, PageReferences, PageTag } from "../page/page.ts";
import type { TextEdit } from "../text/text-edit.ts";
import { generateCodeSample } from "./code/code-samples.ts";
import { getEssence, parseJsonValue } from "./media/encoding.ts";
import type { PageExample } from "./protocol/playground-protocol.ts";
import { isJsonMediaType } from "./media/media-types.ts";
import { createMessage, type Refusal, refuse } from "../text/message.ts";

export type ExampleEdits =
  | { readonly ok: true; readonly edits: readonly TextEdit[] }
  /** The reason why the example can't be inserted. */
  | Refusal;

/** A code block to insert. */
interface Block {
  /** The language after the opening fence, such as `bash`. */
  readonly lang: string;
  /** The block's title, such as `cURL` or `200`. An existing block with the same title is replaced. */
  readonly title: string;
  readonly code: string;
}

type Page = Pick<PageReferences, "text" | "eol" | "tags" | "codeBlocks">;

/**
 * Returns the edits that insert an example into a page's `RequestExample` or `ResponseExample`. The example replaces
 * the block with the same language or status, or is added after the other blocks. If the page doesn't have this
 * component, the component is added at the end of the page. Secrets become environment variables. The rest of the page
 * stays unchanged.
 */
export function insertExample(page: Page, example: PageExample): ExampleEdits {
  const blocks = createBlocks(example);
  if (blocks.length === 0)
    return refuse(createMessage("Docwright can't generate code for this request in these languages."));
  const tag = page.tags.find(({ name, isInExpression }) => name === example.tag && !isInExpression);
  if (!tag) return { ok: true, edits: [createTagEdit(page, example.tag, blocks)] };
  if (isAfterMarker(page.text, tag.range.start)) return refuse(markerMessage);
  if (tag.isSelfClosing) {
    const newText = formatTag(page, example.tag, blocks, getIndentation(page.text, tag.range.start));
    return { ok: true, edits: [{ range: tag.range, newText }] };
  }
  if (!tag.closingTagRange)
    return refuse(createMessage("`<{0}>` is never closed on this page. Close it first.", example.tag));
  const { start: contentEnd } = tag.closingTagRange;
  const existingBlocks = page.codeBlocks.filter(({ range }) => range.start >= tag.range.end && range.end <= contentEnd);
  return existingBlocks.some(({ range }) => isAfterMarker(page.text, range.start))
    ? refuse(markerMessage)
    : { ok: true, edits: createEditsInside(page, tag, contentEnd, { existingBlocks, blocks }) };
}

const markerMessage = createMessage(
  "The example on this page is in a blockquote or on the same line as a list marker. Move it to its own lines first.",
);

/**
 * Whether the offset follows the marker of a list item or quote. In that case, the example can't be inserted, because a
 * line without the marker would end the list item or quote.
 */
function isAfterMarker(text: string, offset: number): boolean {
  return /^[ \t]*(?:[>*+-]|\d+[.)])/.test(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset));
}

function createBlocks(example: PageExample): readonly Block[] {
  if (example.tag === "RequestExample")
    return example.languages.flatMap((name): Block[] => {
      const sample = generateCodeSample(example.request, name);
      return sample ? [{ lang: sample.lang, title: sample.label, code: sample.code }] : [];
    });
  const { status, type, text } = example;
  const lang = isJsonMediaType(type) ? "json" : (languagesByMediaType.get(getEssence(type)) ?? "text");
  const value = lang === "json" ? parseJsonValue(text) : undefined;
  const canFormat = value !== undefined && !/\d{16}/.test(text);
  return [{ lang, title: String(status), code: canFormat ? JSON.stringify(value.value, null, 2) : text }];
}

const languagesByMediaType: ReadonlyMap<string, string> = new Map([
  ["application/xml", "xml"],
  ["text/xml", "xml"],
  ["text/html", "html"],
  ["text/csv", "csv"],
]);

function createEditsInside(
  page: Page,
  tag: PageTag,
  contentEnd: number,
  {
    existingBlocks: ownBlocks,
    blocks,
  }: { readonly existingBlocks: readonly PageCodeBlock[]; readonly blocks: readonly Block[] },
): readonly TextEdit[] {
  const { text, eol } = page;
  const lastBlock = ownBlocks.at(-1);
  const indent = lastBlock ? getIndentation(text, lastBlock.range.start) : `${getIndentation(text, tag.range.start)}  `;
  const edits: TextEdit[] = [];
  const addedLines: string[] = [];
  for (const block of blocks) {
    const matchingBlock = ownBlocks.find((each) => isSameBlock(each, block));
    if (matchingBlock) edits.push(createBlockEdit(page, matchingBlock, block));
    else addedLines.push(indentCode(formatFencedBlock(block), indent, eol));
  }
  if (addedLines.length === 0) return edits;
  const offset = lastBlock?.range.end ?? tag.range.end;
  const separator = lastBlock ? eol + eol : eol;
  // If the closing tag is on the same line as the opening tag, the closing tag moves to its own line.
  const isOnOneLine = lastBlock === undefined && !/^[ \t]*\r?\n/.test(text.slice(offset, contentEnd));
  const suffix = isOnOneLine ? eol + getIndentation(text, tag.range.start) : "";
  return [
    ...edits,
    { range: { start: offset, end: offset }, newText: separator + addedLines.join(eol + eol) + suffix },
  ];
}

/** Whether an existing code block has the same title as the new one or, if it has no title, the same language. */
function isSameBlock({ language, meta }: PageCodeBlock, { lang, title }: Block): boolean {
  const existingTitle = /\btitle=["']([^"']*)["']/.exec(meta)?.[1] ?? meta.replace(/\{[^}]*\}|\w+=\S*/g, " ");
  const lowerTitle = existingTitle.trim().toLowerCase();
  if (/^\d{3}$/.test(title)) return new RegExp(`^${title}\\b`).test(lowerTitle);
  return lowerTitle === ""
    ? language?.toLowerCase() === lang
    : lowerTitle === title.toLowerCase() || hasSameFirstWord(lowerTitle, title);
}

/**
 * Whether the first word of an existing block's title is the same as the new title, regardless of case. For example,
 * `Python (requests)` matches `Python`.
 */
function hasSameFirstWord(existingTitle: string, title: string): boolean {
  const [firstWord = ""] = existingTitle.split(/[\s(.]/);
  return firstWord === title.toLowerCase();
}

/** Returns the edit that replaces a block. If the fences can stay, the edit replaces only the lines between them. */
function createBlockEdit({ text, eol }: Page, { range, contentRange }: PageCodeBlock, block: Block): TextEdit {
  const indent = getIndentation(text, range.start);
  const fence = /^(`{3,}|~{3,})/.exec(text.slice(range.start, range.end))?.[0] ?? "";
  const keepsFences = fence.startsWith("`") && !block.code.includes(fence);
  if (keepsFences && contentRange.end > contentRange.start)
    return { range: contentRange, newText: indentCode(block.code, indent, eol) };
  const newText = indentCode(formatFencedBlock(block), indent, eol).slice(indent.length);
  return { range, newText };
}

function formatFencedBlock({ lang, title, code }: Block): string {
  const maxLength = (code.match(/`+/g) ?? []).reduce((max, backticks) => Math.max(max, backticks.length), 2);
  const fence = "`".repeat(maxLength + 1);
  return `${fence}${lang} ${title}\n${code}\n${fence}`;
}

/** Indents each non-empty line and uses the page's line endings. */
function indentCode(code: string, indent: string, eol: string): string {
  return code
    .split(/\r\n|\n|\r/)
    .map((line) => (line === "" ? "" : indent + line))
    .join(eol);
}

function createTagEdit(page: Page, tag: string, blocks: readonly Block[]): TextEdit {
  const { text, eol } = page;
  const end = text.trimEnd().length;
  const separator = end === 0 ? "" : eol + eol;
  const suffix = end === text.length ? eol : "";
  return { range: { start: end, end }, newText: separator + formatTag(page, tag, blocks, "") + suffix };
}

function formatTag({ eol }: Page, tag: string, blocks: readonly Block[], indent: string): string {
  const innerText = blocks.map((block) => indentCode(formatFencedBlock(block), `${indent}  `, eol)).join(eol + eol);
  return `<${tag}>${eol}${innerText}${eol}${indent}</${tag}>`;
}

function getIndentation(text: string, offset: number): string {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? "";
}
