import { randomBytes } from "node:crypto";
import type { Caller } from "../api/api-call.ts";
import type { Reply } from "../api/reply.ts";

const scopes = ["holds.read", "holds.release"];

/** Access tokens of customs brokers (OAuth 2, client credentials). A token is valid until the service stops. */
export class Tokens {
  readonly #given = new Map<string, readonly string[]>();

  /** Handles `POST /oauth/token`, with the credentials in the body or as basic authentication. Accepts any client. */
  give(form: URLSearchParams, authorization: string | undefined): Reply {
    if (form.get("grant_type") !== "client_credentials")
      return { status: 400, json: { error: "unsupported_grant_type" } };
    const isKnown = (form.get("client_id") ?? "") !== "" || /^Basic ./i.test(authorization ?? "");
    if (!isKnown) return { status: 401, json: { error: "invalid_client" } };
    const requested = (form.get("scope") ?? "").split(" ").filter((scope) => scope !== "");
    if (requested.some((scope) => !scopes.includes(scope))) return { status: 400, json: { error: "invalid_scope" } };
    const granted = requested.length > 0 ? requested : scopes;
    const token = `broker-${randomBytes(12).toString("hex")}`;
    this.#given.set(token, granted);
    return {
      status: 200,
      headers: { "Cache-Control": "no-store" },
      json: { access_token: token, token_type: "Bearer", expires_in: 3600, scope: granted.join(" ") },
    };
  }

  /** Returns the caller that a token belongs to. In addition to issued tokens, accepts `demo-broker` for testing. */
  holderOf(authorization: string | undefined): Caller | undefined {
    const token = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
    const granted = token === "demo-broker" ? scopes : this.#given.get(token);
    return granted && { name: token, scopes: granted };
  }
}
