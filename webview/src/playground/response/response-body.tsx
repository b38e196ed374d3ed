import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { RelayHead } from "../../../../server/src/core/request/protocol/relay-protocol.ts";
import { translate, translateNodes } from "../../language/translate.ts";
import { type Exchange, usePlaygroundContext } from "../store/playground-store.ts";
import {
  type BodyKind,
  createDecoder,
  formatDuration,
  formatSize,
  getResponseKind,
  getResponseText,
  getResponseType,
  isEncoded,
  suggestFileName,
} from "../ui/format.ts";
import { JsonResponse } from "./json-view.tsx";
import { TextResponse, VirtualRows } from "./text-view.tsx";
import { CopyControl } from "../ui/controls.tsx";

/** An event in a stream (HTML Standard, “Server-sent events”). */
export interface StreamEvent {
  readonly type: string;
  readonly data: string;
  readonly id: string;
  /** The time since Send was pressed, in milliseconds. */
  readonly elapsedTime: number;
}

/** Parses the chunks of a stream as they arrive. An event is available as soon as its last line has arrived. */
export class EventReader {
  readonly events: StreamEvent[] = [];
  /** The number of events that were dropped because there were too many. */
  droppedCount = 0;
  readonly #decoder: TextDecoder;
  readonly #maxEventCount: number;
  #incompleteLine = "";
  #type = "";
  #data: string[] = [];
  #id = "";

  constructor(decoder: TextDecoder, maxEventCount = 10_000) {
    this.#decoder = decoder;
    this.#maxEventCount = maxEventCount;
  }

  addBytes(bytes: Uint8Array, elapsedTime: number): void {
    const text = this.#incompleteLine + this.#decoder.decode(bytes, { stream: true });
    // A CR at the end may be the first half of a CRLF.
    const completeText = text.endsWith("\r") ? text.slice(0, -1) : text;
    const lines = completeText.split(/\r\n|[\r\n]/);
    this.#incompleteLine = (lines.pop() ?? "") + text.slice(completeText.length);
    for (const line of lines) this.#addLine(line, elapsedTime);
  }

  #addLine(line: string, elapsedTime: number): void {
    if (line === "") return this.#dispatchEvent(elapsedTime);
    const colonIndex = line.indexOf(":");
    if (colonIndex === 0) return;
    const fieldName = colonIndex < 0 ? line : line.slice(0, colonIndex);
    const value = colonIndex < 0 ? "" : line.slice(colonIndex + 1).replace(/^ /, "");
    if (fieldName === "event") this.#type = value;
    else if (fieldName === "data") this.#data.push(value);
    else if (fieldName === "id" && !value.includes("\0")) this.#id = value;
  }

  #dispatchEvent(elapsedTime: number): void {
    if (this.#data.length > 0) {
      this.events.push({ type: this.#type || "message", data: this.#data.join("\n"), id: this.#id, elapsedTime });
      if (this.events.length > this.#maxEventCount) {
        this.events.shift();
        this.droppedCount++;
      }
    }
    this.#type = "";
    this.#data = [];
  }
}

interface EventListProps {
  readonly exchange: Exchange;
  readonly type: string;
}

/** A list of events as they arrive, with the newest one last. Below the list, the selected event is shown in full. */
export function EventList({ exchange: { body, phase }, type: mediaType }: EventListProps): VNode {
  const reader = useMemo(() => new EventReader(createDecoder(mediaType)), [mediaType]);
  const consumedCount = useRef(0);
  const [chosenIndex, choose] = useState<number>();
  for (; consumedCount.current < body.chunks.length; consumedCount.current++) {
    const chunk = body.chunks[consumedCount.current];
    if (chunk) reader.addBytes(chunk.bytes, chunk.elapsedTime);
  }
  const { events, droppedCount } = reader;
  const event = chosenIndex === undefined ? undefined : events[chosenIndex - droppedCount];
  const count = events.length + droppedCount;
  return (
    <div class="dw-try-events">
      <p class="dw-try-words" role="status">
        {phase === "receiving"
          ? translate(
              {
                one: "{0} event so far. The stream continues until you stop it.",
                other: "{0} events so far. The stream continues until you stop it.",
              },
              count,
            )
          : translate({ one: "{0} event.", other: "{0} events." }, count)}
        {droppedCount > 0 && ` ${translate("Oldest {0} removed.", droppedCount)}`}
      </p>
      {events.length > 0 && (
        <VirtualRows
          count={events.length}
          followsEnd={phase === "receiving"}
          label={translate("Events")}
          renderRow={(index) => {
            const each = events[index];
            return (
              each && (
                <button
                  type="button"
                  key={index + droppedCount}
                  class="dw-try-event"
                  aria-expanded={chosenIndex === index + droppedCount}
                  onClick={() => choose(chosenIndex === index + droppedCount ? undefined : index + droppedCount)}
                >
                  <span class="dw-try-number">{formatDuration(each.elapsedTime)}</span>
                  <span class="dw-try-key">{each.type}</span>
                  <span class="dw-try-event-data">{each.data.slice(0, 300)}</span>
                </button>
              )
            );
          }}
        />
      )}
      {event && (
        <div class="dw-try-event-whole">
          {event.id !== "" && <p class="dw-try-words">id: {event.id}</p>}
          {/^\s*[[{]/.test(event.data) ? (
            <JsonResponse text={event.data} isComplete />
          ) : (
            <TextResponse text={event.data} label={translate("Event data")} />
          )}
        </div>
      )}
    </div>
  );
}

interface ResponseBodyProps {
  readonly exchange: Exchange;
  readonly head: RelayHead;
}

/**
 * The response body, rendered according to its `Content-Type`. Images, audio, and video are shown as media, and
 * everything else is shown in a code block.
 */
export function ResponseBody({ exchange, head }: ResponseBodyProps): VNode {
  const { body, phase, end } = exchange;
  const { relay } = usePlaygroundContext();
  const mediaType = getResponseType(head);
  const kind = isEncoded(head, body) ? "binary" : getResponseKind(mediaType, body);
  const [isTextShown, setTextShown] = useState(false);
  const isComplete = phase !== "receiving";
  const storedBody = end?.storedBodyId === undefined ? undefined : { id: exchange.id, name: end.storedBodyId };
  const text = useMemo(
    () => (kind === "events" || (!isComplete && body.bytes > 200_000) ? undefined : getResponseText(head, body)),
    [kind, isComplete, body, head],
  );
  if (kind === "nothing")
    return (
      <p class="dw-try-empty">
        {isComplete ? translate("The response has no body.") : translate("No data received yet.")}
      </p>
    );
  const createBlob = (): Blob =>
    new Blob(
      body.chunks.map(({ bytes }) => bytes),
      { type: mediaType },
    );
  return (
    <div class="dw-try-body">
      <div class="dw-try-body-tools">
        <span class="dw-try-type">{mediaType === "" ? translate("no content type") : mediaType}</span>
        {kind === "svg" && (
          <button
            type="button"
            class="dw-try-quiet"
            aria-pressed={isTextShown}
            onClick={() => setTextShown(!isTextShown)}
          >
            {isTextShown ? translate("Show as image") : translate("Show as text")}
          </button>
        )}
        {text !== undefined && <CopyControl label={translate("Copy body")} getText={() => text} />}
        <button
          type="button"
          class="dw-try-quiet"
          onClick={() => void relay.save(suggestFileName(head, exchange.request.url), createBlob(), storedBody)}
        >
          {translate("Save…")}
        </button>
      </div>
      {end?.storedBodyId !== undefined && (
        <p class="dw-try-words">
          {translate(
            "The first {0} of {1} are shown. To get the entire body, save it.",
            formatSize(body.bytes),
            formatSize(end.bytes),
          )}
        </p>
      )}
      {end?.isTruncated && (
        <p class="dw-try-words">{translate("The body exceeds the size limit, so the rest is cut off.")}</p>
      )}
      <BodyView
        kind={kind === "svg" && isTextShown ? "text" : kind}
        exchange={exchange}
        head={head}
        text={text}
        createBlob={createBlob}
      />
    </div>
  );
}

interface BodyViewProps extends ResponseBodyProps {
  readonly kind: BodyKind;
  readonly text: string | undefined;
  readonly createBlob: () => Blob;
}

function BodyView({ kind, exchange, head, text, createBlob }: BodyViewProps): VNode {
  const isComplete = exchange.phase !== "receiving";
  switch (kind) {
    case "events":
      return <EventList exchange={exchange} type={getResponseType(head)} />;
    case "json":
      return text === undefined ? (
        <PartialBody exchange={exchange} />
      ) : (
        <JsonResponse text={text} isComplete={isComplete} />
      );
    case "text":
      return text === undefined ? (
        <PartialBody exchange={exchange} />
      ) : (
        <TextResponse text={text} label={translate("Body")} />
      );
    case "image":
    case "svg":
    case "audio":
    case "video":
      return isComplete ? (
        <Media kind={kind} createBlob={createBlob} bytes={exchange.body.bytes} />
      ) : (
        <PartialBody exchange={exchange} />
      );
    default:
      if (head.encoding !== undefined)
        return (
          <p class="dw-try-empty">
            {translateNodes(
              "The body ({0}) is encoded as {1}, which Docwright can’t display. Save the response to open it in another app.",
              formatSize(exchange.body.bytes),
              <code>{getEncodingName(head.encoding)}</code>,
            )}
          </p>
        );
      return (
        <p class="dw-try-empty">
          {translate(
            "{0} of binary data. Save the response to open it in another app.",
            formatSize(exchange.body.bytes),
          )}
        </p>
      );
  }
}

function getEncodingName(encoding: string): string {
  return encoding === "zstd" ? "Zstandard (zstd)" : encoding;
}

function PartialBody({ exchange: { body } }: { readonly exchange: Exchange }): VNode {
  return <p class="dw-try-empty">{translate("{0} received so far.", formatSize(body.bytes))}</p>;
}

interface MediaProps {
  readonly kind: "image" | "svg" | "audio" | "video";
  readonly createBlob: () => Blob;
  readonly bytes: number;
}

/**
 * Media that is loaded from a blob URL, which gives access only to the received bytes. In an image element, an SVG
 * can't run scripts.
 */
function Media({ kind, createBlob, bytes }: MediaProps): VNode {
  const [url, setUrl] = useState<string>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const objectUrl = URL.createObjectURL(createBlob());
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [kind, bytes]);
  const onError = (): void => setFailed(true);
  if (hasFailed)
    return (
      <p class="dw-try-empty">
        {translate(
          "The response can’t be shown because it doesn’t match its content type or because its format isn’t supported.",
        )}
      </p>
    );
  if (url === undefined) return <p class="dw-try-empty" />;
  return (
    <div class="dw-try-media">
      {kind === "audio" ? (
        <audio controls src={url} onError={onError} aria-label={translate("Response body")} />
      ) : kind === "video" ? (
        <video controls src={url} onError={onError} aria-label={translate("Response body")} />
      ) : (
        <img src={url} onError={onError} alt={translate("Response body")} />
      )}
    </div>
  );
}
