import { isUtf8 } from "node:buffer";
import type { BuiltRequest } from "../core/request/build/build-context.ts";
import {
  createEnvelope,
  type RelayFailure,
  type RelayHead,
  type TestResponse,
} from "../core/request/protocol/relay-protocol.ts";
import type { Relay } from "./relay.ts";
import { createMessage, type LocalizedMessage } from "../core/text/message.ts";
import { joinSentences } from "./policy/errors.ts";

/** The maximum size of a response in bytes. A larger response isn't validated against its schema. */
const maxResponseBytes = 8_000_000;
/** The maximum time in milliseconds for which an event stream is read. */
const streamReadMilliseconds = 3_000;

/**
 * Sends one request and reads its response. Never rejects. `timeout`, in milliseconds, applies to the entire exchange.
 */
export async function sendTestRequest(relay: Relay, request: BuiltRequest, timeout: number): Promise<TestResponse> {
  const startTime = performance.now();
  const abortController = new AbortController();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let note: LocalizedMessage | undefined;
  let head: RelayHead | undefined;
  let failure: RelayFailure | undefined;
  let timer: NodeJS.Timeout | undefined;
  const stopWith = (reason: LocalizedMessage) => {
    note ??= reason;
    abortController.abort();
  };
  const timeouts = { connect: timeout, firstByte: timeout, idle: timeout, total: timeout };
  await relay.send(
    createEnvelope(request, { redirect: "manual", timeouts }),
    {
      head: (receivedHead) => {
        head = receivedHead;
        if (getContentType(receivedHead).startsWith("text/event-stream"))
          timer = setTimeout(
            () => stopWith(createMessage("The stream stays open, so only its beginning was read.")),
            streamReadMilliseconds,
          );
      },
      data: (bytes) => {
        size += bytes.length;
        if (size > maxResponseBytes)
          stopWith(createMessage("The response is longer than 8 MB, so it wasn't read completely."));
        else chunks.push(bytes);
      },
      end: () => undefined,
      failed: (relayFailure) => {
        failure ??= relayFailure;
      },
    },
    abortController.signal,
  );
  clearTimeout(timer);
  const milliseconds = performance.now() - startTime;
  if (!head || (failure && note === undefined)) return { ok: false, failure: failure ?? noResponse, milliseconds };
  const contentType = getContentType(head);
  const bytes = Buffer.concat(chunks);
  const isEncoded = head.encoding !== undefined && !isUtf8(bytes);
  if (isEncoded)
    note ??= createMessage(
      "The body is encoded as {0}, which isn't supported, so it wasn't checked.",
      head.encoding ?? "",
    );
  const text = size > maxResponseBytes || isEncoded ? undefined : decodeText(bytes, contentType);
  const response = { status: head.status, type: contentType, text };
  return { ok: true, response, milliseconds, ...(note !== undefined && { note }) };
}

const noResponse = joinSentences(
  { code: "failed", cause: "no response" },
  { message: [createMessage("There was no response.")], hint: createMessage("Send the request again.") },
);

function getContentType({ headers }: RelayHead): string {
  return headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
}

/**
 * Returns the body as text, or undefined if the body is binary. Returns an empty string if the body is empty,
 * regardless of its type.
 */
function decodeText(bytes: Buffer, contentType: string): string | undefined {
  if (bytes.length === 0) return "";
  const isTextual =
    contentType === "" ||
    /^text\/|[/+](json|xml|yaml)\b|javascript|urlencoded|ndjson|jsonl|json-seq/i.test(contentType);
  if (!isTextual) return undefined;
  const charset = /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString("utf8");
  }
}
