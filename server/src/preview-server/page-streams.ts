import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { InitialPreviewState, ToPage } from "../../../webview/src/protocol.ts";
import type { PreviewedSite } from "./preview-server.ts";

const beatMilliseconds = 20_000;
/** The maximum number of open tabs. */
const maxStreams = 50;
/**
 * The maximum time in milliseconds that a document waits for its page. The page is rendered while the browser loads the
 * scripts.
 */
const maxBeginMilliseconds = 1000;
/** The time in milliseconds after which a tab that hasn't requested its event stream is treated as closed. */
const maxUnrequestedTime = 10_000;

/**
 * The maximum length, in UTF-16 code units, of a page's messages that are included in its document. Longer messages are
 * sent later through the event stream.
 */
const maxInDocument = 500_000;

interface Begun {
  /** The messages that aren't included in the document. They're sent once the event stream is open. */
  readonly waiting: ToPage[];
  readonly end: () => void;
}

/** The tabs that show the site. Each tab receives its content through an open event stream. */
export class PageStreams {
  readonly #site: PreviewedSite;
  readonly #streams = new Map<string, ServerResponse>();
  readonly #begun = new Map<string, Begun>();

  constructor(site: PreviewedSite) {
    this.#site = site;
  }

  get isFull(): boolean {
    return this.#streams.size + this.#begun.size >= maxStreams;
  }

  /**
   * Starts a page for a tab whose document is being sent. Resolves to the page's first messages as JSON
   * (`InitialPreviewState`). Returns undefined instead of a promise if too many tabs are open.
   */
  begin(url: string): Promise<string> | undefined {
    if (this.isFull) return undefined;
    const name = newName();
    return new Promise((resolve) => {
      const messages: ToPage[] = [];
      const waiting: ToPage[] = [];
      let isSent = false;
      const send = (): void => {
        isSent = true;
        clearTimeout(late);
        const reported = JSON.stringify({ preview: name, messages } satisfies InitialPreviewState);
        if (reported.length <= maxInDocument) return resolve(reported);
        waiting.push(...messages);
        resolve(JSON.stringify({ preview: name, messages: [] } satisfies InitialPreviewState));
      };
      const late = setTimeout(send, maxBeginMilliseconds);
      const unasked = setTimeout(() => {
        this.#begun.delete(name);
        this.#site.close(name);
      }, maxUnrequestedTime);
      const end = (): void => {
        clearTimeout(late);
        clearTimeout(unasked);
        this.#begun.delete(name);
      };
      this.#begun.set(name, { waiting, end });
      this.#site.open(name, url, (message) => {
        const stream = this.#streams.get(name);
        if (stream) return write(stream, message);
        (isSent ? waiting : messages).push(message);
        if (!isSent && (message.kind === "page" || message.kind === "missing")) send();
      });
      this.#site.take(name, { kind: "ready" });
    });
  }

  /** Continues the preview that was started for this tab, or opens a new one. */
  open(
    url: string,
    response: ServerResponse,
    headers: Readonly<Record<string, string>>,
    begunName: string | undefined,
  ): void {
    const begun = begunName === undefined ? undefined : this.#begun.get(begunName);
    const name = begun && begunName !== undefined ? begunName : newName();
    begun?.end();
    this.#streams.set(name, response);
    response.writeHead(200, {
      ...headers,
      "Content-Type": "text/event-stream",
      // If an editor or proxy forwards the server, these headers make it pass on each event immediately instead of
      // buffering events for compression.
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    });
    response.write(`event: preview\ndata: ${name}\n\n`);
    const beat = setInterval(() => response.write(": \n\n"), beatMilliseconds);
    response.on("close", () => {
      clearInterval(beat);
      this.#streams.delete(name);
      this.#site.close(name);
    });
    for (const message of begun?.waiting ?? []) write(response, message);
    if (!begun) this.#site.open(name, url, (message) => write(response, message));
  }

  has(name: string): boolean {
    return this.#streams.has(name) || this.#begun.has(name);
  }

  send(name: string, message: ToPage): void {
    const response = this.#streams.get(name);
    if (response) write(response, message);
    else this.#begun.get(name)?.waiting.push(message);
  }

  end(): void {
    for (const response of this.#streams.values()) response.end();
    for (const begun of this.#begun.values()) begun.end();
  }
}

function newName(): string {
  return randomBytes(16).toString("base64url");
}

function write(response: ServerResponse, message: ToPage): void {
  response.write(`data: ${JSON.stringify(message)}\n\n`);
}
