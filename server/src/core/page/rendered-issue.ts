import type { SitePath, TextRange } from "../text/text-edit.ts";

/** What a preview could not show as readers will see it, beyond what rules find in the text by themselves. */
export interface RenderedIssue {
  readonly kind: "not-static" | "fails" | "too-much" | "unsafe" | "formula";
  /** What is wrong, what readers see, what to do. */
  readonly message: string;
  /** The page itself, or a snippet or component file that it imports. */
  readonly file: SitePath;
  readonly range: TextRange;
}
