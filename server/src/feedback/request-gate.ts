/** Lets one request at a time to each project, and none while the service has asked to wait. */
export class RequestGate {
  readonly #last = new Map<string, Promise<void>>();
  readonly #restsUntil = new Map<string, number>();

  /** Resolves when it is this one's turn, with what ends the turn; undefined when the signal was aborted before. */
  async enter(name: string, signal: AbortSignal): Promise<(() => void) | undefined> {
    const before = this.#last.get(name) ?? Promise.resolve();
    let leave: () => void = () => undefined;
    const mine = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const queue = before.then(() => mine);
    this.#last.set(name, queue);
    void queue.then(() => {
      if (this.#last.get(name) === queue) this.#last.delete(name);
    });
    const isTurn = await turnOrAborted(before, signal);
    if (isTurn) return leave;
    leave();
    return undefined;
  }

  /** Whoever asks this project next waits until then, milliseconds since 1970. */
  rest(name: string, until: number): void {
    this.#restsUntil.set(name, until);
  }

  /** How long to wait now, in milliseconds; never over `most`, whatever the clock does meanwhile. */
  restLeft(name: string, now: number, most: number): number {
    const left = Math.min(most, (this.#restsUntil.get(name) ?? 0) - now);
    if (left > 0) return left;
    this.#restsUntil.delete(name);
    return 0;
  }
}

function turnOrAborted(turn: Promise<void>, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const stop = () => resolve(false);
    signal.addEventListener("abort", stop, { once: true });
    void turn.then(() => {
      signal.removeEventListener("abort", stop);
      resolve(!signal.aborted);
    });
  });
}

/** For all that asks in this process. */
export const sharedGate = new RequestGate();
