import type {
  PlaygroundState,
  PlaygroundToHost,
  MessageToPlayground,
} from "../../core/request/protocol/playground-protocol.ts";
import { type ConsentReply, type ConsentRequest, getSentences } from "../../core/request/protocol/relay-protocol.ts";
import { createActionResult, type ActionResult } from "../../core/text/localized-message.ts";
import { createMessage, type LocalizedMessage } from "../../core/text/message.ts";
import type { OAuthRedirect } from "../auth/loopback-redirect.ts";
import { renewToken, signIn, type SignInDependencies } from "../auth/oauth-flow.ts";
import { createConsentService, createConsentStore } from "../policy/consent.ts";
import { parseTargetUrl } from "../policy/targets.ts";
import {
  type CookieJar,
  type Relay,
  type RelayHost,
  type RelayOutcome,
  type RelayTarget,
  sendViaRelay,
} from "../relay.ts";
import {
  createCookieJar,
  createEnvironmentStore,
  createHistoryStore,
  createPlaygroundSecrets,
  type PlaygroundStore,
  type SecretStore,
} from "./stores.ts";

export interface ProxyCheckResult {
  /** Whether readers' requests succeed. Undefined if this can't be determined. */
  readonly isUsable: boolean | undefined;
  /** Sentences that explain the problem, its effect on readers, and how to fix it. */
  readonly result: ActionResult;
}

/**
 * Checks whether the docs site accepts requests from its own playground. For example, a reverse proxy in front of the
 * site may allow only GET. Sends an empty POST request and then a GET request to `url`.
 */
export async function checkProxy(relay: Relay, url: string): Promise<ProxyCheckResult> {
  const postOutcome = await sendViaRelay(relay, {
    method: "POST",
    url,
    header: { "Content-Type": "application/json", Accept: "application/json" },
    body: "{}",
  });
  const outcomeOfGet = await sendViaRelay(relay, { method: "GET", url, header: { Accept: "application/json" } });
  return assessProxy(url, postOutcome, outcomeOfGet);
}

const methodRefusalStatuses: ReadonlySet<number> = new Set([403, 405, 501]);

function assessProxy(url: string, postOutcome: RelayOutcome, outcomeOfGet: RelayOutcome): ProxyCheckResult {
  const { pathname } = new URL(url);
  const createCheckResult = (isUsable: boolean | undefined, ...messages: readonly LocalizedMessage[]) => ({
    isUsable,
    result: createActionResult(...messages),
  });
  if (!postOutcome.ok && !outcomeOfGet.ok) return createCheckResult(undefined, ...getSentences(postOutcome.failure));
  const [postStatus, statusOfGet] = [getStatus(postOutcome), getStatus(outcomeOfGet)];
  const fix = createMessage(
    "Allow POST requests to `{0}` in the reverse proxy, or set `api.playground.proxy` to `false` in docs.json and let your API accept requests from the docs site (CORS).",
    pathname,
  );
  if (postStatus === undefined || (methodRefusalStatuses.has(postStatus) && postStatus !== statusOfGet))
    return createCheckResult(
      false,
      createMessage("The reverse proxy for your docs allows only GET, so playground requests from readers fail."),
      postStatus === undefined
        ? createMessage("POST to `{0}` failed.", pathname)
        : createMessage("POST to `{0}` returned {1}.", pathname, String(postStatus)),
      statusOfGet === undefined
        ? createMessage("GET returned no response.")
        : createMessage("GET returned {0}.", String(statusOfGet)),
      fix,
    );
  if (postStatus >= 300 && postStatus < 400) {
    const becomesGet = postStatus < 304;
    const location = getLocation(postOutcome);
    return createCheckResult(
      becomesGet ? false : undefined,
      location === undefined
        ? createMessage("POST to `{0}` is redirected ({1}).", pathname, String(postStatus))
        : createMessage("POST to `{0}` is redirected ({1}) to `{2}`.", pathname, String(postStatus), location),
      ...(becomesGet
        ? [
            createMessage(
              "Browsers turn the redirected POST request into a GET request, so playground requests from readers fail.",
            ),
          ]
        : []),
      createMessage(
        "Set `siteUrl` to the target of the redirect, or exclude this path from the redirect. Alternatively, set `api.playground.proxy` to `false` in docs.json and let your API accept requests from the docs site (CORS).",
      ),
    );
  }
  if (methodRefusalStatuses.has(postStatus) || postStatus === 404)
    return createCheckResult(
      undefined,
      createMessage("Nothing accepts playground requests at `{0}`.", url),
      statusOfGet === postStatus
        ? createMessage("POST and GET returned {0}.", String(postStatus))
        : createMessage("POST to `{0}` returned {1}.", pathname, String(postStatus)),
      createMessage("If your docs are published there, the reverse proxy may not be forwarding this path."),
      fix,
    );
  if (postStatus >= 500)
    return createCheckResult(
      undefined,
      createMessage(
        "POST to `{0}` returned {1}, so it's unclear whether requests reach the docs site. Try again later.",
        pathname,
        String(postStatus),
      ),
    );
  return createCheckResult(
    true,
    createMessage("Playground requests reach the docs site: POST to `{0}` returned {1}.", pathname, String(postStatus)),
  );
}

function getStatus(outcome: RelayOutcome): number | undefined {
  return outcome.ok ? outcome.head.status : undefined;
}

function getLocation(outcome: RelayOutcome): string | undefined {
  const locationHeader = outcome.ok && outcome.head.headers.find(([name]) => name.toLowerCase() === "location");
  const locationText = locationHeader ? locationHeader[1].replace(/[^\x21-\x7e]/g, "").slice(0, 200) : "";
  return locationText === "" ? undefined : locationText.replaceAll("`", "");
}

export interface PlaygroundServiceOptions {
  readonly kind: PlaygroundState["host"];
  /** The URI of the site's folder. Data is stored separately for each site. */
  readonly scope: string;
  readonly store: PlaygroundStore;
  readonly secrets: SecretStore;
  readonly isTrusted: () => boolean;
  /** The targets that the site declares (`listDeclaredOrigins`). */
  readonly listTargets: () => readonly RelayTarget[] | Promise<readonly RelayTarget[]>;
  /** The URL of the published docs, such as `https://docs.example.com`. */
  readonly getSiteUrl: () => string | undefined;
  /** Returns the path of the playground proxy, such as `/_service/api/request`. */
  readonly getProxyPath: () => string;
  readonly openFile: RelayHost["openFile"];
  /** Returns a relay that uses this service as its host. */
  readonly getRelay: () => Relay;
  readonly redirect: OAuthRedirect;
  readonly openUrl: (url: string) => Promise<boolean>;
  /**
   * Prompts the user for consent in VS Code. Undefined for a browser tab, because the page in the tab prompts the user.
   */
  readonly requestConsent?: (request: ConsentRequest) => Promise<ConsentReply>;
  readonly requestSecret?: (name: string, origin: string) => Promise<string | undefined>;
  /** The port of `docwright preview`. Requests are never sent to it. */
  readonly getOwnPort?: () => number | undefined;
  readonly dependencies?: RelayHost["dependencies"];
  readonly now?: () => number;
}

export type PlaygroundSender = (message: MessageToPlayground) => void;

/** A user's playground state, along with the prompts for consent. */
export interface PlaygroundService {
  readonly host: RelayHost;
  /**
   * Handles a message about consent or the network, and sends replies through `sendToPage`. Returns whether the message
   * has been fully handled. The caller must also handle `playground/open` and `playground/close`. After
   * `playground/open`, `sendToPage` receives every state change. Always pass the same `sendToPage` function for the
   * same page.
   */
  readonly handleMessage: (message: PlaygroundToHost, sendToPage: PlaygroundSender) => boolean;
  /** Must be called when a page is closed, with the page's `sendToPage` function. */
  readonly disconnect: (sendToPage: PlaygroundSender) => void;
  /** Returns the current state without the values of secrets. */
  readonly getState: () => PlaygroundState;
  /** Stores a secret that was entered outside a page. Resolves to false if the secret is invalid. */
  readonly saveSecret: (name: string, url: string, value: string) => Promise<boolean>;
  /** Revokes the consent for an origin. */
  readonly revokeConsent: (origin: string) => void;
  /** Must be called when the trust state of the folder has changed. */
  readonly onTrustChanged: () => void;
  readonly dispose: () => void;
}

/** The time in milliseconds before its expiration at which a token is renewed. */
const renewalMargin = 30_000;

export function createPlaygroundService(options: PlaygroundServiceOptions): PlaygroundService {
  const { scope, store, isTrusted, now = Date.now } = options;
  const keyPrefix = `playground/${scope}`;
  const consents = createConsentStore(store, `${keyPrefix}/consents`, now);
  const secrets = createPlaygroundSecrets(store, options.secrets, keyPrefix);
  const environments = createEnvironmentStore(store, keyPrefix);
  const history = createHistoryStore(store, `${keyPrefix}/history`, now);
  const listeners = new Set<PlaygroundSender>();
  /** Additional targets by origin: the endpoints in OpenID Connect documents, and the docs site itself. */
  const targetsByOrigin = new Map<string, RelayTarget>();
  const cookieJarsByEnvironment = new Map<string, CookieJar>();
  const renewalsBySecretName = new Map<string, Promise<void>>();

  const listTargets = async (): Promise<readonly RelayTarget[]> =>
    isTrusted() ? [...environments.listTargets(), ...(await options.listTargets()), ...targetsByOrigin.values()] : [];
  const consent = createConsentService({
    consents,
    isTrusted,
    targetChecks: { listTargets, ...(options.dependencies && { dependencies: options.dependencies }) },
    requestConsent: options.requestConsent,
    getOwnPort: options.getOwnPort ?? (() => undefined),
  });
  const declareTarget = (target: RelayTarget): void => void targetsByOrigin.set(target.origin, target);
  const getSignInDependencies = (): SignInDependencies => ({
    relay: options.getRelay(),
    consent,
    secrets,
    listTargets,
    declareTarget,
    revokeConsents: consents.revokeForSecret,
    redirect: options.redirect,
    openUrl: options.openUrl,
    now,
  });

  const getState = (): PlaygroundState => ({
    host: options.kind,
    isTrusted: isTrusted(),
    environments: environments.listEnvironments(),
    environment: environments.getSelectedEnvironment()?.name ?? "",
    secrets: secrets.listNames(),
    consents: consents.listOrigins(),
    history: history.listEntries(),
  });
  const sendState = (): void => {
    const message: MessageToPlayground = { kind: "relay/state", state: getState() };
    for (const sendToPage of listeners) sendToPage(message);
  };

  const getSecret: RelayHost["getSecret"] = async (name) => {
    if (!isTrusted()) return undefined;
    const existingSecret = await secrets.get(name);
    const { renewal } = existingSecret ?? {};
    if (renewal?.expiresAt === undefined || renewal.expiresAt - renewalMargin > now()) return existingSecret;
    const renewalPromise = renewalsBySecretName.get(name) ?? renewToken(name, renewal, getSignInDependencies());
    renewalsBySecretName.set(name, renewalPromise);
    await renewalPromise.finally(() => renewalsBySecretName.delete(name));
    return secrets.get(name);
  };

  const saveSecret = async (name: string, url: string, value: string): Promise<boolean> => {
    if (!isTrusted()) return false;
    consents.revokeForSecret(name);
    return secrets.set(name, { value, origin: parseTargetUrl(url).origin });
  };
  const setSecret = async (name: string, url: string, savedValue: string | undefined): Promise<void> => {
    const { origin } = parseTargetUrl(url);
    const value = options.requestSecret ? await options.requestSecret(name, origin) : savedValue;
    if (value !== undefined) await saveSecret(name, url, value);
  };

  const checkSiteProxy = async (requestId: number): Promise<MessageToPlayground> => {
    const siteUrl = options.getSiteUrl();
    if (siteUrl === undefined)
      return {
        kind: "playground/done",
        requestId,
        failed: true,
        ...createActionResult(createMessage("Set `siteUrl` in .docwright.json to the URL of your docs first.")),
      };
    const url = siteUrl.replace(/\/+$/, "") + options.getProxyPath();
    declareTarget({ origin: parseTargetUrl(url).origin, declaredBy: ".docwright.json" });
    const decision = await consent.requestConsent(url, []);
    if (decision.kind !== "yes") return { ...decision, kind: "relay/target", requestId };
    const { isUsable, result } = await consent.runAllowed(url, () => checkProxy(options.getRelay(), url));
    return { kind: "playground/done", requestId, ...result, ...(isUsable === true ? {} : { failed: true }) };
  };

  /** Handles a message. Resolves to the reply once the work is done. */
  const respond = async (message: PlaygroundToHost): Promise<MessageToPlayground | undefined> => {
    switch (message.kind) {
      case "relay/target": {
        const { kind: _, ...found } = await consent.getDecision(message.url, message.secrets);
        return { kind: "relay/target", requestId: message.requestId, ...found };
      }
      case "relay/setSecret":
        await setSecret(message.name, message.url, message.value);
        return undefined;
      case "relay/forgetSecret":
        consents.revokeForSecret(message.name);
        await secrets.remove(message.name);
        return undefined;
      case "relay/authorize": {
        const { requestId } = message;
        if (!isTrusted())
          return {
            kind: "playground/done",
            requestId,
            failed: true,
            ...createActionResult(
              createMessage("You can't sign in because this folder isn't trusted. Trust it first."),
            ),
          };
        const signInResult = await signIn(message, getSignInDependencies());
        return signInResult.kind === "done"
          ? { ...signInResult, kind: "playground/done", requestId }
          : { ...signInResult, kind: "relay/target", requestId };
      }
      case "relay/remember":
        history.add(message.entry, await secrets.getValues());
        return undefined;
      case "relay/recall": {
        const text = history.getResponse(message.id);
        return { kind: "relay/recalled", requestId: message.requestId, ...(text !== undefined && { text }) };
      }
      case "relay/checkProxy":
        return checkSiteProxy(message.requestId);
      default:
        return undefined;
    }
  };

  const receive: PlaygroundService["handleMessage"] = (message, sendToPage) => {
    switch (message.kind) {
      case "playground/open":
        listeners.add(sendToPage);
        sendToPage({ kind: "relay/state", state: getState() });
        return false;
      case "playground/close":
        listeners.delete(sendToPage);
        return false;
      case "relay/consent":
        consent.handleReply(message.origin, message.secrets, message.answer);
        sendState();
        return true;
      case "relay/environment":
        if (isTrusted()) environments.applyChange(message.change);
        if (message.change.kind !== "choose") cookieJarsByEnvironment.delete(message.change.name);
        sendState();
        return true;
      case "relay/forgetHistory":
        history.remove(message.id);
        sendState();
        return true;
      case "relay/target":
      case "relay/setSecret":
      case "relay/forgetSecret":
      case "relay/authorize":
      case "relay/remember":
      case "relay/recall":
      case "relay/checkProxy":
        void respond(message).then(
          (response) => {
            if (message.kind !== "relay/target" && message.kind !== "relay/recall") sendState();
            if (response) sendToPage(response);
          },
          () => {
            if ("requestId" in message)
              sendToPage({
                kind: "playground/done",
                requestId: message.requestId,
                failed: true,
                ...createActionResult(createMessage("The action failed.")),
              });
          },
        );
        return true;
      default:
        return false;
    }
  };

  const getJar = (): CookieJar | undefined => {
    const environment = environments.getSelectedEnvironment();
    if (!environment?.keepsCookies) return undefined;
    const jar = cookieJarsByEnvironment.get(environment.name) ?? createCookieJar();
    cookieJarsByEnvironment.set(environment.name, jar);
    return jar;
  };

  return {
    host: {
      listTargets,
      requestConsent: consent.promptConsent,
      getSecret,
      openFile: options.openFile,
      getCookieJar: getJar,
      getSiteUrl: options.getSiteUrl,
      ...(options.dependencies && { dependencies: options.dependencies }),
    },
    handleMessage: receive,
    disconnect: (sendToPage) => void listeners.delete(sendToPage),
    getState,
    saveSecret: async (name, url, value) => {
      const isStored = await saveSecret(name, url, value).catch(() => false);
      sendState();
      return isStored;
    },
    revokeConsent: (origin) => {
      consents.revoke(origin);
      sendState();
    },
    onTrustChanged: sendState,
    dispose: () => {
      listeners.clear();
      cookieJarsByEnvironment.clear();
      options.redirect.dispose();
    },
  };
}
