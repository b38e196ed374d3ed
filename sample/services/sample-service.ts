import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** One of the services that the sample site documents. Everything it knows is made up and lives in memory. */
export interface SampleService {
  /** `sample API`, as it is told in the terminal. */
  readonly name: string;
  /** The port that the site's files name. */
  readonly port: number;
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void;
  /** Takes a connection over that asks to become another kind. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly end?: () => void;
  /** Settings with which Docwright finds it. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What somebody has to know who wants to use it, in a sentence. */
  readonly advice?: string;
  /** Speaks TLS with it; without one it speaks plainly. */
  readonly certificate?: { readonly key: string; readonly cert: string };
}
