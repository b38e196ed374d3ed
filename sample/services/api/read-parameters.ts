import type { Operation, Parameter } from "./specification.ts";
import { typedText } from "./typed-text.ts";

/** The parts of a request other than its body. */
export interface RequestParts {
  /** The decoded values of `{names}` in the path. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
}

/**
 * Returns the parameters that were sent, converted to the types in the specification. A value that isn't a valid number
 * remains text.
 */
export function readParameters(operation: Operation, parts: RequestParts): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const parameter of operation.parameters) {
    const value = readParameter(parameter, parts);
    if (value !== undefined) values[parameter.name] = value;
  }
  return values;
}

function readParameter(parameter: Parameter, { path, query, header }: RequestParts): unknown {
  const { name, schema } = parameter;
  if (parameter.in === "path") return typedText(path[name], schema["type"]);
  if (parameter.in === "header") return typedText(header(name), schema["type"]);
  if (schema["type"] === "array") return readList(parameter, query);
  if (parameter.style === "deepObject") return readDeepObject(name, query);
  return typedText(query.get(name) ?? undefined, schema["type"]);
}

const separators: Readonly<Record<string, string>> = { pipeDelimited: "|", spaceDelimited: " " };

function readList({ name, style, explode }: Parameter, query: URLSearchParams): string[] | undefined {
  const all = query.getAll(name);
  if (all.length === 0) return undefined;
  return explode ? all : all.flatMap((text) => text.split(separators[style] ?? ","));
}

/** Returns the fields of a parameter in the style `deepObject`, such as `eta[from]=2026-11-20`. */
function readDeepObject(name: string, query: URLSearchParams): Record<string, string> | undefined {
  const fields = [...query].flatMap(([key, value]): [string, string][] =>
    key.startsWith(`${name}[`) && key.endsWith("]") ? [[key.slice(name.length + 1, -1), value]] : [],
  );
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}
