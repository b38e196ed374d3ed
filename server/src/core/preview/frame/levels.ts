import { placeOf, stringOf, valueOf } from "../../config/json/json-tree.ts";
import type { ElementKind } from "../../config/settings/navigation.ts";
import type { TreeElement } from "../../site/navigation/navigation-tree.ts";
import type { FrameChoice, FrameLevel, FrameLevelKind, FrameLink } from "../view/site-frame.ts";
import { divisionTarget } from "./division-target.ts";
import { iconOf } from "./frame-icon.ts";
import { type FrameReading, once } from "./frame-reading.ts";
import { divisionsIn, hasPages } from "./page-places.ts";
import { colourPair, textIn } from "./setting-reader.ts";

/** A level as elements: the divisions to choose from, and which of them is around the page. */
interface LevelTrees {
  readonly kind: FrameLevelKind;
  readonly shown: readonly TreeElement[];
  readonly current: number | undefined;
}

/**
 * The divisions that readers choose from on the way to a page, outermost first. Entries of a tab's menu are no level of
 * their own: they stand in the tab.
 */
export function levelTrees(reading: FrameReading, chain: readonly TreeElement[]): readonly LevelTrees[] {
  return once(reading, "levelTrees", chain.at(-1), () =>
    chain.flatMap((tree, i) => {
      const siblings = divisionsIn(tree);
      const [first] = siblings;
      const kind = first && levelKind(first.element.kind);
      if (!kind || kind === "item") return [];
      const next = chain[i + 1];
      const shown = siblings.filter((sibling) => sibling === next || isWorthShowing(reading, sibling));
      const current = next ? shown.indexOf(next) : -1;
      return [{ kind, shown, current: current < 0 ? undefined : current }];
    }),
  );
}

/** The choices that readers have on the way to a page, those of `global` behind the others of their kind. */
export function levelsOf(reading: FrameReading, chain: readonly TreeElement[]): readonly FrameLevel[] {
  const levels = levelTrees(reading, chain).map(({ kind, shown, current }): FrameLevel => ({
    kind,
    choices: shown.map((sibling) => choiceOf(reading, sibling, chain)),
    ...(current !== undefined && { current }),
  }));
  for (const { kind, choice } of globalChoices(reading, chain)) {
    if (kind === "anchor") continue;
    const at = levels.findIndex((level) => level.kind === kind);
    const level = levels[at];
    if (level) levels[at] = { ...level, choices: [...level.choices, choice] };
    else levels.push({ kind, choices: [choice] });
  }
  return levels;
}

/** Anchors that stay in sight on every page below the elements around the page. */
export function globalAnchors(reading: FrameReading, chain: readonly TreeElement[]): readonly FrameLink[] {
  return globalChoices(reading, chain).flatMap(({ kind, choice }) => (kind === "anchor" ? [choice] : []));
}

function globalChoices(
  reading: FrameReading,
  chain: readonly TreeElement[],
): readonly { readonly kind: FrameLevelKind; readonly choice: FrameChoice }[] {
  return chain.flatMap(({ globals }) =>
    (globals ? divisionsIn(globals) : []).flatMap((tree) => {
      const kind = levelKind(tree.element.kind);
      return kind ? [{ kind, choice: { ...choiceOf(reading, tree, []), global: true as const } }] : [];
    }),
  );
}

/** Left out where all that it holds is hidden from this reader; one that is empty by mistake is seen to lead nowhere. */
function isWorthShowing(reading: FrameReading, tree: TreeElement): boolean {
  return tree.element.href !== undefined || hasPages(reading, tree) || !holdsHidden(tree);
}

function holdsHidden(tree: TreeElement): boolean {
  return tree.children.some((child) => {
    if (child.kind === "page") return child.hidden !== "dropped";
    if (child.kind === "group") return true;
    return child.kind === "element" && child.hidden !== "dropped" && holdsHidden(child);
  });
}

function choiceOf(reading: FrameReading, tree: TreeElement, chain: readonly TreeElement[]): FrameChoice {
  const { element } = tree;
  const { node, label, kind } = element;
  const icon = iconOf(reading.site, valueOf(node, "icon"), reading.draw);
  const description = textIn(node, "description");
  const tag = kind === "version" ? textIn(node, "tag") : undefined;
  const color = colourPair(valueOf(node, "color"));
  const items = divisionsIn(tree).filter((child) => child.element.kind === "item");
  const currentItem = items.findIndex((item) => chain.includes(item));
  return {
    label: (kind === "product" ? textIn(node, "name") : undefined) ?? label?.value ?? "",
    ...(icon && { icon }),
    ...divisionTarget(reading, tree),
    at: placeOf(label ?? node),
    ...(description !== undefined && { description }),
    ...(tag !== undefined && { tag }),
    ...(element.isDefault && { isDefault: true }),
    ...((color.light ?? color.dark) !== undefined && { color }),
    ...(stringOf(node, "align") === "end" && { align: "end" }),
    ...(items.length > 0 && { menu: items.map((item) => choiceOf(reading, item, chain)) }),
    ...(currentItem >= 0 && { currentItem }),
  };
}

function levelKind(kind: ElementKind): FrameLevelKind | undefined {
  return kind === "root" || kind === "group" || kind === "global" ? undefined : kind;
}
