import { setTimeout as pause } from "node:timers/promises";
import { isSameJson, serializeInSteps, type JsonParts, runTimeSliced } from "../async/time-slicing.ts";

export interface ResultSource<Request, Result> {
  /**
   * Returns the inputs that the result depends on. The inputs are compared by identity. `prepare` can add more inputs.
   * If `getInputs` is absent, the result can be affected by any change.
   */
  readonly getInputs?: () => readonly object[];
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
  readonly json: JsonParts;
  readonly inputs: readonly object[];
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
    const inputs = this.#getInputs();
    const changeCount = this.#changeCount;
    const { result, json } = await runTimeSliced(this.#createResult(request));
    const sentResult = { request, inputs, json };
    this.#lastSentResult = sentResult;
    if (!isReady) void preparation.then(() => this.#compareOnce(sentResult));
    else if (changeCount !== this.#changeCount) this.#compareOnce(sentResult);
    return result;
  }

  /** Marks the result as potentially outdated. */
  refresh(): void {
    this.#changeCount++;
    const sentResult = this.#lastSentResult;
    if (sentResult && !areSameObjects(sentResult.inputs, this.#getInputs())) this.#compareOnce(sentResult);
  }

  #getInputs(): readonly object[] {
    return this.#source.getInputs?.() ?? [{}];
  }

  #compareOnce(sentResult: SentResult<Request>): void {
    if (this.#isComparing) return;
    this.#isComparing = true;
    const changeCount = this.#changeCount;
    void this.#compareResult(sentResult).finally(() => {
      this.#isComparing = false;
      if (changeCount !== this.#changeCount && this.#lastSentResult) this.#compareOnce(this.#lastSentResult);
    });
  }

  async #compareResult(sentResult: SentResult<Request>): Promise<void> {
    await this.#source.prepare?.();
    const inputs = this.#getInputs();
    const { json } = await runTimeSliced(this.#createResult(sentResult.request));
    // If a newer request arrived during the computation, later results are compared with the result of that request.
    if (this.#lastSentResult !== sentResult) return;
    const hasChanged = !isSameJson(json, sentResult.json);
    this.#lastSentResult = hasChanged ? undefined : { ...sentResult, inputs };
    if (hasChanged) this.#source.onChange();
  }

  /** Computes the result and its JSON. The JSON is later compared with the JSON of other results. */
  *#createResult(request: Request): Generator<void, { readonly result: Result; readonly json: JsonParts }> {
    const result = yield* this.#source.compute(request);
    yield;
    const json = yield* serializeInSteps(result);
    yield;
    return { result, json };
  }
}

function areSameObjects(a: readonly object[], b: readonly object[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
