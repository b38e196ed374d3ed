import { Fragment, type VNode } from "preact";
import type { ViewValue } from "../../../server/src/core/preview/view/page-view.ts";
import { type Audience, usePage } from "../paint/page-context.ts";
import { type PieceProps, propOf, textsOf } from "../paint/piece.ts";

/** `<Visibility>`: shown to those it is for. */
export function Visibility({ node, paint }: PieceProps): VNode | null {
  const { audience } = usePage();
  return isFor(propOf(node, "for"), audience) ? <Fragment>{paint(node.children)}</Fragment> : null;
}

/** `<Variation>`: shown in those looks of the site that it names. */
export function Variation({ node, paint }: PieceProps): VNode | null {
  const { variation } = usePage();
  const named = textsOf(node, "is");
  const isShown = variation === undefined || named.length === 0 || named.includes(variation);
  return isShown ? <Fragment>{paint(node.children)}</Fragment> : null;
}

function isFor(whom: ViewValue | undefined, { reader, signedIn, groups }: Audience): boolean {
  switch (whom) {
    case "humans":
      return reader === "human";
    case "agents":
      return reader === "agent";
    case "signed-in":
      return signedIn;
    case "signed-out":
      return !signedIn;
    default: {
      const wanted = whom && typeof whom === "object" && !Array.isArray(whom) ? Object.entries(whom) : [];
      const named = wanted.find(([name]) => name === "groups")?.[1];
      if (!Array.isArray(named)) return true;
      return signedIn && named.some((group) => typeof group === "string" && groups.includes(group));
    }
  }
}
