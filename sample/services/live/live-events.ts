import type { Movement } from "../track/shipment.ts";

/** Immediately notifies all followers of a shipment when a movement is added. */
export class LiveEvents {
  readonly #listeners = new Map<string, Set<(movement: Movement) => void>>();

  /** Adds a listener. Returns a function that removes it. */
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
