import { followSpot, rootOf, type Spot } from "./resolve-ref.ts";
import type { SpecFiles } from "./spec-files.ts";
import { entriesOf, itemsOf, textOf, valueAt, type SpecNode } from "./spec-node.ts";
import type { ChannelOutline } from "./spec-outline.ts";

/** The channels of an AsyncAPI file, in file order. Channels and tags may stand elsewhere. */
export function outlineChannels(files: SpecFiles): readonly ChannelOutline[] {
  const root = rootOf(files, files.entry)?.node;
  const followed = (node: SpecNode, { file }: Pick<Spot, "file">): Spot =>
    followSpot(files, { file, node }) ?? { file, node };
  return [...entriesOf(valueAt(root, "channels"))].map(({ key, keyRange, value }) => {
    const channel = followed(value, { file: files.entry });
    return {
      id: key,
      range: keyRange,
      title: textOf(valueAt(channel.node, "title")),
      address: textOf(valueAt(channel.node, "address")),
      tags: itemsOf(valueAt(channel.node, "tags")).flatMap(
        (tag) => textOf(valueAt(followed(tag, channel).node, "name")) ?? [],
      ),
    };
  });
}
