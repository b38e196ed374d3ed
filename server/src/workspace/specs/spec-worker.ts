import { parentPort } from "node:worker_threads";
import { findCurrentThreadPath, type WorkerReadyMessage } from "../worker/work-limit.ts";
import { SpecEngine } from "./spec-engine.ts";
import type { SpecReply, SpecRequest } from "./spec-worker-host.ts";

/** Reads and analyzes specifications in a worker thread, which can be terminated at any time (spec-worker-host.ts). */
const sendReply = (reply: SpecReply | WorkerReadyMessage) => parentPort?.postMessage(reply);
const engine = new SpecEngine(sendReply);
parentPort?.on("message", (request: SpecRequest) => engine.handleMessage(request));
sendReply({ kind: "ready", threadPath: findCurrentThreadPath() });
