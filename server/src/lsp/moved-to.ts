import type { SitePath } from "../core/text/text-edit.ts";

/** Where a file goes that a person calls by another path: from the root, and a page keeps its ending unless one is given. */
export function movedTo(from: SitePath, written: string): SitePath {
  const path = written.trim().replace(/^\.?\/+/, "");
  const ending = /\.mdx?$/.exec(from)?.[0] ?? "";
  return ending === "" || /\.mdx?$/.test(path) ? path : path + ending;
}
