import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface SignInServer {
  readonly origin: string;
  /** The parameters of the browser's authorization requests, newest last. */
  readonly visits: readonly URLSearchParams[];
  /** The fields of each token request. */
  readonly exchanges: readonly URLSearchParams[];
  readonly close: () => Promise<void>;
}

/**
 * Starts an authorization server that accepts every user (RFC 6749, 4.1). `GET /authorize` redirects the browser with a
 * code. `POST /token` exchanges the code for `token` once, provided that the code verifier is correct (RFC 7636, 4.6).
 */
export async function serveSignIn(token: string): Promise<SignInServer> {
  const visits: URLSearchParams[] = [];
  const exchanges: URLSearchParams[] = [];
  const codes = new Map<string, URLSearchParams>();

  const authorize = (requested: URLSearchParams, response: ServerResponse): void => {
    visits.push(requested);
    const back = new URL(requested.get("redirect_uri") ?? "");
    const code = `code-${visits.length}`;
    codes.set(code, requested);
    back.searchParams.set("code", code);
    back.searchParams.set("state", requested.get("state") ?? "");
    response.writeHead(302, { Location: back.href }).end();
  };
  const exchange = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const given = new URLSearchParams(await text(request));
    exchanges.push(given);
    const requested = codes.get(given.get("code") ?? "");
    codes.delete(given.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(given.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight =
      requested !== undefined &&
      requested.get("code_challenge") === challenge &&
      requested.get("redirect_uri") === given.get("redirect_uri") &&
      requested.get("client_id") === given.get("client_id");
    const answer = isRight ? { access_token: token, token_type: "Bearer" } : { error: "invalid_grant" };
    response.writeHead(isRight ? 200 : 400, { "Content-Type": "application/json" });
    response.end(JSON.stringify(answer));
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    if (request.method === "GET" && pathname === "/authorize") authorize(searchParams, response);
    else if (request.method === "POST" && pathname === "/token") void exchange(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    visits,
    exchanges,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
