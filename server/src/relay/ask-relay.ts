import type { RelayEnvelope, RelayFailure, RelayHead } from "../core/request/protocol/relay-protocol.ts";
import type { Relay } from "./relay.ts";

export type AskedRelay =
  | { readonly ok: true; readonly head: RelayHead; readonly text: string }
  | { readonly ok: false; readonly failure: RelayFailure };

const mostBytes = 1_000_000;
const timeouts = { connect: 10_000, firstByte: 20_000, idle: 10_000, total: 40_000 };

/** Sends a request of our own and reads its answer, at most a megabyte, as text. Never rejects. */
export async function askRelay(
  relay: Relay,
  envelope: RelayEnvelope,
  signal?: AbortSignal,
): Promise<AskedRelay> {
  const ending = new AbortController();
  const pieces: Uint8Array[] = [];
  let size = 0;
  let head: RelayHead | undefined;
  let failure: RelayFailure | undefined;
  await relay.send(
    { ...envelope, options: { ...envelope.options, timeouts } },
    {
      head: (given) => {
        head = given;
      },
      data: (bytes) => {
        size += bytes.length;
        if (size > mostBytes) ending.abort();
        else pieces.push(bytes);
      },
      end: () => undefined,
      failed: (given) => {
        failure ??= given;
      },
    },
    signal ? AbortSignal.any([signal, ending.signal]) : ending.signal,
  );
  if (head && (!failure || size > mostBytes))
    return { ok: true, head, text: new TextDecoder().decode(Buffer.concat(pieces)) };
  return {
    ok: false,
    failure: failure ?? {
      code: "failed",
      message: "There was no answer.",
      cause: "no answer",
      hint: "Send it again.",
    },
  };
}
