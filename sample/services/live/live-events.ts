import type { Movement } from "../track/shipment.ts";

/** Notifies all followers of a shipment immediately of a new movement. */
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
