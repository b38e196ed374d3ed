import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { HistoryEntry } from "../../../../server/src/core/request/protocol/playground-protocol.ts";
import { translate } from "../../language/translate.ts";
import { requestText } from "../ui/format.ts";
import { useRecentResponses } from "./recent-responses.ts";

/** A line of a comparison: `same` in both texts, otherwise in only one of them. */
export interface ComparedLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** The maximum cost of a comparison: the line count of one text times that of the other. */
const maxCount = 4_000_000;

/**
 * Compares two texts line by line and aligns as many equal lines as possible. Above the limit, only the equal lines at
 * both ends are aligned.
 */
export function compareLines(before: string, after: string): readonly ComparedLine[] {
  const [a, b] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const same = (text: string): ComparedLine => ({ kind: "same", text });
  const middle = between(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [...a.slice(0, start).map(same), ...middle, ...a.slice(a.length - end).map(same)];
}

function between(a: readonly string[], b: readonly string[]): readonly ComparedLine[] {
  const removed = (text: string): ComparedLine => ({ kind: "removed", text });
  const added = (text: string): ComparedLine => ({ kind: "added", text });
  if (a.length * b.length > maxCount) return [...a.map(removed), ...b.map(added)];
  // lengths[i][j]: the maximum number of equal lines from a[i] and b[j] on.
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: ComparedLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      lines.push({ kind: "same", text: left });
      i++;
      j++;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(removed(left));
      i++;
    } else if (right !== undefined) {
      lines.push(added(right));
      j++;
    }
  }
  return lines;
}

interface ComparisonProps {
  readonly entries: readonly [HistoryEntry, HistoryEntry];
}

/** Compares two requests or their responses line by line, the older one first. */
export function Comparison({ entries }: ComparisonProps): VNode {
  const [shown, show] = useState<"requests" | "responses">("requests");
  const [before, after] = entries[0].at <= entries[1].at ? entries : [entries[1], entries[0]];
  const [earlier, later] = useRecentResponses([before, after]);
  const hasAnswers = earlier !== undefined && later !== undefined;
  const lines =
    shown === "responses" && hasAnswers
      ? compareLines(earlier, later)
      : compareLines(requestText(before.request), requestText(after.request));
  const isSame = lines.every(({ kind }) => kind === "same");
  return (
    <section class="dw-try-comparison" aria-label={translate("Comparison")}>
      <div class="dw-try-views" role="group" aria-label={translate("Compare")}>
        <button
          type="button"
          class="dw-try-view"
          aria-pressed={shown === "requests"}
          onClick={() => show("requests")}
        >
          {translate("Requests")}
        </button>
        <button
          type="button"
          class="dw-try-view"
          aria-pressed={shown === "responses"}
          disabled={!hasAnswers}
          title={
            hasAnswers ? undefined : translate("One of the responses has no text or is no longer saved.")
          }
          onClick={() => show("responses")}
        >
          {translate("Responses")}
        </button>
      </div>
      {isSame && <p class="dw-try-words">{translate("No differences.")}</p>}
      <pre class="dw-try-compared" tabIndex={0} role="region" aria-label={translate("Differences")}>
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
