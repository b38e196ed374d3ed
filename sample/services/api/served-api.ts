import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiCall, Caller } from "./api-call.ts";
import type { Reply, RequestFault } from "./reply.ts";

/** A specification, together with the implementation of its operations. */
export interface ServedApi {
  /** The path of the specification in `sample/site`, such as `openapi/tracking.yaml`. */
  readonly specification: string;
  /** The prefix of the API's paths, such as `/v2`. */
  readonly base: string;
  /** The implementations of the operations, by `operationId`. */
  readonly operations: Readonly<Record<string, (call: ApiCall) => Reply | Promise<Reply>>>;
  /**
   * Functions by the name of a security scheme. Each returns the caller, or `undefined` if there's no valid credential.
   */
  readonly credentials: Readonly<Record<string, (request: CredentialRequest) => Caller | undefined>>;
  /** Creates the error response of a rejected request in the API's own format. */
  readonly refuse: (status: number, title: string, faults?: readonly RequestFault[]) => Reply;
  /** The status for a body that can be parsed but doesn't match its schema. */
  readonly wrongBody: 400 | 422;
  /** Whether browsers on other sites can read the API's responses (CORS). */
  readonly isForBrowsers: boolean;
  readonly limits: boolean;
  /** Writes the response to an operation that needs special handling. */
  readonly send?: (request: IncomingMessage, response: ServerResponse, reply: Reply) => void;
}

export interface CredentialRequest {
  readonly header: (name: string) => string | undefined;
}
