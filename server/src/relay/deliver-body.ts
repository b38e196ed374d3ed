import type { RelayTimeouts } from "../core/request/relay-envelope.ts";
import type { KeptBodies, KeptBody } from "./kept-bodies.ts";
import { orAborted } from "./or-aborted.ts";
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

/**
 * Passes the body on as it comes, no faster than the sink takes it. Where it is longer than `inlineBytes`, the whole is
 * kept on the disk besides. What is larger than the limits is cut there. Rejects when the answer breaks off.
 */
export async function deliverBody(delivery: Delivery): Promise<Delivered> {
  const { body, sink, inlineBytes = Infinity, kept, limits, control } = delivery;
  const largest = body.wireBytes || inlineBytes < Infinity ? limits.kept : limits.passed;
  const silence = watchSilence(delivery);
  let bytes = 0;
  const begun: Uint8Array[] = [];
  let file: KeptBody | undefined;
  let isCut = false;
  try {
    for await (const chunk of body.stream as AsyncIterable<Buffer>) {
      silence.pause();
      const taken = bytes + chunk.length > largest ? chunk.subarray(0, largest - bytes) : chunk;
      const passed = taken.subarray(0, Math.max(0, inlineBytes - bytes));
      bytes += taken.length;
      if (passed.length > 0) {
        control.signal.throwIfAborted();
        const isTaken = sink.data(passed);
        // A sink that takes nothing more does not hold a request that is over.
        if (isTaken) await orAborted(isTaken, control.signal);
      }
      if (bytes > inlineBytes) {
        file ??= await kept.begin();
        for (const early of begun.splice(0)) await file.write(early);
        await file.write(taken);
      } else if (inlineBytes < Infinity) begun.push(taken);
      isCut = taken.length < chunk.length;
      if (isCut) break;
      silence.resume();
    }
    const name = await file?.finish();
    file = undefined;
    return {
      bytes,
      wireBytes: body.wireBytes?.() ?? bytes,
      ...(name !== undefined && { kept: name }),
      ...(isCut && { cut: true as const }),
    };
  } finally {
    silence.stop();
    await file?.discard();
  }
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
    resume: () => {
      isPaused = false;
      timer?.refresh();
    },
    stop: () => clearTimeout(timer),
  };
}
