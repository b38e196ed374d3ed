import type { SitePath, TextRange } from "../../text/text-edit.ts";
import type { EndpointPage } from "./endpoint-page.ts";
import type { BlockPlace, SameBlocks } from "./same-blocks.ts";
import type { CodeColour, ViewNode } from "./view-node.ts";

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
  readonly palette: readonly CodeColour[];
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
export type KeptOfPage = "contents" | "palette" | "styles";

/** A page without its blocks; of what is kept only what is another than in the update before. */
export type PartOfPage = Omit<PageView, "blocks" | KeptOfPage> & Partial<Pick<PageView, KeptOfPage>>;
