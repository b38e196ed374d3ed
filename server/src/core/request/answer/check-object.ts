import type { CheckedSchema } from "../../spec/model/schema-model.ts";
import type { ValueCheck } from "./check-value.ts";
import { Instance } from "./instance.ts";
import type { Findings } from "./outcome.ts";
import { counted } from "./value-words.ts";

/** The keywords about the properties of an object. */
export function checkObject(
  check: ValueCheck,
  schema: CheckedSchema,
  instance: Instance,
  value: Readonly<Record<string, unknown>>,
  found: Findings,
): void {
  const { required = [], dependentRequired = [], dependentSchemas = [] } = schema;
  check.spend(required.length);
  for (const name of required)
    if (!Object.hasOwn(value, name))
      found.fault("required", `has no \`${name}\`, which the specification requires`);
  for (const [name, needs] of dependentRequired)
    for (const need of Object.hasOwn(value, name) ? needs : [])
      if (!Object.hasOwn(value, need))
        found.fault(
          "dependentRequired",
          `has no \`${need}\`, which the specification requires beside \`${name}\``,
        );
  for (const [name, index] of dependentSchemas)
    if (Object.hasOwn(value, name)) found.takeSame(check.check(index, instance));
  checkCount(schema, Object.keys(value).length, found);
  checkProperties(check, schema, instance, value, found);
}

function checkCount({ numbers }: CheckedSchema, count: number, found: Findings): void {
  const { minProperties, maxProperties } = numbers;
  const has = `has ${counted(count, "property", "properties")}`;
  if (minProperties !== undefined && count < minProperties)
    found.fault("minProperties", `${has}; the specification says at least ${minProperties}`);
  if (maxProperties !== undefined && count > maxProperties)
    found.fault("maxProperties", `${has}; the specification says at most ${maxProperties}`);
}

function checkProperties(
  check: ValueCheck,
  schema: CheckedSchema,
  instance: Instance,
  value: Readonly<Record<string, unknown>>,
  found: Findings,
): void {
  const { patternProperties = [], additionalProperties, propertyNames } = schema;
  const properties = propertiesOf(schema);
  for (const [i, [name, each]] of Object.entries(value).entries()) {
    check.spend(1 + patternProperties.length);
    const child = instance.child(name, each, i);
    const own = properties.get(name);
    let isNamed = own !== undefined;
    if (own !== undefined) found.takeChild(check.check(own, child));
    for (const [pattern, index] of patternProperties) {
      const matches = check.matches(pattern, name);
      if (matches === undefined)
        found.untold ??= `The pattern \`${pattern.slice(0, 200)}\` could not be tried.`;
      // What cannot be told must not count as a property too many.
      if (matches !== false) isNamed = true;
      if (matches) found.takeChild(check.check(index, child));
    }
    if (additionalProperties !== undefined && !isNamed)
      check.rest("additionalProperties", additionalProperties, child, found);
    if (isNamed || additionalProperties !== undefined) found.addName(name);
    if (propertyNames === undefined) continue;
    const nameOutcome = check.check(propertyNames, new Instance(name));
    found.untold ??= nameOutcome.untold;
    const [first] = nameOutcome.faults;
    if (first)
      found.fault("propertyNames", `has a name that the specification rules out: it ${first.text}`, child);
  }
}

const known = new WeakMap<CheckedSchema, ReadonlyMap<string, number>>();

function propertiesOf(schema: CheckedSchema): ReadonlyMap<string, number> {
  const before = known.get(schema);
  if (before) return before;
  const properties = new Map(schema.properties);
  known.set(schema, properties);
  return properties;
}
