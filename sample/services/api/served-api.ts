import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiCall, Caller } from "./api-call.ts";
import type { Reply, RequestFault } from "./reply.ts";

/** One specification with what its operations do. */
export interface ServedApi {
  /** From `sample/site`: `openapi/tracking.yaml`. */
  readonly specification: string;
  /** What stands in front of its paths: `/v2`. */
  readonly base: string;
  /** By `operationId`. */
  readonly operations: Readonly<Record<string, (call: ApiCall) => Reply | Promise<Reply>>>;
  /** By name of the security scheme: who sends this request, undefined where it carries no good credential. */
  readonly credentials: Readonly<Record<string, (request: CredentialRequest) => Caller | undefined>>;
  /** The answer for a request that is not carried out, in the API's own form. */
  readonly refuse: (status: number, title: string, faults?: readonly RequestFault[]) => Reply;
  /** The status for a body that can be read but is not as described: 422 or 400. */
  readonly wrongBody: 400 | 422;
  /** Whether browsers on other sites may read its answers (CORS). */
  readonly isForBrowsers: boolean;
  readonly limits: boolean;
  /** Writes the answer of an operation, where that is not as it stands. */
  readonly send?: (request: IncomingMessage, response: ServerResponse, reply: Reply) => void;
}

export interface CredentialRequest {
  readonly header: (name: string) => string | undefined;
}
