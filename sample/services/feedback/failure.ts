import type { Reply, RequestFault } from "../api/reply.ts";

/** The validation errors of a query. */
export interface Failed {
  readonly faults: readonly string[];
}

/** An error of the analytics API: `{ "error": "…", "details": [{ "message": "…" }] }`. */
export function failure(
  status: number,
  error: string,
  faults: readonly (RequestFault | string)[] = [],
): Reply {
  const details = faults.map((fault) => ({
    message: typeof fault === "string" ? fault : `${fault.at} ${fault.message}`,
  }));
  return { status, json: { error, ...(details.length > 0 && { details }) } };
}
