import { itemsOf, textOf, valueAt, type SpecNode } from "../spec-node.ts";
import type { FoundFault } from "./fault-of-error.ts";

/** A `parent` of OpenAPI 3.2 that is no tag, or that leads back to the tag itself (3.2.0, Tag Object). */
export function* checkTagTree(root: SpecNode): Generator<FoundFault> {
  const tags = itemsOf(valueAt(root, "tags"));
  const parents = new Map<string, string | undefined>();
  for (const tag of tags) {
    const name = textOf(valueAt(tag, "name"));
    if (name !== undefined) parents.set(name, textOf(valueAt(tag, "parent")));
  }
  const inCircle = circles(parents);
  for (const [index, tag] of tags.entries()) {
    const parent = valueAt(tag, "parent");
    const wanted = textOf(parent);
    const name = textOf(valueAt(tag, "name"));
    if (!parent || wanted === undefined || name === undefined) continue;
    const isUnknown = !parents.has(wanted);
    if (!isUnknown && !inCircle.has(name)) continue;
    yield {
      kind: "wrong-value",
      path: ["tags", String(index), "parent"],
      range: parent.range,
      name: wanted,
      expected: isUnknown ? "the name of another tag" : "a tag that is not beneath this one",
      candidates: isUnknown ? [...parents.keys()].filter((tagName) => tagName !== name) : [],
    };
  }
}

/** Names whose parents lead back to them; each name is walked through once. */
function circles(parents: ReadonlyMap<string, string | undefined>): ReadonlySet<string> {
  const found = new Set<string>();
  const done = new Set<string>();
  for (const start of parents.keys()) {
    const walked = new Map<string, number>();
    let name: string | undefined = start;
    while (name !== undefined && !done.has(name) && !walked.has(name)) {
      walked.set(name, walked.size);
      name = parents.get(name);
    }
    const from = name === undefined ? undefined : walked.get(name);
    for (const [one, step] of walked) {
      done.add(one);
      if (from !== undefined && step >= from) found.add(one);
    }
  }
  return found;
}
