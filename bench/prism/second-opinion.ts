import { schemaChecks, type CheckAt } from "../../sample/services/api/schema-checks.ts";
import type { BuiltRequest } from "../../server/src/core/request/build/build-context.ts";

type Dict = Readonly<Record<string, unknown>>;

/**
 * Validates a body and a response with Ajv to show whether Prism or Docwright causes a difference. The functions return
 * undefined if this can't be determined.
 */
export interface RequestValidator {
  readonly isBodyValid: (operation: Named, request: BuiltRequest) => boolean | undefined;
  readonly isResponseValid: (operation: Named, status: number, type: string, text: string) => boolean | undefined;
}

interface Named {
  readonly method: string;
  readonly path: string;
}

export function createRequestValidator(document: Dict): RequestValidator {
  const check = schemaChecks(document);
  return {
    isBodyValid: ({ method, path }, { body, headers }) => {
      const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
      if (body?.kind !== "text" || !/json/.test(type)) return undefined;
      const content = ["paths", path, method.toLowerCase(), "requestBody"];
      return getResults(document, check, content, type, body.text);
    },
    isResponseValid: ({ method, path }, status, type, text) => {
      const responses = ["paths", path, method.toLowerCase(), "responses"];
      const responsesObject = getAt(document, responses) as Dict | undefined;
      const name = [String(status), `${String(status)[0]}XX`, "default"].find(
        (each) => responsesObject && each in responsesObject,
      );
      return name === undefined ? undefined : getResults(document, check, [...responses, name], type, text);
    },
  };
}

function getResults(
  document: Dict,
  check: CheckAt,
  keys: readonly string[],
  type: string,
  text: string,
): boolean | undefined {
  const reference = (getAt(document, keys) as Dict | undefined)?.["$ref"];
  const refKeys = typeof reference === "string" ? reference.slice(2).split("/") : keys;
  const essence = type.split(";")[0]?.trim() ?? "";
  const schemaPath = [...refKeys, "content", essence, "schema"];
  if (getAt(document, schemaPath) === undefined) return undefined;
  const pointer = schemaPath.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  try {
    return check(pointer, JSON.parse(text)).length === 0;
  } catch {
    return undefined;
  }
}

function getAt(document: Dict, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? (value as Dict)[key] : undefined),
    document,
  );
}
