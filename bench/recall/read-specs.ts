import { load } from "js-yaml";

/** A specification file as text, along with the operations that a simple parser finds. */
export interface SpecText {
  readonly path: string;
  readonly text: string;
  readonly kind: "openapi" | "asyncapi";
  readonly json: boolean;
  readonly content: Readonly<Record<string, unknown>>;
  readonly operations: readonly SpecOperation[];
}

export interface SpecOperation {
  readonly method: string;
  readonly path: string;
  readonly content: Readonly<Record<string, unknown>>;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

export function readSpecs(texts: ReadonlyMap<string, string>): readonly SpecText[] {
  return [...texts].flatMap(([path, text]) => {
    if (!/\.(json|ya?ml)$/.test(path) || !/["']?(openapi|asyncapi)["']?\s*:/.test(text.slice(0, 3000))) return [];
    if (/(^|\/)\.[^/]*\//.test(path)) return [];
    const isJson = path.endsWith(".json");
    const content = toRecord(readTree(text, isJson));
    const kind = ["openapi", "asyncapi"].find((key) => typeof content[key] === "string");
    if (kind !== "openapi" && kind !== "asyncapi") return [];
    return [{ path, text, kind, json: isJson, content, operations: listOperations(content) }];
  });
}

function listOperations(content: Readonly<Record<string, unknown>>): SpecOperation[] {
  return Object.entries(toRecord(content["paths"])).flatMap(([path, item]) =>
    Object.entries(toRecord(item)).flatMap(([method, operation]) =>
      methods.includes(method) ? [{ method, path, content: toRecord(operation) }] : [],
    ),
  );
}

export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** Parses JSON or YAML. Returns undefined if the text isn't valid. */
export function readTree(text: string, isJson: boolean): unknown {
  try {
    return isJson ? (JSON.parse(text) as unknown) : load(text);
  } catch {
    return undefined;
  }
}
