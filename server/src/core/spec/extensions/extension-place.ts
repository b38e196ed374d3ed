import { httpMethods } from "../../text/media-types.ts";
import type { ExtensionPlace } from "./vendor-field.ts";

const methods: ReadonlySet<string> = new Set([...httpMethods, "QUERY"].map((method) => method.toLowerCase()));
const schemaKeys: ReadonlySet<string> = new Set([
  "schema", "schemas", "itemSchema", "properties", "patternProperties", "items", "prefixItems", "allOf", "oneOf",
  "anyOf", "not", "additionalProperties", "$defs", "definitions",
]); // prettier-ignore

/**
 * What kind of thing stands at a path of keys from the root of a specification; undefined where no extension has a
 * meaning, or in a file of which only parts are pulled in.
 */
export function extensionPlace(path: readonly string[]): ExtensionPlace | undefined {
  if (path.length === 0) return "root";
  const [section, , third] = path;
  const isPath = section === "paths" || section === "webhooks";
  if (isPath && path.length === 2) return "path";
  if (isPath && path.length === 3 && third !== undefined && methods.has(third)) return "operation";
  if (isPath && path.length === 4 && third === "additionalOperations") return "operation";
  if (section === "tags" && path.length === 2) return "tag";
  if (section === "components" && path[1] === "securitySchemes" && path.length === 3)
    return "security-scheme";
  if (section === "components" && path[1] === "pathItems") return extensionPlace(["paths", ...path.slice(2)]);
  return path.some((key) => schemaKeys.has(key)) ? "schema" : undefined;
}
