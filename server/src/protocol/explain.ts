/** Explains why readers see something of a site, or don't. */
import { request } from "./message.ts";
import type { PlaceRange } from "./site.ts";

/**
 * Explains why readers see something of a site, or don't. Returns one result for each site in question; empty if
 * there's no site.
 */
export const explain = request<ExplainRequest, Explained[]>("docwright/explain");
export interface ExplainRequest {
  /** URI of a file. It selects the site and, without `target`, is what gets explained. */
  readonly uri?: string;
  /** A page (`guides/start`), a file, a URL, or an operation (`GET /users`). */
  readonly target?: string;
}
export interface Explained {
  /** URI of the folder that contains docs.json. */
  readonly root: string;
  readonly name: string;
  /** By its name in the site. */
  readonly target: string;
  readonly about: "page" | "part" | "file" | "operation" | "address";
  readonly shown: boolean;
  /** One or two sentences, with names in backticks. */
  readonly verdict: string;
  /** Why not, in a few words. */
  readonly because?: string;
  /** Path of the URL: `/docs/guides/start`. */
  readonly url?: string;
  readonly steps: readonly ExplainedStep[];
}
export interface ExplainedStep {
  /** What the sentence is about: `navigation`, `redirect`. */
  readonly kind: string;
  readonly state: "ok" | "stops" | "note";
  readonly sentence: string;
  readonly place?: { readonly uri: string; readonly range: PlaceRange };
}
