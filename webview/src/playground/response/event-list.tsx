import type { VNode } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { Exchange } from "../playground-view.ts";
import { decoderFor } from "./answer-text.ts";
import { JsonAnswer } from "./json-answer.tsx";
import { EventReader } from "./read-events.ts";
import { timeWords } from "./size-words.ts";
import { TextAnswer } from "./text-answer.tsx";
import { VirtualRows } from "./virtual-rows.tsx";

interface EventListProps {
  readonly exchange: Exchange;
  readonly type: string;
}

/** Events as they arrive, the newest last; one of them in full below. */
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
        {count} {count === 1 ? "event" : "events"}
        {phase === "receiving" ? " so far. It goes on until you stop it." : "."}
        {dropped > 0 && ` The first ${dropped} are no longer kept.`}
      </p>
      {events.length > 0 && (
        <VirtualRows
          count={events.length}
          follows={phase === "receiving"}
          label="Events"
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
                  <span class="dw-try-number">{timeWords(each.at)}</span>
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
            <JsonAnswer text={event.data} isWhole />
          ) : (
            <TextAnswer text={event.data} label="Data of the event" />
          )}
        </div>
      )}
    </div>
  );
}
