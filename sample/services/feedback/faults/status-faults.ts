import type { Reply } from "../../api/reply.ts";
import { failure } from "../failure.ts";
import type { Fault } from "./fault.ts";

/** Responses with error statuses, and with details that can break clients. */
export const statusFaults = {
  "400": () => failure(400, "Invalid query parameters", ["limit must be smaller"]),
  "401": () => failure(401, "The key is missing or invalid"),
  "403": () => failure(403, "This key belongs to another organization"),
  "404": () => failure(404, "The project doesn't exist"),
  "418 with control characters": () => ({
    status: 418,
    type: "text/plain",
    bytes: `\u001b[31mI am\u0000 a teapot\u202e\r\n${"…".repeat(5000)}`,
  }),
  "429 seconds": () => wait("5"),
  "429 one second": () => wait("1"),
  "429 date": (_, { now }) => wait(new Date(now + 5000).toUTCString()),
  "429 past date": (_, { now }) => wait(new Date(now - 60_000).toUTCString()),
  "429 negative": () => wait("-1"),
  "429 huge": () => wait("1e9"),
  "429 junk": () => wait("abc"),
  "429 silent": () => failure(429, "Too many requests"),
  "500": () => failure(500, "Internal server error"),
  "502": () => ({ status: 502, type: "text/html", bytes: "<h1>502 Bad Gateway</h1>" }),
  "503 with Retry-After": () => ({ ...failure(503, "Service unavailable"), headers: { "Retry-After": "2" } }),
  "504": () => ({ status: 504, bytes: "" }),
  "redirect to the same origin": () => redirect("/elsewhere"),
  "redirect to another origin": (_, { elsewhere }) => redirect(`${elsewhere}/elsewhere`),
  "204": () => ({ status: 204 }),
} as const satisfies Readonly<Record<string, Fault>>;

function wait(retryAfter: string): Reply {
  return { ...failure(429, "Too many requests"), headers: { "Retry-After": retryAfter } };
}

function redirect(location: string): Reply {
  return { status: 302, headers: { Location: location } };
}
