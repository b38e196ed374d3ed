import { createHash, randomBytes } from "node:crypto";
import type { OAuthGrant } from "../../core/request/protocol/playground-protocol.ts";
import { readOptionalList, readOptionalText } from "../exchange/envelope.ts";
import type { PlaygroundSecrets } from "../playground/stores.ts";
import type { ConsentDecision, ConsentService } from "../policy/consent.ts";
import { parseTargetUrl } from "../policy/targets.ts";
import { sendViaRelay, type Relay, type RelayTarget } from "../relay.ts";
import type { OAuthRedirect } from "./loopback-redirect.ts";
import { requestToken, type Renewal, listSecrets, type TokenResponse, type TokenRequest } from "./oauth-token.ts";
import { getSentences } from "../../core/request/protocol/relay-protocol.ts";
import { createActionResult, type ActionResult } from "../../core/text/localized-message.ts";
import { createMessage, type LocalizedMessage } from "../../core/text/message.ts";
import { isPlainRecord, parseJson } from "../../core/text/plain-record.ts";

/** The authorization and token endpoints of a service. */
export interface SignInUrls {
  readonly authorizationUrl: string | undefined;
  readonly tokenUrl: string;
  /** The service's issuer. Set only if a discovery document contains it. */
  readonly issuer?: string;
  /** Whether the service accepts a client secret only in the request body. */
  readonly expectsSecretInBody?: boolean;
}

export type DiscoveryResult =
  | { readonly ok: true; readonly urls: SignInUrls }
  | { readonly ok: false; readonly reasons: readonly LocalizedMessage[] };

function createFailure(reason: LocalizedMessage): DiscoveryResult {
  return { ok: false, reasons: [reason] };
}

const wellKnownPath = "/.well-known/openid-configuration";

/**
 * Reads an OpenID Connect discovery document (Discovery 1.0, 4.3). A document is rejected if its issuer doesn't match
 * its URL. Endpoints without HTTPS are rejected if the document itself uses HTTPS.
 */
export async function discoverOpenId(relay: Relay, discoveryUrl: string): Promise<DiscoveryResult> {
  const outcome = await sendViaRelay(relay, {
    method: "GET",
    url: discoveryUrl,
    header: { Accept: "application/json" },
  });
  if (!outcome.ok) return { ok: false, reasons: getSentences(outcome.failure) };
  if (outcome.head.status !== 200)
    return createFailure(
      createMessage("The OpenID Connect discovery document isn't available ({0}).", String(outcome.head.status)),
    );
  const document = parseDocument(outcome.text);
  const issuer = readOptionalText(document?.["issuer"], 2000);
  if (!document || issuer === undefined)
    return createFailure(createMessage("The response isn't an OpenID Connect discovery document."));
  if (`${issuer.replace(/\/$/, "")}${wellKnownPath}` !== discoveryUrl)
    return createFailure(
      createMessage("The OpenID Connect discovery document belongs to another service. Fix its URL."),
    );
  const tokenUrl = readEndpointUrl(document["token_endpoint"], discoveryUrl);
  const authorizationUrl = readEndpointUrl(document["authorization_endpoint"], discoveryUrl);
  if (tokenUrl === undefined)
    return createFailure(createMessage("The OpenID Connect discovery document doesn't contain a token endpoint."));
  const methods =
    readOptionalList(document["token_endpoint_auth_methods_supported"], 50, (method) =>
      readOptionalText(method, 100),
    ) ?? [];
  const expectsSecretInBody = methods.includes("client_secret_post") && !methods.includes("client_secret_basic");
  return { ok: true, urls: { authorizationUrl, tokenUrl, issuer, expectsSecretInBody } };
}

function parseDocument(text: string): Readonly<Record<string, unknown>> | undefined {
  const document = parseJson(text);
  return isPlainRecord(document) ? document : undefined;
}

function readEndpointUrl(value: unknown, discoveryUrl: string): string | undefined {
  const url = readOptionalText(value, 2000);
  if (url === undefined) return undefined;
  try {
    return parseTargetUrl(discoveryUrl).isTls && !parseTargetUrl(url).isTls ? undefined : url;
  } catch {
    return undefined;
  }
}

/**
 * Maps the domains of sign-in services to the other domains that their token endpoints use. If a specification combined
 * such a sign-in with a token endpoint on any other domain, that endpoint would receive a code that was issued to a
 * different client (RFC 9700, 4.4).
 */
const otherDomainsByService: ReadonlyMap<string, readonly string[]> = new Map([
  ["google.com", ["googleapis.com"]],
  ["microsoftonline.com", ["live.com"]],
  ["live.com", ["microsoftonline.com"]],
  ["microsoft.com", ["microsoftonline.com"]],
  ["facebook.com", []],
  ["github.com", []],
  ["gitlab.com", []],
  ["bitbucket.org", []],
  ["atlassian.com", []],
  ["apple.com", []],
  ["amazon.com", ["amazon.co.uk", "amazon.co.jp"]],
  ["amazoncognito.com", []],
  ["auth0.com", []],
  ["okta.com", []],
  ["oktapreview.com", []],
  ["onelogin.com", []],
  ["salesforce.com", ["force.com"]],
  ["slack.com", []],
  ["discord.com", ["discordapp.com"]],
  ["linkedin.com", []],
  ["twitter.com", ["x.com"]],
  ["x.com", ["twitter.com"]],
  ["dropbox.com", ["dropboxapi.com"]],
  ["spotify.com", []],
  ["stripe.com", []],
  ["paypal.com", []],
  ["twitch.tv", []],
  ["zoom.us", []],
  ["hubspot.com", ["hubapi.com"]],
  ["notion.com", []],
  ["intuit.com", []],
]);

/**
 * Returns a warning if a sign-in starts at a well-known service but its code is sent to another host. The user sees the
 * warning before giving consent. Returns undefined for any other sign-in.
 */
export function createMixUpWarning(
  authorizationUrl: string | undefined,
  tokenUrl: string,
): LocalizedMessage | undefined {
  const [authorizationHost, tokenHost] = [getHost(authorizationUrl), getHost(tokenUrl)];
  const serviceEntry = [...otherDomainsByService].find(([domain]) => isSubdomain(authorizationHost, domain));
  if (!serviceEntry || tokenHost === undefined) return undefined;
  const [service, otherDomains] = serviceEntry;
  if ([service, ...otherDomains].some((domain) => isSubdomain(tokenHost, domain))) return undefined;
  return createMessage(
    "You would sign in at {0}, but the sign-in code would be sent to {1}, which isn't part of {0}. Allow this only if you know why.",
    service,
    tokenHost,
  );
}

function getHost(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, "") : undefined;
}

function isSubdomain(host: string | undefined, domain: string): boolean {
  return host === domain || (host?.endsWith(`.${domain}`) ?? false);
}

export interface SignInDependencies {
  readonly relay: Relay;
  readonly consent: ConsentService;
  readonly secrets: PlaygroundSecrets;
  readonly listTargets: () => Promise<readonly RelayTarget[]>;
  /**
   * Declares a target from an OpenID Connect document so that it can be called once the user has allowed it.
   */
  readonly declareTarget: (target: RelayTarget) => void;
  /** Revokes all consents for the secret with this name. */
  readonly revokeConsents: (name: string) => void;
  readonly redirect: OAuthRedirect;
  /** Opens the browser. Resolves to false if that fails. */
  readonly openUrl: (url: string) => Promise<boolean>;
  readonly now: () => number;
}

export type SignInResult =
  | ({ readonly kind: "done"; readonly failed?: true } & ActionResult)
  /** The consent decision, which is returned if the user must give consent first. */
  | Exclude<ConsentDecision, { readonly kind: "yes" }>;

/**
 * Gets a token for `grant` and stores it as the secret `name`, which is bound to the origin of `url`. Never rejects.
 */
export async function signIn(
  { name, url, grant }: { readonly name: string; readonly url: string; readonly grant: OAuthGrant },
  dependencies: SignInDependencies,
): Promise<SignInResult> {
  try {
    const { origin } = parseTargetUrl(url);
    const signInUrls = await findSignInUrls(grant, dependencies);
    if ("kind" in signInUrls) return signInUrls;
    const request = createTokenRequest(grant, signInUrls);
    const warning =
      grant.flow === "authorizationCode"
        ? createMixUpWarning(signInUrls.authorizationUrl, signInUrls.tokenUrl)
        : undefined;
    const decision = await dependencies.consent.requestConsent(signInUrls.tokenUrl, listSecrets(request), warning);
    if (decision.kind !== "yes") return decision;
    const tokenRequest =
      grant.flow === "authorizationCode" ? await signInWithCode(grant, signInUrls, request, dependencies) : request;
    if ("kind" in tokenRequest) return tokenRequest;
    const response = await dependencies.consent.runAllowed(tokenRequest.tokenUrl, () =>
      requestToken(tokenRequest, getTokenDependencies(dependencies)),
    );
    if (!response.ok) return toFailure(...response.reasons);
    const renewal = createRenewal(
      response,
      tokenRequest,
      grant.scopes,
      grant.flow === "clientCredentials",
      dependencies.now(),
    );
    // The user gave these consents for a secret that had the same name but was bound to a different origin.
    const previousSecret = await dependencies.secrets.get(name);
    if (previousSecret && previousSecret.origin !== origin) dependencies.revokeConsents(name);
    const isStored = await dependencies.secrets.set(name, {
      value: response.token,
      origin,
      ...(renewal && { renewal }),
    });
    return isStored
      ? {
          kind: "done",
          ...createActionResult(
            createMessage("You're signed in. The token is saved as {0} and is sent only to {1}.", name, origin),
          ),
        }
      : toFailure(createMessage("The token can't be saved under this name."));
  } catch {
    return toFailure(createMessage("The URLs for this sign-in can't be used. Fix them in the specification."));
  }
}

/** Renews an expired token and stores it in the secret. If no new token is available, the secret doesn't change. */
export async function renewToken(name: string, renewal: Renewal, dependencies: SignInDependencies): Promise<void> {
  const secret = await dependencies.secrets.get(name);
  if (!secret) return;
  const { tokenUrl, clientId, clientSecret, scopes, refreshToken } = renewal;
  const fields: Record<string, string> =
    refreshToken === undefined
      ? { grant_type: "client_credentials", scope: scopes.join(" ") }
      : { grant_type: "refresh_token", refresh_token: refreshToken };
  const request: TokenRequest = { tokenUrl, fields, clientId, clientSecret };
  const decision = await dependencies.consent.requestConsent(tokenUrl, listSecrets(request));
  if (decision.kind !== "yes") return;
  const response = await dependencies.consent.runAllowed(tokenUrl, () =>
    requestToken(request, getTokenDependencies(dependencies)),
  );
  if (!response.ok) return;
  const nextRenewal = createRenewal(
    response,
    request,
    scopes,
    refreshToken === undefined,
    dependencies.now(),
    refreshToken,
  );
  await dependencies.secrets.set(name, {
    value: response.token,
    origin: secret.origin,
    ...(nextRenewal && { renewal: nextRenewal }),
  });
}

async function findSignInUrls(grant: OAuthGrant, dependencies: SignInDependencies): Promise<SignInUrls | SignInResult> {
  const { discoveryUrl, tokenUrl, authorizationUrl } = grant;
  if (discoveryUrl === undefined) return { tokenUrl, authorizationUrl };
  const decision = await dependencies.consent.requestConsent(discoveryUrl, []);
  if (decision.kind !== "yes") return decision;
  const discovery = await dependencies.consent.runAllowed(discoveryUrl, () =>
    discoverOpenId(dependencies.relay, discoveryUrl),
  );
  if (!discovery.ok) return toFailure(...discovery.reasons);
  const { urls } = discovery;
  for (const url of [urls.tokenUrl, urls.authorizationUrl])
    if (url !== undefined)
      dependencies.declareTarget({
        origin: parseTargetUrl(url).origin,
        declaredBy: parseTargetUrl(discoveryUrl).origin,
      });
  return urls;
}

function createTokenRequest(grant: OAuthGrant, urls: SignInUrls): TokenRequest {
  const { flow, user = "", password = "", scopes, clientId, clientSecret } = grant;
  const scopeField = scopes.length > 0 ? { scope: scopes.join(" ") } : {};
  const fields: Readonly<Record<OAuthGrant["flow"], Readonly<Record<string, string>>>> = {
    authorizationCode: { grant_type: "authorization_code" },
    clientCredentials: { grant_type: "client_credentials", ...scopeField },
    password: { grant_type: "password", username: user, password, ...scopeField },
  };
  const { tokenUrl, expectsSecretInBody = false } = urls;
  const nonEmptyClientSecret = clientSecret === "" ? undefined : clientSecret;
  return { tokenUrl, fields: fields[flow], clientId, clientSecret: nonEmptyClientSecret, expectsSecretInBody };
}

/** Opens the authorization endpoint (RFC 6749, 4.1, with PKCE, RFC 7636) and waits for the code. */
async function signInWithCode(
  { clientId, scopes }: OAuthGrant,
  { authorizationUrl = "", issuer }: SignInUrls,
  request: TokenRequest,
  { redirect, openUrl, listTargets }: SignInDependencies,
): Promise<TokenRequest | SignInResult> {
  const { origin } = parseTargetUrl(authorizationUrl);
  if (!(await listTargets()).some((target) => target.origin === origin))
    return toFailure(
      createMessage("Neither this site nor your environment declares {0}, where you would sign in.", origin),
    );
  const [state, verifier] = [createRandomToken(), createRandomToken()];
  const redirectUri = await redirect.getUrl();
  const url = new URL(authorizationUrl);
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    ...(scopes.length > 0 && { scope: scopes.join(" ") }),
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
  const abortController = new AbortController();
  const redirectPromise = redirect.wait(state, { url: redirectUri, signal: abortController.signal });
  if (!(await openUrl(url.href))) {
    // Other sign-ins may still be in progress.
    abortController.abort();
    return toFailure(createMessage("Couldn't open a browser for the sign-in."));
  }
  const params = await redirectPromise;
  if (!params || params.get("state") !== state)
    return toFailure(createMessage("The sign-in wasn't completed. Try again."));
  if (!isFromIssuer(params.get("iss"), issuer, origin))
    return toFailure(
      createMessage(
        "The response came from a service other than {0}, so it was ignored. The sign-in was redirected to a location that you didn't choose. Don't try again until you know why.",
        issuer ?? origin,
      ),
    );
  const code = params.get("code") ?? "";
  const error = (params.get("error") ?? "").replace(/[^\w .-]/g, " ").slice(0, 100);
  if (code === "" || error !== "")
    return toFailure(
      error === ""
        ? createMessage("The service rejected the sign-in.")
        : createMessage("The service rejected the sign-in: {0}.", error),
    );
  return {
    ...request,
    fields: { ...request.fields, code, redirect_uri: redirectUri, code_verifier: verifier },
  };
}

/**
 * Whether a response is from the service that the user was sent to. If another service had forwarded the response, its
 * code would be sent to the wrong endpoint (RFC 9207, section 2.4, and RFC 9700, section 4.4). If a service's issuer is
 * unknown, the service is identified by its origin. Responses without `iss` can't be checked.
 */
function isFromIssuer(iss: string | null, issuer: string | undefined, origin: string): boolean {
  if (iss === null) return true;
  if (issuer !== undefined) return iss === issuer;
  return URL.canParse(iss) && new URL(iss).origin === origin;
}

function createRenewal(
  response: Extract<TokenResponse, { ok: true }>,
  { tokenUrl, clientId, clientSecret }: TokenRequest,
  scopes: readonly string[],
  usesClientCredentials: boolean,
  now: number,
  previousRefreshToken?: string,
): Renewal | undefined {
  const refreshToken = response.refreshToken ?? previousRefreshToken;
  if (response.expiresIn === undefined || (refreshToken === undefined && !usesClientCredentials)) return undefined;
  return {
    tokenUrl,
    clientId,
    scopes,
    ...(clientSecret !== undefined && { clientSecret }),
    ...(refreshToken !== undefined && { refreshToken }),
    expiresAt: now + response.expiresIn * 1000,
  };
}

function getTokenDependencies({ relay, secrets }: SignInDependencies): Parameters<typeof requestToken>[1] {
  return { relay, getSecret: secrets.get };
}

function createRandomToken(): string {
  return randomBytes(32).toString("base64url");
}

function toFailure(...reasons: readonly LocalizedMessage[]): SignInResult {
  return { kind: "done", ...createActionResult(...reasons), failed: true };
}
