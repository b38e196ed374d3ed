import { parentPort } from "node:worker_threads";
import { readSpec } from "../core/spec/read-spec.ts";
import type { SpecOutline } from "../core/spec/spec-outline.ts";

/** A file to be read, and what came of it. One at a time, so neither needs a number. */
export interface SpecRequest {
  readonly path: string;
  readonly text: string;
}
export interface SpecAnswer {
  readonly outline: SpecOutline | undefined;
}

/** Reads specifications in a thread of its own, which may be ended at any time (spec-reader.ts). */
parentPort?.on("message", ({ path, text }: SpecRequest) => {
  const answer: SpecAnswer = { outline: readSpec(path, text) };
  parentPort?.postMessage(answer);
});
