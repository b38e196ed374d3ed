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

/** Characters that the parser may pass over while it looks for the ends of code and formulas: less than a second's work. */
const maxPassed = 8_000_000;

/**
 * Whether a text has so many backticks or dollars without a counterpart that the parser takes very long. For each run of
 * them, it reads on to the end of the paragraph for a run of the same length. This counts how much that is.
 */
export function isTooComplex(text: string): boolean {
  let passed = 0;
  for (const mark of ["`", "$"])
    for (let at = text.indexOf(mark); at >= 0 && passed <= maxPassed;) {
      const end = endOfParagraph(text, at);
      const last = new Map<number, number>();
      let runs = 0;
      for (let start = at; start >= 0 && start < end; start = text.indexOf(mark, start)) {
        const from = start;
        while (text[start] === mark) start++;
        last.set(start - from, from);
        runs++;
      }
      // Of each length, only the last run has no counterpart. A few long paragraphs with few lengths are ordinary.
      if (runs > 1) for (const from of last.values()) passed += end - from;
      at = text.indexOf(mark, end);
    }
  return passed > maxPassed;
}

/** A carriage return alone ends a line too, but the one of a CRLF isn't a second line end. */
const blankLine = /(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)/g;

function endOfParagraph(text: string, at: number): number {
  blankLine.lastIndex = at;
  return blankLine.exec(text)?.index ?? text.length;
}

/** A tag as the parser sees it, whether or not another one matches it. */
export interface MdxTag {
  /** Empty for `<>` and `</>`. */
  readonly name: string;
  readonly range: TextRange;
  readonly isClosing: boolean;
  readonly isSelfClosing: boolean;
  /** Attributes are none of a closing tag's business. */
  readonly hasAttributes: boolean;
  /** Alone on its lines, not within a paragraph. */
  readonly isBlock: boolean;
  /** The paragraph, list item or other block that holds it: it must be closed in the same. */
  readonly block: MdxBlock;
}

export interface MdxBlock {
  /** `paragraph`, `listItem`; `root` for the page. */
  readonly kind: string;
  readonly range: TextRange;
}

/** Where the parser gave up, and in what. */
export interface MdxStop {
  readonly where: "tag" | "expression" | "module";
  readonly reason:
    /** A character that cannot stand at `at`, or the end of the file there. */
    | "character"
    /** The code between braces or behind `import` cannot be read from `at` on. */
    | "code"
    /** Code that can be read and does not belong there: `{title}` in a tag, a statement behind an import. */
    | "other-code"
    /** A line that leaves the list item or quote. */
    | "line";
  readonly at: number;
  /** Of the tag that was being read: its `<`. Set for an expression within a tag too. */
  readonly tag?: number;
  /** Of the attribute that was being read last. */
  readonly attribute?: number;
  /** Of the expression: its `{`. */
  readonly brace?: number;
  /** Of the import or export. */
  readonly module?: number;
}

export type MdxReading =
  | { readonly kind: "read"; readonly tags: readonly MdxTag[] }
  | { readonly kind: "stopped"; readonly stop: MdxStop }
  /** Nested deeper than the parser can go or a service can render, or so that it takes very long. */
  | { readonly kind: "too-complex" };

/**
 * Parses the MDX of a page as the published service does (GFM, maths and MDX 3), but goes on past tags that do not
 * match: what is wrong with them is told by `matchTags`. No code in the page is run.
 */
export function readMdx(text: string): MdxReading {
  if (isTooDeep(text) || isTooComplex(text)) return { kind: "too-complex" };
  const tags: MdxTag[] = [];
  found = tags;
  latest = {};
  open = { tags: 0, counted: new Set() };
  try {
    fromMarkdown(text, { extensions: syntaxes, mdastExtensions: compilers });
    return { kind: "read", tags };
  } catch (error) {
    const stop = stopOf(error);
    return stop ? { kind: "stopped", stop } : { kind: "too-complex" };
  } finally {
    found = [];
  }
}

/** The verdict of the parser alone, unmatched tags included: the one that all else here is measured by. */
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
  /** Whether `$a$` is a formula, as it is on live sites; `$$a$$` always is. */
  readonly singleDollarMaths: boolean;
}

/**
 * The tree of a text as the published service reads it, every expression with its ESTree; undefined where it cannot be
 * read (`readMdx` tells where). No code in it is run.
 */
export function mdxTree(text: string, dialect: MdxDialect): Root | undefined {
  if (isTooDeep(text) || isTooComplex(text)) return undefined;
  const dollars = dialect.singleDollarMaths ? treeSyntaxes.single : treeSyntaxes.double;
  try {
    return fromMarkdown(text, { extensions: dollars, mdastExtensions: treeCompilers });
  } catch {
    return undefined;
  }
}

/** The tree of Markdown that is no MDX, as descriptions of a specification are: tags and braces are text. */
export function markdownTree(text: string): Root {
  return fromMarkdown(text, { extensions: [gfm(), noCodeByIndent], mdastExtensions: [gfmFromMarkdown()] });
}

const noCodeByIndent: Syntax = { disable: { null: ["codeIndented", "htmlFlow", "htmlText"] } };

const treeSyntaxes = {
  single: [mdxjs(), gfm(), math()],
  double: [mdxjs(), gfm(), math({ singleDollarTextMath: false })],
};
const treeCompilers = [mdxFromMarkdown(), gfmFromMarkdown(), mathFromMarkdown()];

type Syntax = ReturnType<typeof mdxjs>;
type Constructs = NonNullable<Syntax["flow"]>;
type Construct = Exclude<Constructs[string], readonly unknown[] | undefined>;
type Tokenizer = Construct["tokenize"];

/** The places at which the parser last began something. The parser is synchronous, so one of each is enough. */
let latest: Pick<MdxStop, "tag" | "attribute" | "brace" | "module"> = {};
let found: MdxTag[] = [];
/** Tags that aren't closed yet, and where constructs begin that have been counted: the parser reads some of them twice. */
let open = { tags: 0, counted: new Set<number>() };

/** Far more levels than any service can render. The parser takes seconds for twice as many. */
const maxOpenTags = 10_000;

const syntaxes = [watched(mdxjs({ addResult: false })), gfm(), math()];
const compilers: Extension[] = [
  ...gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] })),
  mathFromMarkdown(),
  tagCollector(),
];

/** The same syntax, telling `latest` where its constructs begin. */
function watched(syntax: Syntax): Syntax {
  return { ...syntax, flow: watchedConstructs(syntax.flow), text: watchedConstructs(syntax.text) };
}

function watchedConstructs(constructs: Constructs | undefined): Constructs {
  return Object.fromEntries(
    Object.entries(constructs ?? {}).map(([code, list]) => [
      code,
      (Array.isArray(list) ? list : list ? [list] : []).map((construct) => ({
        ...construct,
        tokenize: watchedTokenizer(construct.tokenize),
      })),
    ]),
  );
}

function watchedTokenizer(tokenize: Tokenizer): Tokenizer {
  return function (effects, ok, nok) {
    const { offset } = this.now();
    const isCounted = open.counted.has(offset);
    let tags = open.tags;
    const enter: typeof effects.enter = (type, fields) => {
      const token = effects.enter(type, fields);
      noteBeginning(type, token.start.offset);
      tags = Math.max(0, tags + (openedBy.get(type) ?? 0));
      if (tags > maxOpenTags && !isCounted) throw new RangeError("Too many open tags");
      return token;
    };
    const count: typeof ok = (code) => {
      open.counted.add(offset);
      if (!isCounted) open.tags = tags;
      return ok(code);
    };
    return tokenize.call(this, { ...effects, enter }, count, nok);
  };
}

/** How many more tags are open after each of these begins. */
const openedBy: ReadonlyMap<string, number> = new Map([
  ["mdxJsxFlowTag", 1],
  ["mdxJsxTextTag", 1],
  ["mdxJsxFlowTagClosingMarker", -2],
  ["mdxJsxTextTagClosingMarker", -2],
  ["mdxJsxFlowTagSelfClosingMarker", -1],
  ["mdxJsxTextTagSelfClosingMarker", -1],
]);

function noteBeginning(type: string, at: number): void {
  switch (type) {
    case "mdxJsxFlowTag":
    case "mdxJsxTextTag":
      latest = { tag: at };
      break;
    case "mdxJsxFlowTagAttribute":
    case "mdxJsxTextTagAttribute":
      latest = { ...latest, attribute: at };
      break;
    case "mdxJsxFlowTagExpressionAttribute":
    case "mdxJsxTextTagExpressionAttribute":
      latest = { ...latest, attribute: at, brace: at };
      break;
    case "mdxJsxFlowTagAttributeValueExpression":
    case "mdxJsxTextTagAttributeValueExpression":
      latest = { ...latest, brace: at };
      break;
    case "mdxFlowExpression":
    case "mdxTextExpression":
      latest = { brace: at };
      break;
    case "mdxjsEsm":
      latest = { module: at };
      break;
  }
}

/** Collects tags in place of building elements from them, which would throw at the first that does not match. */
function tagCollector(): Extension {
  const of = (ends: string, handle: (this: CompileContext, token: Token) => void) => ({
    [`mdxJsxFlowTag${ends}`]: handle,
    [`mdxJsxTextTag${ends}`]: handle,
  });
  let tag = { name: "", isClosing: false, isSelfClosing: false, hasAttributes: false };
  const addName = (mark: string) =>
    function (this: CompileContext, token: Token) {
      tag.name += mark + this.sliceSerialize(token);
    };
  return {
    enter: {
      ...of("", () => {
        tag = { name: "", isClosing: false, isSelfClosing: false, hasAttributes: false };
      }),
      ...of("ClosingMarker", () => {
        tag.isClosing = true;
      }),
      ...of("SelfClosingMarker", () => {
        tag.isSelfClosing = true;
      }),
      ...of("Attribute", () => {
        tag.hasAttributes = true;
      }),
      ...of("ExpressionAttribute", () => {
        tag.hasAttributes = true;
      }),
    },
    exit: {
      ...of("NamePrimary", addName("")),
      ...of("NameMember", addName(".")),
      ...of("NameLocal", addName(":")),
      ...of("", function (token) {
        const isBlock = token.type.startsWith("mdxJsxFlow");
        found.push({ ...tag, range: rangeOf(token), isBlock, block: blockOf(this.tokenStack.at(-1)?.[0]) });
      }),
    },
  };
}

function rangeOf({ start, end }: Token): TextRange {
  return { start: start.offset, end: end.offset };
}

const page: MdxBlock = { kind: "root", range: { start: 0, end: Number.POSITIVE_INFINITY } };
const blocks = new WeakMap<Token, MdxBlock>();

/** One block for each token, so that two tags in the same block can be told by identity. */
function blockOf(token: Token | undefined): MdxBlock {
  if (!token) return page;
  const known = blocks.get(token) ?? { kind: token.type, range: rangeOf(token) };
  blocks.set(token, known);
  return known;
}

/** Where the parser stopped; undefined when it failed for another reason, as when the stack is full. */
function stopOf(error: unknown): MdxStop | undefined {
  if (!(error instanceof Error) || !("source" in error) || !("ruleId" in error)) return undefined;
  const where = sources.get(String(error.source));
  const reason = reasons.get(String(error.ruleId)) ?? "character";
  const at = offsetOf("place" in error ? error.place : undefined);
  if (!where) return undefined;
  const start = where === "tag" ? latest.tag : where === "module" ? latest.module : latest.brace;
  return start === undefined ? undefined : { ...latest, where, reason, at: at ?? start };
}

const sources: ReadonlyMap<string, MdxStop["where"]> = new Map([
  ["micromark-extension-mdx-jsx", "tag"],
  ["micromark-extension-mdx-expression", "expression"],
  ["micromark-extension-mdxjs-esm", "module"],
]);

const reasons: ReadonlyMap<string, MdxStop["reason"]> = new Map([
  ["acorn", "code"],
  ["unexpected-lazy", "line"],
  ["non-spread", "other-code"],
  ["spread-extra", "other-code"],
  ["unexpected-empty-expression", "other-code"],
  ["non-esm", "other-code"],
]);

function offsetOf(place: unknown): number | undefined {
  if (typeof place !== "object" || place === null) return undefined;
  if ("start" in place) return offsetOf(place.start);
  return "offset" in place && typeof place.offset === "number" ? place.offset : undefined;
}
