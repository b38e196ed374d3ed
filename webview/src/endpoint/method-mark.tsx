import type { VNode } from "preact";
import type { EndpointPage } from "../../../server/src/core/preview/view/endpoint-page.ts";

const words = { operation: "", webhook: "Webhook", channel: "Channel" } as const;

/** The method in its color, or the kind of the endpoint. */
export function MethodBadge({ kind, method }: Pick<EndpointPage, "kind" | "method">): VNode {
  const text = kind === "operation" ? method : words[kind];
  return <span class={`dw-method dw-method-${text.toLowerCase()}`}>{text}</span>;
}
