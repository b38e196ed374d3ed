export interface PageOf<T> {
  readonly entries: readonly T[];
  readonly nextCursor: string | null;
}

/**
 * Returns a page of a list. A cursor is the key of the last entry on the previous page, so the list can grow between
 * two requests. Returns `undefined` if the cursor is invalid.
 */
export function pageOf<T>(
  list: readonly T[],
  keyOf: (entry: T, at: number) => string,
  { cursor, limit }: Readonly<Record<string, unknown>>,
): PageOf<T> | undefined {
  const keys = list.map(keyOf);
  const last = typeof cursor === "string" ? keys.indexOf(Buffer.from(cursor, "base64url").toString("utf8")) : -1;
  if (cursor !== undefined && last < 0) return undefined;
  const size = typeof limit === "number" ? limit : 25;
  const entries = list.slice(last + 1, last + 1 + size);
  const key = keys[last + entries.length];
  const isLast = last + 1 + size >= list.length;
  return { entries, nextCursor: isLast || key === undefined ? null : Buffer.from(key).toString("base64url") };
}
