import { getCharacterRange, getLineEnd, type TextEdit } from "../../text/text-edit.ts";
import { findBracesEnd } from "../scan-tag.ts";
import type { SyntaxProblemKind, SyntaxFix } from "../syntax-problem.ts";
import {
  createBlankPatch,
  createEscapeFix,
  type UnverifiedProblem,
  createInsertion,
  createLetterPatch,
  createLineProblem,
  findTagEnd,
} from "./unverified-problem.ts";
import type { MdxStop } from "./mdx-parser.ts";

/** HTML void elements. MDX doesn't close them automatically. */
export const voidElements: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);

/** HTML and SVG elements that authors use on pages. Any other lowercase name is probably a placeholder. */
export const elementNames: ReadonlySet<string> = new Set([
  ...voidElements,
  ..."a abbr address article aside audio b bdi bdo blockquote body button canvas caption center cite code colgroup data datalist dd del details dfn dialog div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hgroup html i iframe ins kbd label legend li main map mark menu meter nav noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp script search section select slot small span strike strong style sub summary sup table tbody td template textarea tfoot th thead time title tr tt u ul var video".split(
    " ",
  ),
  ..."animate circle clipPath defs desc ellipse feBlend filter foreignObject g image line linearGradient marker mask math path pattern polygon polyline radialGradient rect stop svg symbol text textPath tspan use".split(
    " ",
  ),
]);

/**
 * Whether the author probably means the name as a tag. This is the case if it's the name of a component or an HTML
 * element.
 */
export function isTagName(name: string): boolean {
  return (/^[A-Z]/.test(name) && !isPlaceholder(name)) || name.includes(".") || elementNames.has(name);
}

/** Whether a name is a placeholder such as `API_KEY` or `YOUR-TOKEN`. Components never have such names. */
function isPlaceholder(name: string): boolean {
  return /^[A-Z][A-Z\d]*[_-][A-Z\d_-]*$/.test(name);
}

/** A tag, which may be invalid, as its author probably meant it. */
export interface IntendedTag {
  /** The offset of the `<`. */
  readonly start: number;
  readonly name: string;
  readonly nameEnd: number;
  readonly isClosing: boolean;
  readonly attributes: readonly IntendedAttribute[];
  /**
   * The offset after the part that certainly belongs to the tag. This is the end of the name, or of the last attribute
   * that has a value or is on the same line as an attribute with a value.
   */
  readonly endOfValidPart: number;
}

export interface IntendedAttribute {
  readonly start: number;
  readonly nameEnd: number;
  /** The value. Its range includes the quotes or braces. */
  readonly value?: { readonly start: number; readonly end: number; readonly quote: '"' | "'" | "" };
}

const tagNamePattern = /<(\/?)\s*([A-Za-z_$][\w$.:-]*)/y;
const attributeNamePattern = /\s*([A-Za-z_$][\w$:.-]*)/y;
const equalsPattern = /\s*=\s*/y;
const maxAttributes = 200;

/**
 * Reads the tag at `start` up to the position at which the parser stopped, or to the end of the value at that position.
 * Returns undefined if no tag starts at `start`.
 */
export function readIntendedTag(text: string, start: number, end: number): IntendedTag | undefined {
  tagNamePattern.lastIndex = start;
  const [matchedText, slash, name] = tagNamePattern.exec(text) ?? [];
  if (matchedText === undefined || name === undefined) return undefined;
  const nameEnd = start + matchedText.length;
  const attributes: IntendedAttribute[] = [];
  let position = nameEnd;
  while (position < end && attributes.length < maxAttributes) {
    const attribute = readAttribute(text, position, end);
    if (!attribute) break;
    attributes.push(attribute);
    position = attribute.value?.end ?? attribute.nameEnd;
  }
  return {
    start,
    name,
    nameEnd,
    isClosing: slash === "/",
    attributes,
    endOfValidPart: findEndOfValidPart(text, nameEnd, attributes),
  };
}

function readAttribute(text: string, offset: number, stopEnd: number): IntendedAttribute | undefined {
  attributeNamePattern.lastIndex = offset;
  const [matchedText, name] = attributeNamePattern.exec(text) ?? [];
  if (matchedText === undefined || name === undefined) return readSpread(text, offset);
  const nameEnd = offset + matchedText.length;
  const start = nameEnd - name.length;
  if (start >= stopEnd) return undefined;
  equalsPattern.lastIndex = nameEnd;
  const equalsText = equalsPattern.exec(text)?.[0];
  if (equalsText === undefined) return { start, nameEnd };
  const valueStart = nameEnd + equalsText.length;
  const quote = text[valueStart];
  if (quote === '"' || quote === "'") {
    const quoteEnd = text.indexOf(quote, valueStart + 1);
    return {
      start,
      nameEnd,
      value: { start: valueStart, end: quoteEnd < 0 ? text.length : quoteEnd + 1, quote },
    };
  }
  if (quote !== "{") return { start, nameEnd };
  const end = findBracesEnd(text, valueStart, text.length);
  return end === undefined ? { start, nameEnd } : { start, nameEnd, value: { start: valueStart, end, quote: "" } };
}

/** Returns the spread attribute, such as `{...props}`, that follows the offset. Returns undefined if there's none. */
function readSpread(text: string, offset: number): IntendedAttribute | undefined {
  const start = offset + (/^\s*/.exec(text.slice(offset, offset + 1000))?.[0].length ?? 0);
  const end = text[start] === "{" ? findBracesEnd(text, start, text.length) : undefined;
  return end === undefined ? undefined : { start, nameEnd: start, value: { start, end, quote: "" } };
}

function findEndOfValidPart(text: string, nameEnd: number, attributes: readonly IntendedAttribute[]): number {
  let end = nameEnd;
  for (const { start, nameEnd: flagEnd, value } of attributes) {
    if (value) end = value.end;
    else if (!/[\r\n]/.test(text.slice(end, start))) end = flagEnd;
  }
  return end;
}

const maxUrlLength = 500;
const maxValueLength = 500;
const autolinkPattern =
  /<((?:https?|ftp|mailto|tel|[a-z][a-z0-9+.-]{1,20}):[^\s<>]+|[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+)>/iy;

/** Returns the error in a tag, or in text that looks like a tag, in which the parser stopped. */
export function createTagProblem(text: string, stop: MdxStop, start: number): UnverifiedProblem {
  return (
    createCommentProblem(text, start) ??
    createBackslashProblem(text, start) ??
    createAutolinkProblem(text, start) ??
    (stop.reason === "line" ? createLineProblem(text, stop, start) : undefined) ??
    createAttributeProblem(text, stop, start) ??
    createBracketProblem(text, start)
  );
}

function createCommentProblem(text: string, start: number): UnverifiedProblem | undefined {
  if (!text.startsWith("<!--", start)) return undefined;
  const commentEnd = text.indexOf("-->", start + 4);
  if (commentEnd < 0) {
    const range = { start, end: start + 4 };
    return {
      kind: "html-comment",
      range,
      text: "<!--",
      candidates: [createEscapeFix([start], "<!--")],
      patches: [createLetterPatch(start)],
    };
  }
  const range = { start, end: commentEnd + 3 };
  const commentText = text.slice(start + 4, commentEnd).replaceAll("*/", "* /");
  return {
    kind: "html-comment",
    range,
    text: "<!-- -->",
    candidates: [
      { kind: "comment", text: "{/* */}", edits: [{ range, newText: `{/*${commentText}*/}` }] },
      { kind: "remove", text: "<!-- -->", edits: [{ range, newText: "" }] },
    ],
    patches: [createBlankPatch(text, start, range.end)],
  };
}

/** Returns the error for a backslash instead of a slash, as in `<\Card>`. */
function createBackslashProblem(text: string, start: number): UnverifiedProblem | undefined {
  const [matchedText, name] = /^<\\([A-Za-z][\w.]*)\s*>/.exec(text.slice(start, start + 100)) ?? [];
  if (matchedText === undefined || name === undefined) return undefined;
  const slashEdit = { range: { start: start + 1, end: start + 2 }, newText: "/" };
  return {
    kind: "tag-malformed",
    range: { start, end: start + matchedText.length },
    text: "\\",
    candidates: [{ kind: "rename", text: `</${name}>`, edits: [slashEdit] }],
    patches: [slashEdit],
  };
}

function createAutolinkProblem(text: string, start: number): UnverifiedProblem | undefined {
  autolinkPattern.lastIndex = start;
  const [matchedText, target] = autolinkPattern.exec(text.slice(0, start + maxUrlLength)) ?? [];
  if (matchedText === undefined || target === undefined) return undefined;
  const range = { start, end: start + matchedText.length };
  const linkTarget = /^[a-z][a-z0-9+.-]+:/i.test(target) ? target : `mailto:${target}`;
  return {
    kind: "autolink",
    range,
    text: target,
    candidates: [{ kind: "link", text: target, edits: [{ range, newText: `[${target}](${linkTarget})` }] }],
    patches: [createLetterPatch(range.start, range.end)],
  };
}

/**
 * Returns the error for an angle bracket that isn't part of a tag. For `<5`, the error covers the bracket. For
 * `Map<string, List<number>>`, it covers the entire type, including the inner brackets.
 */
function createBracketProblem(text: string, start: number): UnverifiedProblem {
  const followingText = text.slice(start, start + 200);
  const typeText = /[\w$]/.test(text[start - 1] ?? "") ? (/^<[\w\s,.[\]|<]+>+/.exec(followingText)?.[0] ?? "") : "";
  const bracketOffsets = [...(typeText || "<").matchAll(/</g)].map(({ index }) => start + index);
  const name = /^<([A-Za-z][\w.]*)/.exec(followingText)?.[1];
  return {
    kind: "angle-bracket",
    range: { start, end: start + 1 },
    text: /^<[^\s<>]{0,19}/.exec(followingText)?.[0] ?? "<",
    candidates: [createEscapeFix(bracketOffsets, "<")],
    patches: bracketOffsets.map((offset) => createLetterPatch(offset)),
    ...(name !== undefined && typeText === "" && isTagName(name) ? { ignoredTag: name } : {}),
  };
}

function createAttributeProblem(text: string, stop: MdxStop, start: number): UnverifiedProblem | undefined {
  const tag = readIntendedTag(text, start, stop.offset);
  if (!tag || stop.offset < tag.nameEnd) return undefined;
  if (tag.isClosing) return createClosingTagProblem(text, stop, tag);
  const hasValues = tag.attributes.some(({ value }) => value !== undefined);
  const isType = /\w/.test(text[start - 1] ?? "");
  if (!hasValues && (stop.offset === tag.nameEnd || !isTagName(tag.name) || isType) && stop.offset !== text.length)
    return undefined;
  return (
    createQuoteProblem(text, tag) ??
    createInnerQuoteProblem(text, stop, tag) ??
    createValueProblem(text, stop, tag) ??
    createEndProblem(text, stop, tag) ??
    createMalformedTagProblem(text, stop, tag)
  );
}

/** Returns the error for a closing tag with attributes, such as `</Card title="x">`, or without `>`. */
function createClosingTagProblem(text: string, { offset }: MdxStop, tag: IntendedTag): UnverifiedProblem {
  const range = { start: tag.start, end: tag.nameEnd };
  if (/^(?:[ \t]*$|[ \t]*[\r\n]|\s*<)/.test(text.slice(tag.nameEnd, offset + 1)))
    return {
      kind: "tag-not-ended",
      range,
      text: `/${tag.name}`,
      candidates: [{ kind: "end-tag", text: ">", edits: [createInsertion(tag.nameEnd, ">")] }],
      patches: [createLetterPatch(tag.start)],
    };
  const end = findTagEnd(text, offset) ?? offset;
  return {
    kind: "tag-malformed",
    range,
    text: `</${tag.name}`,
    candidates: [
      {
        kind: "end-tag",
        text: `</${tag.name}>`,
        edits: [{ range: { start: tag.nameEnd, end: Math.max(tag.nameEnd, end) }, newText: ">" }],
      },
    ],
    patches: createTagPatches(text, tag, end),
    ...(end > tag.nameEnd ? {} : { ignoredTag: tag.name }),
  };
}

/** Returns the error for an unclosed quote that extends the value beyond the tag, as in `<Card title="x>`. */
function createQuoteProblem(text: string, tag: IntendedTag): UnverifiedProblem | undefined {
  const lateQuoteProblem = createLateQuoteProblem(text, tag);
  if (lateQuoteProblem) return lateQuoteProblem;
  const attribute = tag.attributes.find(
    ({ value }) =>
      value && value.quote !== "" && /[\r\n][^]*[<>]|[<>][^]*[\r\n]/.test(text.slice(value.start, value.end)),
  );
  if (!attribute?.value) return undefined;
  const { start: valueStart, quote } = attribute.value;
  const lineEnd = getLineEnd(text, valueStart);
  const tagEnd = text.indexOf(">", valueStart);
  const end = tagEnd < 0 || tagEnd > lineEnd ? lineEnd : text[tagEnd - 1] === "/" ? tagEnd - 1 : tagEnd;
  const valueEnd = valueStart + text.slice(valueStart, end).trimEnd().length;
  return {
    kind: "quote-not-closed",
    range: { start: attribute.start, end: valueEnd },
    text: text.slice(attribute.start, attribute.nameEnd),
    candidates: [{ kind: "close-quote", text: quote, edits: [createInsertion(valueEnd, quote)] }],
    ...createPatches(text, tag, end === lineEnd ? undefined : tagEnd + 1),
  };
}

/**
 * Returns the error for an unclosed quote, as in `<Card title="x href="/y">`. In this case, the opening quote of the
 * next value closes this one.
 */
function createLateQuoteProblem(text: string, tag: IntendedTag): UnverifiedProblem | undefined {
  for (const { start, nameEnd, value } of tag.attributes) {
    if (!value || value.quote === "" || !/[\w/#.]/.test(text[value.end] ?? "")) continue;
    const valueText = text.slice(value.start + 1, value.end - 1);
    if (/[\r\n<>]/.test(valueText)) continue;
    const nextAttribute = /(\s+)[A-Za-z_][\w-]*=$/.exec(valueText.slice(-60));
    if (!nextAttribute) continue;
    const quoteOffset = value.end - 1 - nextAttribute[0].length;
    return {
      kind: "quote-not-closed",
      range: { start, end: quoteOffset },
      text: text.slice(start, nameEnd),
      candidates: [{ kind: "close-quote", text: value.quote, edits: [createInsertion(quoteOffset, value.quote)] }],
      ...createPatches(text, tag, findTagEnd(text, value.end)),
    };
  }
  return undefined;
}

/** The closing quotes that match opening quotes of other languages, as in `„x“` and `«x»`. */
const closingQuotes: Readonly<Record<string, string>> = { "„": "“", "“": "”", "«": "»", "‚": "‘" };

/**
 * Returns the error for straight quotes in a value, as in `title="The "x" menu"`, where the value ends too early. In
 * `title="The „x" menu"`, only the first quote belongs to the value.
 */
function createInnerQuoteProblem(
  text: string,
  { offset: stopOffset }: MdxStop,
  tag: IntendedTag,
): UnverifiedProblem | undefined {
  const attribute = tag.attributes.findLast(({ value }) => value !== undefined && value.quote !== "");
  if (!attribute?.value || attribute.value.end > stopOffset) return undefined;
  const { start, end, quote } = attribute.value;
  const value = text.slice(Math.max(start, end - maxValueLength), end - 1);
  const closingQuote = closingQuotes[/[„“«‚](?=[^”“»‘]*$)/.exec(value)?.[0] ?? ""];
  // Another attribute may follow a complete value.
  if (closingQuote === undefined && !/[^\s/>{}]/.test(text[end] ?? " ")) return undefined;
  const parts = text.slice(end, Math.min(getLineEnd(text, end), end + maxValueLength)).split(quote);
  // The value ends at the first quote before another attribute or before the end of the tag.
  const valuePartCount = parts.findIndex((part, index) =>
    index === parts.length - 1 ? /^[^<>]*>/.test(part) : index > 0 && /^\s(?:[^<>]*\s)?[A-Za-z_][\w-]*=$/.test(part),
  );
  if (valuePartCount < 1 || parts.slice(0, valuePartCount).some((part) => /[<>]|=$/.test(part))) return undefined;
  const getQuoteOffset = (index: number) => end + parts.slice(0, index).join(quote).length;
  const offsets = [end - 1, ...parts.slice(1, valuePartCount).map((_, index) => getQuoteOffset(index + 1))];
  const newText = closingQuote ?? (quote === '"' ? "&quot;" : "&apos;");
  const edits = offsets.map((offset) => ({ range: { start: offset, end: offset + 1 }, newText }));
  const isCertain = closingQuote === undefined ? valuePartCount % 2 === 0 : valuePartCount === 1;
  return {
    kind: "quote-in-value",
    range: { start: end - 1, end },
    text: text.slice(attribute.start, attribute.nameEnd),
    candidates: isCertain ? [{ kind: "rename", text: newText, edits }] : [],
    ...createPatches(text, tag, findTagEnd(text, getQuoteOffset(valuePartCount) + 1)),
  };
}

/**
 * Returns the error for a missing value or a value without valid quotes, as in `<img width=20>`, `<Card title=>`,
 * `<Card title=“x”>`, or `<Card title=x">`.
 */
function createValueProblem(
  text: string,
  { offset, attributeStart }: MdxStop,
  tag: IntendedTag,
): UnverifiedProblem | undefined {
  const textBefore = text.slice(tag.nameEnd, offset).trimEnd();
  if (!textBefore.endsWith("=") || attributeStart === undefined) return undefined;
  const name = text.slice(attributeStart, tag.nameEnd + textBefore.length - 1).trimEnd();
  const { rawValue, value } = readUnquotedValue(
    text.slice(offset, Math.min(getLineEnd(text, offset), offset + maxValueLength)),
  );
  const end = offset + rawValue.length;
  return {
    kind: "value-not-quoted",
    range: rawValue === "" ? { start: attributeStart, end: offset } : { start: offset, end },
    text: rawValue === "" ? name : rawValue,
    candidates: [{ kind: "quote", text: name, edits: [{ range: { start: offset, end }, newText: `"${value}"` }] }],
    ...createPatches(text, tag, findTagEnd(text, end)),
  };
}

/**
 * Returns the value that the author probably meant. `line` starts with the value. `rawValue` is the value as written,
 * and `value` is the value without quotes.
 */
function readUnquotedValue(line: string): { readonly rawValue: string; readonly value: string } {
  const curlyQuoteMatch = /^[“”„«]([^“”„»"<>]*)[“”»"]/.exec(line);
  if (curlyQuoteMatch) return { rawValue: curlyQuoteMatch[0], value: curlyQuoteMatch[1] ?? "" };
  const halfQuotedMatch = /^([^\s"'<>{}=`/][^"'<>{}=`]*)"/.exec(line);
  if (halfQuotedMatch) return { rawValue: halfQuotedMatch[0], value: halfQuotedMatch[1] ?? "" };
  const unquotedValue = /^[^\s"'<>{}=`“”/]+(?:\/[^\s"'<>{}=`“”/]+)*/.exec(line)?.[0] ?? "";
  return { rawValue: unquotedValue, value: unquotedValue };
}

/**
 * Returns the error for a tag without `>`, as in `<Card title="x"`, if the parser stopped at another tag, on another
 * line, or at the end of the page.
 */
function createEndProblem(text: string, { offset }: MdxStop, tag: IntendedTag): UnverifiedProblem | undefined {
  const isElsewhere =
    offset >= text.length ||
    /[<\r\n]/.test(text[offset] ?? "") ||
    /[\r\n]/.test(text.slice(tag.endOfValidPart, offset));
  if (!isElsewhere) return undefined;
  const createEndTagFix = (ending: string): SyntaxFix => ({
    kind: "end-tag",
    text: ending.trim(),
    edits: [createInsertion(tag.endOfValidPart, ending)],
  });
  return {
    kind: "tag-not-ended",
    range: { start: tag.start, end: tag.nameEnd },
    text: tag.name,
    candidates: [
      ...(voidElements.has(tag.name) ? [] : [createEndTagFix(">")]),
      createEndTagFix(" />"),
      createEscapeFix([tag.start], "<"),
    ],
    ...createPatches(text, tag, undefined),
  };
}

function createMalformedTagProblem(text: string, { offset }: MdxStop, tag: IntendedTag): UnverifiedProblem {
  const end = findTagEnd(text, offset);
  const colonMatch = /:\s*$/.exec(text.slice(tag.nameEnd, offset));
  if (colonMatch && /["'{]/.test(text[offset] ?? "")) {
    const colonRange = { start: offset - colonMatch[0].length, end: offset };
    return {
      kind: "tag-malformed",
      range: { start: colonRange.start, end: colonRange.start + 1 },
      text: ":",
      candidates: [{ kind: "rename", text: "=", edits: [{ range: colonRange, newText: "=" }] }],
      ...createPatches(text, tag, end),
    };
  }
  const kind: SyntaxProblemKind = "tag-malformed";
  const range = getCharacterRange(text, offset);
  const character = text.slice(range.start, range.end);
  return {
    kind,
    range,
    text: character,
    candidates: [
      { kind: "remove", text: character, edits: [{ range, newText: "" }] },
      createEscapeFix([tag.start], "<"),
    ],
    ...createPatches(text, tag, end),
  };
}

function createPatches(
  text: string,
  tag: IntendedTag,
  end: number | undefined,
): Pick<UnverifiedProblem, "patches" | "ignoredTag"> {
  const patches = createTagPatches(text, tag, end);
  return patches[0]?.range.start === tag.start ? { patches, ignoredTag: tag.name } : { patches };
}

/**
 * Returns edits that mask the text with a tag that has the same name but no attributes so that its closing tag still
 * matches. If there's no room for a tag, the edits turn the text into plain text.
 */
export function createTagPatches(text: string, tag: IntendedTag, end: number | undefined): TextEdit[] {
  if (end !== undefined && end > tag.nameEnd) {
    const isSelfClosing = text[end - 2] === "/" && end - 2 >= tag.nameEnd;
    return [createBlankPatch(text, tag.nameEnd, end - (isSelfClosing ? 2 : 1))];
  }
  const hasRoom = /[^\r\n]/.test(text[tag.nameEnd] ?? "\n");
  if (!hasRoom) return [createLetterPatch(tag.start)];
  if (voidElements.has(tag.name) && /[^\r\n]/.test(text[tag.nameEnd + 1] ?? "\n"))
    return [
      { range: { start: tag.nameEnd, end: tag.nameEnd + 2 }, newText: "/>" },
      createBlankPatch(text, tag.nameEnd + 2, Math.max(tag.endOfValidPart, tag.nameEnd + 2)),
    ];
  const patchEnd = Math.max(tag.endOfValidPart, tag.nameEnd + 1);
  return [
    { range: { start: tag.nameEnd, end: tag.nameEnd + 1 }, newText: ">" },
    createBlankPatch(text, tag.nameEnd + 1, patchEnd),
  ];
}
