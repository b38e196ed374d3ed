import type { VNode } from "preact";
import type { Conversation } from "./conversation.ts";
import type { Closed, ConversationView } from "./conversation-view.ts";
import { useConversation } from "./use-conversation.ts";

/** Whether anybody is there, in words and by a mark; read out when it changes. */
export function ConnectionState({ conversation }: { readonly conversation: Conversation }): VNode {
  const view = useConversation(conversation);
  return (
    <p class="dw-channel-phase" data-phase={view.phase} role="status">
      <span class="dw-channel-mark" aria-hidden="true" />
      {words(view)}
    </p>
  );
}

function words({ phase, opened, closed }: ConversationView): string {
  switch (phase) {
    case "empty":
      return "Not connected";
    case "connecting":
      return "Connecting…";
    case "open": {
      const to = opened?.address === undefined ? "" : ` to ${opened.address}`;
      return `Connected${to}${opened?.protocol ? `, protocol ${opened.protocol}` : ""}`;
    }
    case "closing":
      return "Taking leave…";
    case "closed":
      return closed ? closedWords(closed) : "Closed";
    case "failed":
      return "Not connected";
  }
}

/** RFC 6455, section 7.4.1. */
const codes: Readonly<Record<number, string>> = {
  1000: "as agreed",
  1001: "the other side went away",
  1002: "a fault of the protocol",
  1003: "a kind of data that is not taken",
  1005: "without a code",
  1006: "the connection broke off",
  1007: "a text that is no UTF-8",
  1008: "against the rules of the server",
  1009: "a message that is too large",
  1011: "a fault of the server",
  1012: "the server starts anew",
  1013: "the server is too busy",
};

function closedWords({ code, reason }: Closed): string {
  const meaning = codes[code];
  const known = meaning === undefined ? "" : `, ${meaning}`;
  return `Closed with ${code}${known}${reason === "" ? "" : `: ${reason}`}`;
}
