import type { IncomingMessage, ServerResponse } from "node:http";
import { readUrl } from "./api/read-url.ts";
import { sendReply } from "./api/send-reply.ts";
import { readBytes } from "./api/read-body.ts";
import { serveApi } from "./api/serve-api.ts";
import { berthsApi } from "./berths/berths-api.ts";
import { LiveEvents } from "./live/live-events.ts";
import { LiveSockets } from "./live/live-sockets.ts";
import type { SampleService } from "./sample-service.ts";
import { ShipmentStore } from "./track/shipment-store.ts";
import { Tokens } from "./track/tokens.ts";
import { trackApi } from "./track/track-api.ts";
import { trackV1Api } from "./track/track-v1-api.ts";

/** The APIs that the sample site documents: both versions of Track, Berths, live events, and the token endpoint. */
export function documentedApi(): SampleService {
  const events = new LiveEvents();
  const shipments = new ShipmentStore(events);
  const tokens = new Tokens();
  const sockets = new LiveSockets(shipments, events);
  const apis = [trackApi(tokens, events, shipments), berthsApi(), trackV1Api(shipments)].map(serveApi);
  return {
    name: "sample API",
    port: 4010,
    answer: (request, response) => {
      const url = readUrl(request);
      if (!url) return sendReply(response, { status: 400 });
      if (url.pathname === "/oauth/token") return void giveToken(tokens, request, response);
      if (apis.some((serve) => serve(request, response, url))) return;
      sendReply(response, {
        status: 404,
        json: { title: "Not found. The API is available at /v2, /berths, and /v1." },
      });
    },
    upgrade: (request, socket, head) => sockets.take(request, socket, head),
    end: () => sockets.end(),
  };
}

async function giveToken(tokens: Tokens, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "POST") return sendReply(response, { status: 405, headers: { Allow: "POST" } });
  try {
    const form = new URLSearchParams((await readBytes(request))?.toString("utf8") ?? "");
    sendReply(response, tokens.give(form, request.headers.authorization));
  } catch {
    response.destroy();
  }
}
