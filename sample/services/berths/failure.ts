import type { Reply, RequestFault } from "../api/reply.ts";

/** An error of the Berths API: `{ "title": "…" }`, with the validation errors in the sentence. */
export function failure(status: number, title: string, faults: readonly RequestFault[] = []): Reply {
  const reported = faults.map(({ at, message }) => `${at || "the body"} ${message}`).join("; ");
  return { status, json: { title: reported === "" ? title : `${title}: ${reported}` } };
}
