import type { ServerResponse } from "node:http";
import type { EventStream, Reply } from "./reply.ts";

/** Writes a response with its length, or as an event stream that ends with the connection. */
export function sendReply(response: ServerResponse, reply: Reply): void {
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  response.statusCode = reply.status;
  if (reply.stream) {
    response.setHeader("Content-Type", "text/event-stream");
    response.setHeader("Cache-Control", "no-store");
    response.flushHeaders();
    const end = reply.stream(eventsTo(response));
    response.on("close", end);
    return;
  }
  const body = reply.json === undefined ? reply.bytes : JSON.stringify(reply.json);
  if (body === undefined) return void response.end();
  response.setHeader("Content-Type", reply.type ?? "application/json");
  response.setHeader("Content-Length", Buffer.byteLength(body));
  response.end(body);
}

function eventsTo(response: ServerResponse): EventStream {
  return {
    event: ({ id, name, data }) => response.write(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    comment: (text) => response.write(`: ${text}\n\n`),
    end: () => response.end(),
  };
}
