import type { Config } from "../config/config.ts";
import type { JsonNode } from "../config/json/json-tree.ts";
import type { ProfileName } from "../config/settings/profile.ts";
import { enumValues, type Setting, type Shape } from "../config/settings/setting-shape.ts";
import { valueKindOf } from "../config/settings/schema-lookup.ts";
import { resolveShape } from "../config/settings/config-schema.ts";
import { stringChecks } from "../config/settings/check-value.ts";
import { derive } from "../text/view.ts";

type Path = readonly (string | number)[];

/** Settings of docs.json in the order in which sites most often have them (reference/corpus-properties.tsv). */
const byUse: readonly string[] =
  "$schema theme name colors favicon navigation primary light dark logo navbar footer redirects contextual options group pages tab groups anchor icon href label links socials type integrations description background appearance default api openapi seo metatags styling eyebrows banner content fonts family".split(
    " ",
  );

/** From 0 for the setting that sites have most often to 1 for one of the rarely used. */
export function rarity(key: string): number {
  const at = byUse.indexOf(key);
  return at < 0 ? 1 : at / byUse.length;
}

/** The part of the objects in such places of this docs.json that have the key, from 0 to 1: groups beside groups. */
export function shareOf(config: Config, path: Path, key: string): number {
  const uses = keyUses(config).get(placeName(path));
  return uses ? (uses.keys.get(key) ?? 0) / uses.objects : 0;
}

interface KeyUses {
  objects: number;
  readonly keys: Map<string, number>;
}

const keyUses = derive((config: Config): ReadonlyMap<string, KeyUses> => {
  const uses = new Map<string, KeyUses>();
  const walk = (node: JsonNode, place: string): void => {
    if (node.kind === "array") for (const item of node.items) walk(item, place);
    if (node.kind !== "object") return;
    const known = uses.get(place) ?? { objects: 0, keys: new Map<string, number>() };
    uses.set(place, known);
    known.objects++;
    for (const { key, value } of node.properties) {
      known.keys.set(key, (known.keys.get(key) ?? 0) + 1);
      if (value) walk(value, key);
    }
  };
  if (config.root) walk(config.root, "");
  return uses;
});

/** The key under which an object stands; of groups within groups the same. */
function placeName(path: Path): string {
  const key = path.findLast((step) => typeof step === "string");
  return typeof key === "string" ? key : "";
}

/** How badly a value that is there fits a setting: 0 it is one of its own, 1 it is of the right kind, from 2 on it is not. */
export function misfit(shape: Shape, node: JsonNode, profile: ProfileName): number {
  const concrete = resolveShape(shape);
  switch (concrete.kind) {
    case "choice": {
      const kind = valueKindOf(node);
      const branch = kind === undefined ? undefined : concrete.branches[kind];
      return branch ? misfit(branch, node, profile) : 3;
    }
    case "forms":
      return Math.min(
        misfit(concrete.otherwise, node, profile),
        ...concrete.forms.map((form) => misfit(form.shape, node, profile)),
      );
    case "object":
      return node.kind === "object" ? strangers(node, concrete.settings) : 3;
    case "list": {
      if (node.kind !== "array") return 3;
      const [first] = node.items;
      return first ? misfit(concrete.items, first, profile) : 0.5;
    }
    case "record":
      return node.kind === "object" ? 1 : 3;
    case "enum":
      if (node.kind !== "string") return 3;
      return enumValues(concrete, profile).includes(node.value) ? 0 : concrete.open ? 1 : 2.5;
    case "string":
      if (node.kind !== "string") return 3;
      if (!concrete.check) return isPathOrUrl(node.value) && !concrete.file && !concrete.names ? 1.2 : 0.8;
      return stringChecks[concrete.check].passes(node.value) ? 0.2 : 2;
    case "boolean":
    case "number":
      return node.kind === concrete.kind ? 0.2 : 3;
  }
}

/** The part of its keys that the settings do not have, as a misfit from 0.2 on. */
function strangers(node: JsonNode & { kind: "object" }, settings: ReadonlyMap<string, Setting>): number {
  const { properties } = node;
  if (properties.length === 0) return 0.5;
  const unknown = properties.filter(({ key }) => !settings.has(key) || settings.get(key)?.misplaced).length;
  return 0.2 + (2 * unknown) / properties.length;
}

function isPathOrUrl(text: string): boolean {
  return /^(\/|https?:)/.test(text);
}
