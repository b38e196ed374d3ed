import { type HasSchemas, namedSchema } from "../../spec/model/flatten-schema.ts";
import type { FlatSchema, SchemaLimits, SchemaModel, SchemaType } from "../../spec/model/schema-model.ts";
import { nameAsCode } from "./name-as-code.ts";

/** A schema of one version, with what it is in all. */
export interface Side {
  readonly schema: SchemaModel;
  readonly flat: FlatSchema;
  readonly models: HasSchemas;
}

/** The kinds of values, `null` aside; undefined where nothing is said. */
export function typesOf(flat: FlatSchema): ReadonlySet<SchemaType> | undefined {
  const types = flat.types.filter((type) => type !== "null");
  if (types.length > 0) return new Set(types);
  if (flat.properties.size > 0) return new Set<SchemaType>(["object"]);
  return flat.items ? new Set<SchemaType>(["array"]) : undefined;
}

/** Whether every value of the first kinds is one of the others; a whole number is a number. */
export function within(
  some: ReadonlySet<SchemaType> | undefined,
  others: ReadonlySet<SchemaType> | undefined,
): boolean {
  if (!others) return true;
  if (!some) return false;
  return [...some].every((type) => others.has(type) || (type === "integer" && others.has("number")));
}

/** Lower limits are tighter when they rise, upper ones when they fall. */
const limits = [
  ["minimum", "lower", "be at least"],
  ["exclusiveMinimum", "lower", "be more than"],
  ["maximum", "upper", "be at most"],
  ["exclusiveMaximum", "upper", "be less than"],
  ["minLength", "lower", "have a length of at least"],
  ["maxLength", "upper", "have a length of at most"],
  ["minItems", "lower", "have a number of items of at least"],
  ["maxItems", "upper", "have a number of items of at most"],
  ["minProperties", "lower", "have a number of fields of at least"],
  ["maxProperties", "upper", "have a number of fields of at most"],
] as const;

/** "must be at most `100` now (was `50`)". */
export function changedLimits(
  one: Side,
  other: Side,
): readonly { readonly words: string; readonly isTighter: boolean }[] {
  const [before, after] = [limitsOf(one), limitsOf(other)];
  const changed = limits.flatMap(([key, side, phrase]) => {
    const [was, now] = [before[key], after[key]];
    if (was === now || isIdle(key, was, now)) return [];
    if (now === undefined)
      return [{ words: `no longer has to ${phrase} ${nameAsCode(String(was))}`, isTighter: false }];
    const isTighter = was === undefined || (side === "lower" ? now > was : now < was);
    const since = was === undefined ? "" : ` (was ${nameAsCode(String(was))})`;
    return [{ words: `must ${phrase} ${nameAsCode(String(now))} now${since}`, isTighter }];
  });
  if (before.pattern !== after.pattern)
    changed.push(
      after.pattern === undefined
        ? { words: "no longer has to follow a pattern", isTighter: false }
        : { words: `must follow the pattern ${nameAsCode(after.pattern)} now`, isTighter: true },
    );
  return changed;
}

/** To say that a length is at least 0 says nothing. */
function isIdle(key: string, was: number | undefined, now: number | undefined): boolean {
  return /^min(Length|Items|Properties)$/.test(key) && (was ?? 0) === (now ?? 0);
}

function limitsOf({ schema, models }: Side): SchemaLimits {
  const named = namedSchema(models, schema);
  return { ...named?.limits, ...schema.limits };
}
