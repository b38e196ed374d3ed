import * as v from "valibot";
import { listSecretNames, substituteSecrets } from "../../core/request/build/secret-placeholders.ts";
import { getSentences } from "../../core/request/protocol/relay-protocol.ts";
import { amountSchema, type Data, createListSchema, createTextSchema } from "../../core/text/parse-message.ts";
import { readOptionalNumber, readOptionalText, type UncheckedObject } from "../exchange/envelope.ts";
import { parseTargetUrl } from "../policy/targets.ts";
import { sendViaRelay, type BoundSecret, type Relay } from "../relay.ts";
import { createMessage, type LocalizedMessage, type MessageValue } from "../../core/text/message.ts";
import { isPlainRecord } from "../../core/text/plain-record.ts";

/** The data needed to request the next token, which is stored with the token in secret storage. */
export type Renewal = Data<typeof renewalSchema>;
export const renewalSchema = v.object({
  tokenUrl: createTextSchema(2000),
  clientId: createTextSchema(2000),
  /** The placeholder for the client secret, such as `{{secret:NAME}}`. */
  clientSecret: v.exactOptional(createTextSchema(2000)),
  scopes: createListSchema(200, createTextSchema(200)),
  /** The refresh token. If it's absent, the client credentials are used to request a new token. */
  refreshToken: v.exactOptional(createTextSchema(20_000)),
  /** The time when the token expires, in milliseconds since 1970. Absent if the service doesn't specify it. */
  expiresAt: v.exactOptional(amountSchema),
});

export type TokenResponse =
  | {
      readonly ok: true;
      readonly token: string;
      readonly refreshToken?: string;
      /** The lifetime of the token in seconds. */
      readonly expiresIn?: number;
    }
  | {
      readonly ok: false;
      /** Sentences that explain why there's no token. */
      readonly reasons: readonly LocalizedMessage[];
      /** Whether the service rejected the client's ID or secret. */
      readonly isInvalidClient?: boolean;
    };

/**
 * Parses a token endpoint's response (RFC 6749, 5.1 and 5.2). Form encoding, which some services use, is also accepted.
 */
export function parseTokenResponse(status: number, text: string): TokenResponse {
  const fields = parseFields(text);
  if (!fields) return createTokenFailure(status, createMessage("The response can't be parsed."));
  const error = readOptionalText(fields["error"], 200);
  if (error !== undefined || status >= 400) {
    const description = readOptionalText(fields["error_description"], 1000) ?? "";
    const errorText = toShortLine([error, description].filter(Boolean).join(": "));
    return {
      ...createTokenFailure(status, errorText === "" ? createMessage("The request was rejected.") : errorText),
      isInvalidClient: error === "invalid_client",
    };
  }
  const token = readOptionalText(fields["access_token"], 20_000) ?? "";
  const type = readOptionalText(fields["token_type"], 100)?.toLowerCase() ?? "bearer";
  if (!/^[\x21-\x7e]+$/.test(token))
    return createTokenFailure(status, createMessage("The response doesn't contain a valid token."));
  if (type !== "bearer") return createTokenFailure(status, createMessage("The token isn't a bearer token."));
  const refreshToken = readOptionalText(fields["refresh_token"], 20_000);
  const expiresIn = readOptionalNumber(Number(fields["expires_in"] ?? Number.NaN));
  return {
    ok: true,
    token,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(expiresIn !== undefined && { expiresIn: Math.min(expiresIn, 1e9) }),
  };
}

function parseFields(text: string): UncheckedObject | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isPlainRecord(body) ? body : undefined;
  } catch {
    return /^[\w.~%+-]+=[^\s<]*$/.test(text.trim()) ? Object.fromEntries(new URLSearchParams(text.trim())) : undefined;
  }
}

function createTokenFailure(status: number, subject: MessageValue): Extract<TokenResponse, { ok: false }> {
  const reason = createMessage("The service didn't issue a token ({0}). {1}", String(status), subject);
  return { ok: false, reasons: [reason] };
}

/**
 * Returns the service's message as one short line of ASCII text so that it can't be mistaken for Docwright's own text.
 */
function toShortLine(text: string): string {
  return text
    .replace(/[^\x20-\x7e]+/g, " ")
    .trim()
    .slice(0, 300);
}

export interface TokenRequest {
  readonly tokenUrl: string;
  /** The form fields, including `grant_type`. Secrets are represented by placeholders. */
  readonly fields: Readonly<Record<string, string>>;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly expectsSecretInBody?: boolean;
}

export interface TokenDependencies {
  readonly relay: Relay;
  readonly getSecret: (name: string) => Promise<BoundSecret | undefined>;
}

/** Returns the names of the secrets that are sent to the token endpoint. */
export function listSecrets({
  fields,
  clientSecret = "",
}: Pick<TokenRequest, "fields" | "clientSecret">): readonly string[] {
  return listSecretNames([...Object.values(fields), clientSecret].join("\n"));
}

/**
 * Requests a token through the relay (RFC 6749, 4 to 6). Secrets are inserted before the body is passed to the relay,
 * provided that they're bound to the request's origin. The body is sent as bytes so that no other text in it is
 * replaced. A client secret is sent with Basic authentication or, if the service rejects Basic authentication, in the
 * body. Never rejects.
 */
export async function requestToken(request: TokenRequest, dependencies: TokenDependencies): Promise<TokenResponse> {
  const secretsResult = await loadSecrets(request, dependencies);
  if (!secretsResult.ok) return secretsResult;
  const { insertSecrets } = secretsResult;
  const secret = request.clientSecret === undefined ? undefined : insertSecrets(request.clientSecret);
  const fields = Object.entries(request.fields).map(([name, value]): [string, string] => [name, insertSecrets(value)]);
  const sendRequest = async (isInBody: boolean): Promise<TokenResponse> => {
    const body = new URLSearchParams(fields);
    if (secret === undefined || isInBody) body.set("client_id", request.clientId);
    if (secret !== undefined && isInBody) body.set("client_secret", secret);
    const credentials = `${encodeText(request.clientId)}:${encodeText(secret ?? "")}`;
    const outcome = await sendViaRelay(dependencies.relay, {
      method: "POST",
      url: request.tokenUrl,
      header: {
        "Content-Type": "application/x-www-form-urlencoded",
        Accept: "application/json",
        ...(secret !== undefined &&
          !isInBody && { Authorization: `Basic ${Buffer.from(credentials).toString("base64")}` }),
      },
      bodyBase64: Buffer.from(body.toString()).toString("base64"),
    });
    return outcome.ok
      ? parseTokenResponse(outcome.head.status, outcome.text)
      : { ok: false, reasons: getSentences(outcome.failure) };
  };
  const firstResponse = await sendRequest(request.expectsSecretInBody === true);
  // A code can't be retried, because it can be used only once.
  const canRetry = secret !== undefined && !request.expectsSecretInBody && !("code" in request.fields);
  return !firstResponse.ok && canRetry && firstResponse.isInvalidClient ? await sendRequest(true) : firstResponse;
}

async function loadSecrets(
  request: TokenRequest,
  { getSecret }: TokenDependencies,
): Promise<
  { readonly ok: true; readonly insertSecrets: (text: string) => string } | Extract<TokenResponse, { ok: false }>
> {
  const { origin } = parseTargetUrl(request.tokenUrl);
  const secretsByName = new Map<string, string>();
  for (const name of listSecrets(request)) {
    const secret = await getSecret(name);
    if (!secret)
      return {
        ok: false,
        reasons: [createMessage("There's no secret named {0}. Save it first.", name)],
      };
    if (secret.origin !== origin)
      return {
        ok: false,
        reasons: [
          createMessage(
            "The secret {0} belongs to {1} and can't be sent to {2}, which issues the tokens. Save a secret for {2}.",
            name,
            secret.origin,
            origin,
          ),
        ],
      };
    secretsByName.set(name, secret.value);
  }
  return { ok: true, insertSecrets: (text) => substituteSecrets(text, (name) => secretsByName.get(name)) };
}

/** Encodes text as specified in RFC 6749, section 2.3.1 and appendix B. */
function encodeText(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}
