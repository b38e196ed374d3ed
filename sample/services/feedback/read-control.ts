import type { IncomingMessage } from "node:http";
import type { Reply } from "../api/reply.ts";
import { readBytes } from "../api/read-body.ts";
import { failure } from "./failure.ts";
import { faultNames, isFaultName, type FaultName, type FaultPlan } from "./faults/fault-plan.ts";
import { fullEntry } from "./full-entry.ts";
import type { FeedbackStore } from "./feedback-store.ts";

export interface Controlled {
  readonly plan: FaultPlan;
  readonly store: FeedbackStore;
  readonly now: () => number;
}

/**
 * Lets users on this machine control the running service. `PUT /control/faults` with `{ "next": […], "always": "…" }`
 * plans faults, `GET /control/faults` returns their names, and `POST /control/entries` adds an entry with the given fields.
 * Requests from pages in a browser are rejected. They can be recognized by their `Origin` header or by their own
 * hostname for the listener.
 */
export async function readControl(request: IncomingMessage, path: string, to: Controlled): Promise<Reply> {
  const name = request.headers.host?.replace(/:\d+$/, "");
  const isHere = name === "localhost" || name === "127.0.0.1" || name === "[::1]";
  if (!isHere || request.headers.origin !== undefined) return failure(403, "Available only on this machine");
  if (path === "/control/faults" && request.method === "GET") return { status: 200, json: faultNames };
  const body = await readJson(request);
  if (!body) return failure(400, "The body must be a JSON object");
  if (path === "/control/faults" && request.method === "PUT") return planFaults(body, to.plan);
  if (path === "/control/entries" && request.method === "POST") {
    const entry = fullEntry(body, to.now());
    to.store.add(entry);
    return { status: 201, json: entry };
  }
  return failure(404, "Not found. Use /control/faults or /control/entries");
}

function planFaults({ next, always }: Readonly<Record<string, unknown>>, plan: FaultPlan): Reply {
  const names: unknown[] = Array.isArray(next) ? next : [];
  const wrong = [...names, always].filter((name) => name != null && !isFaultName(name));
  if (wrong.length > 0) return failure(400, "These faults don't exist", wrong.map(String));
  plan.set({
    next: names.map((name): FaultName | undefined => (isFaultName(name) ? name : undefined)),
    ...(isFaultName(always) && { always }),
  });
  return { status: 204 };
}

async function readJson(request: IncomingMessage): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const value: unknown = JSON.parse((await readBytes(request))?.toString("utf8") ?? "");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
