import { findReferenced } from "./find-referenced.ts";
import { entriesOf, itemsOf, textOf, valueAt, type SpecNode } from "./spec-node.ts";
import type { ChannelOutline } from "./spec-outline.ts";

/** The channels of an AsyncAPI file, in file order. Channels and tags may stand elsewhere in the file. */
export function outlineChannels(root: SpecNode | undefined): readonly ChannelOutline[] {
  const followed = (node: SpecNode): SpecNode => {
    const reference = textOf(valueAt(node, "$ref"));
    return (reference === undefined ? undefined : findReferenced(root, reference)) ?? node;
  };
  return [...entriesOf(valueAt(root, "channels"))].map(({ key, keyRange, value }) => {
    const channel = followed(value);
    return {
      id: key,
      range: keyRange,
      title: textOf(valueAt(channel, "title")),
      address: textOf(valueAt(channel, "address")),
      tags: itemsOf(valueAt(channel, "tags")).flatMap((tag) => textOf(valueAt(followed(tag), "name")) ?? []),
    };
  });
}
