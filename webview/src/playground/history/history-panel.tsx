import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { initialValues } from "../../../../server/src/core/request/form/initial-values.ts";
import type { HistoryEntry } from "../../../../server/src/core/request/protocol/playground-protocol.ts";
import { Glyph } from "../../components/icon.tsx";
import { pageLanguage, translate } from "../../language/translate.ts";
import { useParts, useView } from "../store/playground-store.ts";
import { reconcileValues } from "../store/saved-forms.ts";
import { requestText, formatSize, formatDuration } from "../ui/format.ts";
import { Comparison } from "./comparison.tsx";
import { formatTimeAgo, useRecentResponses } from "./recent-responses.ts";

/** The maximum number of characters shown of each. */
const maxLength = 100_000;

/** One request of the history as it was sent, with its response. */
export function Remembered({ entry }: { readonly entry: HistoryEntry }): VNode {
  const [answer] = useRecentResponses([entry]);
  return (
    <section class="dw-try-comparison" aria-label={translate("Request and response")}>
      <h4 class="dw-try-words">{translate("Request")}</h4>
      <pre class="dw-try-compared" tabIndex={0} role="region" aria-label={translate("Request")}>
        {requestText(entry.request).slice(0, maxLength)}
      </pre>
      {answer !== undefined && (
        <>
          <h4 class="dw-try-words">{translate("Response")}</h4>
          <pre class="dw-try-compared" tabIndex={0} role="region" aria-label={translate("Response")}>
            {answer.slice(0, maxLength)}
          </pre>
        </>
      )}
    </section>
  );
}

/** Previously sent requests, to fill in again, send again, and compare. */
export function HistoryPanel({ onUsed }: { readonly onUsed: () => void }): VNode {
  const { store, sending } = useParts();
  const { state, form } = useView("state", "form");
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const key = typeof form === "object" ? form.key : "";
  const entries = state.history.filter((entry) => entry.key === key);
  const compared = ticked.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  const use = ({ values }: HistoryEntry): void => {
    if (typeof form !== "object") return;
    store.fill(() => reconcileValues(form, values, initialValues(form)));
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
                  aria-label={translate("Show or compare the request from {0}", timeOf(entry))}
                  checked={ticked.includes(entry.id)}
                  onChange={({ currentTarget }) => {
                    const others = ticked.filter((id) => id !== entry.id);
                    setTicked(currentTarget.checked ? [...others, entry.id].slice(-2) : others);
                  }}
                />
              </td>
              <td>
                <span class="dw-try-code" data-status={String(entry.status ?? "none")[0]}>
                  {entry.status ?? translate("none")}
                </span>
              </td>
              <td class="dw-try-history-path">
                <code title={entry.request.url}>{pathOf(entry.request.url)}</code>
              </td>
              <td class="dw-try-number">{formatDuration(entry.milliseconds)}</td>
              <td class="dw-try-number">{formatSize(entry.bytes)}</td>
              <td class="dw-try-ago">
                <time dateTime={new Date(entry.at).toISOString()} title={timeOf(entry)}>
                  {formatTimeAgo(Date.now() - entry.at)}
                </time>
              </td>
              <td class="dw-try-history-tools">
                <button type="button" class="dw-try-quiet" onClick={() => use(entry)}>
                  {translate("Fill in")}
                </button>
                <button
                  type="button"
                  class="dw-try-quiet"
                  onClick={() => {
                    use(entry);
                    void sending.send();
                  }}
                >
                  {translate("Send again")}
                </button>
                <button
                  type="button"
                  class="dw-try-icon"
                  title={translate("Remove from history")}
                  aria-label={translate("Remove from history: request from {0}", timeOf(entry))}
                  onClick={() => store.port.send({ kind: "relay/forgetHistory", id: entry.id })}
                >
                  <Glyph name="cross" />
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="dw-try-foot">
        <span class="dw-try-words">
          {compared.length === 2
            ? ""
            : translate("Select one request to view it with its response, or two to compare them.")}
        </span>
        <button
          type="button"
          class="dw-try-quiet"
          onClick={() => store.port.send({ kind: "relay/forgetHistory" })}
        >
          {translate("Clear history")}
        </button>
      </p>
      {compared[0] && !compared[1] && <Remembered entry={compared[0]} />}
      {compared[0] && compared[1] && <Comparison entries={[compared[0], compared[1]]} />}
    </div>
  );
}

function timeOf({ at }: HistoryEntry): string {
  return new Date(at).toLocaleString(pageLanguage.locale);
}

function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
}
