import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** Where sign-ins in a browser come back to, several at once. The editor has an address of its own for it. */
export interface OAuthRedirect {
  /** The address to be named to the service. */
  readonly address: () => Promise<string>;
  /** What the service has answered with at this address; undefined when nobody comes back in time, or when it is given up. */
  readonly wait: (state: string, back: AwaitedAt) => Promise<URLSearchParams | undefined>;
  readonly dispose: () => void;
}

export interface AwaitedAt {
  readonly address: string;
  /** Ends the waiting for this one and no other. */
  readonly givenUp: AbortSignal;
}

const path = "/signed-in";
const defaultMilliseconds = 5 * 60_000;

/**
 * For the command line: for each sign-in a listener on 127.0.0.1 (RFC 8252, 7.3) that is there from `address` until one
 * request with the right state has come, or five minutes have passed. Others are refused.
 */
export function loopbackRedirect(milliseconds = defaultMilliseconds): OAuthRedirect {
  const open = new Map<string, Listener>();
  return {
    address: async () => {
      const listener = new Listener();
      const address = await listener.start();
      open.set(address, listener);
      const timer = setTimeout(() => listener.close(), milliseconds);
      listener.onClose = () => {
        clearTimeout(timer);
        open.delete(address);
      };
      return address;
    },
    wait: (state, { address, givenUp }) =>
      open.get(address)?.wait(state, givenUp) ?? Promise.resolve(undefined),
    dispose: () => {
      for (const listener of open.values()) listener.close();
    },
  };
}

/** Of one sign-in. */
class Listener {
  onClose: (() => void) | undefined;
  readonly #server: Server = createServer((request, response) => this.#answer(request, response));
  #settle: ((query: URLSearchParams | undefined) => void) | undefined;
  #expected: string | undefined;

  async start(): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(0, "127.0.0.1", resolve);
    });
    return `http://127.0.0.1:${portOf(this.#server)}${path}`;
  }

  wait(state: string, givenUp: AbortSignal): Promise<URLSearchParams | undefined> {
    this.#expected = state;
    givenUp.addEventListener("abort", () => this.close());
    return new Promise((resolve) => {
      this.#settle = resolve;
      if (givenUp.aborted) this.close();
    });
  }

  close(query?: URLSearchParams): void {
    this.#server.close();
    this.#settle?.(query);
    this.#settle = this.#expected = undefined;
    this.onClose?.();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const isOurs = request.headers.host === `127.0.0.1:${portOf(this.#server)}` && request.method === "GET";
    const [requested = "", query = ""] = (request.url ?? "").split("?");
    const given = new URLSearchParams(query);
    if (!isOurs || requested !== path) return sendPage(response, 404, "Nothing is here.");
    if (
      this.#expected === undefined ||
      !isSame(given.get("state") ?? "", this.#expected) ||
      given.getAll("state").length !== 1
    )
      return sendPage(response, 400, "This sign-in was not asked for.");
    sendPage(response, 200, "You are signed in. You can close this tab and go back to the preview.");
    this.close(given);
  }
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
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
