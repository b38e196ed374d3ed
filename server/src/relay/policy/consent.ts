import type {
  ConsentReply,
  ConsentRequest,
  RelayFailure,
} from "../../core/request/protocol/relay-protocol.ts";
import { isRecord, optionalList, optionalText } from "../../core/request/protocol/request-schema.ts";
import type { PlaygroundStore } from "../playground/stores.ts";
import type { RelayHost } from "../relay.ts";
import { kindOfAddress } from "./address-policy.ts";
import { explainFailure, toRelayFault, RelayFault } from "./errors.ts";
import { buildConsentRequest, checkTarget, readTargetUrl } from "./targets.ts";

/** Whether something may be sent: nothing stands against it, a person has to be asked, or nothing may. */
export type ConsentDecision =
  | { readonly kind: "yes" }
  | { readonly kind: "question"; readonly question: ConsentRequest }
  | { readonly kind: "failure"; readonly failure: RelayFailure };

export interface ConsentServiceOptions {
  readonly consents: ConsentStore;
  readonly isTrusted: () => boolean;
  readonly judging: Pick<RelayHost, "targets" | "means">;
  /** The editor asks the person itself; in a browser's tab the page does, before it sends. */
  readonly ask?: ((question: ConsentRequest) => Promise<ConsentReply>) | undefined;
  /** Where we ourselves listen: nothing is sent there. */
  readonly ownPort: () => number | undefined;
}

/** What a person has agreed to and how they are asked. */
export interface ConsentService {
  /** Where `url` leads and whether that has been agreed to. Nothing is used up by it. */
  readonly look: (url: string, secrets: readonly string[]) => Promise<ConsentDecision>;
  /**
   * For something that is sent now: asks the person where the host can. With a `warning` they are asked once more where they
   * have agreed to the place without having read it.
   */
  readonly seek: (url: string, secrets: readonly string[], warning?: string) => Promise<ConsentDecision>;
  /** What the relay asks before it connects. */
  readonly consent: (question: ConsentRequest) => Promise<ConsentReply>;
  /** The page's answer; it counts for a question that was put. */
  readonly take: (origin: string, secrets: readonly string[], answer: ConsentReply) => void;
  /** While `work` runs, requests of ours to this address, without secrets of the page, need not be asked for again. */
  readonly pass: <Value>(url: string, work: () => Promise<Value>) => Promise<Value>;
}

export function createConsentService(options: ConsentServiceOptions): ConsentService {
  const { consents, isTrusted, judging, ask, ownPort } = options;
  const put = new Map<string, ConsentRequest>();
  const asking = new Map<string, Promise<ConsentReply>>();
  const passing = new Map<string, number>();
  /** Of questions with a warning that were agreed to. */
  const warned = new Set<string>();
  const isRead = ({ origin, warning }: ConsentRequest): boolean =>
    warning === undefined || warned.has(`${origin} ${warning}`);
  const noteRead = ({ origin, warning }: ConsentRequest, answer: ConsentReply): void => {
    if (warning !== undefined && answer !== "no") warned.add(`${origin} ${warning}`);
  };

  const isOwn = ({ origin, addresses }: ConsentRequest): boolean =>
    portOf(origin) === ownPort() && addresses.some((each) => kindOfAddress(each) !== "public");

  /** The same question is put once, however many requests wait for its answer. */
  const askPerson = (question: ConsentRequest): Promise<ConsentReply> => {
    const key = JSON.stringify([question.origin, question.secrets, question.connects]);
    const running = asking.get(key) ?? ask?.(question) ?? Promise.resolve("no");
    asking.set(key, running);
    return running.finally(() => asking.delete(key));
  };

  const questionOf = async (url: string, secrets: readonly string[]): Promise<ConsentRequest> => {
    if (!isTrusted())
      throw new RelayFault("refused-target", { what: "you have not said yet that you trust this folder" });
    const target = readTargetUrl(url);
    const limit = 10_000;
    const signal = AbortSignal.timeout(2 * limit);
    const question = buildConsentRequest(
      await checkTarget(target, { host: judging, limit, signal }),
      secrets,
    );
    if (isOwn(question))
      throw new RelayFault("refused-target", { what: "this is the address of the preview itself" });
    return question;
  };

  const lookFor = async (
    url: string,
    secrets: readonly string[],
    warning?: string,
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
        const left = (passing.get(origin) ?? 1) - 1;
        if (left > 0) passing.set(origin, left);
        else passing.delete(origin);
      }
    },
  };
}

function portOf(origin: string): number {
  const { port, protocol } = new URL(origin);
  return port === "" ? (protocol.endsWith("s:") ? 443 : 80) : Number(port);
}

/** What a person has agreed to. */
export interface ConsentStore {
  /** Origins that they have agreed to for good. */
  readonly origins: () => readonly string[];
  /** `no` where nothing is known. An answer for one time is used up by asking. */
  readonly known: (question: PendingRequest) => ConsentReply;
  /** Whether `known` would say yes. */
  readonly isKnown: (question: PendingRequest) => boolean;
  readonly keep: (question: PendingRequest, answer: ConsentReply) => void;
  /** The person takes back what they have agreed to for good. */
  readonly forget: (origin: string) => void;
  /** The secret of this name is another one now, or gone: nobody has agreed to send it. */
  readonly forgetSecret: (name: string) => void;
}

type PendingRequest = Pick<ConsentRequest, "origin" | "secrets">;

interface SavedConsent {
  readonly origin: string;
  /** Names of secrets that may go there. */
  readonly secrets: readonly string[];
}

const maxConsents = 500;
/** Whoever says “once” means the request that they are about to send. */
const onceMilliseconds = 120_000;

/** Consents are kept by origin, and for each secret by origin and name (contracts.md §7). */
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

function readAgreed(value: unknown): readonly SavedConsent[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly unknown[]).slice(-maxConsents).flatMap((each) => {
    if (!isRecord(each)) return [];
    const origin = optionalText(each["origin"], 2000);
    const secrets = optionalList(each["secrets"], maxConsents, (name) => optionalText(name, 64));
    return origin === undefined || !secrets ? [] : [{ origin, secrets }];
  });
}
