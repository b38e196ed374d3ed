import type { SitePath } from "../../text/text-edit.ts";

/**
 * A piece of a page as it is painted: text, or an element. Plain JSON, made by the renderer (`core/preview`), painted by
 * the page (`webview/src`). Nothing in it is code or HTML text; whoever paints takes only tags and props that it knows.
 */
export type ViewNode = string | ViewElement;

export interface ViewElement {
  /**
   * Lower case: an element of HTML or SVG that is let through (`view/allowed-elements.ts`), `p`, `h2`, `table`.
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

export interface CodeColour {
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
