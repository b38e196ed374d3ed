/** Messages about local copies, conversions, and comparisons of specifications. */
import { request, request0 } from "./message.ts";

/** Returns the remote specifications that sites use. */
export const remoteSpecifications = request0<RemoteSpecification[]>("docwright/remoteSpecifications");
export interface RemoteSpecification {
  /** The URL as written in the site. */
  readonly url: string;
  /** The host that requires consent. Absent for a URL that is never fetched. */
  readonly host?: string;
  /** The time when the local copy was fetched, in milliseconds since 1970. Absent if there is no copy. */
  readonly fetchedAt?: number;
  readonly stale: boolean;
}

/**
 * Downloads a specification or updates its local copy. The server fetches only URLs that a site contains, only from
 * hosts that the author has allowed, and only with `network`.
 */
export const fetchSpecification = request<FetchSpecification, FetchedSpecification>(
  "docwright/fetchSpecification",
);
export interface FetchSpecification {
  readonly url: string;
  /** The hosts that the author has allowed, such as `api.example.com`. */
  readonly hosts: readonly string[];
}
export type FetchedSpecification =
  | { readonly kind: "fetched"; readonly isNew: boolean }
  /** The URL redirects to another host, which hasn't been contacted. */
  | { readonly kind: "consent"; readonly host: string }
  /** A failure, with a clause that follows the URL, such as `returned 404`. */
  | { readonly kind: "failed"; readonly text: string };

/** Converts a Swagger 2.0 file in a site to OpenAPI 3. The server doesn't write any files. */
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
      /**
       * The text that was converted. The client checks that the file still contains it before the result replaces it.
       */
      readonly before: string;
      readonly text: string;
      /** Sentences about assumptions, and about parts that can't be preserved. */
      readonly notes: readonly string[];
    }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };

/**
 * Returns the changes that readers notice between the specification in the editor and an older version. Requires `git`.
 */
export const compareSpecification = request<CompareSpecification, ComparedSpecification>(
  "docwright/compareSpecification",
);
export interface CompareSpecification {
  readonly uri: string;
  /** A file that the author selected. If absent, the specification is compared with the last commit. */
  readonly other?: { readonly name: string; readonly text: string };
  /** The label of a changelog entry for today, such as `2026-11-21`. */
  readonly date: string;
}
export type ComparedSpecification =
  | { readonly ok: true; readonly markdown: string }
  | { readonly ok: false; readonly reason: string };
