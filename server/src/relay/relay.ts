import type { Readable } from "node:stream";
import type {
  ConsentAnswer,
  ConsentQuestion,
  RelayEnd,
  RelayFailure,
  RelayHead,
} from "../core/request/protocol/relay-protocol.ts";

/**
 * Sends what the playground asks for, in place of the page: the only way from a preview to the network. What it is given
 * comes from a page that shows what strangers wrote, so each request is read anew and judged here (`relay-request.ts`,
 * `targets.ts`, `address-policy.ts`) before a name is looked up, and again at every redirect. Transport-free: by messages
 * in the editor, by HTTP in `docwright preview`, called directly by `docwright test`.
 */
export interface Relay {
  /**
   * Answers through `sink`, never rejects: a head, pieces and an end, or a failure in place of what is missing.
   * `envelope` is what came over the wire.
   */
  readonly send: (envelope: unknown, sink: RelaySink, signal?: AbortSignal) => Promise<void>;
  /** Ends the request of this `options.id`; false when there is none. */
  readonly abort: (id: string) => boolean;
  /** The whole head of an answer whose copy in the header was shortened; of the last few. */
  readonly headOf: (id: string) => RelayHead | undefined;
  /** The whole body of an answer that was kept (`RelayEnd.kept`). */
  readonly kept: (name: string) => Readable | undefined;
  /** Ends everything: requests, connections, kept files. */
  readonly dispose: () => Promise<void>;
}

export interface RelaySink {
  /** `length`: of all pieces together, in bytes, where it is known before the first. */
  readonly head: (head: RelayHead, length?: number) => void;
  /** The target is not read further before this has come to its end. */
  readonly data: (bytes: Uint8Array) => void | Promise<void>;
  readonly end: (end: RelayEnd) => void;
  readonly failed: (failure: RelayFailure) => void;
}

/** What the relay asks of its host. Nothing of it ever comes from the site or the page by itself. */
export interface RelayHost {
  /** Origins that the site declares and that the person has typed into an environment. */
  readonly targets: () => Promise<readonly RelayTarget[]>;
  /**
   * Asked before anything goes to an origin that the person has not agreed to, or a secret to where it has not been
   * sent before. The editor asks the person; a browser's tab has asked before, so here the answer is what is known.
   */
  readonly consent: (question: ConsentQuestion) => Promise<ConsentAnswer>;
  /** Undefined: there is none of that name. */
  readonly secret: (name: string) => Promise<BoundSecret | undefined>;
  /** What the person has chosen, opened anew; undefined when it is not there. */
  readonly file: (fileRef: string) => Promise<OpenedFile | undefined>;
  /** The cookies that the environment keeps; absent when it keeps none. */
  readonly jar?: () => CookieJar | undefined;
  /** Where the docs are published: `Origin` of direct requests. */
  readonly siteUrl?: () => string | undefined;
  readonly means?: RelayMeans;
}

export interface RelayTarget {
  /** `https://api.example.com` */
  readonly origin: string;
  /** `openapi.yaml`, `docs.json`; `you` for what the person has typed. */
  readonly declaredBy: string;
}

export interface BoundSecret {
  readonly value: string;
  /** The only origin that it is sent to. */
  readonly origin: string;
}

export interface OpenedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly type: string;
  readonly stream: () => Readable;
}

/** Made by `tough-cookie`; in memory alone. */
export interface CookieJar {
  readonly cookiesFor: (url: string) => string;
  readonly take: (url: string, setCookie: string) => void;
}

/** For tests and for the command line; the editor's proxy settings come with Node's own `http`, which it patches. */
export interface RelayMeans {
  readonly lookup?: (name: string) => Promise<readonly string[]>;
  /** Authorities to trust besides the usual ones, PEM. */
  readonly ca?: string;
  readonly clientCertificate?: (
    origin: string,
  ) => Promise<{ readonly cert: string; readonly key: string; readonly passphrase?: string } | undefined>;
  /** The editor sends by way of a proxy, which looks names up itself. */
  readonly isProxied?: boolean;
  /** A folder for bodies that are kept; the system's temporary one by default. */
  readonly spillFolder?: string;
}
