import type { Movement } from "../track/shipment.ts";

/** A movement that has just been reported is told at once to everybody who follows the shipment. */
export class LiveEvents {
  readonly #listeners = new Map<string, Set<(movement: Movement) => void>>();

  /** Answers with what ends it. */
  follow(shipment: string, listener: (movement: Movement) => void): () => void {
    const all = this.#listeners.get(shipment) ?? new Set();
    this.#listeners.set(shipment, all.add(listener));
    return () => {
      all.delete(listener);
    };
  }

  tell(shipment: string, movement: Movement): void {
    for (const listener of this.#listeners.get(shipment) ?? []) listener(movement);
  }
}
