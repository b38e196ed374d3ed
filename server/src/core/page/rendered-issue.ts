import type { SitePath, TextRange } from "../text/text-edit.ts";

/**
 * Content that a preview couldn't render as readers will see it, in addition to the problems that rules find in the
 * text.
 */
export interface RenderedIssue {
  readonly kind: "not-static" | "fails" | "too-much" | "unsafe" | "formula";
  /** The problem, its effect on readers, and the fix. */
  readonly message: string;
  /** The page, or a snippet or component file that it imports. */
  readonly file: SitePath;
  readonly range: TextRange;
}
