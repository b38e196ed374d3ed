import type { VNode } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { translate } from "../../language/translate.ts";
import type { Exchange } from "../store/playground-store.ts";
import { decoderFor, formatDuration } from "../ui/format.ts";
import { JsonResponse } from "./json-view.tsx";
import { TextResponse, VirtualRows } from "./text-view.tsx";

/** One event of a stream (HTML Standard, “Server-sent events”). */
export interface StreamEvent {
  readonly type: string;
  readonly data: string;
  readonly id: string;
  /** The time in milliseconds after Send was pressed. */
  readonly at: number;
}

/** Parses chunks of a stream as they arrive. Each event is available as soon as its last line is. */
export class EventReader {
  readonly events: StreamEvent[] = [];
  /** The number of events dropped because of the limit. */
  dropped = 0;
  readonly #decoder: TextDecoder;
  readonly #max: number;
  #rest = "";
  #type = "";
  #data: string[] = [];
  #id = "";

  constructor(decoder: TextDecoder, max = 10_000) {
    this.#decoder = decoder;
    this.#max = max;
  }

  take(bytes: Uint8Array, at: number): void {
    const text = this.#rest + this.#decoder.decode(bytes, { stream: true });
    // A CR at the end may be the first half of a CRLF.
    const full = text.endsWith("\r") ? text.slice(0, -1) : text;
    const lines = full.split(/\r\n|[\r\n]/);
    this.#rest = (lines.pop() ?? "") + text.slice(full.length);
    for (const line of lines) this.#line(line, at);
  }

  #line(line: string, at: number): void {
    if (line === "") return this.#end(at);
    const colon = line.indexOf(":");
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.#type = value;
    else if (field === "data") this.#data.push(value);
    else if (field === "id" && !value.includes("\0")) this.#id = value;
  }

  #end(at: number): void {
    if (this.#data.length > 0) {
      this.events.push({ type: this.#type || "message", data: this.#data.join("\n"), id: this.#id, at });
      if (this.events.length > this.#max) {
        this.events.shift();
        this.dropped++;
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

/** Events as they arrive, newest last, with one of them in full below. */
export function EventList({ exchange: { body, phase }, type }: EventListProps): VNode {
  const reader = useMemo(() => new EventReader(decoderFor(type)), [type]);
  const taken = useRef(0);
  const [chosen, choose] = useState<number>();
  for (; taken.current < body.pieces.length; taken.current++) {
    const piece = body.pieces[taken.current];
    if (piece) reader.take(piece.bytes, piece.at);
  }
  const { events, dropped } = reader;
  const event = chosen === undefined ? undefined : events[chosen - dropped];
  const count = events.length + dropped;
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
        {dropped > 0 && ` ${translate("Oldest {0} removed.", dropped)}`}
      </p>
      {events.length > 0 && (
        <VirtualRows
          count={events.length}
          follows={phase === "receiving"}
          label={translate("Events")}
          row={(index) => {
            const each = events[index];
            return (
              each && (
                <button
                  type="button"
                  key={index + dropped}
                  class="dw-try-event"
                  aria-expanded={chosen === index + dropped}
                  onClick={() => choose(chosen === index + dropped ? undefined : index + dropped)}
                >
                  <span class="dw-try-number">{formatDuration(each.at)}</span>
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
            <JsonResponse text={event.data} isWhole />
          ) : (
            <TextResponse text={event.data} label={translate("Event data")} />
          )}
        </div>
      )}
    </div>
  );
}
