import type { Root } from "mdast";
import { type CompileContext, type Extension, fromMarkdown, type Token } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { mathFromMarkdown } from "mdast-util-math";
import { mdxFromMarkdown } from "mdast-util-mdx";
import { gfm } from "micromark-extension-gfm";
import { math } from "micromark-extension-math";
import { mdxjs } from "micromark-extension-mdxjs";
import type { TextRange } from "../../text/text-edit.ts";
import { isTooDeep } from "./trivially-valid.ts";

/**
 * The maximum number of characters that the parser may skip while it searches for the ends of code and formulas. It
 * skips this many characters in less than a second.
 */
const maxSearchLength = 8_000_000;

/**
 * Whether the text contains so many unmatched backticks or dollar signs that parsing it takes a very long time. For
 * each sequence of these characters, the parser searches the rest of the paragraph for a sequence of the same length.
 * This function adds up the lengths of these searches.
 */
export function isTooComplex(text: string): boolean {
  let searchLength = 0;
  for (const delimiter of ["`", "$"])
    for (let offset = text.indexOf(delimiter); offset >= 0 && searchLength <= maxSearchLength;) {
      const end = findParagraphEnd(text, offset);
      const lastStartByLength = new Map<number, number>();
      let runCount = 0;
      for (let start = offset; start >= 0 && start < end; start = text.indexOf(delimiter, start)) {
        const runStart = start;
        while (text[start] === delimiter) start++;
        lastStartByLength.set(start - runStart, runStart);
        runCount++;
      }
      // Of the sequences with the same length, only the last one is unmatched. Long paragraphs usually contain only a
      // few different lengths.
      if (runCount > 1) for (const runStart of lastStartByLength.values()) searchLength += end - runStart;
      offset = text.indexOf(delimiter, end);
    }
  return searchLength > maxSearchLength;
}

/**
 * A single carriage return is also a line ending. In a CRLF sequence, however, the carriage return and the line feed
 * form one line ending.
 */
const blankLinePattern = /(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)/g;

function findParagraphEnd(text: string, offset: number): number {
  blankLinePattern.lastIndex = offset;
  return blankLinePattern.exec(text)?.index ?? text.length;
}

/** A tag as parsed, even if it has no counterpart. */
export interface MdxTag {
  /** The tag's name. Empty for the tags of a fragment, `<>` and `</>`. */
  readonly name: string;
  readonly range: TextRange;
  readonly isClosing: boolean;
  readonly isSelfClosing: boolean;
  /** Whether the tag has attributes. Always false for closing tags, which can't have any. */
  readonly hasAttributes: boolean;
  /** Whether the tag is on separate lines rather than inside a paragraph. */
  readonly isBlock: boolean;
  /** The paragraph, list item, or other block that contains the tag. The tag must be closed within this block. */
  readonly block: MdxBlock;
}

export interface MdxBlock {
  /** The kind of block, such as `paragraph` or `listItem`. The page itself is `root`. */
  readonly kind: string;
  readonly range: TextRange;
}

/** The position at which the parser stopped, and the construct that it was parsing. */
export interface MdxStop {
  readonly construct: "tag" | "expression" | "module";
  readonly reason:
    /** The character at `offset` isn't allowed, or the file ends there. */
    | "character"
    /** The code in braces or after `import` can't be parsed from `offset` on. */
    | "code"
    /** The code is valid but in the wrong position, such as `{title}` in a tag, or a statement after an import. */
    | "other-code"
    /** The line isn't part of the list item or quote that contains the construct. */
    | "line";
  readonly offset: number;
  /** The offset of the `<` of the tag that is being parsed. Also set for an expression inside a tag. */
  readonly tagStart?: number;
  /** The offset of the last attribute that was parsed. */
  readonly attributeStart?: number;
  /** The offset of the `{` that starts the expression. */
  readonly braceStart?: number;
  /** The offset of the import or export statement. */
  readonly moduleStart?: number;
}

export type MdxResult =
  | { readonly kind: "read"; readonly tags: readonly MdxTag[] }
  | { readonly kind: "stopped"; readonly stop: MdxStop }
  /** The text is nested too deeply for the parser or the service, or parsing it takes too long. */
  | { readonly kind: "too-complex" };

/**
 * Parses a page's MDX as the service does (GFM, math, and MDX 3), but continues after mismatched tags, which
 * `findMismatchedTags` reports. Doesn't run any of the page's code.
 */
export function readMdx(text: string): MdxResult {
  if (isTooDeep(text) || isTooComplex(text)) return { kind: "too-complex" };
  const tags: MdxTag[] = [];
  mdxTags = tags;
  latestStarts = {};
  openTagCounter = { tags: 0, counted: new Set() };
  try {
    fromMarkdown(text, { extensions: syntaxes, mdastExtensions: compilers });
    return { kind: "read", tags };
  } catch (error) {
    const stop = findStop(error);
    return stop ? { kind: "stopped", stop } : { kind: "too-complex" };
  } finally {
    mdxTags = [];
  }
}

/**
 * Whether the unmodified parser, which also checks for mismatched tags, accepts the text. The results of the other
 * functions in this file must be consistent with this result.
 */
export function isMdx(text: string): boolean {
  if (isTooDeep(text) || isTooComplex(text)) return false;
  try {
    fromMarkdown(text, {
      extensions: [mdxjs(), gfm(), math()],
      mdastExtensions: [mdxFromMarkdown(), gfmFromMarkdown(), mathFromMarkdown()],
    });
    return true;
  } catch {
    return false;
  }
}

export interface MdxDialect {
  /** Whether `$a$` is a formula, as on published sites. `$$a$$` always is one. */
  readonly singleDollarMaths: boolean;
}

/**
 * Returns the tree for MDX text as the service parses it, with an ESTree for every expression. Returns undefined if the
 * text can't be parsed (`readMdx` returns the position of the error). Doesn't run any code in the text.
 */
export function parseMdxTree(text: string, dialect: MdxDialect): Root | undefined {
  if (isTooDeep(text) || isTooComplex(text)) return undefined;
  const mathSyntax = dialect.singleDollarMaths ? treeSyntaxes.single : treeSyntaxes.double;
  try {
    return fromMarkdown(text, { extensions: mathSyntax, mdastExtensions: treeCompilers });
  } catch {
    return undefined;
  }
}

/**
 * Returns the tree of Markdown that isn't MDX, such as a description in a specification. Tags and braces are treated as
 * text. If the parser fails, all of the Markdown is treated as text.
 */
export function parseMarkdownTree(text: string): Root {
  try {
    return fromMarkdown(text, {
      extensions: [gfm(), noIndentedCodeOrHtml, markerCounter],
      mdastExtensions: [gfmFromMarkdown()],
    });
  } catch {
    return { type: "root", children: [{ type: "paragraph", children: [{ type: "text", value: text }] }] };
  }
}

const noIndentedCodeOrHtml: Syntax = { disable: { null: ["codeIndented", "htmlFlow", "htmlText"] } };

/**
 * The maximum number of marks and line breaks in a paragraph, heading, or table cell. The limit is needed because the
 * time to process marks grows with the square of their number. Paragraphs on real pages contain far fewer.
 */
const maxMarkers = 10_000;
const markers = "!&*[\\]_~";
/** The parser's codes for a carriage return, a line feed, and both. */
const lineEndCodes = [-5, -4, -3];
const markerCounts = new WeakMap<object, number>();

function countMarker(context: object): void {
  const count = (markerCounts.get(context) ?? 0) + 1;
  if (count > maxMarkers) throw new RangeError("Too many marks");
  markerCounts.set(context, count);
}

const countedConstruct: Construct = {
  tokenize(_effects, _ok, nok) {
    countMarker(this);
    return nok;
  },
};

/**
 * Counts a sequence of backticks or dollar signs once. The parser starts code and formulas only at the start of such a
 * sequence, unless a backslash precedes it, and it would start them at the other characters if a construct accepted
 * those.
 */
const countedSequence: Construct = {
  ...countedConstruct,
  previous(code) {
    return (code !== 0x60 && code !== 0x24) || this.events.at(-1)?.[1].type === "characterEscape";
  },
};

/**
 * Tags and expressions take the parser a long time only if they follow text that the parser has to join, so they're
 * counted only in that case.
 */
const countedAfterWords: Construct = {
  tokenize(_effects, _ok, nok) {
    if (this.events.at(-1)?.[1].type === "data" && this.events.at(-3)?.[1].type === "data") countMarker(this);
    return nok;
  },
};

/**
 * A construct that doesn't add anything to the result, but makes the parser fail if a paragraph, heading, or table cell
 * contains too many marks and line breaks. Marks are counted because the parser tries to pair most of them with earlier
 * ones, which takes a long time if there are many.
 */
const markerCounter: Syntax = {
  text: Object.fromEntries([
    ...[...lineEndCodes, ...getCharCodes(markers)].map((code) => [code, countedConstruct] as const),
    ...getCharCodes("`$").map((code) => [code, countedSequence] as const),
    ...getCharCodes("<{").map((code) => [code, countedAfterWords] as const),
  ]),
};

function getCharCodes(characters: string): readonly number[] {
  return characters.split("").map((character) => character.charCodeAt(0));
}

const treeSyntaxes = {
  single: [mdxjs(), gfm(), math(), markerCounter],
  double: [mdxjs(), gfm(), math({ singleDollarTextMath: false }), markerCounter],
};
const treeCompilers = [mdxFromMarkdown(), gfmFromMarkdown(), mathFromMarkdown()];

type Syntax = ReturnType<typeof mdxjs>;
type Constructs = NonNullable<Syntax["flow"]>;
type Construct = Exclude<Constructs[string], readonly unknown[] | undefined>;
type Tokenizer = Construct["tokenize"];

/**
 * The position at which each kind of construct most recently started. One variable is enough, because the parser is
 * synchronous.
 */
let latestStarts: Pick<MdxStop, "tagStart" | "attributeStart" | "braceStart" | "moduleStart"> = {};
let mdxTags: MdxTag[] = [];
/**
 * The number of tags that are open, and the start offsets of the constructs that have been counted. The offsets are
 * needed because the parser reads some constructs twice.
 */
let openTagCounter = { tags: 0, counted: new Set<number>() };

/**
 * The maximum number of open tags. The service can't render that many levels, and the parser takes seconds for twice as
 * many.
 */
const maxOpenTags = 10_000;

const syntaxes = [watchSyntax(mdxjs({ addResult: false })), gfm(), math(), markerCounter];
const compilers: Extension[] = [
  ...gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] })),
  mathFromMarkdown(),
  createTagCollector(),
];

/** Returns a copy of the syntax that also records the starts of its constructs in `latestStarts`. */
function watchSyntax(syntax: Syntax): Syntax {
  return { ...syntax, flow: watchConstructs(syntax.flow), text: watchConstructs(syntax.text) };
}

function watchConstructs(constructs: Constructs | undefined): Constructs {
  return Object.fromEntries(
    Object.entries(constructs ?? {}).map(([code, list]) => [
      code,
      (Array.isArray(list) ? list : list ? [list] : []).map((construct) => ({
        ...construct,
        tokenize: watchTokenizer(construct.tokenize),
      })),
    ]),
  );
}

function watchTokenizer(tokenize: Tokenizer): Tokenizer {
  return function (effects, ok, nok) {
    const { offset } = this.now();
    const isCounted = openTagCounter.counted.has(offset);
    let tagCount = openTagCounter.tags;
    const enter: typeof effects.enter = (type, fields) => {
      const token = effects.enter(type, fields);
      recordStart(type, token.start.offset);
      tagCount = Math.max(0, tagCount + (openTagChanges.get(type) ?? 0));
      if (tagCount > maxOpenTags && !isCounted) throw new RangeError("Too many open tags");
      return token;
    };
    const acceptAndCount: typeof ok = (code) => {
      openTagCounter.counted.add(offset);
      if (!isCounted) openTagCounter.tags = tagCount;
      return ok(code);
    };
    return tokenize.call(this, { ...effects, enter }, acceptAndCount, nok);
  };
}

/** The number by which each construct changes the number of open tags. */
const openTagChanges: ReadonlyMap<string, number> = new Map([
  ["mdxJsxFlowTag", 1],
  ["mdxJsxTextTag", 1],
  ["mdxJsxFlowTagClosingMarker", -2],
  ["mdxJsxTextTagClosingMarker", -2],
  ["mdxJsxFlowTagSelfClosingMarker", -1],
  ["mdxJsxTextTagSelfClosingMarker", -1],
]);

function recordStart(type: string, offset: number): void {
  switch (type) {
    case "mdxJsxFlowTag":
    case "mdxJsxTextTag":
      latestStarts = { tagStart: offset };
      break;
    case "mdxJsxFlowTagAttribute":
    case "mdxJsxTextTagAttribute":
      latestStarts = { ...latestStarts, attributeStart: offset };
      break;
    case "mdxJsxFlowTagExpressionAttribute":
    case "mdxJsxTextTagExpressionAttribute":
      latestStarts = { ...latestStarts, attributeStart: offset, braceStart: offset };
      break;
    case "mdxJsxFlowTagAttributeValueExpression":
    case "mdxJsxTextTagAttributeValueExpression":
      latestStarts = { ...latestStarts, braceStart: offset };
      break;
    case "mdxFlowExpression":
    case "mdxTextExpression":
      latestStarts = { braceStart: offset };
      break;
    case "mdxjsEsm":
      latestStarts = { moduleStart: offset };
      break;
  }
}

/**
 * Collects tags instead of creating elements from them, because creating elements would throw an error at the first
 * mismatched tag.
 */
function createTagCollector(): Extension {
  const createHandlers = (suffix: string, handle: (this: CompileContext, token: Token) => void) => ({
    [`mdxJsxFlowTag${suffix}`]: handle,
    [`mdxJsxTextTag${suffix}`]: handle,
  });
  let tag = { name: "", isClosing: false, isSelfClosing: false, hasAttributes: false };
  const addName = (prefix: string) =>
    function (this: CompileContext, token: Token) {
      tag.name += prefix + this.sliceSerialize(token);
    };
  return {
    enter: {
      ...createHandlers("", () => {
        tag = { name: "", isClosing: false, isSelfClosing: false, hasAttributes: false };
      }),
      ...createHandlers("ClosingMarker", () => {
        tag.isClosing = true;
      }),
      ...createHandlers("SelfClosingMarker", () => {
        tag.isSelfClosing = true;
      }),
      ...createHandlers("Attribute", () => {
        tag.hasAttributes = true;
      }),
      ...createHandlers("ExpressionAttribute", () => {
        tag.hasAttributes = true;
      }),
    },
    exit: {
      ...createHandlers("NamePrimary", addName("")),
      ...createHandlers("NameMember", addName(".")),
      ...createHandlers("NameLocal", addName(":")),
      ...createHandlers("", function (token) {
        const isBlock = token.type.startsWith("mdxJsxFlow");
        mdxTags.push({
          ...tag,
          range: toRange(token),
          isBlock,
          block: getBlock(this.tokenStack.at(-1)?.[0]),
        });
      }),
    },
  };
}

function toRange({ start, end }: Token): TextRange {
  return { start: start.offset, end: end.offset };
}

const pageBlock: MdxBlock = { kind: "root", range: { start: 0, end: Number.POSITIVE_INFINITY } };
const blockByToken = new WeakMap<Token, MdxBlock>();

/**
 * Returns the block that a token represents. The result is always the same object for the same token, so the blocks of
 * two tags can be compared by identity.
 */
function getBlock(token: Token | undefined): MdxBlock {
  if (!token) return pageBlock;
  const block = blockByToken.get(token) ?? { kind: token.type, range: toRange(token) };
  blockByToken.set(token, block);
  return block;
}

/**
 * Returns the position at which the parser stopped. Returns undefined if the parser failed for another reason, such as
 * a stack overflow.
 */
function findStop(error: unknown): MdxStop | undefined {
  if (!(error instanceof Error) || !("source" in error) || !("ruleId" in error)) return undefined;
  const construct = constructBySource.get(String(error.source));
  const reason = reasonByRuleId.get(String(error.ruleId)) ?? "character";
  const offset = findOffset("place" in error ? error.place : undefined);
  if (!construct) return undefined;
  const start =
    construct === "tag"
      ? latestStarts.tagStart
      : construct === "module"
        ? latestStarts.moduleStart
        : latestStarts.braceStart;
  return start === undefined ? undefined : { ...latestStarts, construct, reason, offset: offset ?? start };
}

const constructBySource: ReadonlyMap<string, MdxStop["construct"]> = new Map([
  ["micromark-extension-mdx-jsx", "tag"],
  ["micromark-extension-mdx-expression", "expression"],
  ["micromark-extension-mdxjs-esm", "module"],
]);

const reasonByRuleId: ReadonlyMap<string, MdxStop["reason"]> = new Map([
  ["acorn", "code"],
  ["unexpected-lazy", "line"],
  ["non-spread", "other-code"],
  ["spread-extra", "other-code"],
  ["unexpected-empty-expression", "other-code"],
  ["non-esm", "other-code"],
]);

function findOffset(position: unknown): number | undefined {
  if (typeof position !== "object" || position === null) return undefined;
  if ("start" in position) return findOffset(position.start);
  return "offset" in position && typeof position.offset === "number" ? position.offset : undefined;
}
