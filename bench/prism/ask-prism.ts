import type { BuiltRequest } from "../../server/src/core/request/build/build-context.ts";
import {
  createEnvelope,
  type RelayFailure,
  type RelayHead,
} from "../../server/src/core/request/protocol/relay-protocol.ts";
import type { ResponseToCheck } from "../../server/src/core/request/protocol/playground-protocol.ts";
import type { Relay } from "../../server/src/relay/relay.ts";

export type PrismAnswer =
  | {
      readonly ok: true;
      readonly answer: ResponseToCheck;
      /** The violations that Prism finds in a request even though it responds to the request. */
      readonly violations: string;
    }
  | { readonly ok: false; readonly failure: RelayFailure };

/** Sends a request through the relay and reads Prism's response. */
export async function sendToPrism(relay: Relay, request: BuiltRequest): Promise<PrismAnswer> {
  const pieces: Uint8Array[] = [];
  let head: RelayHead | undefined;
  let failure: RelayFailure | undefined;
  await relay.send(createEnvelope(request), {
    head: (givenHead) => {
      head = givenHead;
    },
    data: (bytes) => {
      pieces.push(bytes);
    },
    end: () => undefined,
    failed: (relayFailure) => {
      failure = relayFailure;
    },
  });
  if (failure) return { ok: false, failure };
  const getHeader = (name: string) =>
    head?.headers.find(([headerName]) => headerName.toLowerCase() === name)?.[1] ?? "";
  const text = Buffer.concat(pieces).toString("utf8");
  const answer = { status: head?.status ?? 0, type: getHeader("content-type"), text };
  return { ok: true, answer, violations: getHeader("sl-violations") };
}
