import { parentPort } from "node:worker_threads";
import { SpecDesk } from "./spec-desk.ts";
import type { SpecReply, SpecRequest } from "./spec-protocol.ts";
import { ownThread } from "./work-limit.ts";

/** Reads and studies specifications in a thread of its own, which may be ended at any time (spec-thread.ts). */
const send = (reply: SpecReply) => parentPort?.postMessage(reply);
const desk = new SpecDesk(send);
parentPort?.on("message", (request: SpecRequest) => desk.take(request));
send({ kind: "ready", thread: ownThread() });
