import type { RelayEnd, RelayFailure, RelayHead } from "../core/request/protocol/relay-protocol.ts";

/** What is known of an answer beside its body: at first its head, then how it ended. */
export interface RecentAnswer {
  readonly head: RelayHead;
  readonly end?: RelayEnd;
  /** It broke off on the way. */
  readonly failure?: RelayFailure;
}
