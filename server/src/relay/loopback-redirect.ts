import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** Where a sign-in in a browser comes back to. The editor has an address of its own for it. */
export interface OAuthRedirect {
  /** The address to be named to the service. */
  readonly address: () => Promise<string>;
  /** What the service has answered with; undefined when nobody comes back in time. */
  readonly wait: (state: string) => Promise<URLSearchParams | undefined>;
  readonly dispose: () => void;
}

const path = "/signed-in";
const usualMilliseconds = 5 * 60_000;

/**
 * For the command line: a listener on 127.0.0.1 (RFC 8252, 7.3) that is there from `address` until one request with the
 * right state has come, or five minutes have passed. Others are refused.
 */
export function loopbackRedirect(milliseconds = usualMilliseconds): OAuthRedirect {
  let server: Server | undefined;
  let settle: ((query: URLSearchParams | undefined) => void) | undefined;
  let expected: string | undefined;

  const close = (query?: URLSearchParams): void => {
    server?.close();
    server = undefined;
    settle?.(query);
    [settle, expected] = [undefined, undefined];
  };
  const answer = (request: IncomingMessage, response: ServerResponse, port: number): void => {
    const isOurs = request.headers.host === `127.0.0.1:${port}` && request.method === "GET";
    const [asked = "", query = ""] = (request.url ?? "").split("?");
    const given = new URLSearchParams(query);
    if (!isOurs || asked !== path) return tell(response, 404, "Nothing is here.");
    if (
      expected === undefined ||
      !isSame(given.get("state") ?? "", expected) ||
      given.getAll("state").length !== 1
    )
      return tell(response, 400, "This sign-in was not asked for.");
    tell(response, 200, "You are signed in. You can close this tab and go back to the preview.");
    close(given);
  };

  return {
    address: async () => {
      close();
      const own = createServer((request, response) => answer(request, response, portOf(own)));
      server = own;
      await new Promise<void>((resolve, reject) => {
        own.once("error", reject);
        own.listen(0, "127.0.0.1", resolve);
      });
      return `http://127.0.0.1:${portOf(own)}${path}`;
    },
    wait: (state) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => close(), milliseconds);
        expected = state;
        settle = (query) => {
          clearTimeout(timer);
          resolve(query);
        };
        if (!server) close();
      }),
    dispose: () => close(),
  };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function tell(response: ServerResponse, status: number, text: string): void {
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
