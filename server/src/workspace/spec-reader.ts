import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { faultyOutline, guessSpec, mayBeSpec } from "../core/spec/guess-spec.ts";
import type { SpecOutline, SpecProblem } from "../core/spec/spec-outline.ts";
import type { SitePath } from "../core/text/text-range.ts";
import { readFile } from "./read-frame.ts";
import { sliceMilliseconds } from "./run-in-slices.ts";
import type { ReadSpecs } from "./site-loader.ts";
import type { SpecAnswer, SpecRequest } from "./spec-worker.ts";

/** More than a specification may have, so that one that is too large can be named as such. */
const largestRead = 60_000_000;
const mostRemembered = 500;

export interface SpecReaderOptions {
  /** How long one file may take. */
  readonly milliseconds?: number;
  /** The worker's file, when it is not the one that belongs here. */
  readonly worker?: string;
}

/**
 * Reads specifications in one worker, a file after the other, and remembers outlines by path and content. A file
 * that takes too long or too much memory costs the worker, not the program, and has a problem that says so. An
 * idle worker keeps no process alive.
 */
export class SpecReader {
  readonly #milliseconds: number;
  readonly #file: string;
  readonly #remembered = new Map<string, SpecOutline | undefined>();
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #ended = false;

  constructor({ milliseconds = 15_000, worker = workerFile() }: SpecReaderOptions = {}) {
    this.#milliseconds = milliseconds;
    this.#file = worker;
  }

  /** For the site loader. Texts are read when their turn comes, so that an edit made meanwhile is in. */
  readonly readSpecs: ReadSpecs = async (from, paths, signal) => {
    const outlines: SpecOutline[] = [];
    let yieldAt = performance.now() + sliceMilliseconds;
    for (const path of paths) {
      signal?.throwIfAborted();
      if (performance.now() > yieldAt) {
        await setImmediate();
        yieldAt = performance.now() + sliceMilliseconds;
      }
      const file = readFile(from, path, largestRead);
      const outline = file.kind === "text" ? await this.readSpec(path, file.text) : undefined;
      if (outline) outlines.push(outline);
    }
    signal?.throwIfAborted();
    return outlines;
  };

  /** The outline of a text, or undefined when it is no specification. Rejects never. */
  async readSpec(path: SitePath, text: string): Promise<SpecOutline | undefined> {
    if (this.#ended || !mayBeSpec(path, text)) return undefined;
    const key = `${createHash("sha1").update(text).digest("hex")} ${path}`;
    if (this.#remembered.has(key)) return this.#remembered.get(key);
    const turn = this.#last.then(() => this.#read({ path, text }));
    this.#last = turn;
    const { outline, keep } = await turn;
    if (keep) this.#remember(key, outline);
    return outline;
  }

  /** Ends the worker. What is being read comes back as nothing. */
  async end(): Promise<void> {
    this.#ended = true;
    this.#remembered.clear();
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  #remember(key: string, outline: SpecOutline | undefined): void {
    this.#remembered.set(key, outline);
    const oldest = this.#remembered.keys().next();
    if (this.#remembered.size > mostRemembered && !oldest.done) this.#remembered.delete(oldest.value);
  }

  #read(
    request: SpecRequest,
  ): Promise<{ readonly outline: SpecOutline | undefined; readonly keep: boolean }> {
    if (this.#ended) return Promise.resolve({ outline: undefined, keep: false });
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve) => {
      const settle = (outline: SpecOutline | undefined, keep: boolean) => {
        clearTimeout(timer);
        worker.removeAllListeners("message").removeAllListeners("error").removeAllListeners("exit");
        worker.on("error", ignoreLateError);
        worker.unref();
        resolve({ outline, keep });
      };
      const giveUp = (kind: SpecProblem["kind"], text: string) => {
        if (this.#worker === worker) this.#worker = undefined;
        settle(this.#ended ? undefined : faulty(request, kind, text), !this.#ended);
        void worker.terminate();
      };
      const timer = setTimeout(
        () => giveUp("too-slow", `reading it takes over ${Math.ceil(this.#milliseconds / 1000)} seconds`),
        this.#milliseconds,
      );
      worker.ref();
      worker.on("message", ({ outline }: SpecAnswer) => settle(outline, true));
      worker.on("error", () => giveUp("too-large", "reading it takes too much memory"));
      worker.on("exit", () => giveUp("too-slow", "reading it was ended"));
      worker.postMessage(request);
    });
  }

  #start(): Worker {
    const worker = new Worker(this.#file, {
      resourceLimits: { maxOldGenerationSizeMb: 1024, stackSizeMb: 8 },
      execArgv: this.#file.endsWith(".ts") ? ["--require", "tsx/cjs"] : [],
      stdin: false,
    });
    worker.on("error", ignoreLateError);
    return worker;
  }
}

/** A worker that fails between two files has nobody waiting; the next file starts another. */
function ignoreLateError(): void {
  return undefined;
}

/** Beside the bundle, or beside this file when nothing is bundled. */
function workerFile(): string {
  const bundled = join(__dirname, "spec-worker.js");
  return existsSync(bundled) ? bundled : join(__dirname, "spec-worker.ts");
}

function faulty(
  { path, text }: SpecRequest,
  kind: SpecProblem["kind"],
  words: string,
): SpecOutline | undefined {
  const guess = guessSpec(text.slice(0, 100_000), /\.json$/i.test(path));
  return guess && faultyOutline(path, guess, { kind, text: words, range: guess.range });
}
