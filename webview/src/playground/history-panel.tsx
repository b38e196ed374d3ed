import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { createInitialValues } from "../../../server/src/core/request/form/initial-values.ts";
import type { HistoryEntry } from "../../../server/src/core/request/protocol/playground-protocol.ts";
import { pageLanguage, translate } from "../language/translate.ts";
import { createHostRequestSender } from "./relay/message-relay.ts";
import { usePlaygroundContext, useView } from "./store/playground-store.ts";
import { reconcileValues } from "./store/saved-forms.ts";
import { formatDuration, formatSize, formatRequest } from "./ui/format.ts";
import { CrossButton } from "./ui/controls.tsx";

/**
 * Returns the available responses for entries in the history. Responses from this session are complete. Earlier
 * responses contain only the text that the host has stored. Each of them is requested once and arrives asynchronously.
 */
export function useRecentResponses(entries: readonly HistoryEntry[]): readonly (string | undefined)[] {
  const { store } = usePlaygroundContext();
  const [recalledResponses, setRecalledResponses] = useState<Readonly<Record<string, string>>>({});
  const missingIds = entries
    .filter(({ id, hasAnswer }) => hasAnswer && store.getResponse(id) === undefined)
    .map(({ id }) => id);
  useEffect(() => {
    let isCanceled = false;
    for (const id of missingIds)
      void createHostRequestSender(store.port)({ kind: "relay/recall", id }).then((reply) => {
        if (isCanceled || reply?.kind !== "relay/recalled" || reply.text === undefined) return;
        const { text } = reply;
        setRecalledResponses((texts) => ({ ...texts, [id]: text }));
      });
    return () => {
      isCanceled = true;
    };
  }, [missingIds.join(" ")]);
  return entries.map(
    ({ id }) => store.getResponse(id) ?? (Object.hasOwn(recalledResponses, id) ? recalledResponses[id] : undefined),
  );
}

/** Formats the elapsed time, such as `just now`, `5 min ago`, or `3 days ago`. */
export function formatElapsedTime(milliseconds: number): string {
  if (milliseconds < 5000) return translate("just now");
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 60) return translate("{0} s ago", seconds);
  if (seconds < 3600) return translate("{0} min ago", Math.floor(seconds / 60));
  if (seconds < 86_400) return translate("{0} h ago", Math.floor(seconds / 3600));
  const days = Math.floor(seconds / 86_400);
  return days === 1 ? translate("yesterday") : translate({ one: "{0} day ago", other: "{0} days ago" }, days);
}

/**
 * A line in a comparison of two texts. The kind is `same` if both texts contain the line. Any other kind means that
 * only one of them contains it.
 */
export interface ComparedLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** The maximum cost of a comparison: the number of lines in one text multiplied by the number of lines in the other. */
const maxComparisonCost = 4_000_000;

/**
 * Compares two texts line by line and aligns as many equal lines as possible. If the comparison would exceed the
 * maximum cost, aligns only the equal lines at the start and at the end.
 */
export function compareLines(oldText: string, newText: string): readonly ComparedLine[] {
  const [a, b] = [oldText.split("\n"), newText.split("\n")];
  let equalStartCount = 0;
  while (equalStartCount < a.length && equalStartCount < b.length && a[equalStartCount] === b[equalStartCount])
    equalStartCount++;
  let equalEndCount = 0;
  while (
    equalEndCount < a.length - equalStartCount &&
    equalEndCount < b.length - equalStartCount &&
    a.at(-1 - equalEndCount) === b.at(-1 - equalEndCount)
  )
    equalEndCount++;
  const createSameLine = (text: string): ComparedLine => ({ kind: "same", text });
  const middleLines = compareBetween(
    a.slice(equalStartCount, a.length - equalEndCount),
    b.slice(equalStartCount, b.length - equalEndCount),
  );
  return [
    ...a.slice(0, equalStartCount).map(createSameLine),
    ...middleLines,
    ...a.slice(a.length - equalEndCount).map(createSameLine),
  ];
}

function compareBetween(a: readonly string[], b: readonly string[]): readonly ComparedLine[] {
  const createRemovedLine = (text: string): ComparedLine => ({ kind: "removed", text });
  const createAddedLine = (text: string): ComparedLine => ({ kind: "added", text });
  if (a.length * b.length > maxComparisonCost) return [...a.map(createRemovedLine), ...b.map(createAddedLine)];
  // lengths[i][j] is the maximum number of equal lines when comparing from a[i] and b[j].
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const getCell = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i] === b[j] ? getCell(i + 1, j + 1) + 1 : Math.max(getCell(i + 1, j), getCell(i, j + 1));
  const lines: ComparedLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [lineA, lineB] = [a[i], b[j]];
    if (lineA !== undefined && lineA === lineB) {
      lines.push({ kind: "same", text: lineA });
      i++;
      j++;
    } else if (lineA !== undefined && (lineB === undefined || getCell(i + 1, j) >= getCell(i, j + 1))) {
      lines.push(createRemovedLine(lineA));
      i++;
    } else if (lineB !== undefined) {
      lines.push(createAddedLine(lineB));
      j++;
    }
  }
  return lines;
}

interface ComparisonProps {
  readonly entries: readonly [HistoryEntry, HistoryEntry];
}

/** A line-by-line comparison of two requests or of their responses. The older one comes first. */
export function Comparison({ entries }: ComparisonProps): VNode {
  const [shownPart, setShownPart] = useState<"requests" | "responses">("requests");
  const [olderEntry, newerEntry] = entries[0].at <= entries[1].at ? entries : [entries[1], entries[0]];
  const [olderResponse, newerResponse] = useRecentResponses([olderEntry, newerEntry]);
  const hasResponses = olderResponse !== undefined && newerResponse !== undefined;
  const lines =
    shownPart === "responses" && hasResponses
      ? compareLines(olderResponse, newerResponse)
      : compareLines(formatRequest(olderEntry.request), formatRequest(newerEntry.request));
  const isUnchanged = lines.every(({ kind }) => kind === "same");
  return (
    <section class="dw-try-comparison" aria-label={translate("Comparison")}>
      <div class="dw-try-views" role="group" aria-label={translate("Compare")}>
        <button
          type="button"
          class="dw-try-view"
          aria-pressed={shownPart === "requests"}
          onClick={() => setShownPart("requests")}
        >
          {translate("Requests")}
        </button>
        <button
          type="button"
          class="dw-try-view"
          aria-pressed={shownPart === "responses"}
          disabled={!hasResponses}
          title={hasResponses ? undefined : translate("One of the responses has no text or is no longer saved.")}
          onClick={() => setShownPart("responses")}
        >
          {translate("Responses")}
        </button>
      </div>
      {isUnchanged && <p class="dw-try-words">{translate("No differences.")}</p>}
      <pre class="dw-try-compared" tabIndex={0} role="region" aria-label={translate("Differences")}>
        {lines.slice(0, 5000).map((line, index) => (
          <Line key={index} line={line} />
        ))}
      </pre>
    </section>
  );
}

const diffSymbols = { same: " ", removed: "−", added: "+" } as const;

function Line({ line: { kind, text } }: { readonly line: ComparedLine }): VNode {
  return (
    <span class="dw-try-compared-line" data-kind={kind}>
      <span aria-hidden={kind === "same"}>{diffSymbols[kind]} </span>
      {text.slice(0, 2000)}
      {"\n"}
    </span>
  );
}

/** The maximum number of characters of each text that are shown. */
const maxLength = 100_000;

/** A request in the history as it was sent, along with its response. */
export function HistoryExchange({ entry }: { readonly entry: HistoryEntry }): VNode {
  const [response] = useRecentResponses([entry]);
  return (
    <section class="dw-try-comparison" aria-label={translate("Request and response")}>
      <h4 class="dw-try-words">{translate("Request")}</h4>
      <pre class="dw-try-compared" tabIndex={0} role="region" aria-label={translate("Request")}>
        {formatRequest(entry.request).slice(0, maxLength)}
      </pre>
      {response !== undefined && (
        <>
          <h4 class="dw-try-words">{translate("Response")}</h4>
          <pre class="dw-try-compared" tabIndex={0} role="region" aria-label={translate("Response")}>
            {response.slice(0, maxLength)}
          </pre>
        </>
      )}
    </section>
  );
}

/** Previously sent requests. Users can fill in the form from them, send them again, and compare them. */
export function HistoryPanel({ onUsed }: { readonly onUsed: () => void }): VNode {
  const { store, sender } = usePlaygroundContext();
  const { state, form } = useView("state", "form");
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([]);
  const key = typeof form === "object" ? form.key : "";
  const entries = state.history.filter((entry) => entry.key === key);
  const comparedEntries = selectedIds.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  const restoreRequest = ({ values }: HistoryEntry): void => {
    if (typeof form !== "object") return;
    store.fill(() => reconcileValues(form, values, createInitialValues(form)));
    onUsed();
  };
  if (entries.length === 0)
    return (
      <p class="dw-try-empty">
        {state.history.length > 0
          ? translate("No requests to this endpoint yet. Requests to other endpoints appear on their pages.")
          : translate(
              "No requests yet. Requests that you send appear here, without their secrets. You can compare them or send them again.",
            )}
      </p>
    );
  return (
    <div class="dw-try-history">
      <table>
        <caption class="dw-hidden-words">{translate("Sent requests, newest first")}</caption>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>
                <input
                  type="checkbox"
                  class="dw-try-tick"
                  aria-label={translate("Show or compare the request from {0}", formatTime(entry))}
                  checked={selectedIds.includes(entry.id)}
                  onChange={({ currentTarget }) => {
                    const otherIds = selectedIds.filter((id) => id !== entry.id);
                    setSelectedIds(currentTarget.checked ? [...otherIds, entry.id].slice(-2) : otherIds);
                  }}
                />
              </td>
              <td>
                <span class="dw-try-code" data-status={String(entry.status ?? "none")[0]}>
                  {entry.status ?? translate("none")}
                </span>
              </td>
              <td class="dw-try-history-path">
                <code title={entry.request.url}>{getPath(entry.request.url)}</code>
              </td>
              <td class="dw-try-number">{formatDuration(entry.milliseconds)}</td>
              <td class="dw-try-number">{formatSize(entry.bytes)}</td>
              <td class="dw-try-ago">
                <time dateTime={new Date(entry.at).toISOString()} title={formatTime(entry)}>
                  {formatElapsedTime(Date.now() - entry.at)}
                </time>
              </td>
              <td class="dw-try-history-tools">
                <button type="button" class="dw-try-quiet" onClick={() => restoreRequest(entry)}>
                  {translate("Fill in")}
                </button>
                <button
                  type="button"
                  class="dw-try-quiet"
                  onClick={() => {
                    restoreRequest(entry);
                    void sender.send();
                  }}
                >
                  {translate("Send again")}
                </button>
                <CrossButton
                  title={translate("Remove from history")}
                  label={translate("Remove from history: request from {0}", formatTime(entry))}
                  onClick={() => store.port.send({ kind: "relay/forgetHistory", id: entry.id })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="dw-try-foot">
        <span class="dw-try-words">
          {comparedEntries.length === 2
            ? ""
            : translate("Select one request to view it with its response, or two to compare them.")}
        </span>
        <button type="button" class="dw-try-quiet" onClick={() => store.port.send({ kind: "relay/forgetHistory" })}>
          {translate("Clear history")}
        </button>
      </p>
      {comparedEntries[0] && !comparedEntries[1] && <HistoryExchange entry={comparedEntries[0]} />}
      {comparedEntries[0] && comparedEntries[1] && <Comparison entries={[comparedEntries[0], comparedEntries[1]]} />}
    </div>
  );
}

function formatTime({ at }: HistoryEntry): string {
  return new Date(at).toLocaleString(pageLanguage.locale);
}

function getPath(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
}
