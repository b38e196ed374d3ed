import { isPlainRecord } from "../../../../server/src/core/text/plain-record.ts";
import { relayFailure, relayFailureLimits } from "../../../../server/src/core/request/protocol/relay-failure-schema.ts";
import type { ChosenFile } from "../../../../server/src/core/request/form/request-values.ts";
import {
  type RelayEnd,
  type RelayFailure,
  type RelayFailureCode,
  relayFailureCodes,
  type RelayHead,
} from "../../../../server/src/core/request/protocol/relay-protocol.ts";
import { parseMessage } from "../../../../server/src/core/text/parse-message.ts";
import { translate } from "../../language/translate.ts";
import type { PlaygroundPort } from "../store/playground-port.ts";
import { abortedPart, createHostRequestSender, type RelayClient, type RelayRequest } from "./message-relay.ts";

/** Opens the browser's file dialog. Resolves to an empty list if no file is chosen. */
export function chooseFiles(isMultiple: boolean): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.multiple = isMultiple;
    input.hidden = true;
    const end = (files: readonly File[]): void => {
      input.remove();
      resolve(files);
    };
    input.addEventListener("change", () => end([...(input.files ?? [])]));
    input.addEventListener("cancel", () => end([]));
    document.body.append(input);
    input.click();
  });
}

/**
 * Reads the relay's report about the target's response. Returns `undefined` if the response comes from the relay
 * itself.
 */
export function readRelayHead(response: Response): RelayHead | undefined {
  const text = response.headers.get("X-Relay-Response");
  if (text === null || response.headers.has("X-Relay-Error")) return undefined;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the relay writes it
    return JSON.parse(new TextDecoder().decode(bytes)) as RelayHead;
  } catch {
    return undefined;
  }
}

/** Returns the reason why the relay couldn't send the request or rejected it. */
export async function readRelayFailure(response: Response): Promise<RelayFailure> {
  const body = await response
    .json()
    .then((value: unknown) => (isPlainRecord(value) ? value["error"] : undefined))
    .catch(() => undefined);
  const failure = parseMessage(relayFailure, body, relayFailureLimits);
  const errorCode = response.headers.get("X-Relay-Error") ?? failure?.code;
  const code: RelayFailureCode = relayFailureCodes.find((each) => each === errorCode) ?? "failed";
  return failure
    ? { ...failure, code }
    : {
        code,
        message: translate("The preview didn’t send this request."),
        cause: `${response.status} ${response.statusText}`.trim(),
        hint: translate("Reload the page, and then send the request again."),
      };
}

/** The maximum number of redirects that the relay follows. */
const maxRedirects = 10;
const tokenHeader = "X-Relay-Token";

/**
 * Creates the relay client of a browser tab. The client first gets consent through messages, and then sends exactly one
 * POST request to the preview server.
 */
export function createHttpRelay(port: PlaygroundPort): RelayClient {
  const { base = "", token = "" } = port.relay ?? {};
  const sendToHost = createHostRequestSender(port);
  const headers = { [tokenHeader]: token };
  const url = `${base}/_service/api/request`;

  /**
   * Returns the reason why nothing can be sent. Returns `undefined` if sending is possible or the request was aborted.
   * After the author has given consent, checks that the host has recorded it.
   */
  const ensureConsent = async (
    url: string,
    secrets: readonly string[],
    { requestConsent, signal }: RelayRequest,
  ): Promise<RelayFailure | undefined> => {
    for (let attemptCount = 0; attemptCount < 3; attemptCount++) {
      const target = await sendToHost({ kind: "relay/target", url, secrets });
      if (signal.aborted) return undefined;
      if (target?.kind !== "relay/target") return noResponseFailure;
      if (target.failure) return target.failure;
      if (!target.question) return undefined;
      const { question } = target;
      const reply = await requestConsent(question);
      port.send({
        kind: "relay/consent",
        origin: question.origin,
        secrets: question.secrets,
        answer: reply,
      });
      if (reply === "no") return createUnsentFailure(question.origin);
    }
    return noResponseFailure;
  };

  /**
   * Returns the outcome recorded by the relay: what was transferred, what is stored, and why the request was aborted.
   */
  const fetchOutcome = async (id: string): Promise<RelayOutcome | undefined> => {
    const response = await fetch(`${base}/_service/api/response/${id}`, { headers }).catch(() => undefined);
    return response?.ok
      ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the relay sends it
        ((await response.json().catch(() => undefined)) as RelayOutcome | undefined)
      : undefined;
  };

  /** Sends the request. If a redirect needs consent, continues after the author has given it. */
  const sendWithRedirects = async (pendingRequest: RelayRequest): Promise<void> => {
    const { onPart, signal } = pendingRequest;
    let { envelope } = pendingRequest;
    for (let attemptCount = 0; ; attemptCount++) {
      const failure = await sendOnce({ ...pendingRequest, envelope });
      if (!failure) return;
      const { consent, continues } = failure;
      if (!consent || continues === undefined || attemptCount === maxRedirects)
        return onPart({ kind: "failed", failure });
      const consentFailure = await ensureConsent(`${consent.origin}/`, consent.secrets, pendingRequest);
      if (signal.aborted) return onPart(abortedPart);
      // The redirect can still be followed later.
      if (consentFailure)
        return onPart({ kind: "failed", failure: consentFailure.code === "consent" ? failure : consentFailure });
      envelope = { ...envelope, options: { ...envelope.options, continues } };
    }
  };

  /** Returns the reason why there's no response. Everything else is passed to `onPart`. */
  const sendOnce = async ({ envelope, signal, onPart, id }: RelayRequest): Promise<RelayFailure | undefined> => {
    const startedAt = performance.now();
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(envelope),
      signal,
    });
    const head = readRelayHead(response);
    if (!head) return readRelayFailure(response);
    onPart({ kind: "head", head });
    let bytes = 0;
    let lastError: unknown;
    try {
      const reader = response.body?.getReader();
      for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
        bytes += chunk.value.byteLength;
        onPart({ kind: "data", bytes: chunk.value });
      }
    } catch (error) {
      lastError = error;
    }
    if (signal.aborted) {
      onPart(abortedPart);
      return undefined;
    }
    const totalMilliseconds = performance.now() - startedAt;
    const body = await fetchOutcome(id);
    if (head.truncated && body?.head) onPart({ kind: "head", head: body.head });
    const failure = body?.failure ?? (lastError === undefined ? undefined : createInterruptedFailure(lastError));
    if (failure) onPart({ kind: "failed", failure });
    else onPart({ kind: "end", end: body?.end ?? { bytes, wireBytes: bytes, total: totalMilliseconds } });
    return undefined;
  };

  const fetchFullBody = async (id: string): Promise<Blob | undefined> => {
    const response = await fetch(`${base}/_service/api/response/${id}/body`, { headers }).catch(() => undefined);
    return response?.ok ? response.blob().catch(() => undefined) : undefined;
  };

  return {
    send: async (pendingRequest) => {
      const { signal, onPart, id } = pendingRequest;
      const { options } = pendingRequest.envelope;
      // Following a redirect doesn't require this check, because the relay reports the redirect's target.
      const failure =
        options?.continues === undefined
          ? await ensureConsent(pendingRequest.envelope.url, pendingRequest.secrets, pendingRequest)
          : undefined;
      if (signal.aborted) return onPart(abortedPart);
      if (failure) return onPart({ kind: "failed", failure });
      // If an editor's proxy is between the page and the relay, aborting the response doesn't stop the request, so the
      // relay is notified.
      const notifyRelay = (): void =>
        void fetch(`${url}/${encodeURIComponent(id)}`, { method: "DELETE", headers }).catch(() => undefined);
      signal.addEventListener("abort", notifyRelay);
      try {
        await sendWithRedirects(pendingRequest);
      } catch (error) {
        onPart(signal.aborted ? abortedPart : { kind: "failed", failure: createInterruptedFailure(error) });
      } finally {
        signal.removeEventListener("abort", notifyRelay);
      }
    },
    chooseFiles: async (isMultiple) => {
      const files = await chooseFiles(isMultiple);
      const chosenFiles: ChosenFile[] = [];
      for (const file of files) {
        const response = await fetch(`${base}/_service/api/files`, {
          method: "POST",
          headers: { "Content-Type": "application/octet-stream", ...headers },
          body: file,
        }).catch(() => undefined);
        const fileRef = response?.ok ? readFileRef(await response.json().catch(() => undefined)) : undefined;
        if (fileRef === undefined) return translate("Couldn’t add {0}. It may be too large.", file.name);
        chosenFiles.push({ fileRef, name: file.name, size: file.size, type: file.type });
      }
      return chosenFiles.length > 0 ? chosenFiles : undefined;
    },
    save: async (name, bytes, response) => {
      const url = URL.createObjectURL((response === undefined ? undefined : await fetchFullBody(response.id)) ?? bytes);
      const link = document.createElement("a");
      link.href = url;
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
  };
}

/** The relay's response to `GET /_service/api/response/{id}`. */
interface RelayOutcome {
  readonly head?: RelayHead;
  readonly end?: RelayEnd;
  readonly failure?: RelayFailure;
}

function readFileRef(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("fileRef" in value)) return undefined;
  return typeof value.fileRef === "string" ? value.fileRef : undefined;
}

const noResponseFailure: RelayFailure = {
  code: "failed",
  message: translate("The preview isn’t responding, so nothing was sent."),
  cause: "no response to the request to resolve the URL",
  hint: translate("Check that `docwright preview` is still running, and then send the request again."),
};

function createUnsentFailure(origin: string): RelayFailure {
  return {
    code: "consent",
    message: translate("You didn’t allow {0}, so nothing was sent.", origin),
    cause: "no consent",
    hint: translate("To be prompted again, send the request again."),
  };
}

function createInterruptedFailure(error: unknown): RelayFailure {
  return {
    code: "failed",
    message: translate("The response ended before it was complete."),
    cause: error instanceof Error ? error.message : String(error),
    hint: translate("Send the request again. If the response ends at the same point, check your API’s logs."),
  };
}
