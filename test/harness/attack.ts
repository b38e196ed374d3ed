import { createHash } from "node:crypto";

/** The kinds of attacks, named after the attacker or the attacked feature. */
export const attackKinds = ["sandbox routes", "local user", "cross-origin", "redaction", "CI logs", "CSV"] as const;

export type AttackKind = (typeof attackKinds)[number];

export interface AttackCount {
  /** The number of distinct inputs that were attempted. */
  readonly attempts: number;
  readonly successes: number;
}

export type AttackCounts = Readonly<Partial<Record<AttackKind, AttackCount>>>;

/** Counts each attack only once, because fast-check and loops may repeat an input. */
export class AttackCounter {
  /** For each kind, maps the hash of each input to whether the attack succeeded. */
  readonly #tried = new Map<AttackKind, Map<string, boolean>>();

  count(kind: AttackKind, input: string, hasSucceeded: boolean): void {
    const tried = this.#tried.get(kind) ?? new Map<string, boolean>();
    this.#tried.set(kind, tried);
    const hash = createHash("sha256").update(input).digest("base64");
    tried.set(hash, hasSucceeded || tried.get(hash) === true);
  }

  /** Returns the counts since the last call. */
  take(): AttackCounts {
    const counts = Array.from(this.#tried, ([kind, tried]) => {
      const successes = Array.from(tried.values()).filter(Boolean).length;
      return [kind, { attempts: tried.size, successes }] as const;
    });
    this.#tried.clear();
    return Object.fromEntries(counts);
  }
}

/** The counter for the current test file. The test runner collects the counts after each file. */
export const attackCounter = new AttackCounter();

/** Counts an attack whose outcome the test has observed. The test still has to assert the outcome. */
export function countAttack(kind: AttackKind, input: string, hasSucceeded: boolean): void {
  attackCounter.count(kind, input, hasSucceeded);
}

/**
 * Runs an attack and counts it. `input` is the hostile part, and two attacks with the same input count as one. If `run`
 * throws or rejects, the attack counts as successful, and the test fails.
 */
export function attack<Result>(
  kind: AttackKind,
  input: string,
  run: () => Result,
  counter: AttackCounter = attackCounter,
): Result {
  const count = (hasSucceeded: boolean) => counter.count(kind, input, hasSucceeded);
  let result: Result;
  try {
    result = run();
  } catch (error) {
    count(true);
    throw error;
  }
  if (!(result instanceof Promise)) {
    count(false);
    return result;
  }
  const counted = result.then(
    (value: unknown) => {
      count(false);
      return value;
    },
    (error: unknown) => {
      count(true);
      throw error;
    },
  );
  return counted as Result;
}
