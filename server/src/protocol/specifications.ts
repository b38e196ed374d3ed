/** Copies of specifications on the web, conversions, and comparisons. */
import { request, request0 } from "./message.ts";

/** The specifications on the web that sites name. */
export const remoteSpecifications = request0<RemoteSpecification[]>("docwright/remoteSpecifications");
export interface RemoteSpecification {
  /** As written. */
  readonly url: string;
  /** The host to agree to; absent for a URL that is never fetched. */
  readonly host?: string;
  /** When the copy was fetched, in milliseconds since 1970; absent without one. */
  readonly fetchedAt?: number;
  readonly stale: boolean;
}

/**
 * Copies a specification, or updates the copy. The server only fetches what a site names, only from hosts that the
 * author has allowed, and only with `network`.
 */
export const fetchSpecification = request<FetchSpecification, FetchedSpecification>(
  "docwright/fetchSpecification",
);
export interface FetchSpecification {
  readonly url: string;
  /** What the person has agreed to: `api.example.com`. */
  readonly hosts: readonly string[];
}
export type FetchedSpecification =
  | { readonly kind: "fetched"; readonly isNew: boolean }
  /** It leads to another host, which has not been asked. */
  | { readonly kind: "consent"; readonly host: string }
  /** A clause to be put behind the URL: `answers 404`. */
  | { readonly kind: "failed"; readonly text: string };

/** A Swagger 2.0 file of a site as OpenAPI 3. Nothing is written. */
export const convertSpecification = request<ConvertSpecification, ConvertedSpecification>(
  "docwright/convertSpecification",
);
export interface ConvertSpecification {
  readonly uri: string;
  readonly to: "3.0" | "3.1";
}
export type ConvertedSpecification =
  | {
      readonly ok: true;
      /** What was converted, to be compared before the result is put in its place. */
      readonly before: string;
      readonly text: string;
      /** What was assumed or cannot be kept, in sentences. */
      readonly notes: readonly string[];
    }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };

/**
 * What readers of the docs notice between the specification in the editor and an older version. Only with `git`.
 */
export const compareSpecification = request<CompareSpecification, ComparedSpecification>(
  "docwright/compareSpecification",
);
export interface CompareSpecification {
  readonly uri: string;
  /** A file that the person has picked; the last commit without it. */
  readonly other?: { readonly name: string; readonly text: string };
  /** What a changelog entry of today is called: `2026-11-21`. */
  readonly date: string;
}
export type ComparedSpecification =
  | { readonly ok: true; readonly markdown: string }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };
