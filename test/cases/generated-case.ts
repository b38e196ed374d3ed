/**
 * A navigation with specifications and the pages that the service makes of them, decided from specification.md,
 * research/docsjson.md §4, openapi-extensions.jsonl and what the published generator (4.0.1053) answered when asked.
 * One line a page, in the order of navigation: `group › group: slug (title)`; `-:` stands before a page that no menu
 * shows, nothing before a page that an entry lists. `[text]` behind it is what the menu shows instead of the title.
 */
export interface GeneratedCase {
  readonly name: string;
  /** `navigation` of docs.json; left out: one group with the specification `o.json`. */
  readonly nav?: object;
  /** Further settings of docs.json. */
  readonly settings?: object;
  readonly specs: Readonly<Record<string, unknown>>;
  /** In both profiles. */
  readonly both?: readonly string[];
  readonly standard?: readonly string[];
  readonly mintlify?: readonly string[];
}

const answers = { responses: { 200: { description: "Done" } } };

/** An operation with an answer and what else it has. */
export const op = (fields: object = {}) => ({ ...answers, ...fields });
export const titled = (summary: string, ...tags: string[]) =>
  op({ summary, ...(tags.length > 0 && { tags }) });
export const list = titled("List", "T");

const info = { title: "Acme", version: "1" };
export const api = (paths: object, more: object = {}) => ({ openapi: "3.1.0", info, paths, ...more });
/** The same in a site where nothing else is. */
export const only = (paths: object, more: object = {}) => ({ "o.json": api(paths, more) });
export const api32 = (paths: object, more: object = {}) => ({ openapi: "3.2.0", info, paths, ...more });
/** One operation `GET /x` with the vendor extension. */
export const extended = (extension: unknown, fields: object = {}) =>
  only({ "/x": { get: { ...list, ...fields, "x-service": extension } } });

export const group = (fields: object, ...pages: unknown[]) => ({
  groups: [{ group: "g", ...fields, pages }],
});
export const o = { openapi: "o.json" };
/** Two operations without tag. */
export const pq = api({ "/p": { get: titled("P") }, "/q": { get: titled("Q") } });
export const madePq = ["API Reference: api-reference/p (P)", "API Reference: api-reference/q (Q)"];
