import { describeType, isNull, schemaName } from "../../spec/model/flatten-schema.ts";
import type { SchemaModel } from "../../spec/model/schema-model.ts";
import type { SchemaComparison } from "./compare-schemas.ts";
import type { Side } from "./compare-types.ts";
import { nameAsCode, namesAsCode } from "./name-as-code.ts";

/**
 * Values that may be one of several things: which of them are new, gone or changed. False where one thing has become
 * a choice or the other way round, so that nothing else can be compared.
 */
export function compareVariants(comparison: SchemaComparison, one: Side, other: Side, name: string): boolean {
  const [before, after] = [variantsOf(one), variantsOf(other)];
  if (before.length === 0 && after.length === 0) return true;
  const isRequest = comparison.holder.direction === "request";
  const wasSingle = before.length === 0;
  const isSingle = after.length === 0;
  const olds = wasSingle ? [variant(one.schema, one)] : before;
  const news = isSingle ? [variant(other.schema, other)] : after;
  const pairs = matched(olds, news);
  if ((wasSingle || isSingle) && pairs.length === 0) {
    const now = describeType(other.schema, other.models);
    const was = describeType(one.schema, one.models);
    const words =
      now === was ? "is of another type now" : `is now ${nameAsCode(now)} (was ${nameAsCode(was)})`;
    comparison.tell("type", false, name, words);
    return false;
  }
  const fresh = news.filter((each) => !pairs.some(({ after: found }) => found === each));
  const gone = olds.filter((each) => !pairs.some(({ before: found }) => found === each));
  if (fresh.length > 0)
    comparison.tell("choices", isRequest, name, `may now be ${namesAsCode(fresh.map(({ key }) => key))}`);
  if (gone.length > 0)
    comparison.tell(
      "choices",
      !isRequest,
      name,
      `may no longer be ${namesAsCode(gone.map(({ key }) => key))}`,
    );
  for (const pair of pairs) comparison.value(pair.before.schema, pair.after.schema, name);
  return !wasSingle && !isSingle;
}

/** One of the things that a value may be, with what tells it from the others: its name, else what it is. */
interface Variant {
  readonly schema: SchemaModel;
  readonly key: string;
}

function variantsOf(side: Side): readonly Variant[] {
  return side.flat.choices.flat().flatMap((choice) => {
    if (isNull(choice)) return [];
    const name = choice.ref === undefined ? choice.title : schemaName(choice.ref);
    return [{ schema: choice, key: name ?? describeType(choice, side.models) }];
  });
}

function variant(schema: SchemaModel, { flat, models }: Side): Variant {
  return { schema, key: flat.name ?? flat.title ?? describeType(schema, models) };
}

function matched(
  before: readonly Variant[],
  after: readonly Variant[],
): readonly { readonly before: Variant; readonly after: Variant }[] {
  const left = new Set(before);
  return after.flatMap((each) => {
    const found = [...left].find(({ key }) => key === each.key);
    if (!found) return [];
    left.delete(found);
    return [{ before: found, after: each }];
  });
}
