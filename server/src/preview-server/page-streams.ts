import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { ToPage } from "../../../webview/src/protocol.ts";
import type { PreviewedSite } from "./previewed-site.ts";

const beatMilliseconds = 20_000;
/** More tabs than anybody looks at. */
const mostStreams = 50;

/** The tabs that show the site: of each the answer that does not end, by which it is told what to paint. */
export class PageStreams {
  readonly #site: PreviewedSite;
  readonly #streams = new Map<string, ServerResponse>();

  constructor(site: PreviewedSite) {
    this.#site = site;
  }

  get isFull(): boolean {
    return this.#streams.size >= mostStreams;
  }

  open(url: string, response: ServerResponse, headers: Readonly<Record<string, string>>): void {
    const name = randomBytes(16).toString("base64url");
    this.#streams.set(name, response);
    response.writeHead(200, {
      ...headers,
      "Content-Type": "text/event-stream",
      // An editor or a proxy that forwards the server sends each event on, and does not gather them to pack them.
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
    this.#site.open(name, url, (message) => write(response, message));
  }

  has(name: string): boolean {
    return this.#streams.has(name);
  }

  tell(name: string, message: ToPage): void {
    const response = this.#streams.get(name);
    if (response) write(response, message);
  }

  end(): void {
    for (const response of this.#streams.values()) response.end();
  }
}

function write(response: ServerResponse, message: ToPage): void {
  response.write(`data: ${JSON.stringify(message)}\n\n`);
}
