/** Why readers see something of a site, or don't. */
import { request } from "./message.ts";
import type { PlaceRange } from "./site.ts";

/**
 * Why readers see something of a site or don't: one result for each site in question, none if there is no site.
 */
export const explain = request<ExplainRequest, Explained[]>("docwright/explain");
export interface ExplainRequest {
  /** Of a file: says which site is asked, and without `target` is what is explained. */
  readonly uri?: string;
  /** A page (`guides/start`), a file, an address, an operation (`GET /users`). */
  readonly target?: string;
}
export interface Explained {
  /** URI of the folder that holds docs.json. */
  readonly root: string;
  readonly name: string;
  /** As the site calls it. */
  readonly target: string;
  readonly about: "page" | "part" | "file" | "operation" | "address";
  readonly shown: boolean;
  /** One or two sentences, with names in backticks. */
  readonly verdict: string;
  /** Why not, in a few words. */
  readonly because?: string;
  /** Below the host: `/docs/guides/start`. */
  readonly url?: string;
  readonly steps: readonly ExplainedStep[];
}
export interface ExplainedStep {
  /** `navigation`, `redirect`: what the sentence is about. */
  readonly kind: string;
  readonly state: "ok" | "stops" | "note";
  readonly sentence: string;
  readonly place?: { readonly uri: string; readonly range: PlaceRange };
}
