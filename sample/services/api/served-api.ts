import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiCall, Caller } from "./api-call.ts";
import type { Reply, RequestFault } from "./reply.ts";

/** A specification with the implementation of its operations. */
export interface ServedApi {
  /** From `sample/site`: `openapi/tracking.yaml`. */
  readonly specification: string;
  /** The prefix of its paths: `/v2`. */
  readonly base: string;
  /** By `operationId`. */
  readonly operations: Readonly<Record<string, (call: ApiCall) => Reply | Promise<Reply>>>;
  /** By name of the security scheme: returns the caller, or `undefined` without a valid credential. */
  readonly credentials: Readonly<Record<string, (request: CredentialRequest) => Caller | undefined>>;
  /** Creates the error response of a rejected request in the API's own format. */
  readonly refuse: (status: number, title: string, faults?: readonly RequestFault[]) => Reply;
  /** The status for a body that can be parsed but doesn't match its schema: 422 or 400. */
  readonly wrongBody: 400 | 422;
  /** Whether browsers on other sites can read its responses (CORS). */
  readonly isForBrowsers: boolean;
  readonly limits: boolean;
  /** Writes the response of an operation, if it needs special handling. */
  readonly send?: (request: IncomingMessage, response: ServerResponse, reply: Reply) => void;
}

export interface CredentialRequest {
  readonly header: (name: string) => string | undefined;
}
