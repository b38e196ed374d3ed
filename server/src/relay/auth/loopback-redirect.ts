import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/**
 * Receives redirects from sign-ins in the browser. Several sign-ins can be in progress at the same time. VS Code has
 * its own implementation.
 */
export interface OAuthRedirect {
  /** Returns the redirect URI to send to the service. */
  readonly getUrl: () => Promise<string>;
  /**
   * Resolves to the parameters that the service sent to the redirect URI, or to undefined after a timeout or
   * cancellation.
   */
  readonly wait: (state: string, redirectWait: RedirectWait) => Promise<URLSearchParams | undefined>;
  readonly dispose: () => void;
}

export interface RedirectWait {
  readonly url: string;
  /** A signal that cancels only this wait. */
  readonly signal: AbortSignal;
}

const redirectPath = "/signed-in";
const defaultTimeoutMilliseconds = 5 * 60_000;

/**
 * Receives redirects for the command line. Each sign-in gets its own listener on 127.0.0.1 (RFC 8252, 7.3). The
 * listener is open from the call to `getUrl` until a request with the expected state arrives, for at most five minutes.
 * It rejects all other requests.
 */
export function createLoopbackRedirect(timeoutMilliseconds = defaultTimeoutMilliseconds): OAuthRedirect {
  const listenersByUrl = new Map<string, Listener>();
  return {
    getUrl: async () => {
      const listener = new Listener();
      const url = await listener.start();
      listenersByUrl.set(url, listener);
      const timer = setTimeout(() => listener.close(), timeoutMilliseconds);
      listener.onClose = () => {
        clearTimeout(timer);
        listenersByUrl.delete(url);
      };
      return url;
    },
    wait: (state, { url, signal }) =>
      listenersByUrl.get(url)?.waitForRedirect(state, signal) ?? Promise.resolve(undefined),
    dispose: () => {
      for (const listener of listenersByUrl.values()) listener.close();
    },
  };
}

/** Listens for the redirect of a single sign-in. */
class Listener {
  onClose: (() => void) | undefined;
  readonly #server: Server = createServer((request, response) => this.#handleRequest(request, response));
  #settle: ((query: URLSearchParams | undefined) => void) | undefined;
  #expectedState: string | undefined;

  async start(): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(0, "127.0.0.1", resolve);
    });
    return `http://127.0.0.1:${getPort(this.#server)}${redirectPath}`;
  }

  waitForRedirect(state: string, signal: AbortSignal): Promise<URLSearchParams | undefined> {
    this.#expectedState = state;
    signal.addEventListener("abort", () => this.close());
    return new Promise((resolve) => {
      this.#settle = resolve;
      if (signal.aborted) this.close();
    });
  }

  close(query?: URLSearchParams): void {
    this.#server.close();
    this.#settle?.(query);
    this.#settle = this.#expectedState = undefined;
    this.onClose?.();
  }

  #handleRequest(request: IncomingMessage, response: ServerResponse): void {
    const isExpectedRequest = request.headers.host === `127.0.0.1:${getPort(this.#server)}` && request.method === "GET";
    const [requestPath = "", query = ""] = (request.url ?? "").split("?");
    const params = new URLSearchParams(query);
    if (!isExpectedRequest || requestPath !== redirectPath) return sendPage(response, 404, "Not found.");
    if (
      this.#expectedState === undefined ||
      !isSameSecret(params.get("state") ?? "", this.#expectedState) ||
      params.getAll("state").length !== 1
    )
      return sendPage(response, 400, "This sign-in wasn't requested.");
    sendPage(response, 200, "You're signed in. You can close this tab and return to the preview.");
    this.close(params);
  }
}

function getPort(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

function isSameSecret(receivedValue: string, expectedValue: string): boolean {
  const [a, b] = [Buffer.from(receivedValue), Buffer.from(expectedValue)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function sendPage(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    Connection: "close",
  });
  response.end(`${text}\n`);
}
