import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** One of the services that the sample site documents. All of its data is fictitious and exists only in memory. */
export interface SampleService {
  /** The name shown in the terminal, for example, `sample API`. */
  readonly name: string;
  /** The port in the site's files. */
  readonly port: number;
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void;
  /** Handles a connection upgrade. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly end?: () => void;
  /** The settings that connect Docwright to the service. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** One sentence of advice for users. */
  readonly advice?: string;
  /** The TLS certificate. Without one, the service uses plain HTTP. */
  readonly certificate?: { readonly key: string; readonly cert: string };
}
