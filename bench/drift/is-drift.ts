import { Ajv2020 } from "ajv/dist/2020.js";
import type { Api, Json } from "./read-api.ts";

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns whether an independent validator finds more errors in the changed value than in the original value, or
 * undefined if this can't be determined.
 */
export function isWorse(api: Api, schema: Values, clean: Json, changed: Json): boolean | undefined {
  const faults = createValidator(api, schema);
  if (!faults) return undefined;
  const before = faults(clean);
  return faults(changed).some((fault) => !before.includes(fault));
}

type Faults = (value: Json) => readonly string[];

const cache = new WeakMap<Values, Faults | undefined>();

function createValidator(api: Api, schema: Values): Faults | undefined {
  if (!cache.has(schema)) cache.set(schema, compile(api, schema));
  return cache.get(schema);
}

function compile({ root }: Api, schema: Values): Faults | undefined {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    validateFormats: false,
    allErrors: true,
    logger: false,
  });
  try {
    const validate = ajv.compile({ ...root, wanted: schema, $ref: "#/wanted" });
    return (value) => {
      void validate(value);
      return (validate.errors ?? []).map(({ instancePath, schemaPath }) => `${instancePath} ${schemaPath}`);
    };
  } catch {
    return undefined;
  }
}
