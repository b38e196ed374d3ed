import type { VNode } from "preact";
import { CopyButton } from "../../components/copy-button.tsx";
import { CheckList } from "../response/check-list.tsx";
import { JsonAnswer } from "../response/json-answer.tsx";
import { TextAnswer } from "../response/text-answer.tsx";
import type { LogEntry } from "./conversation-view.ts";
import { checkWords, timeOf } from "./log-row.tsx";

interface LogMessageProps {
  readonly entry: LogEntry;
  readonly titleOf: (id: string | undefined) => string | undefined;
}

/** A message in full, with what is not as the specification says. */
export function LogMessage({ entry, titleOf }: LogMessageProps): VNode {
  const { at, direction, text, isBytes, isCut, check } = entry;
  const title = titleOf(typeof check === "object" ? check.message : entry.message);
  const isJson = !isBytes && /^\s*[[{]/.test(text);
  return (
    <div class="dw-channel-whole">
      <p class="dw-try-body-tools">
        <span class="dw-channel-count">
          {direction === "send" ? "Sent" : "Received"} at {timeOf(at)}: {wordsOf(check, title)}
        </span>
        <CopyButton label="Copy the message" text={() => text} class="dw-try-icon" />
      </p>
      {isCut && (
        <p class="dw-try-words">
          The message is longer than 1 MB; this is its beginning, which is not checked.
        </p>
      )}
      {isBytes && <p class="dw-try-words">Bytes, in hexadecimal. They are not checked.</p>}
      {typeof check === "object" && <CheckList exchange={{ check }} whole="The message" />}
      {isJson ? <JsonAnswer text={text} isWhole={!isCut} /> : <TextAnswer text={text} label="The message" />}
    </div>
  );
}

function wordsOf(check: LogEntry["check"], title: string | undefined): string {
  if (title === undefined) return checkWords(check);
  if (typeof check !== "object") return `${title}, ${checkWords(check)}`;
  return check.verdict === "differs"
    ? `nearest to “${title}”, and not as it is specified`
    : `“${title}”, ${checkWords(check)}`;
}
