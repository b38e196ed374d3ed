import type { VNode } from "preact";
import type { HistoryEntry } from "../../../../server/src/core/request/protocol/playground-protocol.ts";
import { requestText } from "./request-text.ts";
import { useAnswers } from "./use-answers.ts";

/** Letters of each that are shown. */
const longest = 100_000;

/** One request of the history as it was sent, and what came back for it. */
export function Remembered({ entry }: { readonly entry: HistoryEntry }): VNode {
  const [answer] = useAnswers([entry]);
  return (
    <section class="dw-try-comparison" aria-label="What was sent and what came back">
      <h4 class="dw-try-words">Sent</h4>
      <pre class="dw-try-compared" tabIndex={0} role="region" aria-label="What was sent">
        {requestText(entry.request).slice(0, longest)}
      </pre>
      {answer !== undefined && (
        <>
          <h4 class="dw-try-words">Came back</h4>
          <pre class="dw-try-compared" tabIndex={0} role="region" aria-label="What came back">
            {answer.slice(0, longest)}
          </pre>
        </>
      )}
    </section>
  );
}
