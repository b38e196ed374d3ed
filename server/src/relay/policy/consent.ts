import { createMessage, type LocalizedMessage } from "../../core/text/message.ts";
import * as v from "valibot";
import type {
  ConsentReply,
  ConsentRequest,
  RelayFailure,
} from "../../core/request/protocol/relay-protocol.ts";
import { list, parseMessage, text } from "../../core/text/parse-message.ts";
import type { PlaygroundStore } from "../playground/stores.ts";
import type { RelayHost } from "../relay.ts";
import { kindOfAddress } from "./address-policy.ts";
import { explainFailure, toRelayFault, RelayFault } from "./errors.ts";
import { buildConsentRequest, checkTarget, readTargetUrl } from "./targets.ts";

/** Whether a request or secret may be sent: always, only with the user's consent, or never. */
export type ConsentDecision =
  | { readonly kind: "yes" }
  | { readonly kind: "question"; readonly question: ConsentRequest }
  | { readonly kind: "failure"; readonly failure: RelayFailure };

export interface ConsentServiceOptions {
  readonly consents: ConsentStore;
  readonly isTrusted: () => boolean;
  readonly judging: Pick<RelayHost, "targets" | "means">;
  /**
   * Prompts the user in VS Code. Undefined for a browser tab, because the page in the tab prompts the user before it
   * sends a request.
   */
  readonly ask?: ((question: ConsentRequest) => Promise<ConsentReply>) | undefined;
  /** Returns the port of Docwright's own server. Nothing is ever sent to this port. */
  readonly ownPort: () => number | undefined;
}

/** The user's consents, along with the prompts for them. */
export interface ConsentService {
  /**
   * Returns the destination of `url` and whether the user has allowed it. Doesn't consume a one-time consent.
   */
  readonly look: (url: string, secrets: readonly string[]) => Promise<ConsentDecision>;
  /**
   * Requests consent for a request that is about to be sent. Prompts the user if the host supports it. If `warning` is
   * set, users who have allowed the origin without seeing that warning are prompted again.
   */
  readonly seek: (
    url: string,
    secrets: readonly string[],
    warning?: LocalizedMessage,
  ) => Promise<ConsentDecision>;
  /** Returns the consent for a request. The relay calls this function before it connects. */
  readonly consent: (question: ConsentRequest) => Promise<ConsentReply>;
  /** Handles the page's reply to a prompt. Ignores the reply if the prompt wasn't shown. */
  readonly take: (origin: string, secrets: readonly string[], answer: ConsentReply) => void;
  /** While `work` runs, allows Docwright's own requests to this URL, which don't contain secrets from the page. */
  readonly pass: <Value>(url: string, work: () => Promise<Value>) => Promise<Value>;
}

export function createConsentService(options: ConsentServiceOptions): ConsentService {
  const { consents, isTrusted, judging, ask, ownPort } = options;
  const put = new Map<string, ConsentRequest>();
  const asking = new Map<string, Promise<ConsentReply>>();
  const passing = new Map<string, number>();
  /**
   * Keys for requests that the user has allowed after seeing a warning. Each key consists of an origin and the warning.
   */
  const warned = new Set<string>();
  const keyOf = (origin: string, warning: LocalizedMessage): string => JSON.stringify([origin, warning]);
  const isRead = ({ origin, warning }: ConsentRequest): boolean =>
    warning === undefined || warned.has(keyOf(origin, warning));
  const noteRead = ({ origin, warning }: ConsentRequest, answer: ConsentReply): void => {
    if (warning !== undefined && answer !== "no") warned.add(keyOf(origin, warning));
  };

  const isOwn = ({ origin, addresses }: ConsentRequest): boolean =>
    portOf(origin) === ownPort() && addresses.some((each) => kindOfAddress(each) !== "public");

  /** Prompts the user. Each prompt is shown only once, even if several requests are waiting for the reply. */
  const askPerson = (question: ConsentRequest): Promise<ConsentReply> => {
    const key = JSON.stringify([question.origin, question.secrets, question.connects]);
    const running = asking.get(key) ?? ask?.(question) ?? Promise.resolve("no");
    asking.set(key, running);
    return running.finally(() => asking.delete(key));
  };

  const questionOf = async (url: string, secrets: readonly string[]): Promise<ConsentRequest> => {
    if (!isTrusted())
      throw new RelayFault("refused-target", { reason: createMessage("this folder isn't trusted yet") });
    const target = readTargetUrl(url);
    const limit = 10_000;
    const signal = AbortSignal.timeout(2 * limit);
    const question = buildConsentRequest(
      await checkTarget(target, { host: judging, limit, signal }),
      secrets,
    );
    if (isOwn(question))
      throw new RelayFault("refused-target", {
        reason: createMessage("this is the URL of the preview itself"),
      });
    return question;
  };

  const lookFor = async (
    url: string,
    secrets: readonly string[],
    warning?: LocalizedMessage,
  ): Promise<ConsentDecision> => {
    try {
      const found = await questionOf(url, secrets);
      const question = warning === undefined ? found : { ...found, warning };
      if (consents.isKnown(question) && isRead(question)) return { kind: "yes" };
      put.set(question.origin, question);
      return { kind: "question", question };
    } catch (error) {
      return { kind: "failure", failure: explainFailure(toRelayFault(error)) };
    }
  };

  const consent: ConsentService["consent"] = async (question) => {
    if (!isTrusted() || isOwn(question)) return "no";
    if (question.secrets.length === 0 && passing.has(question.origin)) return "once";
    const known = consents.known(question);
    if ((known !== "no" && isRead(question)) || !ask) return known;
    const answer = await askPerson(question);
    noteRead(question, answer);
    if (answer === "always") consents.keep(question, answer);
    return isTrusted() ? answer : "no";
  };

  return {
    look: (url, secrets) => lookFor(url, secrets),
    consent,
    seek: async (url, secrets, warning) => {
      const looked = await lookFor(url, secrets, warning);
      if (looked.kind === "failure") return looked;
      if (looked.kind === "question" && !ask) return looked;
      const question = looked.kind === "question" ? looked.question : await questionOf(url, secrets);
      return (await consent(question)) === "no" ? { kind: "question", question } : { kind: "yes" };
    },
    take: (origin, secrets, answer) => {
      const question = put.get(origin);
      put.delete(origin);
      if (!isTrusted() || !question || !secrets.every((name) => question.secrets.includes(name))) return;
      consents.keep({ origin, secrets }, answer);
      noteRead(question, answer);
    },
    pass: async (url, work) => {
      const { origin } = readTargetUrl(url);
      passing.set(origin, (passing.get(origin) ?? 0) + 1);
      try {
        return await work();
      } finally {
        const remaining = (passing.get(origin) ?? 1) - 1;
        if (remaining > 0) passing.set(origin, remaining);
        else passing.delete(origin);
      }
    },
  };
}

function portOf(origin: string): number {
  const { port, protocol } = new URL(origin);
  return port === "" ? (protocol.endsWith("s:") ? 443 : 80) : Number(port);
}

/** The consents that the user has given. */
export interface ConsentStore {
  /** Returns the origins that the user has allowed permanently. */
  readonly origins: () => readonly string[];
  /** Returns the stored consent, or `no` if consent hasn't been stored. Consumes a one-time consent. */
  readonly known: (question: PendingRequest) => ConsentReply;
  /** Whether `known` would return a consent. Doesn't consume a one-time consent. */
  readonly isKnown: (question: PendingRequest) => boolean;
  readonly keep: (question: PendingRequest, answer: ConsentReply) => void;
  /** Revokes the stored consent for an origin. */
  readonly forget: (origin: string) => void;
  /** Revokes the consents for a secret. Called when the secret is changed or removed. */
  readonly forgetSecret: (name: string) => void;
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
const onceMilliseconds = 120_000;

/** Creates a store for consents, which are stored by origin or, for secrets, by origin and name. */
export function createConsentStore(
  store: PlaygroundStore,
  key: string,
  now: () => number = Date.now,
): ConsentStore {
  let agreed = readAgreed(store.get(key));
  let once: (SavedConsent & { readonly until: number })[] = [];

  const covers = ({ origin, secrets }: SavedConsent, requested: PendingRequest): boolean =>
    origin === requested.origin && requested.secrets.every((name) => secrets.includes(name));
  const isForGood = (requested: PendingRequest): boolean => agreed.some((each) => covers(each, requested));
  const onceAt = (requested: PendingRequest): number => {
    once = once.filter(({ until }) => until > now());
    return once.findIndex((each) => covers(each, requested));
  };
  const change = (next: readonly SavedConsent[]): void => {
    agreed = next;
    void store.update(key, next);
  };

  return {
    origins: () => agreed.map(({ origin }) => origin),
    isKnown: (requested) => isForGood(requested) || onceAt(requested) >= 0,
    known: (requested) => {
      if (isForGood(requested)) return "always";
      const at = onceAt(requested);
      if (at < 0) return "no";
      once = once.filter((_, index) => index !== at);
      return "once";
    },
    keep: ({ origin, secrets }, answer) => {
      if (answer === "once")
        once = [...once, { origin, secrets, until: now() + onceMilliseconds }].slice(-maxConsents);
      if (answer !== "always") return;
      const before = agreed.find((each) => each.origin === origin)?.secrets ?? [];
      const others = agreed.filter((each) => each.origin !== origin);
      change([...others, { origin, secrets: [...new Set([...before, ...secrets])] }].slice(-maxConsents));
    },
    forget: (origin) => {
      once = once.filter((each) => each.origin !== origin);
      change(agreed.filter((each) => each.origin !== origin));
    },
    forgetSecret: (name) => {
      once = once.filter(({ secrets }) => !secrets.includes(name));
      if (agreed.some(({ secrets }) => secrets.includes(name)))
        change(
          agreed.map(({ origin, secrets }) => ({ origin, secrets: secrets.filter((each) => each !== name) })),
        );
    },
  };
}

const savedConsent = v.object({ origin: text(2000), secrets: list(maxConsents, text(64)) });

function readAgreed(value: unknown): readonly SavedConsent[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly unknown[])
    .slice(-maxConsents)
    .flatMap((each) => parseMessage(savedConsent, each) ?? []);
}
