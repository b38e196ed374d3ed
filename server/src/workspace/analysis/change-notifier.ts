import { setTimeout as pause } from "node:timers/promises";
import { isSameJson, jsonInSteps, type JsonParts } from "../async/json-in-steps.ts";
import { runTimeSliced } from "../async/time-slicing.ts";

export interface ResultSource<Question, Answer> {
  /** What the answer depends on, told apart by identity; what is in `prepare` besides. Without it, anything may be. */
  readonly basis?: () => readonly object[];
  /** What takes long and is worth waiting for a little. */
  readonly prepare?: () => Promise<void>;
  readonly compute: (question: Question) => Generator<void, Answer>;
  /** The answer is another one now. */
  readonly onChange: () => void;
}

interface Given<Question> {
  readonly question: Question;
  readonly answer: JsonParts;
  readonly basis: readonly object[];
}

/** Milliseconds that an answer waits for what is prepared; what that tells later on is news. */
const patience = 1500;

/**
 * Answers a long question, and tells whoever has asked when the answer is another. Who does not ask costs nothing, and
 * is told once until they ask again.
 */
export class ChangeNotifier<Question, Answer> {
  readonly #from: ResultSource<Question, Answer>;
  #given: Given<Question> | undefined;
  #comparing = false;
  /** How often something may have changed; what is worked out in steps may be older than its end. */
  #changes = 0;

  constructor(from: ResultSource<Question, Answer>) {
    this.#from = from;
  }

  async answer(question: Question): Promise<Answer> {
    const preparing = this.#from.prepare?.() ?? Promise.resolve();
    const isReady = await Promise.race([preparing.then(() => true), pause(patience, false, { ref: false })]);
    const basis = this.#basis();
    const checks = this.#changes;
    const { answer, text } = await runTimeSliced(this.#written(question));
    const given = { question, basis, answer: text };
    this.#given = given;
    if (!isReady) void preparing.then(() => this.#compareOnce(given));
    else if (checks !== this.#changes) this.#compareOnce(given);
    return answer;
  }

  /** Something may have changed. */
  refresh(): void {
    this.#changes++;
    const given = this.#given;
    if (given && !isSame(given.basis, this.#basis())) this.#compareOnce(given);
  }

  #basis(): readonly object[] {
    return this.#from.basis?.() ?? [{}];
  }

  #compareOnce(given: Given<Question>): void {
    if (this.#comparing) return;
    this.#comparing = true;
    const checks = this.#changes;
    void this.#compare(given).finally(() => {
      this.#comparing = false;
      if (checks !== this.#changes && this.#given) this.#compareOnce(this.#given);
    });
  }

  async #compare(given: Given<Question>): Promise<void> {
    await this.#from.prepare?.();
    const basis = this.#basis();
    const { text: answer } = await runTimeSliced(this.#written(given.question));
    // Asked again meanwhile, so that the newer answer is the one to be compared with.
    if (this.#given !== given) return;
    const isDelta = !isSameJson(answer, given.answer);
    this.#given = isDelta ? undefined : { ...given, basis };
    if (isDelta) this.#from.onChange();
  }

  /** With its JSON, by which it is told whether another is news. */
  *#written(question: Question): Generator<void, { readonly answer: Answer; readonly text: JsonParts }> {
    const answer = yield* this.#from.compute(question);
    yield;
    const text = yield* jsonInSteps(answer);
    yield;
    return { answer, text };
  }
}

function isSame(one: readonly object[], other: readonly object[]): boolean {
  return one.length === other.length && one.every((part, at) => part === other[at]);
}
