/** Messages that explain why readers see an item on a site, or why they don't. */
import type { Explanation, ExplainStep } from "../core/features/explain/explanation.ts";
import { createRequest } from "./message.ts";
import type { LspRange } from "./site.ts";

/** Returns one explanation for each relevant site, or an empty list if there's no site. */
export const explain = createRequest<ExplainRequest, ExplainResult[]>("docwright/explain");
export interface ExplainRequest {
  /** The URI of a file, which determines the site. If `target` is absent, the file itself is explained. */
  readonly uri?: string;
  /** The target to explain: a page (`guides/start`), a file, a URL, or an operation (`GET /users`). */
  readonly target?: string;
}
export interface ExplainResult extends Omit<Explanation, "steps"> {
  /** The URI of the folder that contains docs.json. */
  readonly root: string;
  readonly name: string;
  readonly steps: readonly ExplainedStep[];
}
export interface ExplainedStep extends Omit<ExplainStep, "location"> {
  readonly location?: { readonly uri: string; readonly range: LspRange };
}
