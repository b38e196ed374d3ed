import { parentPort } from "node:worker_threads";
import { SpecDesk } from "./spec-desk.ts";
import type { SpecRequest } from "./spec-protocol.ts";

/** Reads and studies specifications in a thread of its own, which may be ended at any time (spec-thread.ts). */
const desk = new SpecDesk((reply) => parentPort?.postMessage(reply));
parentPort?.on("message", (request: SpecRequest) => desk.take(request));
