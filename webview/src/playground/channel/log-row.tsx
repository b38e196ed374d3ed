import type { VNode } from "preact";
import { Glyph, type GlyphName } from "../../components/glyphs.tsx";
import type { LogEntry } from "./conversation-view.ts";

interface LogRowProps {
  readonly entry: LogEntry;
  /** Of the message that it is, or is nearest to. */
  readonly title: string | undefined;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** So much of a message stands in its row. */
const shown = 300;

/** One message in a line: when, which way, whether it is as specified, how it begins. */
export function LogRow({ entry, title, isChosen, onChoose }: LogRowProps): VNode {
  const { at, direction, text, check } = entry;
  const verdict = typeof check === "object" ? check.verdict : check;
  return (
    <button
      type="button"
      class="dw-try-event dw-channel-row"
      data-way={direction}
      aria-expanded={isChosen}
      onClick={onChoose}
    >
      <span class="dw-channel-time">{timeOf(at)}</span>
      <span class="dw-channel-way">
        <span aria-hidden="true">{direction === "send" ? "↑" : "↓"}</span>{" "}
        {direction === "send" ? "Sent" : "Received"}
      </span>
      <span class="dw-channel-verdict" data-verdict={verdict} title={checkWords(check)}>
        <Glyph name={glyphs[verdict]} />
        <span class="dw-hidden-words">{checkWords(check)}, </span>
      </span>
      <span class="dw-channel-title">{title ?? ""}</span>
      <span class="dw-try-event-data">{text.slice(0, shown).replace(/\s+/g, " ")}</span>
    </button>
  );
}

const glyphs: Readonly<Record<string, GlyphName>> & Record<Verdict, GlyphName> = {
  "as-specified": "ok",
  differs: "danger",
  unspecified: "info",
  unknown: "info",
  waiting: "info",
  skipped: "info",
};

type Verdict = "as-specified" | "differs" | "unspecified" | "unknown" | "waiting" | "skipped";

/** Whether it is as the specification says. */
export function checkWords(check: LogEntry["check"]): string {
  const words: Readonly<Record<Verdict, string>> = {
    "as-specified": "as specified",
    differs: "not as specified",
    unspecified: "not specified",
    unknown: "not checked",
    waiting: "being checked",
    skipped: "not checked",
  };
  return words[typeof check === "object" ? check.verdict : check];
}

/** `14:03:07.250` of the person's own clock. */
export function timeOf(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, "0");
  const fraction = String(date.getMilliseconds()).padStart(3, "0");
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${fraction}`;
}
