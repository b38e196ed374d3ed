import { posix } from "node:path";
import { parseIndependently, type Pair, type Read } from "./independent-json.ts";

/** A navigation node in a format that is easy to compare and to read. */
export interface NodeReading {
  /** The kind of the node, such as `tab`, `group`, or `entry`. */
  readonly kind: string;
  /** The text of the entry, or the name of the element. */
  readonly name: string;
  readonly file: string;
  readonly start: number;
  /** The text at the node's range. */
  readonly text: string;
  /** The specification that applies, such as `own api.json @ docs.json:120`, `inherited …`, or `none`. */
  readonly openapi: string;
  readonly asyncapi: string;
  readonly directory: string;
  readonly boost: string;
  readonly language: string;
  readonly version: string;
  /** Whether the node is the default language or version for readers. */
  readonly isDefault: boolean;
}

type Files = (path: string) => string | undefined;

/**
 * Reads the navigation of a site directly from its files, following the service's documentation, one node after another
 * in file order. It's deliberately slow and simple: it copies complete objects for each `$ref`, and resolves
 * inheritance by walking all ancestors of every node.
 */
export function readIndependently(files: Files): NodeReading[] {
  const docs = files("docs.json");
  if (docs === undefined) return [];
  const full = followed(parseIndependently("docs.json", docs), files, ["docs.json"]);
  const navigation = full && pick(full, "navigation");
  if (navigation?.is !== "map") return [];
  const nodes: NodeReading[] = [];
  walk(navigation, "root", [], false, (node) => nodes.push(node), files);
  return nodes;
}

const divisions: readonly (readonly [arrayKey: string, kind: string])[] = [
  ["languages", "language"],
  ["versions", "version"],
  ["tabs", "tab"],
  ["anchors", "anchor"],
  ["dropdowns", "dropdown"],
  ["products", "product"],
  ["menu", "item"],
  ["groups", "group"],
  ["pages", "group"],
];

interface Ancestor {
  readonly kind: string;
  readonly map: Read;
}

function walk(
  map: Read,
  kind: string,
  above: readonly Ancestor[],
  isDefault: boolean,
  report: (node: NodeReading) => void,
  files: Files,
): void {
  const line = [...above, { kind, map }];
  report(describe(map, kind, line, isDefault, files));
  const global = pick(map, "global");
  if (kind !== "global" && global?.is === "map") walk(global, "global", line, false, report, files);
  if (map.is !== "map") return;
  for (const { name, read } of map.pairs) {
    const childKind = divisions.find(([key]) => key === name)?.[1];
    if (childKind === undefined || read.is !== "list") continue;
    const chosen = read.list.find((item) => plainOf(pick(item, "default")) === true) ?? read.list[0];
    for (const item of read.list) {
      const lands = (name === "languages" || name === "versions") && item === chosen;
      if (item.is === "map") walk(item, childKind, line, lands, report, files);
      else if (name === "pages" && item.is === "plain" && typeof item.plain === "string")
        report(describe(item, "entry", line, false, files));
    }
  }
}

function describe(read: Read, kind: string, line: readonly Ancestor[], isDefault: boolean, files: Files): NodeReading {
  const name = kind === "entry" ? plainOf(read) : plainOf(pick(read, kind));
  return {
    kind,
    name: typeof name === "string" ? name : "",
    file: read.file,
    start: read.from,
    text: (files(read.file) ?? "").slice(read.from, read.to),
    openapi: nearest(line, kind, "openapi", specs),
    asyncapi: nearest(line, kind, "asyncapi", specs),
    directory: nearest(line, kind, "directory", oneOf(["none", "accordion", "card"])),
    boost: nearest(line, kind, "boost", positive),
    language: nearestName(line, "language"),
    version: nearestName(line, "version"),
    isDefault,
  };
}

/** Returns the closest usable value among those of a node and its ancestors. */
function nearest(
  line: readonly Ancestor[],
  kind: string,
  key: string,
  show: (read: Read) => string | undefined,
): string {
  for (let i = line.length - 1; i >= 0; i--) {
    const read = line[i] && pick(line[i]?.map, key);
    const shown = read && show(read);
    if (shown !== undefined) return `${kind !== "entry" && i === line.length - 1 ? "own" : "inherited"} ${shown}`;
  }
  return "none";
}

function nearestName(line: readonly Ancestor[], kind: string): string {
  const named = line.findLast((one) => one.kind === kind && typeof plainOf(pick(one.map, kind)) === "string");
  return named ? String(plainOf(pick(named.map, kind))) : "";
}

function specs(read: Read): string | undefined {
  const shown = (read.is === "list" ? read.list : [read]).flatMap((one) => {
    const source = one.is === "map" ? pick(one, "source") : one;
    const text = plainOf(source);
    if (!source || typeof text !== "string" || text.trim() === "") return [];
    const directory = plainOf(pick(one, "directory"));
    return [
      `${text.trim()}${typeof directory === "string" ? ` into ${directory}` : ""} @ ${source.file}:${source.from}`,
    ];
  });
  return shown.length > 0 ? shown.join(" + ") : undefined;
}

function oneOf(allowed: readonly string[]): (read: Read) => string | undefined {
  return (read) => {
    const text = plainOf(read);
    return typeof text === "string" && allowed.includes(text) ? text : undefined;
  };
}

function positive(read: Read): string | undefined {
  const number = plainOf(read);
  return typeof number === "number" && number > 0 && number < Infinity ? String(number) : undefined;
}

function plainOf(read: Read | undefined): string | number | boolean | null | undefined {
  return read?.is === "plain" ? read.plain : undefined;
}

function pick(read: Read | undefined, name: string): Read | undefined {
  return read?.is === "map" ? read.pairs.findLast((pair) => pair.name === name)?.read : undefined;
}

/** Replaces every `$ref` with its target. Values whose `$ref` can't be resolved are left out. */
function followed(read: Read, files: Files, chain: readonly string[]): Read | undefined {
  if (read.is === "plain") return read;
  if (read.is === "list") return { ...read, list: read.list.flatMap((item) => followed(item, files, chain) ?? []) };
  const own = read.pairs
    .filter(({ name }) => name !== "$ref")
    .flatMap(({ name, read: value }): Pair[] => {
      const inside = followed(value, files, chain);
      return inside ? [{ name, read: inside }] : [];
    });
  const ref = pick(read, "$ref");
  if (ref?.is !== "plain" || typeof ref.plain !== "string") return { ...read, pairs: own };
  const target = posix.join(posix.dirname(read.file), ref.plain).replace(/^\//, "");
  const text = files(target);
  if (target.startsWith("..") || chain.includes(target) || text === undefined) return undefined;
  const there = followed(parseIndependently(target, text), files, [...chain, target]);
  if (there?.is !== "map") return there;
  const names = new Set([...there.pairs, ...own].map(({ name }) => name));
  return {
    ...there,
    pairs: [...names].flatMap((name) => {
      const pair = own.findLast((one) => one.name === name) ?? there.pairs.findLast((one) => one.name === name);
      return pair ? [pair] : [];
    }),
  };
}
