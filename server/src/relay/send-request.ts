import { answerHead, headerPairs } from "./answer-head.ts";
import { askTarget, type Answered, type Asking } from "./ask-target.ts";
import { deliverBody, passedLength, type DeliveryLimits } from "./deliver-body.ts";
import type { KeptBodies } from "./kept-bodies.ts";
import { locationOf, nextHop } from "./next-hop.ts";
import type { PausedRedirects, Route } from "./paused-redirects.ts";
import { RelayFault } from "./relay-fault.ts";
import type { RelaySink } from "./relay.ts";
import { startClock } from "./request-clock.ts";
import { unpackBody } from "./unpack-body.ts";

/** What one request is sent with, and where its answer goes. */
export interface Sending extends Omit<Asking, "clock" | "agreed"> {
  readonly sink: RelaySink;
  readonly kept: KeptBodies;
  readonly limits: DeliveryLimits;
  readonly paused: PausedRedirects;
}

const mostRedirects = 10;

/** Sends a request and passes its answer to the sink. Rejects with what has to be told in place of the rest. */
export async function sendRequest(sending: Sending): Promise<void> {
  const { request, sink, control, secrets } = sending;
  const { inlineBytes, timeouts } = request.options;
  const clock = startClock(timeouts.total, request.url.origin, control);
  try {
    const answered = await askAndFollow({ ...sending, clock, agreed: new Set() }, sending.paused);
    const { response, hop } = answered;
    const isEventStream = /^\s*text\/event-stream\b/i.test(response.headers["content-type"] ?? "");
    if (isEventStream) clock.stop();
    const { origin } = hop.url;
    const body = unpackBody(response, origin, secrets.redactBody());
    const delivery = { ...sending, body, inlineBytes, isEventStream, timeouts, origin };
    sink.head(answerHead(answered, clock, secrets), passedLength(delivery, response, hop.method));
    const delivered = await deliverBody(delivery);
    control.signal.throwIfAborted();
    sink.end({ ...delivered, total: clock.since(performance.now()) });
  } finally {
    clock.stop();
  }
}

/** A browser follows redirects by rules that `direct` says nothing about, so there the first answer is shown. */
async function askAndFollow(asking: Asking, paused: PausedRedirects): Promise<Answered> {
  const { request, secrets } = asking;
  const { direct, continues } = request.options;
  const follows = request.options.follows && !direct;
  const route = continues === undefined ? firstRoute(asking) : paused.resume(request, continues);
  const redirects = [...route.redirects];
  const visited = new Set(route.visited);
  let { hop } = route;
  for (;;) {
    const answered = await askTarget(asking, hop, redirects).catch((error: unknown) => {
      if (redirects.length === 0 || !(error instanceof RelayFault) || error.code !== "consent") throw error;
      const name = paused.pause(request, { hop, redirects, visited: [...visited] });
      throw new RelayFault("consent", { ...error.facts, continues: name });
    });
    const { response } = answered;
    const status = response.statusCode ?? 0;
    const location = follows ? locationOf(status, headerPairs(response.rawHeaders)) : undefined;
    if (location === undefined) return answered;
    response.destroy();
    const from = hop.url.origin + hop.path;
    visited.add(`${hop.method} ${from}`);
    const next = nextHop(hop, { status, location, bodyHoldsSecrets: secrets.bodyHoldsSecrets });
    const to = next.url.origin + next.path;
    redirects.push({ status, from: secrets.redact(from), to: secrets.redact(to) });
    if (visited.has(`${next.method} ${to}`))
      throw new RelayFault("redirect-loop", { what: `The redirects lead back to ${secrets.redact(to)}.` });
    if (redirects.length > mostRedirects)
      throw new RelayFault("redirect-loop", { what: `There are more than ${mostRedirects} redirects.` });
    hop = next;
  }
}

function firstRoute({ request, secrets }: Asking): Route {
  const path = secrets.putIn(request.url.path, "percent");
  return { hop: { ...request, path, hasBody: request.body !== undefined }, redirects: [], visited: [] };
}
