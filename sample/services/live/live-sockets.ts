import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { readUrl } from "../api/read-url.ts";
import { WebSocketServer, type WebSocket } from "ws";
import { nextMovement } from "../track/follow-shipment.ts";
import { time } from "../track/made-shipments.ts";
import type { ShipmentStore } from "../track/shipment-store.ts";
import type { LiveEvents } from "./live-events.ts";

/** The time between two messages, in milliseconds. */
const between = 900;

const portCodes = ["DEHAM", "DEBRV", "NLRTM", "BEANR"];

/** The channels that `asyncapi/live.yaml` describes, at paths below `/live`. */
export class LiveSockets {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: 65_536 });
  readonly #shipments: ShipmentStore;
  readonly #events: LiveEvents;

  constructor(shipments: ShipmentStore, events: LiveEvents) {
    this.#shipments = shipments;
    this.#events = events;
  }

  take(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const begin = this.#channelAt(readUrl(request)?.pathname ?? "");
    if (!begin) return void socket.end("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    this.#server.handleUpgrade(request, socket, head, (opened) => {
      opened.on("error", () => opened.terminate());
      begin(opened);
    });
  }

  end(): void {
    for (const socket of this.#server.clients) socket.terminate();
    this.#server.close();
  }

  #channelAt(path: string): ((socket: WebSocket) => void) | undefined {
    const shipment = /^\/live\/shipments\/([^/]+)\/movements$/.exec(path)?.[1];
    if (shipment !== undefined && this.#shipments.get(shipment))
      return (socket) => this.#notifyMovements(socket, shipment);
    const port = /^\/live\/ports\/([^/]+)\/quays$/.exec(path)?.[1];
    return portCodes.includes(port ?? "") ? tellQuays : undefined;
  }

  /** Sends `movementRecorded`. Every fourth time, also sends `estimateChanged`. */
  #notifyMovements(socket: WebSocket, id: string): void {
    let turn = 0;
    const report = (message: unknown) => socket.send(JSON.stringify(message));
    const next = () => {
      const shipment = this.#shipments.get(id);
      if (!shipment) return;
      const now = Date.now();
      const { kind, at, place } = nextMovement(shipment, turn, now);
      if (turn++ % 4 === 3)
        report({
          event: "estimate.changed",
          earliest: time(now + 3_600_000),
          latest: time(now + 90_000_000),
        });
      else report({ event: "movement.recorded", kind, at, place });
    };
    const timer = setInterval(next, between);
    const leave = this.#events.follow(id, ({ kind, at, place }) =>
      report({ event: "movement.recorded", kind, at, place }),
    );
    socket.on("close", () => {
      clearInterval(timer);
      leave();
    });
    next();
  }
}

/**
 * Sends nothing until the client has selected quays, and then the events at these quays. Closes the connection after an
 * invalid message.
 */
function tellQuays(socket: WebSocket): void {
  let quays: readonly string[] = [];
  let turn = 0;
  const next = () => {
    const quay = quays[turn % Math.max(1, quays.length)];
    if (quay === undefined) return;
    const event = Math.floor(turn / quays.length) % 2 === 0 ? "made_fast" : "cast_off";
    turn++;
    socket.send(JSON.stringify({ quay, vessel: "Norvik Aurora", event, at: time(Date.now()) }));
  };
  const timer = setInterval(next, between);
  socket.on("close", () => clearInterval(timer));
  socket.on("message", (data, isBinary) => {
    const chosen = isBinary || !Buffer.isBuffer(data) ? undefined : readChoice(data.toString("utf8"));
    if (!chosen) return socket.close(1008, 'Send {"quays": ["…"]} with 1 to 20 names.');
    quays = chosen;
    turn = 0;
    next();
  });
}

function readChoice(text: string): readonly string[] | undefined {
  try {
    const { quays } = JSON.parse(text) as { readonly quays?: unknown };
    const isList = Array.isArray(quays) && quays.length > 0 && quays.length <= 20;
    return isList && quays.every((quay) => typeof quay === "string") ? quays : undefined;
  } catch {
    return undefined;
  }
}
