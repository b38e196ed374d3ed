import { sample } from "openapi-sampler";
import type { HasSchemas } from "../../spec/model/flatten-schema.ts";
import type { MediaModel } from "../../spec/model/operation-model.ts";
import type { SchemaId, SchemaModel } from "../../spec/model/schema-model.ts";

export interface SampleOptions {
  readonly direction: "request" | "response";
  /** `api.examples.defaults: "required"`. */
  readonly onlyRequired: boolean;
}

const mostSchemas = 400;
const deepest = 7;

/**
 * A value of this kind for readers to look at: the author's first example, else one made from the schema (its examples,
 * defaults and allowed values first); undefined where nothing can be made.
 */
export function sampleValue(media: MediaModel, models: HasSchemas, options: SampleOptions): unknown {
  const written = media.examples.find(({ value }) => value !== undefined);
  if (written) return written.value;
  return media.schema && sampleOfSchema(media.schema, models, options);
}

export function sampleOfSchema(schema: SchemaModel, models: HasSchemas, options: SampleOptions): unknown {
  const writer = new SchemaWriter(models);
  try {
    const root = writer.write(schema);
    return sample(
      root,
      {
        skipNonRequired: options.onlyRequired,
        skipReadOnly: options.direction === "request",
        skipWriteOnly: options.direction === "response",
        quiet: true,
        maxSampleDepth: deepest,
      },
      writer.document(),
    );
  } catch {
    // A schema that contradicts itself has no value.
    return undefined;
  }
}

type Json = Record<string, unknown>;

/** Writes models as the schemas that the sampler reads, each named one once. */
class SchemaWriter {
  readonly #models: HasSchemas;
  readonly #names = new Map<SchemaId, string>();
  readonly #named: Record<string, Json> = {};

  constructor(models: HasSchemas) {
    this.#models = models;
  }

  document(): Json {
    return { named: this.#named };
  }

  write(schema: SchemaModel): Json {
    if (schema.ref !== undefined) return this.#reference(schema.ref);
    const types = schema.nullable && schema.types.length > 0 ? [...schema.types] : schema.types;
    return clean({
      type: types.length === 1 ? types[0] : types.length > 1 ? types : undefined,
      format: schema.format,
      const: schema.constant?.value,
      enum: schema.enum,
      default: schema.default?.value,
      example: schema.examples[0],
      ...schema.limits,
      readOnly: schema.readOnly || undefined,
      writeOnly: schema.writeOnly || undefined,
      required: schema.required.length > 0 ? schema.required : undefined,
      properties:
        schema.properties.length > 0
          ? Object.fromEntries(schema.properties.map(({ name, schema: each }) => [name, this.write(each)]))
          : undefined,
      additionalProperties:
        typeof schema.additionalProperties === "object" ? this.write(schema.additionalProperties) : undefined,
      items: schema.items && this.write(schema.items),
      prefixItems: schema.prefixItems?.map((each) => this.write(each)),
      allOf: this.#list(schema.allOf),
      oneOf: this.#list(schema.oneOf),
      anyOf: this.#list(schema.anyOf),
    });
  }

  #list(schemas: readonly SchemaModel[]): readonly Json[] | undefined {
    return schemas.length === 0 ? undefined : schemas.map((each) => this.write(each));
  }

  #reference(id: SchemaId): Json {
    const known = this.#names.get(id);
    const target = this.#models.schemas.get(id);
    if (known !== undefined) return { $ref: `#/named/${known}` };
    if (!target || this.#names.size >= mostSchemas) return {};
    const name = `s${this.#names.size}`;
    this.#names.set(id, name);
    this.#named[name] = {};
    this.#named[name] = this.write(target);
    return { $ref: `#/named/${name}` };
  }
}

function clean(record: Json): Json {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
