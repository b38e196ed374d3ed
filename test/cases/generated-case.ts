/**
 * A navigation with specifications, and the pages that the service generates from them, based on its documentation and
 * the output of the published generator (4.0.1053). One line per page, in navigation order: `group › group: slug
 * (title)`. `-:` marks a page that isn't in the navigation, and a line without a prefix is a page that an entry lists.
 * `[text]` at the end is the sidebar text if it differs from the title.
 */
export interface GeneratedCase {
  readonly name: string;
  /** The value of `navigation` in docs.json. By default, one group with the specification `o.json`. */
  readonly nav?: object;
  /** Additional settings in docs.json. */
  readonly settings?: object;
  readonly specs: Readonly<Record<string, unknown>>;
  /** The pages that are expected in both profiles. */
  readonly both?: readonly string[];
  readonly standard?: readonly string[];
  readonly mintlify?: readonly string[];
}

const answers = { responses: { 200: { description: "Done" } } };

/** Returns an operation that has a response and these additional fields. */
export const op = (fields: object = {}) => ({ ...answers, ...fields });
export const titled = (summary: string, ...tags: string[]) => op({ summary, ...(tags.length > 0 && { tags }) });
export const list = titled("List", "T");

const info = { title: "Acme", version: "1" };
export const api = (paths: object, more: object = {}) => ({ openapi: "3.1.0", info, paths, ...more });
/** Creates a site with only this specification. */
export const only = (paths: object, more: object = {}) => ({ "o.json": api(paths, more) });
export const api32 = (paths: object, more: object = {}) => ({ openapi: "3.2.0", info, paths, ...more });
/** Returns a site with a single operation, `GET /x`, that has this vendor extension. */
export const extended = (extension: unknown, fields: object = {}) =>
  only({ "/x": { get: { ...list, ...fields, "x-service": extension } } });

export const group = (fields: object, ...pages: unknown[]) => ({
  groups: [{ group: "g", ...fields, pages }],
});
export const o = { openapi: "o.json" };
/** Two operations without tags. */
export const pq = api({ "/p": { get: titled("P") }, "/q": { get: titled("Q") } });
export const madePq = ["API Reference: api-reference/p (P)", "API Reference: api-reference/q (Q)"];
