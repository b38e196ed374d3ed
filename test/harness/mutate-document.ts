/** A document that consists of plain values and contains an error at a known position. */
export interface Mutation {
  readonly document: unknown;
  /** The kind and position of the error, such as `delete /info/title` or `kind /paths/~1a/get`. */
  readonly what: string;
}

export type RandomNumber = () => number;

/** Returns a pseudorandom number generator (mulberry32). It returns the same numbers from 0 to 1 for the same seed. */
export function createRandom(seed: number): RandomNumber {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

interface NodeLocation {
  readonly holder: Record<string, unknown> | unknown[];
  readonly key: string;
  readonly pointer: string;
}

const kinds = ["delete", "rename", "unknown", "kind", "value", "reference", "empty"] as const;

/** Returns the document with one random error: a missing, misspelled, or unknown key, or a value of the wrong type. */
export function mutate(original: unknown, random: RandomNumber): Mutation {
  const document: unknown = structuredClone(original);
  const locations = listLocations(document);
  for (;;) {
    const location = locations[Math.floor(random() * locations.length)];
    const kind = kinds[Math.floor(random() * kinds.length)];
    if (location && kind && change(location, kind, random)) return { document, what: `${kind} ${location.pointer}` };
  }
}

function change({ holder, key }: NodeLocation, kind: (typeof kinds)[number], random: RandomNumber): boolean {
  const table = holder as Record<string, unknown>;
  const value = table[key];
  switch (kind) {
    case "delete":
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete table[key];
      return true;
    case "rename":
      if (Array.isArray(holder)) return false;
      delete table[key];
      table[`${key}x`] = value;
      return true;
    case "unknown":
      if (Array.isArray(holder)) return false;
      table["unexpected"] = "value";
      return true;
    case "kind": {
      const others = [7, true, "text", [1], { a: 1 }, null].filter((other) => kindOf(other) !== kindOf(value));
      table[key] = others[Math.floor(random() * others.length)];
      return true;
    }
    case "value":
      if (typeof value !== "string") return false;
      table[key] = `${value}-other`;
      return true;
    case "reference":
      if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
      table[key] = { $ref: 5 };
      return true;
    case "empty":
      if (value === null || typeof value !== "object") return false;
      table[key] = Array.isArray(value) ? [] : {};
      return true;
  }
}

function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "list" : typeof value;
}

/**
 * Returns every key and item. Keys and items near the root are repeated so that they're chosen more often, because
 * there are only a few of them and they matter most.
 */
function listLocations(document: unknown): NodeLocation[] {
  const locations: NodeLocation[] = [];
  const walk = (value: unknown, pointer: string, depth: number): void => {
    if (value === null || typeof value !== "object") return;
    for (const [key, part] of Object.entries(value)) {
      const own = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      const weight = depth < 2 ? 20 : depth < 5 ? 5 : 1;
      for (let i = 0; i < weight; i++) locations.push({ holder: value as Record<string, unknown>, key, pointer: own });
      walk(part, own, depth + 1);
    }
  };
  walk(document, "", 0);
  return locations;
}
