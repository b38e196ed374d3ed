import type { EventStream } from "../api/reply.ts";
import type { LiveEvents } from "../live/live-events.ts";
import { time } from "./made-shipments.ts";
import type { Movement, Shipment } from "./shipment.ts";

/** The time between two movements, in milliseconds. */
const between = 700;
const keepAlive = 15_000;

/**
 * Sends a movement of a shipment immediately, and another one every 0.7 seconds, along with reported movements.
 * `behind` is the last event that the client has received. The stream ends after `most` movements. Returns a function
 * that ends the stream.
 */
export function followShipment(
  shipment: Shipment,
  events: LiveEvents,
  out: EventStream,
  { behind, most: max }: { readonly behind: number; readonly most: number },
): () => void {
  let id = behind;
  const report = (movement: Movement) => {
    if (id - behind >= max) return;
    out.event({ id: ++id, name: "movement", data: movement });
    if (id - behind < max) return;
    end();
    out.end();
  };
  const leave = events.follow(shipment.id, report);
  const next = () => report(nextMovement(shipment, id, Date.now()));
  const timers = [setInterval(next, between), setInterval(() => out.comment("still here"), keepAlive)];
  const end = () => {
    leave();
    for (const timer of timers) clearInterval(timer);
  };
  next();
  return end;
}

/** Returns the next movement of a ship that travels between two ports in a loop. */
export function nextMovement({ destination, origin }: Shipment, turn: number, now: number): Movement {
  const event = (["departed", "arrived", "discharged", "loaded"] as const)[turn % 4] ?? "departed";
  const place = event === "departed" || event === "loaded" ? (origin ?? "SGSIN") : destination;
  return { kind: "vessel", at: time(now), place, vessel: { name: "Norvik Aurora", imo: "9123452" }, event };
}
