import type { ConsentAnswer, ConsentQuestion } from "../core/request/protocol/relay-protocol.ts";
import { isRecord, listOf, textOf } from "../core/request/protocol/request-schema.ts";
import type { PlaygroundStore } from "./playground-store.ts";

/** What a person has agreed to. */
export interface KeptConsents {
  /** Origins that they have agreed to for good. */
  readonly origins: () => readonly string[];
  /** `no` where nothing is known. An answer for one time is used up by asking. */
  readonly known: (question: Asked) => ConsentAnswer;
  /** Whether `known` would say yes. */
  readonly isKnown: (question: Asked) => boolean;
  readonly keep: (question: Asked, answer: ConsentAnswer) => void;
  /** The person takes back what they have agreed to for good. */
  readonly forget: (origin: string) => void;
  /** The secret of this name is another one now, or gone: nobody has agreed to send it. */
  readonly forgetSecret: (name: string) => void;
}

type Asked = Pick<ConsentQuestion, "origin" | "secrets">;

interface SavedConsent {
  readonly origin: string;
  /** Names of secrets that may go there. */
  readonly secrets: readonly string[];
}

const maxConsents = 500;
/** Whoever says “once” means the request that they are about to send. */
const onceMilliseconds = 120_000;

/** Consents are kept by origin, and for each secret by origin and name (contracts.md §7). */
export function keptConsents(
  store: PlaygroundStore,
  key: string,
  now: () => number = Date.now,
): KeptConsents {
  let agreed = readAgreed(store.get(key));
  let once: (SavedConsent & { readonly until: number })[] = [];

  const covers = ({ origin, secrets }: SavedConsent, asked: Asked): boolean =>
    origin === asked.origin && asked.secrets.every((name) => secrets.includes(name));
  const isForGood = (asked: Asked): boolean => agreed.some((each) => covers(each, asked));
  const onceAt = (asked: Asked): number => {
    once = once.filter(({ until }) => until > now());
    return once.findIndex((each) => covers(each, asked));
  };
  const change = (next: readonly SavedConsent[]): void => {
    agreed = next;
    void store.update(key, next);
  };

  return {
    origins: () => agreed.map(({ origin }) => origin),
    isKnown: (asked) => isForGood(asked) || onceAt(asked) >= 0,
    known: (asked) => {
      if (isForGood(asked)) return "always";
      const at = onceAt(asked);
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
    const origin = textOf(each["origin"], 2000);
    const secrets = listOf(each["secrets"], maxConsents, (name) => textOf(name, 64));
    return origin === undefined || !secrets ? [] : [{ origin, secrets }];
  });
}
