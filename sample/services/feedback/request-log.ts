import type { IncomingMessage, ServerResponse } from "node:http";
import type { FaultName } from "./faults/fault-plan.ts";

/** A request as the service received it, for use in tests. */
export interface LoggedRequest {
  readonly method: string;
  /** The URL with its query. */
  readonly url: string;
  readonly host: string;
  readonly authorization: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The time in milliseconds since 1970. */
  readonly at: number;
  /** The number of other requests that were waiting for a response. */
  readonly beside: number;
  fault?: FaultName;
}

/** Records each request as it arrives. */
export class RequestLog {
  readonly requests: LoggedRequest[] = [];
  #open = 0;

  note(request: IncomingMessage, response: ServerResponse, at: number): LoggedRequest {
    const logged: LoggedRequest = {
      method: request.method ?? "",
      url: request.url ?? "",
      host: request.headers.host ?? "",
      authorization: request.headers.authorization,
      headers: request.headers,
      at,
      beside: this.#open,
    };
    this.requests.push(logged);
    this.#open++;
    response.once("close", () => this.#open--);
    return logged;
  }
}
