import { createMessage, type LocalizedMessage } from "../../core/text/message.ts";
import * as v from "valibot";
import type { ConsentReply, ConsentRequest, RelayFailure } from "../../core/request/protocol/relay-protocol.ts";
import { createListSchema, parseMessage, createTextSchema } from "../../core/text/parse-message.ts";
import type { PlaygroundStore } from "../playground/stores.ts";
import type { RelayHost } from "../relay.ts";
import { getAddressKind } from "./address-policy.ts";
import { toRelayFailure, toRelayError, RelayError } from "./errors.ts";
import { buildConsentRequest, checkTarget, parseTargetUrl } from "./targets.ts";

/** Whether a request or secret may be sent: always, only with the user's consent, or never. */
export type ConsentDecision =
  | { readonly kind: "yes" }
  | { readonly kind: "question"; readonly question: ConsentRequest }
  | { readonly kind: "failure"; readonly failure: RelayFailure };

export interface ConsentServiceOptions {
  readonly consents: ConsentStore;
  readonly isTrusted: () => boolean;
  readonly targetChecks: Pick<RelayHost, "listTargets" | "dependencies">;
  /**
   * Prompts the user in VS Code. Undefined for a browser tab, because the page in the tab prompts the user before it
   * sends a request.
   */
  readonly requestConsent?: ((request: ConsentRequest) => Promise<ConsentReply>) | undefined;
  /** Returns the port of Docwright's own server. Nothing is ever sent to this port. */
  readonly getOwnPort: () => number | undefined;
}

/** The user's consents, along with the prompts for them. */
export interface ConsentService {
  /** Returns whether a request with these secrets may be sent to `url`. Doesn't consume a one-time consent. */
  readonly getDecision: (url: string, secrets: readonly string[]) => Promise<ConsentDecision>;
  /**
   * Requests consent for a request that is about to be sent. Prompts the user if the host supports it. If `warning` is
   * set, users who have allowed the origin without seeing that warning are prompted again.
   */
  readonly requestConsent: (
    url: string,
    secrets: readonly string[],
    warning?: LocalizedMessage,
  ) => Promise<ConsentDecision>;
  /** Returns the consent for a request. The relay calls this function before it connects. */
  readonly promptConsent: (request: ConsentRequest) => Promise<ConsentReply>;
  /** Handles the page's reply to a prompt. Ignores the reply if the prompt wasn't shown. */
  readonly handleReply: (origin: string, secrets: readonly string[], reply: ConsentReply) => void;
  /** While `work` runs, allows Docwright's own requests to this URL, which don't contain secrets from the page. */
  readonly runAllowed: <Value>(url: string, work: () => Promise<Value>) => Promise<Value>;
}

export function createConsentService(options: ConsentServiceOptions): ConsentService {
  const { consents, isTrusted, targetChecks, requestConsent, getOwnPort } = options;
  const promptedRequestsByOrigin = new Map<string, ConsentRequest>();
  const pendingPromptsByKey = new Map<string, Promise<ConsentReply>>();
  const ownRequestCountsByOrigin = new Map<string, number>();
  /**
   * Keys for requests that the user has allowed after seeing a warning. Each key consists of an origin and the warning.
   */
  const confirmedWarningKeys = new Set<string>();
  const createWarningKey = (origin: string, warning: LocalizedMessage): string => JSON.stringify([origin, warning]);
  const isWarningConfirmed = ({ origin, warning }: ConsentRequest): boolean =>
    warning === undefined || confirmedWarningKeys.has(createWarningKey(origin, warning));
  const recordConfirmedWarning = ({ origin, warning }: ConsentRequest, reply: ConsentReply): void => {
    if (warning !== undefined && reply !== "no") confirmedWarningKeys.add(createWarningKey(origin, warning));
  };

  const isToOwnServer = ({ origin, addresses }: ConsentRequest): boolean =>
    getPort(origin) === getOwnPort() && addresses.some((each) => getAddressKind(each) !== "public");

  /** Prompts the user. Each prompt is shown only once, even if several requests are waiting for the reply. */
  const promptUser = (request: ConsentRequest): Promise<ConsentReply> => {
    const key = JSON.stringify([request.origin, request.secrets, request.connects]);
    const promptPromise = pendingPromptsByKey.get(key) ?? requestConsent?.(request) ?? Promise.resolve("no");
    pendingPromptsByKey.set(key, promptPromise);
    return promptPromise.finally(() => pendingPromptsByKey.delete(key));
  };

  const createConsentRequest = async (url: string, secrets: readonly string[]): Promise<ConsentRequest> => {
    if (!isTrusted())
      throw new RelayError("refused-target", { reason: createMessage("this folder isn't trusted yet") });
    const target = parseTargetUrl(url);
    const timeout = 10_000;
    const signal = AbortSignal.timeout(2 * timeout);
    const request = buildConsentRequest(await checkTarget(target, { host: targetChecks, timeout, signal }), secrets);
    if (isToOwnServer(request))
      throw new RelayError("refused-target", {
        reason: createMessage("this is the URL of the preview itself"),
      });
    return request;
  };

  const findConsent = async (
    url: string,
    secrets: readonly string[],
    warning?: LocalizedMessage,
  ): Promise<ConsentDecision> => {
    try {
      const consentRequest = await createConsentRequest(url, secrets);
      const request = warning === undefined ? consentRequest : { ...consentRequest, warning };
      if (consents.hasConsent(request) && isWarningConfirmed(request)) return { kind: "yes" };
      promptedRequestsByOrigin.set(request.origin, request);
      return { kind: "question", question: request };
    } catch (error) {
      return { kind: "failure", failure: toRelayFailure(toRelayError(error)) };
    }
  };

  const promptConsent: ConsentService["promptConsent"] = async (request) => {
    if (!isTrusted() || isToOwnServer(request)) return "no";
    if (request.secrets.length === 0 && ownRequestCountsByOrigin.has(request.origin)) return "once";
    const storedReply = consents.consumeReply(request);
    if ((storedReply !== "no" && isWarningConfirmed(request)) || !requestConsent) return storedReply;
    const reply = await promptUser(request);
    recordConfirmedWarning(request, reply);
    if (reply === "always") consents.saveConsent(request, reply);
    return isTrusted() ? reply : "no";
  };

  return {
    getDecision: (url, secrets) => findConsent(url, secrets),
    promptConsent,
    requestConsent: async (url, secrets, warning) => {
      const decision = await findConsent(url, secrets, warning);
      if (decision.kind === "failure") return decision;
      if (decision.kind === "question" && !requestConsent) return decision;
      const request = decision.kind === "question" ? decision.question : await createConsentRequest(url, secrets);
      return (await promptConsent(request)) === "no" ? { kind: "question", question: request } : { kind: "yes" };
    },
    handleReply: (origin, secrets, reply) => {
      const request = promptedRequestsByOrigin.get(origin);
      promptedRequestsByOrigin.delete(origin);
      if (!isTrusted() || !request || !secrets.every((name) => request.secrets.includes(name))) return;
      consents.saveConsent({ origin, secrets }, reply);
      recordConfirmedWarning(request, reply);
    },
    runAllowed: async (url, work) => {
      const { origin } = parseTargetUrl(url);
      ownRequestCountsByOrigin.set(origin, (ownRequestCountsByOrigin.get(origin) ?? 0) + 1);
      try {
        return await work();
      } finally {
        const remainingCount = (ownRequestCountsByOrigin.get(origin) ?? 1) - 1;
        if (remainingCount > 0) ownRequestCountsByOrigin.set(origin, remainingCount);
        else ownRequestCountsByOrigin.delete(origin);
      }
    },
  };
}

function getPort(origin: string): number {
  const { port, protocol } = new URL(origin);
  return port === "" ? (protocol.endsWith("s:") ? 443 : 80) : Number(port);
}

/** The consents that the user has given. */
export interface ConsentStore {
  /** Returns the origins that the user has allowed permanently. */
  readonly listOrigins: () => readonly string[];
  /** Returns the stored consent, or `no` if consent hasn't been stored. Consumes a one-time consent. */
  readonly consumeReply: (request: PendingRequest) => ConsentReply;
  /** Whether `consumeReply` would return a consent. Doesn't consume a one-time consent. */
  readonly hasConsent: (request: PendingRequest) => boolean;
  readonly saveConsent: (request: PendingRequest, reply: ConsentReply) => void;
  /** Revokes the stored consent for an origin. */
  readonly revoke: (origin: string) => void;
  /** Revokes the consents for a secret. Called when the secret is changed or removed. */
  readonly revokeForSecret: (name: string) => void;
}

type PendingRequest = Pick<ConsentRequest, "origin" | "secrets">;

interface SavedConsent {
  readonly origin: string;
  /** The names of secrets that may be sent to the origin. */
  readonly secrets: readonly string[];
}

const maxConsents = 500;
/**
 * The time in milliseconds for which a one-time consent is valid. It's short because the consent is meant for a request
 * that is about to be sent.
 */
const oneTimeConsentMilliseconds = 120_000;

/** Creates a store for consents, which are stored by origin or, for secrets, by origin and name. */
export function createConsentStore(store: PlaygroundStore, key: string, now: () => number = Date.now): ConsentStore {
  let consents = readSavedConsents(store.get(key));
  let oneTimeConsents: (SavedConsent & { readonly until: number })[] = [];

  const coversRequest = ({ origin, secrets }: SavedConsent, pendingRequest: PendingRequest): boolean =>
    origin === pendingRequest.origin && pendingRequest.secrets.every((name) => secrets.includes(name));
  const isAlwaysAllowed = (pendingRequest: PendingRequest): boolean =>
    consents.some((each) => coversRequest(each, pendingRequest));
  const findOneTimeConsentIndex = (pendingRequest: PendingRequest): number => {
    oneTimeConsents = oneTimeConsents.filter(({ until }) => until > now());
    return oneTimeConsents.findIndex((each) => coversRequest(each, pendingRequest));
  };
  const saveConsents = (newConsents: readonly SavedConsent[]): void => {
    consents = newConsents;
    void store.update(key, newConsents);
  };

  return {
    listOrigins: () => consents.map(({ origin }) => origin),
    hasConsent: (pendingRequest) => isAlwaysAllowed(pendingRequest) || findOneTimeConsentIndex(pendingRequest) >= 0,
    consumeReply: (pendingRequest) => {
      if (isAlwaysAllowed(pendingRequest)) return "always";
      const consentIndex = findOneTimeConsentIndex(pendingRequest);
      if (consentIndex < 0) return "no";
      oneTimeConsents = oneTimeConsents.filter((_, index) => index !== consentIndex);
      return "once";
    },
    saveConsent: ({ origin, secrets }, reply) => {
      if (reply === "once")
        oneTimeConsents = [...oneTimeConsents, { origin, secrets, until: now() + oneTimeConsentMilliseconds }].slice(
          -maxConsents,
        );
      if (reply !== "always") return;
      const allowedSecrets = consents.find((each) => each.origin === origin)?.secrets ?? [];
      const otherConsents = consents.filter((each) => each.origin !== origin);
      saveConsents(
        [...otherConsents, { origin, secrets: [...new Set([...allowedSecrets, ...secrets])] }].slice(-maxConsents),
      );
    },
    revoke: (origin) => {
      oneTimeConsents = oneTimeConsents.filter((each) => each.origin !== origin);
      saveConsents(consents.filter((each) => each.origin !== origin));
    },
    revokeForSecret: (name) => {
      oneTimeConsents = oneTimeConsents.filter(({ secrets }) => !secrets.includes(name));
      if (consents.some(({ secrets }) => secrets.includes(name)))
        saveConsents(
          consents.map(({ origin, secrets }) => ({
            origin,
            secrets: secrets.filter((each) => each !== name),
          })),
        );
    },
  };
}

const savedConsentSchema = v.object({
  origin: createTextSchema(2000),
  secrets: createListSchema(maxConsents, createTextSchema(64)),
});

function readSavedConsents(value: unknown): readonly SavedConsent[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly unknown[])
    .slice(-maxConsents)
    .flatMap((each) => parseMessage(savedConsentSchema, each) ?? []);
}
