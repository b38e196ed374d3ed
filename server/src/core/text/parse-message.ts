import * as v from "valibot";
import { isPlainRecord, createRecord } from "./plain-record.ts";

/** The type of the data that a schema accepts, with all properties read-only. */
export type Data<Schema extends v.GenericSchema> = DeepReadonly<v.InferOutput<Schema>>;

type DeepReadonly<T> = T extends Uint8Array
  ? T
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

export interface DataLimits {
  /** The maximum number of values, including the members of objects and the items of arrays. */
  readonly maxValues: number;
  /** The maximum nesting depth of objects and arrays. */
  readonly maxDepth: number;
  /** The maximum length of each string and each key, in UTF-16 code units. */
  readonly maxTextLength?: number;
}

/** The default limits, which are high enough for any page. Schemas set lower limits for individual fields. */
export const messageLimits: DataLimits = { maxValues: 1_000_000, maxDepth: 70, maxTextLength: 50_000_000 };

/**
 * Parses data from an untrusted sender. Returns a copy without unknown keys, or undefined if the data isn't valid or
 * exceeds the limits.
 */
export function parseMessage<Schema extends v.GenericSchema>(
  schema: Schema,
  message: unknown,
  limits = messageLimits,
): Data<Schema> | undefined {
  if (exceedsLimits(message, limits)) return undefined;
  const { success, output } = v.safeParse(schema, message, { abortEarly: true, abortPipeEarly: true });
  return success ? (output as Data<Schema>) : undefined;
}

/**
 * Whether data exceeds these limits. Stops when a limit is exceeded, so the function also terminates for circular
 * values. A byte array counts as one value.
 */
export function exceedsLimits(value: unknown, { maxValues, maxDepth, maxTextLength = Infinity }: DataLimits): boolean {
  const stack: (readonly [value: object, level: number])[] = [];
  let count = 0;
  const add = (each: unknown, level: number): void => {
    count++;
    if (typeof each === "object" && each !== null && !ArrayBuffer.isView(each)) stack.push([each, level]);
  };
  const isTooLong = (each: unknown): boolean => typeof each === "string" && each.length > maxTextLength;
  if (isTooLong(value)) return true;
  add(value, 0);
  for (let pendingValue = stack.pop(); pendingValue; pendingValue = stack.pop()) {
    const [object, level] = pendingValue;
    const isArray = Array.isArray(object);
    if (level >= maxDepth || (isArray && count + object.length > maxValues)) return true;
    for (const key in object) {
      if (!Object.hasOwn(object, key)) continue;
      const each: unknown = Reflect.get(object, key);
      if ((!isArray && isTooLong(key)) || isTooLong(each)) return true;
      add(each, level + 1);
      if (count > maxValues) return true;
    }
  }
  return count > maxValues;
}

/** Returns a schema for a string of at most `maxLength` UTF-16 code units. */
export function createTextSchema(maxLength: number) {
  return v.pipe(v.string(), v.maxLength(maxLength));
}

/** Returns a schema for an array of at most `maxItems` items. */
export function createListSchema<Item extends v.GenericSchema>(maxItems: number, itemSchema: Item) {
  return v.pipe(v.array(itemSchema), v.maxLength(maxItems));
}

/** A nonnegative integer. */
export const countSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A nonnegative finite number. */
export const amountSchema = v.pipe(v.number(), v.finite(), v.minValue(0));

/** Returns a schema for a string of 1 to `maxLength` UTF-16 code units. */
export function createNonEmptyTextSchema(maxLength: number) {
  return v.pipe(v.string(), v.nonEmpty(), v.maxLength(maxLength));
}

/**
 * Returns a schema for an object with at most `maxKeys` keys. In this object, keys such as `__proto__` have no special
 * meaning.
 */
export function createMapSchema<Value extends v.GenericSchema>(maxKeys: number, valueSchema: Value) {
  return v.pipe(
    v.custom<Readonly<Record<string, v.InferInput<Value>>>>(isPlainRecord),
    v.transform((record) => Object.entries(record)),
    v.array(v.strictTuple([v.string(), valueSchema])),
    v.maxLength(maxKeys),
    v.transform((entries) => createRecord(entries)),
  );
}
