import { useLayoutEffect, useReducer } from "preact/hooks";
import type { Conversation } from "./conversation.ts";
import type { ConversationView } from "./conversation-view.ts";

/** What is to be shown of a conversation, and again whenever it is another. */
export function useConversation(conversation: Conversation): ConversationView {
  const [, repaint] = useReducer<number, void>((count) => count + 1, 0);
  useLayoutEffect(() => conversation.subscribe(() => repaint()), [conversation]);
  return conversation.get();
}
