import type { SitePath, TextRange } from "../text/text-range.ts";

/** What the rules of OpenAPI or AsyncAPI forbid, at the place where it stands. */
export interface SpecFault {
  readonly kind: SpecFaultKind;
  readonly file: SitePath;
  /** As tight as can be: the value of a wrong kind, the key that is not known, the key of the object that lacks one. */
  readonly range: TextRange;
  /** Steps from the root: `["paths", "/users", "get", "responses"]`. */
  readonly path: readonly string[];
  /** The key that is missing or unknown, the value as written: what the sentence of `kind` names. */
  readonly name: string;
  /** What may stand there, in plain words: `a text`, `one of query, header, path, cookie`; empty where there is nothing to add. */
  readonly expected: string;
  /** The operation (or webhook, or channel) it stands in; absent outside of all. */
  readonly operation?: { readonly method: string; readonly path: string };
}

export type SpecFaultKind =
  | "missing-key"
  | "unknown-key"
  | "wrong-type"
  | "wrong-value"
  | "wrong-form"
  | "too-few"
  | "not-unique"
  | "no-choice-fits"
  /** Rules that no schema can tell: two templates for one path, a path without its parameter. */
  | "path-template"
  /** Only the second, compatible validator finds fault. */
  | "second-verdict";
