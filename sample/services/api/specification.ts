import { readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";

export interface Operation {
  readonly id: string;
  /** The method in uppercase. */
  readonly method: string;
  /** The path template, such as `/shipments/{shipmentId}`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** `undefined` if the operation doesn't accept a body. */
  readonly body: OperationBody | undefined;
  /** The authentication methods. Each is a list of security schemes with scopes. */
  readonly security: readonly (readonly (readonly [scheme: string, scopes: readonly string[]])[])[];
}

export interface OperationBody {
  readonly required: boolean;
  /** The supported media types, each with the schemas of its properties. */
  readonly types: Readonly<Record<string, Dict>>;
  /** The JSON Pointer to the body's `content`. */
  readonly at: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  /** The JSON Pointer to the parameter's schema. */
  readonly at: string;
  readonly schema: Dict;
}

export type Dict = Readonly<Record<string, unknown>>;

export interface Specification {
  readonly document: Dict;
  readonly operations: readonly Operation[];
}

const methods = ["get", "put", "post", "patch", "delete"];

/** Reads a specification of the sample site and returns its operations, with references resolved. */
export function readSpecification(file: string): Specification {
  const text = readFileSync(path.join(__dirname, "..", "..", "site", file), "utf8");
  const document = load(text) as Dict;
  const operations = Object.entries(dictAt(document, "paths")).flatMap(([address, item]) =>
    methods.flatMap((method) => {
      const operation = (item as Dict)[method] as Dict | undefined;
      return operation ? [readOperation(document, address, method, item as Dict, operation)] : [];
    }),
  );
  return { document, operations };
}

function readOperation(document: Dict, address: string, method: string, item: Dict, operation: Dict): Operation {
  const at = `/paths/${escaped(address)}`;
  const shared = listAt(item, "parameters").map((each, i) => readParameter(document, each, `${at}/parameters/${i}`));
  const own = listAt(operation, "parameters").map((each, i) =>
    readParameter(document, each, `${at}/${method}/parameters/${i}`),
  );
  const body = operation["requestBody"] as Dict | undefined;
  const security = (operation["security"] ?? document["security"] ?? []) as readonly Record<string, string[]>[];
  return {
    id: String(operation["operationId"]),
    method: method.toUpperCase(),
    path: address,
    parameters: [...shared, ...own],
    body: body && {
      required: body["required"] === true,
      types: Object.fromEntries(
        Object.entries(dictAt(body, "content")).map(([type, media]) => {
          const schema = followed(document, dictAt(media as Dict, "schema"));
          return [type, dictAt(schema, "properties")];
        }),
      ),
      at: `${at}/${method}/requestBody/content`,
    },
    security: security.map((way) => Object.entries(way)),
  };
}

function readParameter(document: Dict, written: Dict, at: string): Parameter {
  const reference = written["$ref"];
  const place = typeof reference === "string" ? reference.slice(1) : at;
  const parameter = typeof reference === "string" ? (valueAt(document, place) as Dict) : written;
  const where = String(parameter["in"]);
  const style = typeof parameter["style"] === "string" ? parameter["style"] : where === "query" ? "form" : "simple";
  return {
    name: String(parameter["name"]),
    in: where,
    required: parameter["required"] === true,
    style,
    explode: typeof parameter["explode"] === "boolean" ? parameter["explode"] : style === "form",
    at: `${place}/schema`,
    schema: followed(document, dictAt(parameter, "schema")),
  };
}

function followed(document: Dict, schema: Dict): Dict {
  const reference = schema["$ref"];
  return typeof reference === "string" ? (valueAt(document, reference.slice(1)) as Dict) : schema;
}

function valueAt(document: Dict, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((value, key) => (value as Dict)[key], document);
}

/** Escapes a key for use in a JSON Pointer. */
export function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

function dictAt(value: Dict, key: string): Dict {
  return (value[key] ?? {}) as Dict;
}

function listAt(value: Dict, key: string): readonly Dict[] {
  return (value[key] ?? []) as readonly Dict[];
}
