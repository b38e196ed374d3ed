import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** One of the services that the sample site documents. All of its data is fictitious and exists only in memory. */
export interface SampleService {
  /** The name that is shown in the terminal, such as `sample API`. */
  readonly name: string;
  /** The port that the site's files refer to. */
  readonly port: number;
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void;
  /** Handles the upgrade of a connection to a WebSocket. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly end?: () => void;
  /** The settings that connect Docwright to the service. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** One sentence with advice for users. */
  readonly advice?: string;
  /** The TLS certificate. If it isn't set, the service uses plain HTTP. */
  readonly certificate?: { readonly key: string; readonly cert: string };
}
