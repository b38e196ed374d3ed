import { createElement, Fragment, type ComponentChildren, type VNode } from "preact";
import type { ViewNode } from "../../../server/src/core/preview/view/page-view.ts";
import { safeLink } from "../paint/safe-link.ts";

/** All that a banner or error page is made of. */
const tags: ReadonlySet<string> = new Set([
  "a",
  "br",
  "code",
  "del",
  "em",
  "span",
  "strong",
  "sub",
  "sup",
  "u",
]);

interface InlineNodesProps {
  readonly nodes: readonly ViewNode[];
}

/** Text with emphasis, code and links; anything else is its text. */
export function InlineNodes({ nodes }: InlineNodesProps): VNode {
  return <Fragment>{nodes.map(paint)}</Fragment>;
}

function paint(node: ViewNode): ComponentChildren {
  if (typeof node === "string") return node;
  const children = (node.children ?? []).map(paint);
  if (!tags.has(node.tag)) return createElement(Fragment, null, children);
  if (node.tag === "br") return createElement("br", null);
  const href = node.tag === "a" ? safeLink(node.props?.["href"]) : undefined;
  return createElement(node.tag, href === undefined ? null : { href }, children);
}
