import { setTimeout as pause } from "node:timers/promises";
import { isSameJson, writeJsonInSteps, type JsonParts, runTimeSliced } from "../async/time-slicing.ts";

export interface ResultSource<Request, Result> {
  /**
   * Returns the inputs that the result depends on. The inputs are compared by identity. `prepare` can add more inputs.
   * If `getInputs` is absent, the result can be affected by any change.
   */
  readonly getBasis?: () => readonly object[];
  /**
   * Performs a slow step before the computation. A request waits for this step only briefly (see
   * `maxWaitMilliseconds`).
   */
  readonly prepare?: () => Promise<void>;
  readonly compute: (request: Request) => Generator<void, Result>;
  /** Called when the result changes. */
  readonly onChange: () => void;
}

interface SentResult<Request> {
  readonly request: Request;
  readonly result: JsonParts;
  readonly basis: readonly object[];
}

/**
 * The time in milliseconds for which a request waits for `prepare`. Results that arrive later are reported as a change.
 */
const maxWaitMilliseconds = 1500;

/**
 * Computes an expensive result when a client requests it. When the result changes, clients that have requested it are
 * notified. Each client gets one notification per request.
 */
export class ChangeNotifier<Request, Result> {
  readonly #source: ResultSource<Request, Result>;
  #lastSentResult: SentResult<Request> | undefined;
  #isComparing = false;
  /**
   * The number of changes so far that may affect the result. If the number increases while a result is being computed
   * in steps, that result may be outdated.
   */
  #changeCount = 0;

  constructor(source: ResultSource<Request, Result>) {
    this.#source = source;
  }

  async getResult(request: Request): Promise<Result> {
    const preparation = this.#source.prepare?.() ?? Promise.resolve();
    const isReady = await Promise.race([
      preparation.then(() => true),
      pause(maxWaitMilliseconds, false, { ref: false }),
    ]);
    const basis = this.#getBasis();
    const changeCount = this.#changeCount;
    const { result, text } = await runTimeSliced(this.#createResult(request));
    const lastNotice = { request, basis, result: text };
    this.#lastSentResult = lastNotice;
    if (!isReady) void preparation.then(() => this.#compareOnce(lastNotice));
    else if (changeCount !== this.#changeCount) this.#compareOnce(lastNotice);
    return result;
  }

  /** Marks the result as potentially outdated. */
  refresh(): void {
    this.#changeCount++;
    const result = this.#lastSentResult;
    if (result && !areSameObjects(result.basis, this.#getBasis())) this.#compareOnce(result);
  }

  #getBasis(): readonly object[] {
    return this.#source.getBasis?.() ?? [{}];
  }

  #compareOnce(result: SentResult<Request>): void {
    if (this.#isComparing) return;
    this.#isComparing = true;
    const changeCount = this.#changeCount;
    void this.#compareResult(result).finally(() => {
      this.#isComparing = false;
      if (changeCount !== this.#changeCount && this.#lastSentResult) this.#compareOnce(this.#lastSentResult);
    });
  }

  async #compareResult(sentResult: SentResult<Request>): Promise<void> {
    await this.#source.prepare?.();
    const basis = this.#getBasis();
    const { text: result } = await runTimeSliced(this.#createResult(sentResult.request));
    // If a newer request arrived during the computation, later results are compared with the result of that request.
    if (this.#lastSentResult !== sentResult) return;
    const hasChanged = !isSameJson(result, sentResult.result);
    this.#lastSentResult = hasChanged ? undefined : { ...sentResult, basis };
    if (hasChanged) this.#source.onChange();
  }

  /** Computes the result and its JSON. The JSON is later compared with the JSON of other results. */
  *#createResult(request: Request): Generator<void, { readonly result: Result; readonly text: JsonParts }> {
    const result = yield* this.#source.compute(request);
    yield;
    const text = yield* writeJsonInSteps(result);
    yield;
    return { result, text };
  }
}

function areSameObjects(one: readonly object[], other: readonly object[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
