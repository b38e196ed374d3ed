import type { BuiltRequest } from "../../../../server/src/core/request/build/build-context.ts";
import { secretNames } from "../../../../server/src/core/request/build/secret-placeholders.ts";
import type { RequestValues } from "../../../../server/src/core/request/form/request-values.ts";
import {
  type ResponsePart,
  maxRememberedLength,
} from "../../../../server/src/core/request/protocol/playground-protocol.ts";
import { envelopeOf } from "../../../../server/src/core/request/protocol/relay-protocol.ts";
import { createHostRequests } from "../relay/message-relay.ts";
import type { RelayClient } from "../relay/relay-client.ts";
import { getResponseText, getResponseType, isEncoded, laidOut } from "../ui/format.ts";
import { promptUser } from "./request-consent.ts";
import type { Exchange, PlaygroundStore, ReceivedPiece } from "./playground-store.ts";

/** The names of the secrets that a request would carry, wherever they stand in it. */
export function secretsIn(request: BuiltRequest): readonly string[] {
  return secretNames(JSON.stringify(request));
}

/** What arrives is painted so often at most, so that many small pieces do not keep the page busy. Milliseconds. */
const paintEvery = 16;

/** So many bytes of an answer are passed on to the page; of what is longer the whole waits to be saved. */
const inlineBytes = 10_000_000;

/** The longest text that is held against the specification. UTF-16 units. */
const maxCheckedLength = 2_000_000;

/** Answers up to this size are kept to be compared, as long as the page lives. Bytes. */
const maxComparedLength = 500_000;

export interface Sending {
  /** Sends what is filled in. */
  readonly send: (more?: ResendOptions) => Promise<void>;
  readonly stop: () => void;
}

export interface ResendOptions {
  /** Of a certificate that the person agrees to, for this origin. */
  readonly tlsFingerprint?: string;
  /** Follows the redirect at which the last request stopped, and doesn't repeat what is before it. */
  readonly continues?: string;
}

/** Sends by way of the relay and puts what comes back into the store. */
export function createSender(store: PlaygroundStore, relay: RelayClient): Sending {
  let running: AbortController | undefined;
  const stop = (): void => running?.abort();
  return {
    stop,
    send: async ({ tlsFingerprint, continues } = {}) => {
      const { form, values, built, state, options, exchange: last } = store.get();
      if (typeof form !== "object" || !values || !built || !state.trusted) return;
      if (built.problems.some(({ stops }) => stops)) return;
      stop();
      const abort = new AbortController();
      running = abort;
      const request = continues !== undefined && last ? last.request : built.request;
      const certificate = certificateFor(store, request.url, tlsFingerprint);
      const id = crypto.randomUUID();
      const body = { pieces: [], bytes: 0 };
      const gather = gathering(store, { id, request, startedAt: performance.now(), phase: "sending", body });
      await relay.send({
        id,
        envelope: envelopeOf(request, {
          id,
          redirect: options.followRedirects || continues !== undefined ? "follow" : "manual",
          inlineBytes,
          ...(!form.settings.proxy && { direct: true }),
          ...(certificate !== undefined && { tlsFingerprint: certificate }),
          ...(continues !== undefined && { continues }),
        }),
        secrets: secretsIn(request),
        signal: abort.signal,
        onPart: gather,
        agree: (question) => promptUser(store, question),
      });
      if (running === abort) running = undefined;
      store.set({ consent: undefined });
      const { exchange } = store.get();
      if (exchange?.id !== id) return;
      remember(store, form.key, values, exchange);
      await holdAgainstSpecification(store, exchange);
    },
  };
}

/** What the person has agreed to for the origin of `url`, now or before. A server that shows another is not trusted by it. */
function certificateFor(store: PlaygroundStore, url: string, agreed: string | undefined): string | undefined {
  if (!URL.canParse(url)) return agreed;
  const { origin } = new URL(url);
  if (agreed !== undefined) store.certificates.set(origin, agreed);
  return store.certificates.get(origin);
}

/** Puts what arrives into the store, a few times a second. */
function gathering(store: PlaygroundStore, first: Exchange): (part: ResponsePart) => void {
  let exchange = first;
  const pieces: ReceivedPiece[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const current = store.get().exchange;
    if (exchange === first || current?.id === first.id) store.set({ exchange });
  };
  show();
  return (part) => {
    switch (part.kind) {
      case "head":
        exchange = { ...exchange, head: part.head, phase: "receiving" };
        return show();
      case "data": {
        const bytes = new Uint8Array(part.bytes);
        pieces.push({ bytes, at: performance.now() - exchange.startedAt });
        exchange = { ...exchange, body: { pieces, bytes: exchange.body.bytes + bytes.byteLength } };
        timer ??= setTimeout(show, paintEvery);
        return;
      }
      case "end":
        exchange = { ...exchange, end: part.end, phase: "done" };
        return show();
      case "failed":
        exchange = { ...exchange, failure: part.failure, phase: "failed" };
        return show();
    }
  };
}

/** For the history. What was stopped before anything came is not worth a place there. */
function remember(store: PlaygroundStore, key: string, values: RequestValues, exchange: Exchange): void {
  const { head, end, body, request, failure, startedAt } = exchange;
  if (!head && failure?.code === "aborted") return;
  const milliseconds = Math.round(end?.total ?? performance.now() - startedAt);
  const text = head && body.bytes <= maxComparedLength ? getResponseText(head, body) : undefined;
  const answer =
    head && text !== undefined ? `${head.status} ${head.statusText}\n${laidOut(text)}` : undefined;
  if (answer !== undefined) store.expectAnswer(request.url, milliseconds, answer);
  store.port.send({
    kind: "remember",
    entry: {
      key,
      values,
      request,
      status: head?.status,
      milliseconds,
      bytes: end?.bytes ?? body.bytes,
      ...(answer !== undefined && { answer: answer.slice(0, maxRememberedLength) }),
    },
  });
}

async function holdAgainstSpecification(store: PlaygroundStore, exchange: Exchange): Promise<void> {
  const { head, end, body, phase, id } = exchange;
  if (!head || phase !== "done" || end?.kept !== undefined) return;
  if (isEncoded(head, body)) {
    const reason = `The body is encoded as \`${head.encoding ?? ""}\`, so it can’t be checked.`;
    return store.set({ exchange: { ...exchange, check: { verdict: "unknown", reason, mismatches: [] } } });
  }
  const text = getResponseText(head, body);
  if (text !== undefined && text.length > maxCheckedLength) return;
  const answer = { status: head.status, type: getResponseType(head), text };
  const reply = await createHostRequests(store.port)({ kind: "check", answer });
  const current = store.get().exchange;
  if (reply?.kind === "checked" && current?.id === id)
    store.set({ exchange: { ...current, check: reply.check } });
}
