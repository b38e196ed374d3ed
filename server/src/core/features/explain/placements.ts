import type { JsonProperty } from "../../config/json/json-tree.ts";
import { type DivisionKey, type NavElement, type NavNode, takesHref } from "../../config/settings/navigation.ts";
import { navigationWithPages, type TreeElement, type TreeGroup, type TreeNode, type TreePage } from "../../site/navigation/navigation-tree.ts";
import { readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { derive } from "../../text/view.ts";

/** A place of the navigation where a page stands, whether readers see it there or not. */
export interface Placement {
  readonly slug: string;
  /** Elements and groups around it, outermost first, without the navigation itself. */
  readonly chain: readonly (TreeElement | TreeGroup)[];
  /** Absent for the `root` of the last element of the chain. */
  readonly page: TreePage | undefined;
  /** What stands beside it, itself among them. */
  readonly siblings: readonly TreeNode[];
  /** Absent where readers see it. */
  readonly barrier: Barrier | undefined;
}

/** Why a place is in no menu. */
export type Barrier =
  /** It is written under a key that the service drops, because of another or because the key has no place there. */
  | {
      readonly kind: "lost";
      readonly parent: NavElement;
      readonly key: DivisionKey | undefined;
      readonly property: JsonProperty | undefined;
      /** The key that counts, `href` where the parent has one; absent where none does. */
      readonly kept: DivisionKey | "href" | undefined;
    }
  | { readonly kind: "hidden"; readonly element: NavElement }
  /** Of a page that a specification makes. */
  | { readonly kind: "generated"; readonly why: "mark" | "metadata" | "root" };

/** All places of a page, those that readers see first, else in the order of docs.json. */
export function placementsOf(
  site: Pick<Site, "config" | "specs" | "profile" | "files">,
  slug: string,
): readonly Placement[] {
  const tree = navigationWithPages(site);
  return (tree && placementsIn(tree).get(slug)) ?? [];
}

/** Why what is listed here never gets into the navigation. */
export function lostBarrier(node: NavNode): Barrier | undefined {
  let outermost: NavNode | undefined;
  for (let at: NavNode | undefined = node; at; at = at.parent) if (at.lost) outermost = at;
  const parent = outermost?.parent;
  if (!outermost || !parent) return undefined;
  const { node: written } = outermost;
  const own = parent.childKeys.find(({ array }) => array?.items.some((item) => item === written));
  const kept = parent.href && takesHref(parent.kind) ? "href" : parent.keptKey;
  return {
    kind: "lost",
    parent,
    key: own?.key,
    property: own?.property,
    kept,
  };
}

const placementsIn = derive((tree: TreeElement): ReadonlyMap<string, readonly Placement[]> => {
  const bySlug = new Map<string, Placement[]>();
  const add = (placement: Placement): void => {
    const known = bySlug.get(placement.slug);
    if (known) known.push(placement);
    else bySlug.set(placement.slug, [placement]);
  };
  const visit = (
    node: TreeNode,
    chain: Placement["chain"],
    siblings: readonly TreeNode[],
    above: Barrier | undefined,
  ): void => {
    switch (node.kind) {
      case "page":
        return add({ slug: node.slug, chain, page: node, siblings, barrier: above ?? barrierOf(node) });
      case "group":
        for (const child of node.children) visit(child, [...chain, node], node.children, above);
        return;
      case "element": {
        const { element } = node;
        const inner = element.kind === "root" ? chain : [...chain, node];
        const barrier =
          above ??
          (element.lost ? lostBarrier(element) : undefined) ??
          (element.hidden ? { kind: "hidden" as const, element } : undefined);
        const read = element.root && readPageEntry(element.root.value);
        if (read?.kind === "page")
          add({ slug: read.slug, chain: inner, page: undefined, siblings: [], barrier });
        for (const child of node.children) visit(child, inner, node.children, barrier);
        return;
      }
      case "link":
      case "nothing":
    }
  };
  visit(tree, [], [], undefined);
  for (const placements of bySlug.values())
    placements.sort((a, b) => Number(a.barrier !== undefined) - Number(b.barrier !== undefined));
  return bySlug;
});

function barrierOf({ hidden, entry }: TreePage): Barrier | undefined {
  if (hidden === undefined) return undefined;
  if (hidden !== "dropped") return { kind: "generated", why: hidden };
  return entry && lostBarrier(entry);
}
