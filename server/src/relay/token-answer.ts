import { isRecord, listOf, numberOf, textOf, type Plain } from "../core/request/protocol/request-schema.ts";

/** How the next token is asked for. Kept with the token, where secrets are kept. */
export interface Renewal {
  readonly tokenUrl: string;
  readonly clientId: string;
  /** As in the grant: `{{secret:NAME}}`. */
  readonly clientSecret?: string;
  readonly scopes: readonly string[];
  /** Absent: asked for anew as a client (client credentials). */
  readonly refreshToken?: string;
  /** Milliseconds since 1970; absent where the service does not say. */
  readonly expiresAt?: number;
}

export type TokenAnswer =
  | {
      readonly ok: true;
      readonly token: string;
      readonly refreshToken?: string;
      /** Seconds. */
      readonly expiresIn?: number;
    }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };

/** What a token endpoint answers (RFC 6749, 5.1 and 5.2), also as a form, as some do. */
export function readTokenAnswer(status: number, text: string): TokenAnswer {
  const answer = readFields(text);
  if (!answer) return refused(status, "The answer is no token.");
  const error = textOf(answer["error"], 200);
  if (error !== undefined || status >= 400) {
    const described = textOf(answer["error_description"], 1000) ?? "";
    return refused(status, [error, described].filter(Boolean).join(": ") || "The request was refused.");
  }
  const token = textOf(answer["access_token"], 20_000) ?? "";
  const type = textOf(answer["token_type"], 100)?.toLowerCase() ?? "bearer";
  if (!/^[\x21-\x7e]+$/.test(token)) return refused(status, "The answer holds no token.");
  if (type !== "bearer") return refused(status, "The token is of a kind that is not sent as a bearer token.");
  const refreshToken = textOf(answer["refresh_token"], 20_000);
  const expiresIn = numberOf(Number(answer["expires_in"] ?? Number.NaN));
  return {
    ok: true,
    token,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(expiresIn !== undefined && { expiresIn: Math.min(expiresIn, 1e9) }),
  };
}

/** What was kept of how a token is renewed; undefined for what is nothing of the kind. */
export function readRenewal(value: unknown): Renewal | undefined {
  if (!isRecord(value)) return undefined;
  const tokenUrl = textOf(value["tokenUrl"], 2000);
  const clientId = textOf(value["clientId"], 2000);
  const scopes = listOf(value["scopes"], 200, (each) => textOf(each, 200));
  if (tokenUrl === undefined || clientId === undefined || !scopes) return undefined;
  const clientSecret = textOf(value["clientSecret"], 2000);
  const refreshToken = textOf(value["refreshToken"], 20_000);
  const expiresAt = numberOf(value["expiresAt"]);
  return {
    tokenUrl,
    clientId,
    scopes,
    ...(clientSecret !== undefined && { clientSecret }),
    ...(refreshToken !== undefined && { refreshToken }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

function readFields(text: string): Plain | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return isRecord(answer) ? answer : undefined;
  } catch {
    return /^[\w.~%+-]+=[^\s<]*$/.test(text.trim())
      ? Object.fromEntries(new URLSearchParams(text.trim()))
      : undefined;
  }
}

/** What a service says is put into one line without what could be taken for our own words. */
function refused(status: number, what: string): TokenAnswer {
  const line = what
    .replace(/[^\x20-\x7e]+/g, " ")
    .trim()
    .slice(0, 300);
  return { ok: false, reason: `The service gave no token (${status}). ${line}` };
}
