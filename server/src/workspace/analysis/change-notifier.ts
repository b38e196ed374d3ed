import { setTimeout as pause } from "node:timers/promises";
import { isSameJson, jsonInSteps, type JsonParts, runTimeSliced } from "../async/time-slicing.ts";

export interface ResultSource<Question, Answer> {
  /**
   * Returns the inputs that the result depends on. The inputs are compared by identity. `prepare` can add more inputs.
   * If `basis` is absent, the result can be affected by any change.
   */
  readonly basis?: () => readonly object[];
  /**
   * Performs a slow step before the computation. A request waits for this step only briefly (see `patience`).
   */
  readonly prepare?: () => Promise<void>;
  readonly compute: (question: Question) => Generator<void, Answer>;
  /** Called when the result changes. */
  readonly onChange: () => void;
}

interface Given<Question> {
  readonly question: Question;
  readonly answer: JsonParts;
  readonly basis: readonly object[];
}

/**
 * The time in milliseconds for which a request waits for `prepare`. Results that arrive later are reported as a change.
 */
const patience = 1500;

/**
 * Computes an expensive result when a client requests it. When the result changes, clients that have requested it are
 * notified. Each client gets one notification per request.
 */
export class ChangeNotifier<Question, Answer> {
  readonly #from: ResultSource<Question, Answer>;
  #given: Given<Question> | undefined;
  #comparing = false;
  /**
   * The number of changes so far that may affect the result. If the number increases while a result is being computed
   * in steps, that result may be outdated.
   */
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

  /** Marks the result as potentially outdated. */
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
    // If a newer request arrived during the computation, later results are compared with the result of that request.
    if (this.#given !== given) return;
    const isDelta = !isSameJson(answer, given.answer);
    this.#given = isDelta ? undefined : { ...given, basis };
    if (isDelta) this.#from.onChange();
  }

  /** Computes the result and its JSON. The JSON is later compared with the JSON of other results. */
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
