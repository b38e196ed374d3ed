import { setTimeout as pause } from "node:timers/promises";
import { runInSlices } from "./run-in-slices.ts";

export interface AnswerSource<Question, Answer> {
  /** What the answer depends on, told apart by identity; what is in `prepare` besides. */
  readonly basis: () => readonly object[];
  /** What takes long and is worth waiting for a little. */
  readonly prepare: () => Promise<void>;
  readonly answer: (question: Question) => Generator<void, Answer>;
  /** The answer is another one now. */
  readonly onNews: () => void;
}

interface Given<Question> {
  readonly question: Question;
  readonly answer: string;
  readonly basis: readonly object[];
}

/** Milliseconds that an answer waits for what is prepared; what that tells later on is news. */
const patience = 1500;

/**
 * Answers a long question, and tells whoever has asked when the answer is another. Who does not ask costs nothing, and
 * is told once until they ask again.
 */
export class AnswerNews<Question, Answer> {
  readonly #from: AnswerSource<Question, Answer>;
  #given: Given<Question> | undefined;
  #comparing = false;

  constructor(from: AnswerSource<Question, Answer>) {
    this.#from = from;
  }

  async answer(question: Question): Promise<Answer> {
    const preparing = this.#from.prepare();
    const isReady = await Promise.race([preparing.then(() => true), pause(patience, false, { ref: false })]);
    const basis = this.#from.basis();
    const answer = await runInSlices(this.#from.answer(question));
    const given = { question, basis, answer: JSON.stringify(answer) };
    this.#given = given;
    if (!isReady) void preparing.then(() => this.#compareOnce(given));
    return answer;
  }

  /** Something may have changed. */
  look(): void {
    const given = this.#given;
    if (given && !isSame(given.basis, this.#from.basis())) this.#compareOnce(given);
  }

  #compareOnce(given: Given<Question>): void {
    if (this.#comparing) return;
    this.#comparing = true;
    void this.#compare(given).finally(() => {
      this.#comparing = false;
    });
  }

  async #compare(given: Given<Question>): Promise<void> {
    await this.#from.prepare();
    const basis = this.#from.basis();
    const answer = JSON.stringify(await runInSlices(this.#from.answer(given.question)));
    // Asked again meanwhile, so that the newer answer is the one to be compared with.
    if (this.#given !== given) return;
    const isNews = answer !== given.answer;
    this.#given = isNews ? undefined : { ...given, basis };
    if (isNews) this.#from.onNews();
  }
}

function isSame(one: readonly object[], other: readonly object[]): boolean {
  return one.length === other.length && one.every((part, at) => part === other[at]);
}
