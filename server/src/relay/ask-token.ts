import { substituteSecrets, secretNames } from "../core/request/build/secret-placeholders.ts";
import { askRelay } from "./ask-relay.ts";
import type { BoundSecret, Relay } from "./relay.ts";
import { readTargetUrl } from "./target-url.ts";
import { readTokenAnswer, type TokenAnswer } from "./token-answer.ts";

export interface TokenRequest {
  readonly tokenUrl: string;
  /** `grant_type` and what it needs; secrets stand in it as names. */
  readonly fields: Readonly<Record<string, string>>;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly takesSecretInBody?: boolean;
}

export interface TokenMeans {
  readonly relay: Relay;
  readonly secret: (name: string) => Promise<BoundSecret | undefined>;
}

/** Names of the secrets that are sent to the place that gives tokens. */
export function secretsOf({
  fields,
  clientSecret = "",
}: Pick<TokenRequest, "fields" | "clientSecret">): readonly string[] {
  return secretNames([...Object.values(fields), clientSecret].join("\n"));
}

/**
 * Asks for a token by way of the relay (RFC 6749, 4 to 6). Secrets are put in here, each for the place that it belongs to
 * alone; the body goes as bytes, in which nothing is put in again. A client's secret goes as Basic authentication, and
 * where a service refuses that, in the body. Never rejects.
 */
export async function askToken(request: TokenRequest, means: TokenMeans): Promise<TokenAnswer> {
  const opened = await openSecrets(request, means);
  if (!opened.ok) return opened;
  const { put } = opened;
  const secret = request.clientSecret === undefined ? undefined : put(request.clientSecret);
  const fields = Object.entries(request.fields).map(([name, value]): [string, string] => [name, put(value)]);
  const send = async (inBody: boolean): Promise<TokenAnswer> => {
    const body = new URLSearchParams(fields);
    if (secret === undefined || inBody) body.set("client_id", request.clientId);
    if (secret !== undefined && inBody) body.set("client_secret", secret);
    const basic = `${encoded(request.clientId)}:${encoded(secret ?? "")}`;
    const asked = await askRelay(means.relay, {
      method: "POST",
      url: request.tokenUrl,
      header: {
        "Content-Type": "application/x-www-form-urlencoded",
        Accept: "application/json",
        ...(secret !== undefined &&
          !inBody && { Authorization: `Basic ${Buffer.from(basic).toString("base64")}` }),
      },
      bodyBase64: Buffer.from(body.toString()).toString("base64"),
    });
    return asked.ok
      ? readTokenAnswer(asked.head.status, asked.text)
      : { ok: false, reason: `${asked.failure.message} ${asked.failure.hint}` };
  };
  const first = await send(request.takesSecretInBody === true);
  // A code is worth one try.
  const mayRetry = secret !== undefined && !request.takesSecretInBody && !("code" in request.fields);
  return !first.ok && mayRetry && first.reason.includes("invalid_client") ? await send(true) : first;
}

async function openSecrets(
  request: TokenRequest,
  { secret: find }: TokenMeans,
): Promise<
  { readonly ok: true; readonly put: (text: string) => string } | Extract<TokenAnswer, { ok: false }>
> {
  const { origin } = readTargetUrl(request.tokenUrl);
  const values = new Map<string, string>();
  for (const name of secretsOf(request)) {
    const secret = await find(name);
    if (!secret) return { ok: false, reason: `There is no secret named ${name}. Save it first.` };
    if (secret.origin !== origin)
      return {
        ok: false,
        reason: `The secret ${name} belongs to ${secret.origin} and does not go to ${origin}, which gives the tokens. Save one for ${origin}.`,
      };
    values.set(name, secret.value);
  }
  return { ok: true, put: (text) => substituteSecrets(text, (name) => values.get(name)) };
}

/** RFC 6749, 2.3.1 and appendix B. */
function encoded(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}
