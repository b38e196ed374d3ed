import type { JsonNode } from "../../config/json/json-tree.ts";
import type { SchemaType } from "../../spec/model/schema-model.ts";
import type { Drift } from "./drift.ts";
import { typeWords, valueWords } from "./type-words.ts";
import { typeCure, valueCure } from "./value-cures.ts";

/** What would have been right in the place of a value. */
export type Allowance =
  | { readonly node: JsonNode; readonly types: ReadonlySet<SchemaType> }
  | { readonly node: JsonNode; readonly values: readonly unknown[] };

export type Allowed = Map<Drift, Allowance>;

/** Of several readings of a value, what is wrong with it in every one; what any of them allows would be right. */
export function driftsOfAll(readings: readonly (readonly Drift[])[], allowed: Allowed): readonly Drift[] {
  const [first, ...others] = readings;
  if (!first || others.length === 0) return first ?? [];
  return first.flatMap((drift) => {
    const same = others.map((drifts) => drifts.find((other) => isSame(drift, other)));
    const all = [drift, ...same.filter((other) => other !== undefined)];
    return all.length === readings.length ? together(all, allowed) : [];
  });
}

function isSame(one: Drift, other: Drift): boolean {
  return (
    one.kind === other.kind &&
    one.name === other.name &&
    one.range.start === other.range.start &&
    one.range.end === other.range.end
  );
}

function together(drifts: readonly Drift[], allowed: Allowed): Drift[] {
  const [drift] = drifts;
  if (!drift) return [];
  if (drifts.every(({ expected }) => expected === drift.expected)) return [drift];
  const allowances = drifts.flatMap((one) => allowed.get(one) ?? []);
  const [first] = allowances;
  if (!first || allowances.length < drifts.length) return [];
  const { node } = first;
  const values = [...new Set(allowances.flatMap((one) => ("values" in one ? one.values : [])))];
  const types = new Set(allowances.flatMap((one) => ("types" in one ? [...one.types] : [])));
  const merged: Drift = {
    ...drift,
    expected: types.size > 0 ? typeWords(types) : valueWords(values),
    cure: types.size > 0 ? typeCure(node, types) : valueCure(node, values),
  };
  allowed.set(merged, types.size > 0 ? { node, types } : { node, values });
  return [merged];
}
