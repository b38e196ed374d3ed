import type { RelayEnd, RelayFailure, RelayHead } from "../core/request/relay-envelope.ts";

/** What is known of an answer beside its body: at first its head, then how it ended. */
export interface RecentAnswer {
  readonly head: RelayHead;
  readonly end?: RelayEnd;
  /** It broke off on the way. */
  readonly failure?: RelayFailure;
}

const mostAnswers = 20;

/** What the last answers were, by the id of their request; the older are forgotten. */
export class RecentAnswers {
  readonly #answers = new Map<string, RecentAnswer>();

  get(id: string): RecentAnswer | undefined {
    return this.#answers.get(id);
  }

  note(id: string | undefined, answer: RecentAnswer): void {
    if (id === undefined) return;
    this.#answers.delete(id);
    this.#answers.set(id, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > mostAnswers && oldest !== undefined) this.#answers.delete(oldest);
  }
}
