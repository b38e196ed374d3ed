import type { NavigationNode, NavigationPlace } from "../../../server/src/protocol/navigation.ts";
import type { NewPageChoices } from "../../../server/src/protocol/new-page.ts";

type Choices = Extract<NewPageChoices, { ok: true }>;

/** The choices with the parts of a division first, and the one that is most likely meant among them where it has any. */
export function preferHomesIn(division: NavigationNode, choices: Choices): Choices {
  const places = new Set(placesIn(division));
  const inside = choices.homes.filter(({ at }) => places.has(nameOf(at)));
  const [first] = inside;
  if (!first) return choices;
  const homes = [...inside, ...choices.homes.filter((home) => !inside.includes(home))];
  const likely = choices.likely === undefined ? undefined : choices.homes[choices.likely];
  return { ...choices, homes, likely: likely && inside.includes(likely) ? homes.indexOf(likely) : 0 };
}

/** Where a group most likely goes in a division: into the part of it that readers see first. */
export function placeForGroup({ at, children }: NavigationNode): NavigationPlace | undefined {
  const parts = children.filter(
    ({ kind, isLink, isGlobal, hidden }) => kind === "division" && !isLink && !isGlobal && !hidden,
  );
  const first = parts.find(({ isDefault }) => isDefault) ?? parts[0];
  return (first && placeForGroup(first)) ?? at;
}

/** URI of the page that is open where it stands in the division, else of its first page; undefined when it has none. */
export function pageNear(division: NavigationNode, open: string | undefined): string | undefined {
  let first: string | undefined;
  for (const { kind, opens } of rowsIn(division)) {
    if (kind !== "page" || !opens) continue;
    if (opens.uri === open) return open;
    first ??= opens.uri;
  }
  return first;
}

function* rowsIn(node: NavigationNode): Iterable<NavigationNode> {
  yield node;
  for (const child of node.children) yield* rowsIn(child);
}

function* placesIn(division: NavigationNode): Iterable<string> {
  for (const { at } of rowsIn(division)) if (at) yield nameOf(at);
}

function nameOf({ uri, range: { start } }: NavigationPlace): string {
  return `${uri} ${String(start.line)} ${String(start.character)}`;
}
