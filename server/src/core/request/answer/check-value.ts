import type { AnswerModel, CheckedSchema, SchemaIndex } from "../../spec/model/schema-model.ts";
import { checkArray } from "./check-array.ts";
import { checkChoices } from "./check-choices.ts";
import { checkObject } from "./check-object.ts";
import { checkScalar } from "./check-scalar.ts";
import { Instance } from "./instance.ts";
import { Findings, nothing, type Outcome } from "./outcome.ts";

export interface CheckMeans {
  /** Whether a text has a match of a pattern; undefined where that cannot be told. */
  readonly matches: (pattern: string, text: string) => boolean | undefined;
  /** Steps that the whole check may take. */
  readonly fuel?: number;
}

/** It took more steps than there were. */
export class OutOfFuel extends Error {}

const usualFuel = 2_000_000;
/** Schemas within schemas at one time. */
const deepest = 900;

const insideKeys = [
  "ref", "properties", "patternProperties", "dependentSchemas", "prefixItems", "allOf", "anyOf", "oneOf",
  "additionalProperties", "unevaluatedProperties", "propertyNames", "items", "contains", "unevaluatedItems", "not", "if",
] as const satisfies readonly (keyof CheckedSchema)[]; // prettier-ignore

/** What holding a value against a schema of a model comes to. Throws `OutOfFuel`; nests as deep as the value does. */
export function checkValue(
  { schemas }: Pick<AnswerModel, "schemas">,
  schema: SchemaIndex,
  value: unknown,
  means: CheckMeans,
): Outcome {
  return new ValueCheck(schemas, means).check(schema, new Instance(value));
}

/**
 * Holds values against schemas by going through both, nothing of a schema is ever run. Each value meets each schema
 * once, so that choices within choices cost no more than their parts; a circle of references says nothing new.
 */
export class ValueCheck {
  readonly matches: CheckMeans["matches"];
  readonly #schemas: readonly CheckedSchema[];
  #fuel: number;
  #depth = 0;
  readonly #deep: (boolean | undefined)[] = [];

  constructor(schemas: readonly CheckedSchema[], { matches, fuel = usualFuel }: CheckMeans) {
    this.#schemas = schemas;
    this.matches = matches;
    this.#fuel = fuel;
  }

  schemaAt(index: SchemaIndex): CheckedSchema | undefined {
    return this.#schemas[index];
  }

  readonly spend = (steps: number): void => {
    this.#fuel -= steps;
    if (this.#fuel < 0) throw new OutOfFuel();
  };

  /** The same outcome for the same schema and value. */
  check(index: SchemaIndex, instance: Instance): Outcome {
    const known = instance.outcomeOf(index);
    if (known) return known.outcome ?? nothing;
    const schema = this.#schemas[index];
    if (!schema) return nothing;
    if (this.#depth >= deepest) return { ...nothing, untold: "The schemas lie too deep in each other." };
    this.spend(1);
    // What has nothing inside is found out again as quickly as it is kept.
    if (!this.#isDeep(index, schema)) return this.#against(schema, instance);
    instance.keep(index, undefined);
    this.#depth++;
    const outcome = this.#against(schema, instance);
    this.#depth--;
    instance.keep(index, outcome);
    return outcome;
  }

  /** Whether other schemas are looked at for this one. */
  #isDeep(index: SchemaIndex, schema: CheckedSchema): boolean {
    return (this.#deep[index] ??= insideKeys.some((key) => schema[key] !== undefined));
  }

  #against(schema: CheckedSchema, instance: Instance): Outcome {
    const found = new Findings(instance, schema);
    if (schema.untold !== undefined) found.untold = schema.untold;
    if (schema.never) found.fault("", "is there; the specification allows no value here");
    if (schema.ref !== undefined) found.takeSame(this.check(schema.ref, instance));
    const { value } = instance;
    checkScalar(this, schema, value, found);
    if (Array.isArray(value)) checkArray(this, schema, instance, value, found);
    else if (typeof value === "object" && value !== null)
      checkObject(this, schema, instance, value as Readonly<Record<string, unknown>>, found);
    checkChoices(this, schema, instance, found);
    this.#unevaluated(schema, instance, found);
    return found.outcome;
  }

  /** What no other keyword of the schema, nor of those that hold for the same value, is about. */
  #unevaluated(schema: CheckedSchema, instance: Instance, found: Findings): void {
    const { value } = instance;
    const { unevaluatedItems, unevaluatedProperties } = schema;
    // What could not be told may be about them.
    if (found.untold !== undefined) return;
    if (unevaluatedItems !== undefined && Array.isArray(value))
      for (const [i, item] of value.entries()) {
        if (found.hasItem(i)) continue;
        this.rest("unevaluatedItems", unevaluatedItems, instance.child(String(i), item, i), found);
        found.addItem(i);
      }
    if (unevaluatedProperties !== undefined && isObject(value))
      for (const [i, [name, each]] of Object.entries(value).entries()) {
        if (found.hasName(name)) continue;
        this.rest("unevaluatedProperties", unevaluatedProperties, instance.child(name, each, i), found);
        found.addName(name);
      }
  }

  /** A property or item that is not named: where none may be there, that is said of the keyword. */
  rest(keyword: string, index: SchemaIndex, child: Instance, found: Findings): void {
    if (this.#schemas[index]?.never)
      found.fault(keyword, `is not among what the specification names here`, child);
    else found.takeChild(this.check(index, child));
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
