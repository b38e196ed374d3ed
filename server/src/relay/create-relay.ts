import type { RelayHead } from "../core/request/protocol/relay-protocol.ts";
import { openConnections } from "./connections.ts";
import type { DeliveryLimits } from "./deliver-body.ts";
import { explainFailure } from "./explain-failure.ts";
import { faultOfError } from "./fault-of-error.ts";
import { keepBodies } from "./kept-bodies.ts";
import { orAborted } from "./or-aborted.ts";
import { ReadingAgent } from "./reading-agent.ts";
import { pausedRedirects } from "./paused-redirects.ts";
import { RelayFault } from "./relay-fault.ts";
import { readRelayRequest, type RelayRequest } from "./relay-request.ts";
import type { Relay, RelayHost, RelaySink } from "./relay.ts";
import { readSecrets, type SecretValues } from "./secret-values.ts";
import { sendRequest } from "./send-request.ts";
import { declaredTarget } from "./targets.ts";

const mostAtOnce = 50;
const mostHeads = 20;
const usualLimits: DeliveryLimits = { kept: 200_000_000, passed: 1_000_000_000 };

/** A relay that asks `host` for everything that concerns the person. Nothing is opened or made before it is needed. */
export function createRelay(host: RelayHost, limits: DeliveryLimits = usualLimits): Relay {
  const connections = openConnections(host.means, (options) => new ReadingAgent(options));
  const kept = keepBodies(host.means?.spillFolder);
  const paused = pausedRedirects();
  const running = new Set<AbortController>();
  const byId = new Map<string, AbortController>();
  const heads = new Map<string, RelayHead>();

  const send = async (envelope: unknown, sink: RelaySink, control: AbortController): Promise<void> => {
    let request: RelayRequest | undefined;
    let secrets: SecretValues | undefined;
    try {
      if (running.size > mostAtOnce)
        throw new RelayFault("too-many", { what: `${mostAtOnce} requests are under way already.` });
      request = readRelayRequest(envelope);
      const { id } = request.options;
      if (id !== undefined && byId.has(id))
        throw new RelayFault("malformed", { what: "Another request with this `options.id` is under way." });
      if (id !== undefined) byId.set(id, control);
      const known = await orAborted(host.targets(), control.signal);
      const own: RelayHost = { ...host, targets: () => Promise.resolve(known) };
      await declaredTarget(request.url, own);
      secrets = await orAborted(readSecrets(request, host), control.signal);
      const noted = noting(sink, (head) => noteHead(heads, id, head));
      await sendRequest({
        request,
        secrets,
        host: own,
        sink: noted,
        control,
        connections,
        kept,
        limits,
        paused,
      });
    } catch (error) {
      const reason: unknown = control.signal.aborted ? control.signal.reason : error;
      const { code, facts } = faultOfError(reason, request?.url.origin);
      // Whatever is still open of it is closed.
      control.abort(reason);
      const redact = secrets?.redact ?? ((text: string) => text);
      const { what, cause } = facts;
      const clean = { ...facts, ...(what !== undefined && { what: redact(what) }), ...(cause !== undefined && { cause: redact(cause) }) }; // prettier-ignore
      tell(sink, new RelayFault(code, clean));
    } finally {
      const id = request?.options.id;
      if (id !== undefined && byId.get(id) === control) byId.delete(id);
    }
  };

  return {
    send: async (envelope, sink, signal) => {
      const control = new AbortController();
      const abort = () => control.abort(new RelayFault("aborted"));
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort, { once: true });
      running.add(control);
      try {
        await send(envelope, sink, control);
      } finally {
        running.delete(control);
        signal?.removeEventListener("abort", abort);
      }
    },
    abort: (id) => {
      const control = byId.get(id);
      control?.abort(new RelayFault("aborted"));
      return control !== undefined;
    },
    headOf: (id) => heads.get(id),
    kept: (name) => kept.read(name),
    dispose: async () => {
      for (const control of running) control.abort(new RelayFault("aborted"));
      connections.close();
      await kept.dispose();
    },
  };
}

function noting(sink: RelaySink, note: (head: RelayHead) => void): RelaySink {
  return {
    head: (head, length) => {
      note(head);
      sink.head(head, length);
    },
    data: (bytes) => sink.data(bytes),
    end: (end) => sink.end(end),
    failed: (failure) => sink.failed(failure),
  };
}

function noteHead(heads: Map<string, RelayHead>, id: string | undefined, head: RelayHead): void {
  if (id === undefined) return;
  heads.delete(id);
  heads.set(id, head);
  for (const old of [...heads.keys()].slice(0, -mostHeads)) heads.delete(old);
}

/** A sink that cannot take the failure either is gone. */
function tell(sink: RelaySink, fault: RelayFault): void {
  try {
    sink.failed(explainFailure(fault));
  } catch {
    // Nobody listens any more.
  }
}
