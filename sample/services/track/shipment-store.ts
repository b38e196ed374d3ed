import type { LiveEvents } from "../live/live-events.ts";
import { madeMovements, madeShipments, time } from "./made-shipments.ts";
import type { Movement, Shipment } from "./shipment.ts";

/** The time in milliseconds until a shipment that was removed is restored. */
const comesBack = 60_000;

/** The shipments of all callers, with the most recently changed one first. They're stored until the service stops. */
export class ShipmentStore {
  readonly #shipments = new Map<string, Shipment>();
  readonly #movements = new Map<string, Movement[]>();
  readonly #events: LiveEvents;
  #made = 0;

  constructor(events: LiveEvents) {
    this.#events = events;
    for (const shipment of madeShipments().reverse()) {
      this.#shipments.set(shipment.id, shipment);
      this.#movements.set(shipment.id, madeMovements(shipment));
    }
  }

  all(): readonly Shipment[] {
    return [...this.#shipments.values()].reverse();
  }

  get(id: unknown): Shipment | undefined {
    return this.#shipments.get(String(id));
  }

  /** Stores a shipment and moves it to the front. */
  put(shipment: Shipment): Shipment {
    this.#shipments.delete(shipment.id);
    this.#shipments.set(shipment.id, shipment);
    return shipment;
  }

  /**
   * Removes a shipment. If the documentation uses the shipment, it's restored after a minute, so that the examples keep
   * working.
   */
  remove(id: string): void {
    this.#shipments.delete(id);
    const shown = madeShipments().find((shipment) => shipment.id === id);
    if (shown) setTimeout(() => this.#shipments.has(id) || this.put(shown), comesBack).unref();
  }

  add(fields: Pick<Shipment, "reference" | "carrier" | "units" | "destination" | "notify" | "labels">): Shipment {
    const id = `shp_N${String(++this.#made).padStart(5, "0")}`;
    const now = time(Date.now());
    const { reference, carrier, units, destination, notify, labels } = fields;
    return this.put({
      id,
      reference,
      carrier,
      status: "registered",
      origin: null,
      destination,
      estimate: null,
      hold: null,
      units,
      ...(notify && { notify }),
      ...(labels && { labels }),
      createdAt: now,
    });
  }

  movements(id: string): readonly Movement[] {
    return this.#movements.get(id) ?? [];
  }

  report(id: string, movement: Movement): void {
    const all = [...this.movements(id), { ...movement, reportedBy: "you" }];
    this.#movements.set(
      id,
      all.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    );
    this.#events.tell(id, movement);
  }
}
