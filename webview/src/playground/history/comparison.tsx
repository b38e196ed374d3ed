import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { HistoryEntry } from "../../../../server/src/core/request/protocol/playground-protocol.ts";
import { type ComparedLine, compareLines } from "./compare-lines.ts";
import { requestText } from "./request-text.ts";
import { useAnswers } from "./use-answers.ts";

interface ComparisonProps {
  readonly entries: readonly [HistoryEntry, HistoryEntry];
}

/** Two requests, or what came back for them, line by line; the older first. */
export function Comparison({ entries }: ComparisonProps): VNode {
  const [shown, show] = useState<"requests" | "responses">("requests");
  const [before, after] = entries[0].at <= entries[1].at ? entries : [entries[1], entries[0]];
  const [earlier, later] = useAnswers([before, after]);
  const hasAnswers = earlier !== undefined && later !== undefined;
  const lines =
    shown === "responses" && hasAnswers
      ? compareLines(earlier, later)
      : compareLines(requestText(before.request), requestText(after.request));
  const isSame = lines.every(({ kind }) => kind === "same");
  return (
    <section class="dw-try-comparison" aria-label="Comparison">
      <div class="dw-try-views" role="group" aria-label="What is compared">
        <button
          type="button"
          class="dw-try-view"
          aria-pressed={shown === "requests"}
          onClick={() => show("requests")}
        >
          Requests
        </button>
        <button
          type="button"
          class="dw-try-view"
          aria-pressed={shown === "responses"}
          disabled={!hasAnswers}
          title={hasAnswers ? undefined : "Of one of them no text came back, or it is kept no longer."}
          onClick={() => show("responses")}
        >
          Responses
        </button>
      </div>
      {isSame && <p class="dw-try-words">They are the same.</p>}
      <pre class="dw-try-compared" tabIndex={0} role="region" aria-label="Lines of both">
        {lines.slice(0, 5000).map((line, index) => (
          <Line key={index} line={line} />
        ))}
      </pre>
    </section>
  );
}

const marks = { same: " ", removed: "−", added: "+" } as const;

function Line({ line: { kind, text } }: { readonly line: ComparedLine }): VNode {
  return (
    <span class="dw-try-compared-line" data-kind={kind}>
      <span aria-hidden={kind === "same"}>{marks[kind]} </span>
      {text.slice(0, 2000)}
      {"\n"}
    </span>
  );
}
