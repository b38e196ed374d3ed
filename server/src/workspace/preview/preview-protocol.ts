import type { PageView, ViewBlock } from "../../core/preview/view/page-view.ts";
import type { PageSource } from "../../core/preview/source/page-source.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { PageNews } from "./page-news.ts";

/** What the thread that renders is told. It knows several previews; each message says which. */
export type PreviewRequest =
  | {
      readonly kind: "render";
      readonly preview: number;
      readonly version: number;
      readonly changed: SourceChange;
      readonly care: Care;
    }
  | { readonly kind: "forget"; readonly preview: number };

/**
 * `quick`: by what is loaded already; `whole`: with what has to be loaded for it, grammars of code among it, as far as it
 * takes no long time: the rest comes when it is asked for again; `complete`: however long it takes.
 */
export type Care = "quick" | "whole" | "complete";

/** What of a `PageSource` is another than the thread has; of `files` only those that are. */
export type SourceChange = Pick<PageSource, "path"> &
  Partial<Omit<PageSource, "codeTheme" | "endpoint" | "head">> & {
    /** `null` where there is none any more. */
    readonly codeTheme?: PageSource["codeTheme"] | null;
    readonly endpoint?: PageSource["endpoint"] | null;
    readonly head?: PageSource["head"] | null;
    /** Of `files`, those that the page is made of no more. */
    readonly gone?: readonly SitePath[];
  };

export type PreviewReply =
  /** The thread can begin: to load what it needs takes its time. */
  | { readonly kind: "ready"; readonly thread?: string | undefined }
  | ({ readonly kind: "rendered"; readonly preview: number } & RenderedNews)
  /** It failed, which is a mistake of ours. */
  | { readonly kind: "failed"; readonly preview: number; readonly reason: string };

/** A rendered page. */
export interface RenderedPart {
  readonly version: number;
  /** What is kept of a page is the same value for as long as it says the same. */
  readonly page: Omit<PageView, "blocks">;
  /** Each the same value for as long as it is the same block on the same lines. */
  readonly blocks: readonly ViewBlock[];
  /** Files that the page imports and the source did not have. */
  readonly wanted: readonly SitePath[];
  /** It was rendered quickly, and with care it would look better. */
  readonly isRough: boolean;
}

/** The same on its way from the thread: without what the one before has of this preview. */
export type RenderedNews = PageNews & Omit<RenderedPart, "page" | "blocks">;
