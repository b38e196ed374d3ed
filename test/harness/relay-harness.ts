import type {
  ConsentRequest,
  RelayEnd,
  RelayFailure,
  RelayHead,
} from "../../server/src/core/request/protocol/relay-protocol.ts";
import type { DeliveryLimits } from "../../server/src/relay/exchange/response-body.ts";
import {
  type BoundSecret,
  createRelay,
  type OpenedFile,
  type Relay,
  type RelayHost,
} from "../../server/src/relay/relay.ts";

// prettier-ignore

/** The response to a request, as received by a sink. */
export interface SentEvents {
  readonly head: RelayHead | undefined;
  readonly body: Buffer;
  readonly text: string;
  readonly end: RelayEnd | undefined;
  readonly failure: RelayFailure | undefined;
  /** The calls of the sink in order, such as `head data data end`. */
  readonly calls: string;
}

export interface TriedRelay {
  readonly relay: Relay;
  readonly ask: (envelope: unknown, signal?: AbortSignal) => Promise<SentEvents>;
  /** All consent requests that the user has received. */
  readonly questions: ConsentRequest[];
}

export interface RelayWorld extends Partial<Omit<RelayHost, "listTargets" | "getSecret" | "openFile">> {
  /** Origins, along with the file that declares each origin, which is `openapi.yaml` by default. */
  readonly targets?: readonly (string | readonly [origin: string, declaredBy: string])[];
  readonly secrets?: Readonly<Record<string, BoundSecret>>;
  readonly files?: Readonly<Record<string, OpenedFile>>;
  readonly limits?: DeliveryLimits;
}

const disposing: (() => Promise<void>)[] = [];

/** Creates a relay whose user gives consent to everything and has only these secrets and files. */
export function createTestRelay(options: RelayWorld): TriedRelay {
  const questions: ConsentRequest[] = [];
  const { targets = [], secrets = {}, files = {}, limits, requestConsent: consent, ...others } = options;
  const host: RelayHost = {
    ...others,
    listTargets: () => Promise.resolve(targets.map((each) => targetOf(each))),
    requestConsent: (question) => {
      questions.push(question);
      return consent ? consent(question) : Promise.resolve("once");
    },
    getSecret: (name) => Promise.resolve(secrets[name]),
    openFile: (fileRef) => Promise.resolve(files[fileRef]),
  };
  const relay = createRelay(host, ...(limits ? [limits] : []));
  disposing.push(() => relay.dispose());
  return { relay, questions, ask: (envelope, signal) => receive(relay, envelope, signal) };
}

export async function disposeRelays(): Promise<void> {
  await Promise.all(disposing.splice(0).map((dispose) => dispose()));
}

async function receive(relay: Relay, envelope: unknown, signal?: AbortSignal): Promise<SentEvents> {
  const calls: string[] = [];
  const chunks: Uint8Array[] = [];
  let head: RelayHead | undefined;
  let end: RelayEnd | undefined;
  let failure: RelayFailure | undefined;
  await relay.send(
    envelope,
    {
      head: (reported) => (calls.push("head"), (head = reported)),
      data: (bytes) => void (calls.push("data"), chunks.push(Buffer.from(bytes))),
      end: (reported) => (calls.push("end"), (end = reported)),
      failed: (reported) => (calls.push("failed"), (failure = reported)),
    },
    signal,
  );
  const body = Buffer.concat(chunks);
  return { head, body, text: body.toString(), end, failure, calls: calls.join(" ") };
}

function targetOf(each: string | readonly [string, string]) {
  return typeof each === "string"
    ? { origin: each, declaredBy: "openapi.yaml" }
    : { origin: each[0], declaredBy: each[1] };
}
