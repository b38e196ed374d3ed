import type { Reply, RequestFault } from "../api/reply.ts";

/**
 * Creates an error response of the Berths API, such as `{ "title": "…" }`. The title also contains the validation
 * errors.
 */
export function failure(status: number, title: string, faults: readonly RequestFault[] = []): Reply {
  const reported = faults.map(({ at, message }) => `${at || "the body"} ${message}`).join("; ");
  return { status, json: { title: reported === "" ? title : `${title}: ${reported}` } };
}
