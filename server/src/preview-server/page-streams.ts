import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { InitialPreviewState, ToPage } from "../../../webview/src/protocol.ts";
import type { PreviewedSite } from "./preview-server.ts";

const heartbeatMilliseconds = 20_000;
/** The maximum number of open tabs. */
const maxStreams = 50;
/**
 * The maximum time in milliseconds that a document waits for its page. The page is rendered while the browser loads the
 * scripts.
 */
const maxPageWaitMilliseconds = 1000;
/** The time in milliseconds after which a tab that hasn't requested its event stream is treated as closed. */
const maxUnrequestedMilliseconds = 10_000;

/**
 * The maximum length, in UTF-16 code units, of a page's messages that are included in its document. Longer messages are
 * sent later through the event stream.
 */
const maxEmbeddedLength = 500_000;

interface StartedPreview {
  /** The messages that aren't included in the document. They're sent once the event stream is open. */
  readonly pendingMessages: ToPage[];
  readonly end: () => void;
}

/** The tabs that show the site. Each tab receives its content through an open event stream. */
export class PageStreams {
  readonly #site: PreviewedSite;
  readonly #streamsByName = new Map<string, ServerResponse>();
  readonly #previewsByName = new Map<string, StartedPreview>();

  constructor(site: PreviewedSite) {
    this.#site = site;
  }

  get isFull(): boolean {
    return this.#streamsByName.size + this.#previewsByName.size >= maxStreams;
  }

  /**
   * Starts a page for a tab whose document is being sent. Resolves to the page's first messages as JSON
   * (`InitialPreviewState`). Returns undefined instead of a promise if too many tabs are open.
   */
  startPage(url: string): Promise<string> | undefined {
    if (this.isFull) return undefined;
    const name = createStreamName();
    return new Promise((resolve) => {
      const messages: ToPage[] = [];
      const waitingMessages: ToPage[] = [];
      let isSent = false;
      const flushMessages = (): void => {
        isSent = true;
        clearTimeout(sendTimeout);
        const stateJson = JSON.stringify({ preview: name, messages } satisfies InitialPreviewState);
        if (stateJson.length <= maxEmbeddedLength) return resolve(stateJson);
        waitingMessages.push(...messages);
        resolve(JSON.stringify({ preview: name, messages: [] } satisfies InitialPreviewState));
      };
      const sendTimeout = setTimeout(flushMessages, maxPageWaitMilliseconds);
      const requestTimeout = setTimeout(() => {
        this.#previewsByName.delete(name);
        this.#site.close(name);
      }, maxUnrequestedMilliseconds);
      const end = (): void => {
        clearTimeout(sendTimeout);
        clearTimeout(requestTimeout);
        this.#previewsByName.delete(name);
      };
      this.#previewsByName.set(name, { pendingMessages: waitingMessages, end });
      this.#site.open(name, url, (message) => {
        const stream = this.#streamsByName.get(name);
        if (stream) return writeMessage(stream, message);
        (isSent ? waitingMessages : messages).push(message);
        if (!isSent && (message.kind === "page" || message.kind === "missing")) flushMessages();
      });
      this.#site.handleMessage(name, { kind: "ready" });
    });
  }

  /** Continues the preview that was started for this tab, or opens a new one. */
  open(
    url: string,
    response: ServerResponse,
    headers: Readonly<Record<string, string>>,
    streamName: string | undefined,
  ): void {
    const preview = streamName === undefined ? undefined : this.#previewsByName.get(streamName);
    const name = preview && streamName !== undefined ? streamName : createStreamName();
    preview?.end();
    this.#streamsByName.set(name, response);
    response.writeHead(200, {
      ...headers,
      "Content-Type": "text/event-stream",
      // If an editor or proxy forwards the server, these headers make it pass on each event immediately instead of
      // buffering events for compression.
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    });
    response.write(`event: preview\ndata: ${name}\n\n`);
    const heartbeat = setInterval(() => response.write(": \n\n"), heartbeatMilliseconds);
    response.on("close", () => {
      clearInterval(heartbeat);
      this.#streamsByName.delete(name);
      this.#site.close(name);
    });
    for (const message of preview?.pendingMessages ?? []) writeMessage(response, message);
    if (!preview) this.#site.open(name, url, (message) => writeMessage(response, message));
  }

  has(name: string): boolean {
    return this.#streamsByName.has(name) || this.#previewsByName.has(name);
  }

  send(name: string, message: ToPage): void {
    const response = this.#streamsByName.get(name);
    if (response) writeMessage(response, message);
    else this.#previewsByName.get(name)?.pendingMessages.push(message);
  }

  end(): void {
    for (const response of this.#streamsByName.values()) response.end();
    for (const preview of this.#previewsByName.values()) preview.end();
  }
}

function createStreamName(): string {
  return randomBytes(16).toString("base64url");
}

function writeMessage(response: ServerResponse, message: ToPage): void {
  response.write(`data: ${JSON.stringify(message)}\n\n`);
}
