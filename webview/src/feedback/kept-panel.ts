import { firstQuery, type ListQuery } from "../../../server/src/feedback/view/panel-protocol.ts";

/** What outlives the page: it is loaded again when its tab comes back into sight. */
export interface KeptPanel {
  readonly query?: ListQuery;
  /** The entry that was open. */
  readonly chosen?: string;
  readonly showsOverview?: boolean;
}

/** Written by us, but maybe by an older version: what a query has no field for is left out, what it lacks is as at first. */
export function keptPanel(value: unknown): KeptPanel {
  if (typeof value !== "object" || value === null) return {};
  const { query, chosen, showsOverview } = value as Readonly<Record<keyof KeptPanel, unknown>>;
  return {
    ...(typeof query === "object" && query !== null && { query: readQuery(query) }),
    ...(typeof chosen === "string" && { chosen }),
    ...(typeof showsOverview === "boolean" && { showsOverview }),
  };
}

function readQuery(kept: object): ListQuery {
  const fields = Object.entries(kept).filter(([name, value]) => {
    const first: unknown = firstQuery[name as keyof ListQuery];
    if (first === undefined) return ["page", "from", "through", "group"].includes(name);
    return typeof value === typeof first && Array.isArray(value) === Array.isArray(first);
  });
  return { ...firstQuery, ...Object.fromEntries(fields) };
}
