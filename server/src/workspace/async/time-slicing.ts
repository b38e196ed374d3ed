import { setImmediate } from "node:timers/promises";

/**
 * The maximum time in milliseconds for which the event loop is blocked, unless a single step takes longer.
 */
export const sliceMilliseconds = 5;

/**
 * Runs a generator's steps without blocking the event loop for longer than a time slice. Keystrokes, requests, and
 * cancellations have priority, even before the first step. If the signal is aborted between two slices, rejects with
 * the signal's reason and doesn't resume the generator.
 */
export function runTimeSliced<T>(steps: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  return runSteps(steps, signal, waitForMessages);
}

/** The number of generators that `runUrgently` is running. */
let urgentCount = 0;

/**
 * Runs a generator like `runTimeSliced`, and pauses all generators that run in the background. Used for results that an
 * author is waiting for.
 */
export async function runUrgently<T>(steps: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  urgentCount++;
  try {
    return await runTimeSliced(steps, signal);
  } finally {
    urgentCount--;
  }
}

/**
 * The maximum time in milliseconds for which urgent work delays each slice of background work, so that background work
 * also makes progress while an author types without a pause.
 */
const maxDelayMilliseconds = 200;

/** Runs a generator like `runTimeSliced`, but with a lower priority than `runUrgently`. */
export function runInBackground<T>(steps: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  return runSteps(steps, signal, async () => {
    const end = performance.now() + maxDelayMilliseconds;
    do await waitForMessages();
    while (urgentCount > 0 && performance.now() < end);
  });
}

async function runSteps<T>(
  steps: Generator<void, T>,
  signal: AbortSignal | undefined,
  waitForTurn: () => Promise<void>,
): Promise<T> {
  for (;;) {
    await waitForTurn();
    signal?.throwIfAborted();
    const end = performance.now() + sliceMilliseconds;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() < end);
  }
}

/**
 * Waits until pending messages have been handled. This takes several turns of the event loop, because the connection
 * handles only one message per turn, and because a change and the request that follows it are two separate messages.
 */
async function waitForMessages(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await setImmediate();
}

/** An event that happens once and can be awaited. */
export class Deferred {
  readonly promise: Promise<void>;
  #resolve: () => void = () => undefined;

  constructor() {
    this.promise = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  open(): void {
    this.#resolve();
  }
}

const maxEntriesPerPart = 100;

/**
 * The JSON of plain data, split into parts. Equal data is always split at the same positions, so two values are equal
 * if all their parts are equal.
 */
export type JsonParts = readonly string[];

export function isSameJson(a: JsonParts, b: JsonParts): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}

interface JsonWriter {
  readonly parts: string[];
  text: string;
  /** The number of list entries so far, at any depth. */
  entryCount: number;
}

/**
 * Serializes plain data with the same result as `JSON.stringify`, but in steps, so a navigation tree with thousands of
 * pages doesn't block requests. Each part contains up to 100 list entries, at any depth. The parts aren't joined,
 * because that would copy megabytes in one step.
 */
export function* serializeInSteps(value: unknown): Generator<void, JsonParts> {
  const writer: JsonWriter = { parts: [], text: "", entryCount: 0 };
  yield* writeValue(value, writer);
  return [...writer.parts, writer.text];
}

function* writeValue(value: unknown, writer: JsonWriter): Generator<void, void> {
  if (Array.isArray(value)) yield* writeList(value, writer);
  else if (typeof value !== "object" || value === null || !containsLists(value)) writer.text += JSON.stringify(value);
  else yield* writeMembers(value, writer);
}

function* writeMembers(value: object, writer: JsonWriter): Generator<void, void> {
  let separator = "{";
  for (const [name, member] of Object.entries(value as Readonly<Record<string, unknown>>)) {
    if (member === undefined) continue;
    writer.text += `${separator}${JSON.stringify(name)}:`;
    separator = ",";
    if (Array.isArray(member)) yield* writeList(member, writer);
    else writer.text += JSON.stringify(member);
  }
  writer.text += separator === "{" ? "{}" : "}";
}

function* writeList(items: readonly unknown[], writer: JsonWriter): Generator<void, void> {
  writer.text += "[";
  for (const [index, entry] of items.entries()) {
    if (index > 0) writer.text += ",";
    yield* writeValue(entry, writer);
    if (++writer.entryCount % maxEntriesPerPart !== 0) continue;
    writer.parts.push(writer.text);
    writer.text = "";
    yield;
  }
  writer.text += "]";
}

function containsLists(value: object): boolean {
  return Object.values(value).some((member) => Array.isArray(member));
}
