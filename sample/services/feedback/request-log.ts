import type { IncomingMessage, ServerResponse } from "node:http";
import type { FaultName } from "./faults/fault-plan.ts";

/** A request as it came, for tests. */
export interface LoggedRequest {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly host: string;
  readonly authorization: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** How many others were not answered yet. */
  readonly beside: number;
  fault?: FaultName;
}

/** Notes each request as it comes. */
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
