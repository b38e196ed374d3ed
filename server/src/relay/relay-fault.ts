import type { ConsentQuestion, RelayFailureCode } from "../core/request/protocol/relay-protocol.ts";

/** What is known of a failure when it happens; `explainFailure` makes sentences of it. */
export interface FaultFacts {
  /** A whole sentence, or with some codes the clause that they need. */
  readonly what?: string;
  /** What the machine says. */
  readonly cause?: string;
  /** Where the request went: `https://api.example.com`. */
  readonly origin?: string;
  readonly address?: string;
  /** Of a secret or file. */
  readonly name?: string;
  /** The only origin of a secret. */
  readonly bound?: string;
  /** The limit that was passed, in milliseconds. */
  readonly limit?: number;
  readonly consent?: ConsentQuestion;
  /** The name of a redirect that waits for consent. */
  readonly continues?: string;
  readonly fingerprint?: string;
}

/** Thrown inside the relay, where it ends a request; it never leaves it. */
export class RelayFault extends Error {
  readonly code: RelayFailureCode;
  readonly facts: FaultFacts;

  constructor(code: RelayFailureCode, facts: FaultFacts = {}) {
    super(code);
    this.code = code;
    this.facts = facts;
  }
}
