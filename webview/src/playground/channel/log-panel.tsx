import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ChannelForm } from "../../../../server/src/core/request/channel/channel-form.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { VirtualRows } from "../response/virtual-rows.tsx";
import type { Conversation } from "./conversation.ts";
import type { LogEntry } from "./conversation-view.ts";
import { checkWords, LogRow, timeOf } from "./log-row.tsx";
import { LogMessage } from "./log-message.tsx";
import { useConversation } from "./use-conversation.ts";

interface LogPanelProps {
  readonly channel: ChannelForm;
  readonly conversation: Conversation;
}

/** All that was said, the newest last; one message in full below. */
export function LogPanel({ channel, conversation }: LogPanelProps): VNode {
  const { entries, dropped, isPaused, held, phase } = useConversation(conversation);
  const [chosen, choose] = useState<number>();
  const entry = entries.find(({ number }) => number === chosen);
  const titleOf = (id: string | undefined): string | undefined =>
    id === undefined ? undefined : (channel.messages.find((each) => each.id === id)?.title ?? id);
  const differing = entries.filter(
    ({ check }) => typeof check === "object" && check.verdict === "differs",
  ).length;
  const count = entries.length + dropped;
  return (
    <section class="dw-channel-log" aria-label="Messages">
      <header class="dw-try-body-tools">
        <span class="dw-channel-count">
          {count === 0 ? "No messages yet" : `${count} ${count === 1 ? "message" : "messages"}`}
          {differing > 0 && <span class="dw-channel-differs">, {differing} not as specified</span>}
          {dropped > 0 && `, the first ${dropped} no longer kept`}
          {isPaused && `, ${held} held back`}
        </span>
        <button
          type="button"
          class="dw-try-quiet"
          aria-pressed={isPaused}
          onClick={() => conversation.pause(!isPaused)}
        >
          {isPaused ? "Go on" : "Pause"}
        </button>
        {entries.length > 0 && (
          <>
            <CopyButton label="Copy all messages" text={() => asLines(entries)} class="dw-try-icon" />
            <button
              type="button"
              class="dw-try-quiet"
              onClick={() => {
                choose(undefined);
                conversation.clear();
              }}
            >
              Clear
            </button>
          </>
        )}
      </header>
      {entries.length === 0 ? (
        <p class="dw-try-empty">
          {phase === "open"
            ? "What comes from the server appears here, and is held against the specification."
            : "Connect to hear what the server says. Each message is held against the specification."}
        </p>
      ) : (
        <VirtualRows
          count={entries.length}
          follows
          label="Messages that were sent and received"
          row={(index) => {
            const each = entries[index];
            return (
              each && (
                <LogRow
                  key={each.number}
                  entry={each}
                  title={titleOf(typeof each.check === "object" ? each.check.message : each.message)}
                  isChosen={each.number === chosen}
                  onChoose={() => {
                    conversation.check(each);
                    choose(each.number === chosen ? undefined : each.number);
                  }}
                />
              )
            );
          }}
        />
      )}
      {entry && <LogMessage key={entry.number} entry={entry} titleOf={titleOf} />}
      <Announcer entry={entries.at(-1)} titleOf={titleOf} />
    </section>
  );
}

function asLines(entries: readonly LogEntry[]): string {
  return entries
    .map(
      ({ at, direction, text }) => `${timeOf(at)} ${direction === "send" ? "Sent" : "Received"}\n${text}\n`,
    )
    .join("\n");
}

/** Says at most so often what has come. Milliseconds. */
const sayEvery = 2_000;

interface AnnouncerProps {
  readonly entry: LogEntry | undefined;
  readonly titleOf: (id: string | undefined) => string | undefined;
}

/** For those who listen: the newest message, not each of many. */
function Announcer({ entry, titleOf }: AnnouncerProps): VNode {
  const [said, say] = useState("");
  const latest = useRef(entry);
  latest.current = entry;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!entry) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const { current } = latest;
      if (!current) return;
      const title = titleOf(typeof current.check === "object" ? current.check.message : current.message);
      const way = current.direction === "send" ? "Sent" : "Received";
      say([way, title, checkWords(current.check)].filter(Boolean).join(", "));
    }, sayEvery);
  }, [entry?.number]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <p class="dw-hidden-words" role="status">
      {said}
    </p>
  );
}
