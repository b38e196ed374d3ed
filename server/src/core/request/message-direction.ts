import type { ChannelModel } from "../spec/model/channel-model.ts";

/**
 * What a reader does with a message of a channel, which is the other side of what the described application does;
 * `both` where nothing says, or both is said. An answer on the same channel goes the other way.
 */
export function messageDirection(
  { id: channel, operations }: Pick<ChannelModel, "id" | "operations">,
  id: string,
): "send" | "receive" | "both" {
  const actions = new Set<"send" | "receive">();
  for (const { action, messages, reply } of operations) {
    if (messages.includes(id)) actions.add(action);
    const isAnsweredHere = reply && (reply.channel === undefined || reply.channel === channel);
    if (isAnsweredHere && reply.messages.includes(id)) actions.add(action === "send" ? "receive" : "send");
  }
  if (actions.size !== 1) return "both";
  return actions.has("receive") ? "send" : "receive";
}
