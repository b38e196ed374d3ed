import type { SitePath, TextRange } from "../../text/text-edit.ts";
import type { EndpointPage } from "./endpoint-page.ts";

/** A page as readers will see it, without the site around it (`SiteFrame`). */
export interface PageView {
  /** The file, or for a page that a specification makes the specification. */
  readonly path: SitePath;
  readonly head: PageHead;
  readonly blocks: readonly ViewBlock[];
  /** Of a page that documents an endpoint; stands behind the blocks. */
  readonly endpoint?: EndpointPage;
  /** Headings for “on this page”. */
  readonly contents: readonly ContentsEntry[];
  /** What could not be shown as readers would see it, in the order of the page. */
  readonly issues: readonly ViewIssue[];
  /** Colours that `#code` blocks name by number. It only grows while a page is open. */
  readonly palette: readonly CodeColor[];
  /** Where code has the editor's colours, what it stands on and the colour of plain text; hex. */
  readonly codeGround?: CodeGround;
  /** Style sheet of the utility classes that the page uses, and of its `<style>` elements made safe. Ours, never the author's text as it is. */
  readonly styles: string;
}

export interface CodeGround {
  readonly ground: string;
  readonly ink: string;
  readonly type: "light" | "dark";
}

/** What stands above the text. */
export interface PageHead {
  readonly title: string;
  readonly description?: string;
  readonly icon?: string;
  readonly tag?: string;
  /** `default`, `wide`, `custom`, `frame`, `center`: how much of the site stands around the page. */
  readonly mode: string;
  readonly deprecated?: boolean;
}

/**
 * A part of the page between two blank lines at its top level. A keystroke makes one new block; those with the id of
 * before are painted as they are.
 */
export interface ViewBlock {
  /** Of what is painted, so that equal blocks have equal ids but for a count: `b1x9k`, `b1x9k-2`. */
  readonly id: string;
  /** First and last line in the file, from 0. */
  readonly lines: readonly [number, number];
  readonly nodes: readonly ViewNode[];
  /** The text as it stands cannot be read. */
  readonly fault?: BlockFault;
  /** Beside the last commit; absent for what is as it was there, and where nothing is compared. */
  readonly change?: BlockChange;
}

/** `removed`: it stands in the commit only; `changed`: another block has taken its place, and stands above it as `removed`. */
export type BlockChange = "added" | "removed" | "changed";

export interface BlockFault {
  /** What is wrong and what to do, for the author. */
  readonly message: string;
  /** In the file. */
  readonly line: number;
  /**
   * `mended`: the rest of the block is shown, the faulty mark as text; `kept`: the block is shown as it was when it
   * could last be read, dimmed; `text`: it is shown as written.
   */
  readonly shown: "mended" | "kept" | "text";
}

export interface ContentsEntry {
  readonly id: string;
  readonly text: string;
  /** 1 to 6. */
  readonly depth: number;
  readonly line: number;
}

export interface ViewIssue {
  readonly kind: ViewIssueKind;
  /** For the author, as in a problem: what is wrong, what readers see, what to do. */
  readonly message: string;
  readonly file: SitePath;
  readonly range: TextRange;
}

export type ViewIssueKind =
  /** The text cannot be read there. */
  | "syntax"
  /** A tag that names nothing. */
  | "unknown-component"
  /** `{userId}` with nothing of that name. */
  | "unknown-name"
  /** An import of a file that is not there, lies outside the site or is no text. */
  | "import"
  /** Code that the preview does not work out: what would have to be run. */
  | "not-static"
  /** It went wrong where it was worked out: a member of nothing, a call of what is no function. */
  | "fails"
  /** More steps, nesting or text than a page may take. */
  | "too-much"
  /** An element or attribute that is left out because it could run something. */
  | "unsafe"
  /** A formula or diagram that cannot be read. */
  | "formula";

/** A page on its way to whoever paints it: what is known there is left out. */
export interface PageUpdate {
  /** Counts up; an older one than the last is not painted. */
  readonly version: number;
  /** The version of the document that this shows; 0 for a file that is not open. */
  readonly textVersion: number;
  readonly page: PartOfPage;
  /** Blocks of an update before that stay, around those of `order`. Absent when these are all. */
  readonly same?: SameBlocks & {
    /** The version of that update. */
    readonly since: number;
  };
  readonly order: readonly BlockPlace[];
  /** By the ids of blocks, except of those that the update before has. */
  readonly fresh: Readonly<Record<string, readonly ViewNode[]>>;
}

/** What a keystroke seldom changes, and what is long. */
export type RetainedPageParts = "contents" | "palette" | "styles";

/** A page without its blocks; of what is kept only what is another than in the update before. */
export type PartOfPage = Omit<PageView, "blocks" | RetainedPageParts> &
  Partial<Pick<PageView, RetainedPageParts>>;

/**
 * A piece of a page as it is painted: text, or an element. Plain JSON, made by the renderer (`core/preview`), painted by
 * the page (`webview/src`). Nothing in it is code or HTML text; whoever paints takes only tags and props that it knows.
 */
export type ViewNode = string | ViewElement;

export interface ViewElement {
  /**
   * Lower case: an element of HTML or SVG that is let through (`view/page-view.ts`), `p`, `h2`, `table`.
   * Capital: a component of the service, `Card`, `Tree.File`, painted by the component of that name.
   * With `#`: something of Docwright's own:
   * - `#code`: a code block, props `CodeView`
   * - `#maths`: props `{ display: boolean, tex: string }`, children the typeset formula
   * - `#icon`: props `IconView`
   * - `#mermaid`: props `{ source: string }`
   * - `#problem`: a box in place of what cannot be shown, props `{ kind, message, label }` (of a component that can be run also `component`, `name`, `componentFile`): a `ViewIssueKind`, a sentence for the author, what it stands for as written; children: what could be shown of it
   * - `#interactive`: the first state of a component that reacts to readers, props `{ name: string, file: string }` and, when it can be run,
   *   `component`: what it was given, as data
   * - `#image`: an image, video or audio, props `{ kind: "img" | "video" | "audio", src, host?, … }`; `host` is set when it is
   *   on the web and thus not loaded before the author agrees
   * - `#embed`: an `iframe`, props `{ src, host, title? }`, shown as a box with its address
   */
  readonly tag: string;
  readonly props?: Readonly<Record<string, ViewValue>>;
  /** Props whose value is something to paint: `icon={<svg/>}`, `caption="see [here](/x)"`. */
  readonly slots?: Readonly<Record<string, readonly ViewNode[]>>;
  readonly children?: readonly ViewNode[];
  /** First and last line: of the page counted from the first line of its block (0), of another `file` from its first line. */
  readonly lines?: readonly [number, number];
  /** The snippet or component file that the element is written in; absent for the page itself. */
  readonly file?: SitePath;
}

/** A prop as plain data. */
export type ViewValue =
  string | number | boolean | null | readonly ViewValue[] | { readonly [key: string]: ViewValue };

/** A code block, taken apart and coloured. */
export interface CodeView {
  /** As written behind the fence: `ts`; empty for none. */
  readonly lang: string;
  readonly title?: string;
  /** Name of an icon beside the title. */
  readonly icon?: string;
  /** Each line as coloured pieces. */
  readonly lines: readonly (readonly CodePiece[])[];
  /** Lines, counted from 1. */
  readonly highlight?: readonly number[];
  readonly focus?: readonly number[];
  readonly added?: readonly number[];
  readonly removed?: readonly number[];
  readonly numbers?: boolean;
  readonly wrap?: boolean;
  readonly expandable?: boolean;
  readonly nocopy?: boolean;
}

/** Text in the colour of number `palette` of the page (`PageView.palette`); plain text has none. */
export type CodePiece = string | readonly [text: string, palette: number];

export interface CodeColor {
  /** `#1f2328`. */
  readonly light: string;
  readonly dark: string;
  readonly italic?: true;
  readonly bold?: true;
  readonly underline?: true;
}

/** An icon, drawn: box `0 0 width height` and marks. Absent drawing: a name that the library does not have. */
export interface IconView {
  readonly name: string;
  readonly width?: number;
  readonly height?: number;
  readonly outlined?: boolean;
  /** `[["path", { d: "M…" }]]`. */
  readonly marks?: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
  readonly color?: string;
  readonly size?: number;
  readonly className?: string;
}

/** A block without what it shows. */
export type BlockPlace = Omit<ViewBlock, "nodes">;

/** Of two versions of a page the blocks that are the same: so many at its beginning and its end, the latter so many lines further down. */
export interface SameBlocks {
  readonly head: number;
  readonly tail: number;
  readonly down: number;
}

/** What both versions begin and end with, no block counted twice. Blocks are the same by their ids, not by their nodes. */
export function sameBlocks(before: readonly BlockPlace[], now: readonly BlockPlace[]): SameBlocks {
  const max = Math.min(before.length, now.length);
  let head = 0;
  while (head < max && isSamePlace(before[head], now[head], 0)) head++;
  const down = (now.at(-1)?.lines[0] ?? 0) - (before.at(-1)?.lines[0] ?? 0);
  const fromEnd = (tail: number): boolean =>
    isSamePlace(before[before.length - 1 - tail], now[now.length - 1 - tail], down);
  let tail = 0;
  while (tail < max - head && fromEnd(tail)) tail++;
  return { head, tail, down: tail > 0 ? down : 0 };
}

/** The other way round: the blocks of `now`, made of those of `before` and of those in between. */
export function withSameBlocks<Block extends BlockPlace>(
  before: readonly Block[],
  { head, tail, down }: SameBlocks,
  between: readonly Block[],
): readonly Block[] {
  const end = before.slice(before.length - tail);
  return [
    ...before.slice(0, head),
    ...between,
    ...(down === 0 ? end : end.map((block) => moved(block, down))),
  ];
}

function moved<Block extends BlockPlace>(block: Block, down: number): Block {
  return { ...block, lines: [block.lines[0] + down, block.lines[1] + down] };
}

function isSamePlace(a: BlockPlace | undefined, b: BlockPlace | undefined, down: number): boolean {
  if (a === b) return down === 0;
  return (
    a !== undefined &&
    b !== undefined &&
    a.id === b.id &&
    a.lines[0] + down === b.lines[0] &&
    a.lines[1] + down === b.lines[1] &&
    a.change === b.change &&
    isSameFault(a.fault, b.fault, down)
  );
}

/** A fault names a line, which does not move with the block's. */
function isSameFault(a: ViewBlock["fault"], b: ViewBlock["fault"], down: number): boolean {
  if (!a || !b) return a === b;
  return down === 0 && a.message === b.message && a.line === b.line && a.shown === b.shown;
}

/**
 * Elements of HTML and SVG that a page may show, by the names HTML has for them. What is not here is never made, neither
 * by the renderer nor by whoever paints. Attributes are named as in HTML (`class`, `colspan`, `stroke-width`), `style` is
 * a list of CSS properties by their CSS names (`{ "background-color": "red" }`).
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

/** Of a typeset formula. */
export const mathElements: ReadonlySet<string> = new Set(
  "math semantics annotation mrow mi mn mo ms mtext mspace mover munder munderover msup msub msubsup mfrac mroot msqrt mtable mtr mtd mpadded mphantom menclose mstyle".split(
    " ",
  ),
);

/** A class that stands around the text of a page: selectors of the page's own styles begin with it. */
export const pageClass = "dw-page";

/**
 * Stands before the path of a file of the site in what styles load, `docwright-site:/images/waves.svg`: whoever paints puts
 * in its place where files of the site are loaded from.
 */
export const siteFileScheme = "docwright-site:";

/** A page that the search of the site has found. */
export interface FoundPage {
  /** Its address without a slash in front: `guides/start`. */
  readonly id: string;
  readonly title: string;
  /** Some words around the first that was found. */
  readonly excerpt: string;
  /** How well it fits, the boost included. */
  readonly score: number;
  readonly boost: EffectiveBoost;
  /** The place that it would have without any boost, from 1. */
  readonly placeWithoutBoost: number;
}

/** By how much a page counts more in the search, and who says so. */
export interface EffectiveBoost {
  /** 1 where nobody says anything. */
  readonly value: number;
  readonly from: "page" | "navigation" | "nobody";
}

/** How many levels of nodes a page paints below the first: more than any real page has, and far fewer than a browser allows. */
export const maxPaintedDepth = 200;

/** One level more than what is painted, so that the page can say that something is missing. */
const maxLevels = maxPaintedDepth + 2;

/**
 * Leaves out what is nested more deeply than any page paints. Thousands of levels can't be passed between threads: to
 * read such a message takes more stack than a thread has. Returns the same nodes if none are left out.
 */
export function limitDepth(nodes: readonly ViewNode[], left = maxLevels): readonly ViewNode[] {
  if (left === 0) return [];
  let isCut = false;
  const retained = nodes.map((node) => {
    if (typeof node === "string") return node;
    const children = node.children && limitDepth(node.children, left - 1);
    const slots = node.slots && limitSlots(node.slots, left - 1);
    if (children === node.children && slots === node.slots) return node;
    isCut = true;
    return { ...node, ...(children && { children }), ...(slots && { slots }) };
  });
  return isCut ? retained : nodes;
}

function limitSlots(
  slots: Readonly<Record<string, readonly ViewNode[]>>,
  left: number,
): Readonly<Record<string, readonly ViewNode[]>> {
  const limited = Object.entries(slots).map(([name, nodes]) => [name, limitDepth(nodes, left)] as const);
  return limited.every(([name, nodes]) => nodes === slots[name]) ? slots : Object.fromEntries(limited);
}
