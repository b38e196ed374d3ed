import type { Node } from "jsonc-parser";
import type { ExpectedConfig } from "./expected-config.ts";
import { listProperties, type RawConfig, type RawLocation } from "./raw-config.ts";

/** The new positions of the moved elements, or a description of how the files differ from the expected result. */
export type CheckResult =
  | {
      readonly ok: true;
      /** The new positions, in the same order as `expected.moved`. */
      readonly now: readonly RawLocation[];
      /** The property that was created for the moved elements. */
      readonly property?: RawLocation;
    }
  | { readonly ok: false; readonly fault: string };

export function checkMeaning(before: RawConfig, after: RawConfig, expected: ExpectedConfig): CheckResult {
  const now = new Map<Node, RawLocation>();
  let property: RawLocation | undefined;
  const compareNodes = (old: Node, own: Node, file: string): string | undefined => {
    now.set(old, { file, node: own });
    if (old.type !== own.type) return `${old.type} is ${own.type}`;
    if (old.type === "array") {
      const requested = expected.lists.get(old) ?? old.children ?? [];
      if (requested.length !== (own.children?.length ?? 0))
        return `${file}: a list of ${String(requested.length)} has ${String(own.children?.length)}`;
      return findFirstFault(requested, (item, i) => compareNodes(item, own.children?.[i] ?? own, file));
    }
    if (old.type !== "object")
      return old.value === own.value ? undefined : `${String(old.value)} is ${String(own.value)}`;
    const [all, properties] = [listProperties(old), listProperties(own)];
    const isAdded = expected.added?.object === old;
    const extra = isAdded ? properties.find(({ name }) => name === expected.added?.key) : undefined;
    if (isAdded && extra?.value.type !== "array") return `no ${expected.added?.key ?? ""} was made`;
    const rest = properties.filter((each) => each !== extra);
    if (extra) {
      property = { file, node: extra.whole };
      const fault = findFirstFault(expected.moved, ({ node }, i) =>
        compareNodes(node, extra.value.children?.[i] ?? own, file),
      );
      if (fault !== undefined || extra.value.children?.length !== expected.moved.length)
        return fault ?? "more was made";
    }
    if (rest.length !== all.length) return `${file}: an object has other keys`;
    return findFirstFault(all, ({ name, value }, i) => {
      const ownEntry = rest[i];
      return ownEntry?.name === name
        ? compareNodes(value, ownEntry.value, file)
        : `${name} is ${ownEntry?.name ?? "gone"}`;
    });
  };
  for (const [file, tree] of before.trees) {
    const own = after.trees.get(file);
    const fault = own ? compareNodes(tree, own, file) : `${file} is gone`;
    if (fault !== undefined) return { ok: false, fault };
  }
  const positions = expected.moved.flatMap(({ node }) => now.get(node) ?? []);
  return { ok: true, now: positions, ...(property && { property }) };
}

function findFirstFault<T>(
  list: readonly T[],
  findFault: (item: T, i: number) => string | undefined,
): string | undefined {
  for (const [i, item] of list.entries()) {
    const fault = findFault(item, i);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
