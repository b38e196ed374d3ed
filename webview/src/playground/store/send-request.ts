import type { BuiltRequest } from "../../../../server/src/core/request/build/build-context.ts";
import { listSecretNames } from "../../../../server/src/core/request/build/secret-placeholders.ts";
import type { RequestValues } from "../../../../server/src/core/request/form/request-values.ts";
import {
  maxRememberedLength,
  type ResponsePart,
} from "../../../../server/src/core/request/protocol/playground-protocol.ts";
import { createEnvelope } from "../../../../server/src/core/request/protocol/relay-protocol.ts";
import { createDebouncer } from "../../../../server/src/core/text/debouncer.ts";
import { translate } from "../../language/translate.ts";
import { createHostRequestSender, promptUser, type RelayClient } from "../relay/message-relay.ts";
import { formatJsonText, getResponseText, getResponseType, isEncoded } from "../ui/format.ts";
import type { Exchange, PlaygroundStore, ReceivedChunk } from "./playground-store.ts";

/** Returns the names of all secrets that any part of a request refers to. */
export function listRequestSecrets(request: BuiltRequest): readonly string[] {
  return listSecretNames(JSON.stringify(request));
}

/** The minimum time between two renderings in milliseconds, which keeps many small chunks from blocking the page. */
const renderInterval = 16;

/** The maximum size of a response that is passed to the page, in bytes. A larger response can only be saved. */
const maxInlineBytes = 10_000_000;

/** The maximum length of text that is validated against the specification, in UTF-16 code units. */
const maxCheckedLength = 2_000_000;

/**
 * The maximum size of a response that is stored for comparison, in bytes. Responses are stored for the lifetime of the
 * page.
 */
const maxComparedBytes = 500_000;

export interface RequestSender {
  /** Sends the current request. */
  readonly send: (resendOptions?: ResendOptions) => Promise<void>;
  readonly stop: () => void;
}

export interface ResendOptions {
  /** The fingerprint of a certificate that the user accepts for this origin. */
  readonly tlsFingerprint?: string;
  /**
   * The ID of the redirect to follow. The last request stopped at this redirect, and earlier requests aren't repeated.
   */
  readonly continues?: string;
}

/** Creates a sender that uses the relay and adds the response to the store. */
export function createSender(store: PlaygroundStore, relay: RelayClient): RequestSender {
  let controller: AbortController | undefined;
  const stop = (): void => controller?.abort();
  return {
    stop,
    send: async ({ tlsFingerprint, continues } = {}) => {
      const { form, values, built, state, options, exchange: lastExchange } = store.get();
      if (typeof form !== "object" || !values || !built || !state.isTrusted) return;
      if (built.problems.some(({ isBlocking }) => isBlocking)) return;
      stop();
      const abortController = new AbortController();
      controller = abortController;
      const request = continues !== undefined && lastExchange ? lastExchange.request : built.request;
      const acceptedFingerprint = getFingerprint(store, request.url, tlsFingerprint);
      const id = crypto.randomUUID();
      const body = { chunks: [], bytes: 0 };
      const collectPart = createCollector(store, {
        id,
        request,
        startedAt: performance.now(),
        phase: "sending",
        body,
      });
      await relay.send({
        id,
        envelope: createEnvelope(request, {
          id,
          redirect: options.followRedirects || continues !== undefined ? "follow" : "manual",
          inlineBytes: maxInlineBytes,
          ...(!form.settings.usesProxy && { direct: true }),
          ...(acceptedFingerprint !== undefined && { tlsFingerprint: acceptedFingerprint }),
          ...(continues !== undefined && { continues }),
        }),
        secrets: listRequestSecrets(request),
        signal: abortController.signal,
        onPart: collectPart,
        requestConsent: async (request) => {
          collectPart({ kind: "consent", isPending: true });
          const reply = await promptUser(store, request);
          collectPart({ kind: "consent", isPending: false });
          return reply;
        },
      });
      if (controller === abortController) controller = undefined;
      store.set({ consent: undefined });
      const { exchange } = store.get();
      if (exchange?.id !== id) return;
      addToHistory(store, form.key, values, exchange);
      await checkAgainstSpecification(store, exchange);
    },
  };
}

/**
 * Returns the fingerprint that the user has accepted for the origin of `url`, either now or earlier. A server with a
 * different certificate isn't trusted.
 */
function getFingerprint(store: PlaygroundStore, url: string, fingerprint: string | undefined): string | undefined {
  if (!URL.canParse(url)) return fingerprint;
  const { origin } = new URL(url);
  if (fingerprint !== undefined) store.fingerprintsByOrigin.set(origin, fingerprint);
  return store.fingerprintsByOrigin.get(origin);
}

/**
 * Returns a function that collects incoming data and updates the store at most once every `renderInterval`
 * milliseconds.
 */
function createCollector(store: PlaygroundStore, firstExchange: Exchange): (part: ResponsePart) => void {
  let exchange = firstExchange;
  const chunks: ReceivedChunk[] = [];
  const showExchange = (): void => {
    showDebouncer.cancel();
    const currentExchange = store.get().exchange;
    if (exchange === firstExchange || currentExchange?.id === firstExchange.id) store.set({ exchange });
  };
  const showDebouncer = createDebouncer(globalThis, showExchange, renderInterval, renderInterval);
  showExchange();
  return (part) => {
    switch (part.kind) {
      case "consent":
        exchange = adjustForConsent(exchange, part.isPending, performance.now());
        return showExchange();
      case "head":
        exchange = { ...exchange, head: part.head, phase: "receiving" };
        return showExchange();
      case "data": {
        const bytes = new Uint8Array(part.bytes);
        chunks.push({ bytes, elapsedTime: performance.now() - exchange.startedAt });
        exchange = { ...exchange, body: { chunks, bytes: exchange.body.bytes + bytes.byteLength } };
        showDebouncer.trigger();
        return;
      }
      case "end":
        exchange = { ...exchange, end: part.end, phase: "done" };
        return showExchange();
      case "failed":
        exchange = { ...exchange, failure: part.failure, phase: "failed" };
        return showExchange();
    }
  };
}

/**
 * Returns the exchange with its clock stopped while the user is being prompted for consent. Afterward, returns the
 * exchange with a start time that excludes the time that the user took.
 */
export function adjustForConsent({ consentSince, ...exchange }: Exchange, isPending: boolean, now: number): Exchange {
  if (isPending) return { ...exchange, consentSince: consentSince ?? now };
  return consentSince === undefined ? exchange : { ...exchange, startedAt: exchange.startedAt + now - consentSince };
}

/** Adds the request to the history, unless it was stopped before any data arrived. */
function addToHistory(store: PlaygroundStore, key: string, values: RequestValues, exchange: Exchange): void {
  const { head, end, body, request, failure, startedAt } = exchange;
  if (!head && failure?.code === "aborted") return;
  const milliseconds = Math.round(end?.total ?? performance.now() - startedAt);
  const text = head && body.bytes <= maxComparedBytes ? getResponseText(head, body) : undefined;
  const responseText =
    head && text !== undefined ? `${head.status} ${head.statusText}\n${formatJsonText(text)}` : undefined;
  if (responseText !== undefined) store.expectResponse(request.url, milliseconds, responseText);
  store.port.send({
    kind: "relay/remember",
    entry: {
      key,
      values,
      request,
      status: head?.status,
      milliseconds,
      bytes: end?.bytes ?? body.bytes,
      ...(responseText !== undefined && { response: responseText.slice(0, maxRememberedLength) }),
    },
  });
}

async function checkAgainstSpecification(store: PlaygroundStore, exchange: Exchange): Promise<void> {
  const { head, end, body, phase, id } = exchange;
  if (!head || phase !== "done" || end?.storedBodyId !== undefined) return;
  if (isEncoded(head, body)) {
    const reason = translate("The body is encoded as `{0}`, so it can’t be validated.", head.encoding ?? "");
    return store.set({ exchange: { ...exchange, check: { verdict: "unknown", reason, mismatches: [] } } });
  }
  const text = getResponseText(head, body);
  if (text !== undefined && text.length > maxCheckedLength) return;
  const response = { status: head.status, type: getResponseType(head), text };
  const reply = await createHostRequestSender(store.port)({ kind: "playground/check", response });
  const currentExchange = store.get().exchange;
  if (reply?.kind === "playground/checked" && currentExchange?.id === id)
    store.set({ exchange: { ...currentExchange, check: reply.check } });
}
