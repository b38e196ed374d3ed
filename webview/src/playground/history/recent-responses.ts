import { useEffect, useState } from "preact/hooks";
import type { HistoryEntry } from "../../../../server/src/core/request/protocol/playground-protocol.ts";
import { translate } from "../../language/translate.ts";
import { createHostRequests } from "../relay/message-relay.ts";
import { useParts } from "../store/playground-store.ts";

/**
 * Returns the responses for entries of the history, as far as they're known: complete for this session, and for earlier
 * ones as much as the host has stored. Each is requested once and arrives a moment later.
 */
export function useRecentResponses(entries: readonly HistoryEntry[]): readonly (string | undefined)[] {
  const { store } = useParts();
  const [recalled, recall] = useState<Readonly<Record<string, string>>>({});
  const requested = entries
    .filter(({ id, hasAnswer }) => hasAnswer && store.answerOf(id) === undefined)
    .map(({ id }) => id);
  useEffect(() => {
    let isOver = false;
    for (const id of requested)
      void createHostRequests(store.port)({ kind: "relay/recall", id }).then((reply) => {
        if (isOver || reply?.kind !== "relay/recalled" || reply.text === undefined) return;
        const { text } = reply;
        recall((known) => ({ ...known, [id]: text }));
      });
    return () => {
      isOver = true;
    };
  }, [requested.join(" ")]);
  return entries.map(
    ({ id }) => store.answerOf(id) ?? (Object.hasOwn(recalled, id) ? recalled[id] : undefined),
  );
}

/** Formats the time that has passed: `just now`, `5 min ago`, `3 days ago`. */
export function formatTimeAgo(milliseconds: number): string {
  if (milliseconds < 5000) return translate("just now");
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 60) return translate("{0} s ago", seconds);
  if (seconds < 3600) return translate("{0} min ago", Math.floor(seconds / 60));
  if (seconds < 86_400) return translate("{0} h ago", Math.floor(seconds / 3600));
  const days = Math.floor(seconds / 86_400);
  return days === 1 ? translate("yesterday") : translate({ one: "{0} day ago", other: "{0} days ago" }, days);
}
