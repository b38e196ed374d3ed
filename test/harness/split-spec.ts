import type { SitePath } from "../../server/src/core/text/text-edit.ts";

type Table = Readonly<Record<string, unknown>>;

/**
 * Splits a specification into files that refer to each other: one for each path item, webhook, and channel, and one for
 * all components. Values that are only a reference or aren't objects remain unchanged.
 */
export function splitSpec(document: Table): ReadonlyMap<SitePath, string> {
  const files = new Map<SitePath, unknown>();
  const selectSection = (section: string, isRetained: (name: string) => boolean) =>
    mapped(document[section], (value, name) => {
      if (!canMove(value) || isRetained(name)) return value;
      const path = `parts/${section}-${files.size}.json`;
      files.set(path, addBackReferences(value));
      return { $ref: path };
    });
  const moved = {
    paths: selectSection("paths", (name) => !name.startsWith("/")),
    webhooks: selectSection("webhooks", (name) => name.startsWith("x-")),
    channels: selectSection("channels", (name) => name.startsWith("x-")),
  };
  const combined: Record<string, Record<string, unknown>> = {};
  const components = mapped(document["components"], (section, sectionName) =>
    mapped(section, (value, name) => {
      if (!canMove(value) || sectionName.startsWith("x-") || !/^[\w.-]+$/.test(name)) return value;
      (combined[sectionName] ??= {})[name] = addBackReferences(value);
      return { $ref: `parts/components.json#/${sectionName}/${name}` };
    }),
  );
  const entry = Object.fromEntries(
    Object.entries({ ...document, ...moved, components }).filter(([key]) => Object.hasOwn(document, key)),
  );
  return new Map([
    ["api.json", JSON.stringify(entry, undefined, 2)],
    ["parts/components.json", JSON.stringify(combined, undefined, 2)],
    ...[...files].map(([path, value]) => [path, JSON.stringify(value, undefined, 2)] as const),
  ]);
}

function canMove(value: unknown): boolean {
  return isTable(value) && value["$ref"] === undefined;
}

function mapped(value: unknown, change: (part: unknown, key: string) => unknown): unknown {
  if (!isTable(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, change(part, key)]));
}

/** Adjusts references to the specification's own file for use in a file in another folder. */
function addBackReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addBackReferences);
  return mapped(value, (part, key) =>
    key === "$ref" && typeof part === "string" && part.startsWith("#") ? `../api.json${part}` : addBackReferences(part),
  );
}

function isTable(value: unknown): value is Table {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
