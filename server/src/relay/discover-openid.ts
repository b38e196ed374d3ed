import { isRecord, listOf, textOf } from "../core/request/protocol/request-schema.ts";
import { askRelay } from "./ask-relay.ts";
import type { Relay } from "./relay.ts";
import { readTargetUrl } from "./target-url.ts";

/** Where a person signs in and where tokens are given. */
export interface SignInPlaces {
  readonly authorizationUrl: string | undefined;
  readonly tokenUrl: string;
  /** What the service calls itself, where a document says so. */
  readonly issuer?: string;
  /** The service takes a client's secret in the body alone. */
  readonly takesSecretInBody?: boolean;
}

export type Discovery =
  { readonly ok: true; readonly places: SignInPlaces } | { readonly ok: false; readonly reason: string };

const wellKnown = "/.well-known/openid-configuration";

/**
 * What the document of OpenID Connect says (Discovery 1.0, 4.3). One whose issuer is another than the address that it
 * was asked from is not believed; nor are places without https, where the document itself has it.
 */
export async function discoverOpenId(relay: Relay, discoveryUrl: string): Promise<Discovery> {
  const asked = await askRelay(relay, {
    method: "GET",
    url: discoveryUrl,
    header: { Accept: "application/json" },
  });
  if (!asked.ok) return { ok: false, reason: `${asked.failure.message} ${asked.failure.hint}` };
  if (asked.head.status !== 200)
    return { ok: false, reason: `The document of OpenID Connect is not there (${asked.head.status}).` };
  const document = readDocument(asked.text);
  const issuer = textOf(document?.["issuer"], 2000);
  if (!document || issuer === undefined)
    return { ok: false, reason: "What answers there is no document of OpenID Connect." };
  if (`${issuer.replace(/\/$/, "")}${wellKnown}` !== discoveryUrl)
    return {
      ok: false,
      reason: "The document of OpenID Connect is that of another service. Correct its address.",
    };
  const tokenUrl = placeOf(document["token_endpoint"], discoveryUrl);
  const authorizationUrl = placeOf(document["authorization_endpoint"], discoveryUrl);
  if (tokenUrl === undefined)
    return { ok: false, reason: "The document of OpenID Connect names no place that gives tokens." };
  const ways = listOf(document["token_endpoint_auth_methods_supported"], 50, (way) => textOf(way, 100)) ?? [];
  const takesSecretInBody = ways.includes("client_secret_post") && !ways.includes("client_secret_basic");
  return { ok: true, places: { authorizationUrl, tokenUrl, issuer, takesSecretInBody } };
}

function readDocument(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const document: unknown = JSON.parse(text);
    return isRecord(document) ? document : undefined;
  } catch {
    return undefined;
  }
}

function placeOf(value: unknown, discoveryUrl: string): string | undefined {
  const url = textOf(value, 2000);
  if (url === undefined) return undefined;
  try {
    return readTargetUrl(discoveryUrl).isTls && !readTargetUrl(url).isTls ? undefined : url;
  } catch {
    return undefined;
  }
}
