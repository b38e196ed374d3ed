import type { IncomingMessage } from "node:http";
import type { RelayTimeouts } from "../core/request/protocol/relay-protocol.ts";
import type { KeptBodies, KeptBody } from "./kept-bodies.ts";
import { pump } from "./pump.ts";
import { RelayFault } from "./relay-fault.ts";
import type { RelaySink } from "./relay.ts";
import type { UnpackedBody } from "./unpack-body.ts";

export interface Delivery {
  readonly body: UnpackedBody;
  readonly sink: RelaySink;
  /** Undefined: everything is passed on. */
  readonly inlineBytes: number | undefined;
  /** An event stream may be silent as long as it likes. */
  readonly isEventStream: boolean;
  readonly timeouts: RelayTimeouts;
  readonly control: AbortController;
  readonly origin: string;
  readonly kept: KeptBodies;
  readonly limits: DeliveryLimits;
}

/** Bytes. */
export interface DeliveryLimits {
  /** Of one answer on the disk, or unpacked. */
  readonly kept: number;
  /** Of one answer that is passed on as it comes. */
  readonly passed: number;
}

export interface Delivered {
  readonly bytes: number;
  readonly wireBytes: number;
  readonly kept?: string;
  readonly cut?: true;
}

type Passing = Pick<Delivery, "body" | "inlineBytes" | "limits">;

/**
 * Of the pieces that the sink will get, in bytes; undefined where that shows at the end only: the server does not say it, the
 * body is changed on its way, or cut. `HEAD`, 204 and 304 speak of the length of another answer (RFC 9110, 8.6).
 */
export function passedLength(
  { body, inlineBytes = Infinity, limits }: Passing,
  { statusCode = 0, headers }: Pick<IncomingMessage, "statusCode" | "headers">,
  method: string,
): number | undefined {
  if (body.wireBytes || method.toUpperCase() === "HEAD" || statusCode === 204 || statusCode === 304)
    return undefined;
  const told = headers["content-length"] ?? "";
  const length = /^\d{1,15}$/.test(told) ? Number(told) : Infinity;
  return length <= Math.min(inlineBytes, largestOf({ body, inlineBytes, limits })) ? length : undefined;
}

function largestOf({ body, inlineBytes = Infinity, limits }: Passing): number {
  return body.wireBytes || inlineBytes < Infinity ? limits.kept : limits.passed;
}

/**
 * Passes the body on as it comes, no faster than the sink takes it. Where it is longer than `inlineBytes`, the whole is
 * kept on the disk besides. What is larger than the limits is cut there. Rejects when the answer breaks off.
 */
export async function deliverBody(delivery: Delivery): Promise<Delivered> {
  const { body, sink, inlineBytes = Infinity, kept, control } = delivery;
  const largest = largestOf(delivery);
  const silence = watchSilence(delivery);
  const seen = { bytes: 0, isCut: false };
  const begun: Uint8Array[] = [];
  const file = keepLate(kept);
  const goOn = (): boolean => {
    silence.heard();
    return !seen.isCut;
  };
  const take = (piece: Buffer): Promise<boolean> | false | undefined => {
    const taken = piece.subarray(0, largest - seen.bytes);
    const passed = taken.subarray(0, Math.max(0, inlineBytes - seen.bytes));
    seen.bytes += taken.length;
    seen.isCut = taken.length < piece.length;
    const isTaken = passed.length > 0 ? sink.data(passed) : undefined;
    const isKept = seen.bytes > inlineBytes ? file.write([...begun.splice(0), taken]) : undefined;
    if (!isKept && inlineBytes < Infinity) begun.push(taken);
    if (isTaken || isKept) {
      silence.pause();
      return Promise.all([isTaken, isKept]).then(goOn);
    }
    return goOn() ? undefined : false;
  };
  try {
    await pump(body.stream, control.signal, take);
    const name = await file.finish();
    return {
      bytes: seen.bytes,
      wireBytes: body.wireBytes?.() ?? seen.bytes,
      ...(name !== undefined && { kept: name }),
      ...(seen.isCut && { cut: true as const }),
    };
  } finally {
    silence.stop();
    await file.discard();
  }
}

/** A kept body that begins with the first that is written to it. `discard` does nothing to one that is finished. */
function keepLate(kept: KeptBodies) {
  let body: KeptBody | undefined;
  let writing: Promise<void> = Promise.resolve();
  const write = async (pieces: readonly Uint8Array[]): Promise<void> => {
    body ??= await kept.begin();
    for (const piece of pieces) await body.write(piece);
  };
  return {
    write: (pieces: readonly Uint8Array[]) => (writing = write(pieces)),
    finish: async () => {
      const name = await body?.finish();
      body = undefined;
      return name;
    },
    discard: async () => {
      // A request may end in the middle of a piece: the file is neither left behind nor closed under the one who writes.
      await writing.catch(() => undefined);
      await body?.discard();
    },
  };
}

/** Ends the request when nothing comes for too long; not while the sink is what is waited for. */
function watchSilence({ isEventStream, timeouts, control, origin }: Delivery) {
  const limit = timeouts.idle;
  let isPaused = false;
  const timer = isEventStream
    ? undefined
    : setTimeout(() => {
        if (!isPaused)
          control.abort(new RelayFault("idle-timeout", { origin, limit, cause: "idle-timeout" }));
      }, limit);
  return {
    pause: () => void (isPaused = true),
    heard: () => {
      isPaused = false;
      timer?.refresh();
    },
    stop: () => clearTimeout(timer),
  };
}
