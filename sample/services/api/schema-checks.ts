import { Ajv, type ErrorObject, type Options, type ValidateFunction } from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import type { RequestFault } from "./reply.ts";
import type { Dict } from "./specification.ts";

/**
 * Validates a value against the schema at a JSON Pointer in the specification. Returns the errors, or an empty list if
 * the value is valid.
 */
export type CheckAt = (pointer: string, value: unknown) => readonly RequestFault[];

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

const formats = {
  "date-time": (text: string) => dateTime.test(text) && !Number.isNaN(Date.parse(text)),
  date: (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  email: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/,
  uri: (text: string) => URL.canParse(text),
  "uri-reference": (text: string) => URL.canParse(text, "http://localhost"),
  float: true,
  binary: true,
} as const;

/**
 * Returns a function that validates values against the schemas in a document. A schema is compiled when it's first
 * used. OpenAPI 3.0 has `nullable`, which Ajv supports.
 */
export function schemaChecks(document: Dict): CheckAt {
  const options: Options = { strict: false, allErrors: true, formats, validateSchema: false, logger: false };
  const ajv = String(document["openapi"]).startsWith("3.0") ? new Ajv(options) : new Ajv2020(options);
  ajv.addSchema(document, "api");
  const compiled = new Map<string, ValidateFunction>();
  return (pointer, value) => {
    const check = compiled.get(pointer) ?? ajv.compile({ $ref: `api#${encodeURI(pointer)}` });
    compiled.set(pointer, check);
    return check(value) ? [] : (check.errors ?? []).slice(0, 20).map(faultOf);
  };
}

function faultOf({ instancePath, message, params }: ErrorObject): RequestFault {
  const allowed: unknown = params["allowedValues"];
  const values = Array.isArray(allowed) ? `: ${allowed.join(", ")}` : "";
  return { at: instancePath, message: `${message ?? "is invalid"}${values}` };
}
