/** Messages for fetching, converting, and comparing specifications. */
import { createRequest, createRequest0 } from "./message.ts";

/** Returns the remote specifications that sites use. */
export const remoteSpecifications = createRequest0<RemoteSpecification[]>("docwright/remoteSpecifications");
export interface RemoteSpecification {
  /** The URL as written in the site's files. */
  readonly url: string;
  /** The host that requires consent. Absent if the URL is never fetched. */
  readonly host?: string;
  /** The time when the local copy was fetched, in milliseconds since 1970. Absent if there's no local copy. */
  readonly fetchedAt?: number;
  readonly isStale: boolean;
}

/**
 * Downloads a specification or updates its local copy. The server fetches only URLs that a site contains, only from
 * hosts that the author has allowed, and only if `network` is set.
 */
export const fetchSpecification = createRequest<FetchSpecificationParams, FetchedSpecification>(
  "docwright/fetchSpecification",
);
export interface FetchSpecificationParams {
  readonly url: string;
  /** The hosts that the author has allowed, such as `api.example.com`. */
  readonly allowedHosts: readonly string[];
}
export type FetchedSpecification =
  | { readonly kind: "fetched"; readonly isNew: boolean }
  /** The URL redirects to a different host. No request has been sent to that host. */
  | { readonly kind: "consent"; readonly host: string }
  /** A failure. `text` is a clause that follows the URL, such as `returned 404`. */
  | { readonly kind: "failed"; readonly text: string };

/** Converts a Swagger 2.0 file in a site to OpenAPI 3. The server doesn't write any files. */
export const convertSpecification = createRequest<ConvertSpecificationParams, ConvertedSpecification>(
  "docwright/convertSpecification",
);
export interface ConvertSpecificationParams {
  readonly uri: string;
  readonly to: "3.0" | "3.1";
}
export type ConvertedSpecification =
  | {
      readonly ok: true;
      /**
       * The text that was converted. The client checks that the file still contains this text before it writes the
       * result.
       */
      readonly originalText: string;
      readonly text: string;
      /** Sentences about assumptions and about content that can't be preserved. */
      readonly notes: readonly string[];
    }
  /** A sentence that explains why the file can't be converted. */
  | { readonly ok: false; readonly reason: string };

/**
 * Compares the specification in the editor with an older version, and returns the changes that readers will notice.
 * Requires `git`.
 */
export const compareSpecification = createRequest<CompareSpecificationParams, ComparedSpecification>(
  "docwright/compareSpecification",
);
export interface CompareSpecificationParams {
  readonly uri: string;
  /** A file that the author has selected. If absent, the specification is compared with the last commit. */
  readonly otherFile?: { readonly name: string; readonly text: string };
  /** The label for today's changelog entry, such as `2026-11-21`. */
  readonly date: string;
}
export type ComparedSpecification =
  | { readonly ok: true; readonly markdown: string }
  | { readonly ok: false; readonly reason: string };
