import { findProperty, keyPlace, placeOf } from "../../config/json/json-tree.ts";
import { childOrder, type NavElement } from "../../config/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import type { SiteLocation } from "../../text/text-edit.ts";
import { wordFor } from "../navigation/drop.ts";
import type { Finding } from "./explanation.ts";
import type { Barrier, Placement } from "./placements.ts";

/** `the group \`Basics\``, and without a name `the navigation`, `a tab without a name`. */
export function calledElement({ kind, label }: Pick<NavElement, "kind" | "label">): string {
  const name = label?.value.trim() ?? "";
  if (name !== "") return `the ${wordFor[kind]} \`${name}\``;
  return kind === "root" ? "the navigation" : `a ${wordFor[kind]} without a name`;
}

/** `Guides › Basics`; empty at the top of the navigation. */
export function wayTo({ chain }: Pick<Placement, "chain">): string {
  return chain
    .map((node) =>
      node.kind === "group" ? node.label : node.element.label?.value.trim() || wordFor[node.element.kind],
    )
    .join(" › ");
}

/** `in Guides › Basics, as the second page`, behind “Readers find it”. */
export function foundWhere(site: Pick<Site, "pages">, placement: Placement): string {
  const way = wayTo(placement);
  const where = way === "" ? "in the menu" : `in ${way}`;
  if (!placement.page) return `${where}, as the page that opens with it`;
  const position = positionOf(site, placement);
  return position === undefined ? where : `${where}, as the ${ordinal(position)} page`;
}

/** Where docs.json has it: its entry, else the element around it. */
export function placeOfPlacement({ page, chain }: Placement): SiteLocation | undefined {
  if (page?.entry) return placeOf(page.entry.node);
  const elements = chain.flatMap((node) => (node.kind === "element" ? [node.element] : []));
  const last = elements.at(-1);
  if (!last) return undefined;
  if (!page && last.root) return placeOf(last.root);
  return placeOfElement(last);
}

export function placeOfElement(element: NavElement): SiteLocation {
  if (element.label) return placeOf(element.label);
  const { file, range } = placeOf(element.node);
  return { file, range: { start: range.start, end: range.start + 1 } };
}

/** Why a place is in no menu, and what would change that. */
export function barrierFinding(barrier: Barrier, subject: string): Finding {
  switch (barrier.kind) {
    case "hidden": {
      const { element } = barrier;
      const name = calledElement(element);
      const property = findProperty(element.node, "hidden");
      return {
        kind: "navigation",
        state: "stops",
        sentence: `${capital(name)} is hidden, so no menu shows what is in it.`,
        place: property ? keyPlace(property) : placeOfElement(element),
        because: `${name} is hidden`,
        remedy: `remove \`hidden\` from ${name}`,
      };
    }
    case "lost":
      return lostFinding(barrier);
    case "generated":
      return generatedFinding(barrier.why, subject);
  }
}

function lostFinding({ parent, key, property, kept }: Extract<Barrier, { kind: "lost" }>): Finding {
  const name = calledElement(parent);
  const written = key === undefined ? "what stands here" : `\`${key}\``;
  const mayHold = key !== undefined && childOrder[parent.kind].includes(key);
  const because =
    kept !== undefined && kept !== key
      ? `${name} has \`${kept}\` beside ${written}, and only \`${kept}\` counts`
      : `${written} has no place in ${name}`;
  const place = property ? keyPlace(property) : placeOfElement(parent);
  return {
    kind: "navigation",
    state: "stops",
    sentence: `${capital(because)}, so readers see nothing of it.`,
    place,
    because,
    remedy:
      kept === "href"
        ? "remove the `href`, or move what stands beside it"
        : kept !== undefined && mayHold
          ? `move it into \`${kept}\`, or remove \`${kept}\``
          : "move it one level up",
  };
}

function generatedFinding(why: "mark" | "metadata" | "root", subject: string): Finding {
  const known = {
    mark: {
      because: `${subject} is marked \`x-hidden\``,
      remedy: "remove `x-hidden`, or list it in the navigation by name",
    },
    metadata: {
      because: `the metadata of ${subject} has \`hidden: true\``,
      remedy: "remove `hidden` from the metadata",
    },
    root: {
      because: "a specification of the whole navigation makes pages, but no menu of them",
      remedy: "name the specification on a tab or a group",
    },
  }[why];
  return { kind: "navigation", state: "stops", sentence: `${capital(known.because)}.`, ...known };
}

/** Counted among the pages of the same list that readers see. */
function positionOf({ pages }: Pick<Site, "pages">, { page, siblings }: Placement): number | undefined {
  let position = 0;
  for (const sibling of siblings) {
    if (sibling.kind !== "page") continue;
    const isPage = sibling === page;
    const outline = sibling.file === undefined ? undefined : pages.get(sibling.file);
    if (!isPage && (sibling.hidden || outline?.fields.get("hidden") === true)) continue;
    position++;
    if (isPage) return position;
  }
  return undefined;
}

const words = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/** `second`, `21st`. */
function ordinal(position: number): string {
  const word = words[position - 1];
  if (word !== undefined) return word;
  const [ten, one] = [Math.floor(position / 10) % 10, position % 10];
  const ending = ten === 1 ? "th" : ({ 1: "st", 2: "nd", 3: "rd" }[one] ?? "th");
  return `${position}${ending}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
