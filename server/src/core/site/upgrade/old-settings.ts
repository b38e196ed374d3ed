/** What `JSON.parse` gives. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonMap = { [key: string]: Json };

/** A setting of mint.json that docs.json does not take over, and why. */
export interface LeftSetting {
  /** `feedback.raiseIssue`, `tabs[1].url`. */
  readonly path: string;
  /** What became of it, or that it has no counterpart. */
  readonly reason: string;
}

/**
 * The settings of a mint.json, of which each is taken once. What nobody has taken in the end was lost: `rest` names it,
 * so that nothing goes silently.
 */
export class OldSettings {
  readonly #settings: JsonMap;
  readonly left: LeftSetting[] = [];

  constructor(settings: JsonMap) {
    this.#settings = copyOf(settings);
  }

  /** The value at a dotted path, which is then done with; undefined where there is none. */
  take(path: string): Json | undefined {
    return takeAt(this.#settings, path.split("."));
  }

  text(path: string): string | undefined {
    return this.#takeIf(path, (value) => typeof value === "string" && value !== "") as string | undefined;
  }

  flag(path: string): boolean | undefined {
    return this.#takeIf(path, (value) => typeof value === "boolean") as boolean | undefined;
  }

  /** The maps of a list; what else stands in it is told as left. */
  maps(path: string): JsonMap[] {
    const value = this.take(path);
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.leave(path, "is no list");
      return [];
    }
    return value.flatMap((item, index) => {
      if (isMap(item)) return [item];
      this.leave(`${path}[${index}]`, "is not written as one expects");
      return [];
    });
  }

  leave(path: string, reason: string): void {
    this.left.push({ path, reason });
  }

  /** Tells of everything that was not taken, also of keys of a map that was. */
  leaveRest(path = "", value: Json = this.#settings): void {
    if (isMap(value)) {
      for (const [key, inner] of Object.entries(value))
        this.leaveRest(path === "" ? key : `${path}.${key}`, inner);
    } else if (path !== "") this.leave(path, "docs.json has no such setting");
  }

  #takeIf(path: string, isRight: (value: Json) => boolean): Json | undefined {
    const parts = path.split(".");
    const value = readAt(this.#settings, parts);
    return value !== undefined && isRight(value) ? takeAt(this.#settings, parts) : undefined;
  }
}

export function isMap(value: Json | undefined): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value of a map, which is then done with. */
export function takeFrom(map: JsonMap, key: string): Json | undefined {
  return takeAt(map, [key]);
}

function readAt(map: JsonMap, parts: readonly string[]): Json | undefined {
  let at: Json | undefined = map;
  for (const part of parts) at = isMap(at) && Object.hasOwn(at, part) ? at[part] : undefined;
  return at;
}

function takeAt(map: JsonMap, parts: readonly string[]): Json | undefined {
  const around = readAt(map, parts.slice(0, -1));
  const last = parts.at(-1) ?? "";
  if (!isMap(around) || !Object.hasOwn(around, last)) return undefined;
  const value = around[last];
  Reflect.deleteProperty(around, last);
  return value;
}

/** Without what is undefined; undefined when nothing is left. */
export function mapOf(entries: Readonly<Record<string, Json | undefined>>): JsonMap | undefined {
  const map: JsonMap = Object.fromEntries(
    Object.entries(entries).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
  return Object.keys(map).length > 0 ? map : undefined;
}

function copyOf(map: JsonMap): JsonMap {
  return Object.fromEntries(
    Object.entries(map).map(([key, value]) => [key, isMap(value) ? copyOf(value) : copyOfItem(value)]),
  );
}

function copyOfItem(value: Json): Json {
  if (Array.isArray(value)) return value.map(copyOfItem);
  return isMap(value) ? copyOf(value) : value;
}
