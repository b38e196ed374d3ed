import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ChannelForm } from "../../../../server/src/core/request/channel.ts";
import { Glyph, type GlyphName } from "../../components/icon.tsx";
import { translate } from "../../language/translate.ts";
import { JsonResponse } from "../response/json-view.tsx";
import { TextResponse, VirtualRows } from "../response/text-view.tsx";
import { CheckList } from "../response/validation-results.tsx";
import { type Conversation, type LogEntry, useConversation } from "./conversation.ts";
import { CopyControl } from "../ui/controls.tsx";

interface LogRowProps {
  readonly entry: LogEntry;
  /** The title of the message definition that matches. If none matches, the title of the closest one. */
  readonly title: string | undefined;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** The maximum number of characters in a message that are shown in its row. */
const maxPreviewLength = 300;

/** A row that shows a message: its time, direction, check result, and first characters. */
export function LogRow({ entry, title, isChosen, onChoose }: LogRowProps): VNode {
  const { timestamp, direction, text, check } = entry;
  const result = typeof check === "object" ? check.verdict : check;
  return (
    <button
      type="button"
      class="dw-try-event dw-channel-row"
      data-way={direction}
      aria-expanded={isChosen}
      onClick={onChoose}
    >
      <span class="dw-channel-time">{formatTime(timestamp)}</span>
      <span class="dw-channel-way">
        <span aria-hidden="true">{direction === "send" ? "↑" : "↓"}</span>{" "}
        {direction === "send" ? translate("Sent") : translate("Received")}
      </span>
      <span class="dw-channel-verdict" data-verdict={result} title={formatCheck(check)}>
        <Glyph name={glyphs[result]} />
        <span class="dw-hidden-words">({formatCheck(check)}) </span>
      </span>
      <span class="dw-channel-title">{title ?? ""}</span>
      <span class="dw-try-event-data">{text.slice(0, maxPreviewLength).replace(/\s+/g, " ")}</span>
    </button>
  );
}

const glyphs: Readonly<Record<string, GlyphName>> & Record<CheckState, GlyphName> = {
  "as-specified": "ok",
  differs: "danger",
  unspecified: "info",
  unknown: "info",
  waiting: "info",
  skipped: "info",
};

type CheckState = "as-specified" | "differs" | "unspecified" | "unknown" | "waiting" | "skipped";

/** Returns the check result as text. */
export function formatCheck(check: LogEntry["check"]): string {
  const labels: Readonly<Record<CheckState, string>> = {
    "as-specified": translate("matches the specification"),
    differs: translate("doesn’t match the specification"),
    unspecified: translate("not in the specification"),
    unknown: translate("not validated"),
    waiting: translate("validation in progress"),
    skipped: translate("not validated"),
  };
  return labels[typeof check === "object" ? check.verdict : check];
}

/** Returns the local time, such as `14:03:07.250`. */
export function formatTime(time: number): string {
  const date = new Date(time);
  const padNumber = (value: number): string => String(value).padStart(2, "0");
  const fraction = String(date.getMilliseconds()).padStart(3, "0");
  return `${padNumber(date.getHours())}:${padNumber(date.getMinutes())}:${padNumber(date.getSeconds())}.${fraction}`;
}

interface LogMessageProps {
  readonly entry: LogEntry;
  readonly getTitle: (id: string | undefined) => string | undefined;
}

/** A message in full, along with its mismatches with the specification. */
export function LogMessage({ entry, getTitle }: LogMessageProps): VNode {
  const { timestamp, direction, text, isBytes, isTruncated, check } = entry;
  const title = getTitle(typeof check === "object" ? check.message : entry.message);
  const isJson = !isBytes && /^\s*[[{]/.test(text);
  return (
    <div class="dw-channel-whole">
      <p class="dw-try-body-tools">
        <span class="dw-channel-count">
          {direction === "send"
            ? translate("Sent at {0}: {1}", formatTime(timestamp), formatCheckResult(check, title))
            : translate("Received at {0}: {1}", formatTime(timestamp), formatCheckResult(check, title))}
        </span>
        <CopyControl label={translate("Copy message")} getText={() => text} class="dw-try-icon" />
      </p>
      {isTruncated && (
        <p class="dw-try-words">
          {translate("The message is larger than 1 MB. Only its beginning is shown, and it isn’t validated.")}
        </p>
      )}
      {isBytes && <p class="dw-try-words">{translate("Binary data in hexadecimal. It isn’t validated.")}</p>}
      {typeof check === "object" && <CheckList exchange={{ check }} objectKind="message" />}
      {isJson ? (
        <JsonResponse text={text} isComplete={!isTruncated} />
      ) : (
        <TextResponse text={text} label={translate("Message")} />
      )}
    </div>
  );
}

function formatCheckResult(check: LogEntry["check"], title: string | undefined): string {
  if (title === undefined) return formatCheck(check);
  if (typeof check !== "object") return `${title}, ${formatCheck(check)}`;
  switch (check.verdict) {
    case "as-specified":
      return translate("matches “{0}”", title);
    case "differs":
      return translate("“{0}” is the closest match, but the message doesn’t match the specification", title);
    default:
      return translate("“{0}”, {1}", title, formatCheck(check));
  }
}

interface LogPanelProps {
  readonly channel: ChannelForm;
  readonly conversation: Conversation;
}

/** The message log, with the newest message last. Below the log, the selected message is shown in full. */
export function LogPanel({ channel, conversation }: LogPanelProps): VNode {
  const { entries, droppedCount, isPaused, unseenCount, phase } = useConversation(conversation);
  const [chosenNumber, choose] = useState<number>();
  const entry = entries.find(({ number }) => number === chosenNumber);
  const getTitle = (id: string | undefined): string | undefined =>
    id === undefined ? undefined : (channel.messages.find((each) => each.id === id)?.title ?? id);
  const differingCount = entries.filter(({ check }) => typeof check === "object" && check.verdict === "differs").length;
  const count = entries.length + droppedCount;
  return (
    <section class="dw-channel-log" aria-label={translate("Messages")}>
      <header class="dw-try-body-tools">
        <span class="dw-channel-count">
          {count === 0 ? translate("No messages yet") : translate({ one: "{0} message", other: "{0} messages" }, count)}
          {differingCount > 0 && (
            <span class="dw-channel-differs">, {translate("{0} with mismatches", differingCount)}</span>
          )}
          {droppedCount > 0 && `, ${translate("oldest {0} removed", droppedCount)}`}
          {isPaused && `, ${translate("{0} new while paused", unseenCount)}`}
        </span>
        <button
          type="button"
          class="dw-try-quiet"
          aria-pressed={isPaused}
          onClick={() => conversation.setPaused(!isPaused)}
        >
          {isPaused ? translate("Resume") : translate("Pause")}
        </button>
        {entries.length > 0 && (
          <>
            <CopyControl
              label={translate("Copy all messages")}
              getText={() => formatEntries(entries)}
              class="dw-try-icon"
            />
            <button
              type="button"
              class="dw-try-quiet"
              onClick={() => {
                choose(undefined);
                conversation.clear();
              }}
            >
              {translate("Clear")}
            </button>
          </>
        )}
      </header>
      {entries.length === 0 ? (
        <p class="dw-try-empty">
          {phase === "open"
            ? translate("Messages from the server appear here and are validated against the specification.")
            : translate("Connect to receive messages. Each message is validated against the specification.")}
        </p>
      ) : (
        <VirtualRows
          count={entries.length}
          followsEnd
          label={translate("Sent and received messages")}
          renderRow={(index) => {
            const each = entries[index];
            return (
              each && (
                <LogRow
                  key={each.number}
                  entry={each}
                  title={getTitle(typeof each.check === "object" ? each.check.message : each.message)}
                  isChosen={each.number === chosenNumber}
                  onChoose={() => {
                    conversation.check(each);
                    choose(each.number === chosenNumber ? undefined : each.number);
                  }}
                />
              )
            );
          }}
        />
      )}
      {entry && <LogMessage key={entry.number} entry={entry} getTitle={getTitle} />}
      <Announcer entry={entries.at(-1)} getTitle={getTitle} />
    </section>
  );
}

function formatEntries(entries: readonly LogEntry[]): string {
  return entries
    .map(
      ({ timestamp, direction, text }) =>
        `${formatTime(timestamp)} ${direction === "send" ? translate("Sent") : translate("Received")}\n${text}\n`,
    )
    .join("\n");
}

/** The minimum time between two announcements in milliseconds. */
const announceMilliseconds = 2_000;

interface AnnouncerProps {
  readonly entry: LogEntry | undefined;
  readonly getTitle: (id: string | undefined) => string | undefined;
}

/** Announces messages to screen readers. If many messages arrive, announces only the newest one. */
function Announcer({ entry, getTitle }: AnnouncerProps): VNode {
  const [announcement, setAnnouncement] = useState("");
  const latestEntryRef = useRef(entry);
  latestEntryRef.current = entry;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!entry) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const { current } = latestEntryRef;
      if (!current) return;
      const title = getTitle(typeof current.check === "object" ? current.check.message : current.message);
      const direction = current.direction === "send" ? translate("Sent") : translate("Received");
      setAnnouncement([direction, title, formatCheck(current.check)].filter(Boolean).join(", "));
    }, announceMilliseconds);
  }, [entry?.number]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <p class="dw-hidden-words" role="status">
      {announcement}
    </p>
  );
}
