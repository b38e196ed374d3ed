import type { Reply, RequestFault } from "../api/reply.ts";

/** The validation errors in a query. */
export interface Failed {
  readonly faults: readonly string[];
}

/** Creates an error response of the analytics API, such as `{ "error": "…", "details": [{ "message": "…" }] }`. */
export function failure(status: number, error: string, faults: readonly (RequestFault | string)[] = []): Reply {
  const details = faults.map((fault) => ({
    message: typeof fault === "string" ? fault : `${fault.at} ${fault.message}`,
  }));
  return { status, json: { error, ...(details.length > 0 && { details }) } };
}
