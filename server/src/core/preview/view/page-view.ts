import type { SitePath, TextRange } from "../../text/text-edit.ts";
import type { EndpointPage } from "./endpoint-page.ts";

/** A page as readers will see it, without the site around it (see `SiteShellView`). */
export interface PageView {
  /** The page's file or, for a generated page, its specification. */
  readonly path: SitePath;
  readonly head: PageHead;
  readonly blocks: readonly ViewBlock[];
  /** The endpoint that the page documents. Shown after the blocks. */
  readonly endpoint?: EndpointPage;
  /** The headings listed under “On this page”. */
  readonly contents: readonly ContentsEntry[];
  /** Content that can't be shown as readers would see it, in page order. */
  readonly issues: readonly ViewIssue[];
  /**
   * The colors that `#code` blocks refer to by index. While a page is open, colors can be added but are never removed.
   */
  readonly palette: readonly CodeColor[];
  /** The editor's background and plain text colors, in hexadecimal. Undefined if code uses the site's themes. */
  readonly codeColors?: CodeColors;
  /**
   * The style sheet for the page's utility classes and its sanitized `<style>` elements. The style sheet is always
   * generated and never contains the author's text as written.
   */
  readonly styles: string;
}

export interface CodeColors {
  readonly background: string;
  readonly foreground: string;
  readonly type: "light" | "dark";
}

/** The content above the page's text. */
export interface PageHead {
  readonly title: string;
  readonly description?: string;
  readonly icon?: string;
  readonly tag?: string;
  /**
   * One of `default`, `wide`, `custom`, `frame`, and `center`. The mode determines how much of the site is shown around
   * the page.
   */
  readonly mode: string;
  readonly deprecated?: boolean;
}

/**
 * A top-level block on the page, separated from other blocks by blank lines. A keystroke usually changes only one
 * block, and blocks whose ID stays the same aren't painted again.
 */
export interface ViewBlock {
  /**
   * An ID that is derived from the rendered content. If several blocks are equal, a counter is appended, as in `b1x9k`
   * and `b1x9k-2`.
   */
  readonly id: string;
  /** The zero-based numbers of the first and last lines in the file. */
  readonly lines: readonly [number, number];
  readonly nodes: readonly ViewNode[];
  /** Set if the current text can't be parsed. */
  readonly problem?: BlockProblem;
  /**
   * The change since the last commit. Undefined if the block hasn't changed, or if the page isn't compared with a
   * commit.
   */
  readonly change?: BlockChange;
}

/**
 * A `removed` block exists only in the commit. If a block replaces another one, the new block is `changed`, and the old
 * block appears above it as `removed`.
 */
export type BlockChange = "added" | "removed" | "changed";

export interface BlockProblem {
  /** A message for the author that describes the problem and how to fix it. */
  readonly message: string;
  /** The zero-based number of the line in the file. */
  readonly line: number;
  /**
   * How the block is shown. `mended`: the invalid character is shown as text, and the rest is rendered. `kept`: the
   * last valid version of the block is shown, dimmed. `text`: the block is shown as written.
   */
  readonly shown: "mended" | "kept" | "text";
}

export interface ContentsEntry {
  readonly id: string;
  readonly text: string;
  /** The heading's level, from 1 to 6. */
  readonly depth: number;
  readonly line: number;
}

export interface ViewIssue {
  readonly kind: ViewIssueKind;
  /**
   * A message for the author, as in a diagnostic, that describes the problem, its effect on readers, and how to fix it.
   */
  readonly message: string;
  readonly file: SitePath;
  readonly range: TextRange;
}

export type ViewIssueKind =
  /** The text can't be parsed. */
  | "syntax"
  /** A tag whose name isn't the name of a component or element. */
  | "unknown-component"
  /** A name that isn't defined, such as `{userId}`. */
  | "unknown-name"
  /** An import of a file that doesn't exist, is outside the site, or isn't a text file. */
  | "import"
  /** Code that the preview doesn't evaluate, because doing so would require running it. */
  | "not-static"
  /** A runtime error, such as reading a member of undefined or calling a value that isn't a function. */
  | "fails"
  /** The page exceeds the limits on steps, nesting, or text. */
  | "too-much"
  /** An element or attribute that was removed because it could run code. */
  | "unsafe"
  /** A formula or diagram that can't be parsed. */
  | "formula";

/** A page update for the webview. Leaves out content that the webview already has. */
export interface PageUpdate {
  /**
   * A number that increases with each update. The webview ignores updates that are older than the last one it received.
   */
  readonly version: number;
  /** The version of the document that this update shows, or 0 if the file isn't open. */
  readonly textVersion: number;
  readonly page: PagePatch;
  /**
   * The blocks from an earlier update that remain before and after those in `order`. Undefined if `order` contains all
   * blocks.
   */
  readonly sameBlocks?: SameBlocks & {
    /** The version of the earlier update. */
    readonly baseVersion: number;
  };
  readonly order: readonly BlockSummary[];
  /** The nodes of new blocks, keyed by block ID. Leaves out blocks that the previous update already contains. */
  readonly newNodes: Readonly<Record<string, readonly ViewNode[]>>;
}

/** Parts of a page that are large and rarely change while the author types. */
export type RetainedPagePart = "contents" | "palette" | "styles";

/** A page without its blocks. Contains only those retained parts that have changed since the previous update. */
export type PagePatch = Omit<PageView, "blocks" | RetainedPagePart> & Partial<Pick<PageView, RetainedPagePart>>;

/**
 * A rendered node on a page, which is either text or an element. Nodes are plain JSON without code or HTML text. The
 * renderer (`core/preview`) creates them, and the webview (`webview/src`) paints them but accepts only known tags and
 * props.
 */
export type ViewNode = string | ViewElement;

export interface ViewElement {
  /**
   * The element's type, which determines its props:
   * - A lowercase name: an allowed HTML or SVG element (see `htmlElements`), such as `p` or `table`.
   * - A capitalized name: a built-in component, such as `Card` or `Tree.File`.
   * - `#code`: a code block, with the props of `CodeView`.
   * - `#maths`: a formula, with the props `{ display: boolean, tex: string }`. The children are the typeset formula.
   * - `#icon`: an icon, with the props of `IconView`.
   * - `#mermaid`: a diagram, with the props `{ source: string, placement?: string, actions?: boolean }`.
   * - `#problem`: a box that replaces content that can't be shown, with the props `{ kind, message, label }`: a
   *   `ViewIssueKind`, a sentence for the author, and the source that the box replaces. If the author can run the
   *   component, also `component`, `name`, and `componentFile`. The children are the content that could be shown.
   * - `#interactive`: an interactive component in its initial state, with the props `{ name: string, file: string }`.
   *   If the author can run it, also `component`, which contains its props as plain data.
   * - `#image`: an image, video, or audio element, with the props `{ kind: "img" | "video" | "audio", src, host?, … }`.
   *   `host` is set if the file is on the web, in which case it isn't loaded until the author allows it.
   * - `#embed`: an `iframe`, with the props `{ src, host, title? }`. It's shown as a box with its URL.
   */
  readonly tag: string;
  readonly props?: Readonly<Record<string, ViewValue>>;
  /** Props whose values can be rendered, such as `icon={<svg/>}` or `caption="see [here](/x)"`. */
  readonly slots?: Readonly<Record<string, readonly ViewNode[]>>;
  readonly children?: readonly ViewNode[];
  /**
   * The zero-based numbers of the first and last lines. They're relative to the block or, if `file` is set, to that
   * file.
   */
  readonly lines?: readonly [number, number];
  /** The snippet or component file that contains the element. Undefined for the page itself. */
  readonly file?: SitePath;
}

/** A prop's value as plain data. */
export type ViewValue = string | number | boolean | null | readonly ViewValue[] | { readonly [key: string]: ViewValue };

/** A code block with its metadata and highlighted lines. */
export interface CodeView {
  /** The language as written after the fence, such as `ts`. Empty if no language is given. */
  readonly lang: string;
  readonly title?: string;
  /** The name of the icon next to the title. */
  readonly icon?: string;
  /** The lines of code, each as a list of highlighted tokens. */
  readonly lines: readonly (readonly CodeToken[])[];
  /** The one-based numbers of the highlighted lines. */
  readonly highlight?: readonly number[];
  readonly focus?: readonly number[];
  readonly addedLines?: readonly number[];
  readonly removedLines?: readonly number[];
  readonly numbers?: boolean;
  readonly wrap?: boolean;
  readonly expandable?: boolean;
  readonly nocopy?: boolean;
}

/**
 * Text with the index of its color in the page's palette (see `PageView.palette`), or a plain string if the text has
 * the default color.
 */
export type CodeToken = string | readonly [text: string, palette: number];

export interface CodeColor {
  /** The color in light mode, such as `#1f2328`. */
  readonly light: string;
  readonly dark: string;
  readonly italic?: true;
  readonly bold?: true;
  readonly underline?: true;
}

/**
 * An icon as SVG shapes with the view box `0 0 width height`. `marks` is undefined if the library doesn't have an icon
 * with this name.
 */
export interface IconView {
  readonly name: string;
  readonly width?: number;
  readonly height?: number;
  readonly outlined?: boolean;
  /** The shapes, such as `[["path", { d: "M…" }]]`. */
  readonly marks?: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
  readonly color?: string;
  readonly size?: number;
  readonly className?: string;
}

/** A block without its nodes. */
export type BlockSummary = Omit<ViewBlock, "nodes">;

/**
 * The blocks that two versions of a page share. `head` is the number of shared blocks at the start, `tail` is the
 * number of shared blocks at the end, and `down` is the number of lines by which the blocks at the end moved down.
 */
export interface SameBlocks {
  readonly head: number;
  readonly tail: number;
  readonly down: number;
}

/**
 * Returns the blocks that two versions of a page share at their start and end. No block is counted twice. Compares
 * blocks by ID, position, change, and problem, but not by their nodes.
 */
export function findSameBlocks(oldBlocks: readonly BlockSummary[], newBlocks: readonly BlockSummary[]): SameBlocks {
  const maxSharedCount = Math.min(oldBlocks.length, newBlocks.length);
  let head = 0;
  while (head < maxSharedCount && isSameBlock(oldBlocks[head], newBlocks[head], 0)) head++;
  const lineDelta = (newBlocks.at(-1)?.lines[0] ?? 0) - (oldBlocks.at(-1)?.lines[0] ?? 0);
  const isSameFromEnd = (tail: number): boolean =>
    isSameBlock(oldBlocks[oldBlocks.length - 1 - tail], newBlocks[newBlocks.length - 1 - tail], lineDelta);
  let tail = 0;
  while (tail < maxSharedCount - head && isSameFromEnd(tail)) tail++;
  return { head, tail, down: tail > 0 ? lineDelta : 0 };
}

/**
 * Reconstructs the new version's blocks from the blocks shared with `oldBlocks` and the blocks between them. This
 * function is the inverse of `findSameBlocks`.
 */
export function applySameBlocks<Block extends BlockSummary>(
  oldBlocks: readonly Block[],
  { head, tail, down }: SameBlocks,
  newBlocks: readonly Block[],
): readonly Block[] {
  const tailBlocks = oldBlocks.slice(oldBlocks.length - tail);
  return [
    ...oldBlocks.slice(0, head),
    ...newBlocks,
    ...(down === 0 ? tailBlocks : tailBlocks.map((block) => shiftBlock(block, down))),
  ];
}

function shiftBlock<Block extends BlockSummary>(block: Block, lineDelta: number): Block {
  return { ...block, lines: [block.lines[0] + lineDelta, block.lines[1] + lineDelta] };
}

function isSameBlock(a: BlockSummary | undefined, b: BlockSummary | undefined, lineDelta: number): boolean {
  if (a === b) return lineDelta === 0;
  return (
    a !== undefined &&
    b !== undefined &&
    a.id === b.id &&
    a.lines[0] + lineDelta === b.lines[0] &&
    a.lines[1] + lineDelta === b.lines[1] &&
    a.change === b.change &&
    isSameProblem(a.problem, b.problem, lineDelta)
  );
}

/**
 * Whether two problems are the same. If the block moved, they're different, because a problem contains a line number in
 * the file.
 */
function isSameProblem(a: ViewBlock["problem"], b: ViewBlock["problem"], lineDelta: number): boolean {
  if (!a || !b) return a === b;
  return lineDelta === 0 && a.message === b.message && a.line === b.line && a.shown === b.shown;
}

/**
 * The HTML and SVG elements that a page can show, by their HTML names. The renderer and the webview create only these
 * elements. Attributes also have their HTML names (`class`, `colspan`, `stroke-width`), and `style` maps CSS property
 * names to values (`{ "background-color": "red" }`).
 */
export const htmlElements: ReadonlySet<string> = new Set(
  "a abbr address article aside b bdi bdo blockquote br button caption center cite code col colgroup data datalist dd del details dfn div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i input ins kbd label legend li main mark menu meter nav ol optgroup option output p pre progress q rp rt ruby s samp search section select small span strike strong sub summary sup table tbody td textarea tfoot th thead time tr tt u ul var wbr".split(
    " ",
  ),
);

export const svgElements: ReadonlySet<string> = new Set(
  "svg circle clipPath defs desc ellipse feBlend feColorMatrix feComposite feDropShadow feFlood feGaussianBlur feMerge feMergeNode feOffset feTurbulence filter g line linearGradient marker mask path pattern polygon polyline radialGradient rect stop symbol text textPath title tspan use animate animateTransform animateMotion".split(
    " ",
  ),
);

// cspell:disable
/** The MathML elements that make up typeset formulas. */
export const mathElements: ReadonlySet<string> = new Set(
  "math semantics annotation mrow mi mn mo ms mtext mspace mover munder munderover msup msub msubsup mfrac mroot msqrt mtable mtr mtd mpadded mphantom menclose mstyle".split(
    " ",
  ),
);
// cspell:enable

/** The class of the element around a page's text. The page's own styles apply only inside this element. */
export const pageClass = "dw-page";

/**
 * The prefix for site files that a style loads, as in `docwright-site:/images/waves.svg`. The webview replaces the
 * prefix with the location from which site files are loaded.
 */
export const siteFileScheme = "docwright-site:";

/** A search result. */
export interface FoundPage {
  /** The URL path without a leading slash, such as `guides/start`. */
  readonly id: string;
  readonly title: string;
  /** The text around the first match. */
  readonly excerpt: string;
  /** The score, including the boost. */
  readonly score: number;
  readonly boost: EffectiveBoost;
  /** The one-based rank that the page would have if no page had a boost. */
  readonly rankWithoutBoost: number;
}

/** A page's boost in search results, and the source of the boost. */
export interface EffectiveBoost {
  /** The boost, or 1 if nothing sets it. */
  readonly value: number;
  readonly source: "page" | "navigation" | "default";
}

/**
 * The maximum nesting depth of nodes below the first level. No real page needs this many levels, and browsers allow far
 * more.
 */
export const maxRenderedDepth = 200;

/**
 * The maximum number of levels that are sent. It's one more than the webview paints so that the page can report missing
 * content.
 */
const maxLevels = maxRenderedDepth + 2;

/**
 * Removes nodes that are nested more deeply than the webview paints. A message with thousands of levels can't be sent
 * between threads, because deserializing it would overflow the stack. Returns the same array if nothing is removed.
 */
export function limitDepth(nodes: readonly ViewNode[], levelCount = maxLevels): readonly ViewNode[] {
  if (levelCount === 0) return [];
  let isTruncated = false;
  const limitedNodes = nodes.map((node) => {
    if (typeof node === "string") return node;
    const children = node.children && limitDepth(node.children, levelCount - 1);
    const slots = node.slots && limitSlots(node.slots, levelCount - 1);
    if (children === node.children && slots === node.slots) return node;
    isTruncated = true;
    return { ...node, ...(children && { children }), ...(slots && { slots }) };
  });
  return isTruncated ? limitedNodes : nodes;
}

function limitSlots(
  slots: Readonly<Record<string, readonly ViewNode[]>>,
  remainingDepth: number,
): Readonly<Record<string, readonly ViewNode[]>> {
  const limitedSlots = Object.entries(slots).map(([name, nodes]) => [name, limitDepth(nodes, remainingDepth)] as const);
  return limitedSlots.every(([name, nodes]) => nodes === slots[name]) ? slots : Object.fromEntries(limitedSlots);
}
