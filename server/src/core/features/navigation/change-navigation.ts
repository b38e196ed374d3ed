import type { NavNode } from "../../config/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import type { SiteLocation } from "../../text/text-edit.ts";
import type { DropAnswer, DropPlace } from "./drop.ts";
import { dropInNavigation } from "./drop-in-navigation.ts";
import {
  addGroup,
  addPage,
  removeFromNavigation,
  renameElement,
  stepInNavigation,
} from "./edit-navigation.ts";
import { nodeAt } from "./node-at.ts";

/** What an author wants to be another in the navigation; parts of it are named by where their text stands. */
export type NavigationChange =
  | {
      readonly kind: "move";
      readonly nodes: readonly SiteLocation[];
      readonly target: SiteLocation;
      readonly position: DropPlace["position"];
    }
  | { readonly kind: "step"; readonly nodes: readonly SiteLocation[]; readonly direction: "up" | "down" }
  | { readonly kind: "add-page"; readonly target: SiteLocation; readonly path: string; readonly title?: string }
  | {
      readonly kind: "add-group";
      readonly target: SiteLocation;
      readonly label: string;
      readonly icon?: string;
    }
  | { readonly kind: "rename"; readonly nodes: readonly SiteLocation[]; readonly label: string }
  | { readonly kind: "remove"; readonly nodes: readonly SiteLocation[] };

const changed = { ok: false, reason: "The navigation has just changed. Try again." } as const;

/** The edits that make it so; nothing when a text is no longer what it was. */
export function changeNavigation(site: Site, change: NavigationChange): DropAnswer {
  const places = "nodes" in change ? change.nodes : [];
  const nodes: readonly (NavNode | undefined)[] = places.map((place) => nodeAt(site, place));
  const known = nodes.filter((node) => node !== undefined);
  const [node] = known;
  const target = "target" in change ? nodeAt(site, change.target) : undefined;
  if (known.length < nodes.length || ("target" in change ? !target : !node)) return changed;
  switch (change.kind) {
    case "move":
      return target ? dropInNavigation(site, known, { target, position: change.position }) : changed;
    case "step":
      return stepInNavigation(site, known, change.direction);
    case "add-page":
      return target ? addPage(site, target, change.path, change.title) : changed;
    case "add-group":
      return target ? addGroup(site, target, change) : changed;
    case "rename":
      return node ? renameElement(node, change.label) : changed;
    case "remove":
      return removeFromNavigation(site, known);
  }
}
