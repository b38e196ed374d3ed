/** The ids in what a command is given: a comment, a thread of them, a row of the view, or `{ id }`. */
export function entryIds(argument: unknown): string[] {
  if (typeof argument !== "object" || argument === null) return [];
  const { entryId, comments, entry, id } = argument as Record<string, unknown>;
  if (typeof entryId === "string") return [entryId];
  if (Array.isArray(comments)) return comments.flatMap(entryIds);
  if (typeof entry === "object") return entryIds(entry);
  return typeof id === "string" ? [id] : [];
}

/** The URI of the file of a page's row; undefined for everything else. */
export function fileOfPage(argument: unknown): string | undefined {
  const page = member(argument, "page");
  const uri = member(member(page, "place"), "uri");
  return typeof uri === "string" ? uri : undefined;
}

/** `{ page: "/guides/start" }`, as the lens gives it; a row of the view has its page's address. */
export function pageAddress(argument: unknown): string | undefined {
  const page = member(argument, "page");
  const url = typeof page === "string" ? page : member(member(page, "place"), "url");
  return typeof url === "string" ? url : undefined;
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
