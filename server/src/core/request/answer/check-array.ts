import type { CheckedSchema } from "../../spec/model/schema-model.ts";
import type { ValueCheck } from "./check-value.ts";
import type { Instance } from "./instance.ts";
import type { Findings } from "./outcome.ts";
import { valueKey } from "./same-value.ts";
import { counted } from "./value-words.ts";

/** The keywords about the items of a list. */
export function checkArray(
  check: ValueCheck,
  schema: CheckedSchema,
  instance: Instance,
  value: readonly unknown[],
  found: Findings,
): void {
  const { prefixItems = [], items, numbers, uniqueItems } = schema;
  const has = `has ${counted(value.length, "item")}`;
  if (numbers["minItems"] !== undefined && value.length < numbers["minItems"])
    found.fault("minItems", `${has}; the specification says at least ${numbers["minItems"]}`);
  if (numbers["maxItems"] !== undefined && value.length > numbers["maxItems"])
    found.fault("maxItems", `${has}; the specification says at most ${numbers["maxItems"]}`);
  for (const [i, each] of value.entries()) {
    const child = instance.child(String(i), each, i);
    const own = prefixItems[i];
    if (own !== undefined) found.takeChild(check.check(own, child));
    else if (items !== undefined) check.rest("items", items, child, found);
    if (own !== undefined || items !== undefined) found.addItem(i);
  }
  if (uniqueItems) checkUnique(check, value, found);
  checkContains(check, schema, instance, value, found);
}

function checkUnique(check: ValueCheck, value: readonly unknown[], found: Findings): void {
  const seen = new Map<string, number>();
  for (const [i, each] of value.entries()) {
    const key = valueKey(each, check.spend);
    const first = seen.get(key);
    if (first !== undefined) {
      found.fault(
        "uniqueItems",
        `has the same at ${first} and ${i}; the specification says that items differ`,
      );
      return;
    }
    seen.set(key, i);
  }
}

function checkContains(
  check: ValueCheck,
  { contains, numbers }: CheckedSchema,
  instance: Instance,
  value: readonly unknown[],
  found: Findings,
): void {
  if (contains === undefined) return;
  let count = 0;
  for (const [i, each] of value.entries()) {
    const { faults, untold } = check.check(contains, instance.child(String(i), each, i));
    found.untold ??= untold;
    if (faults.length > 0) continue;
    count++;
    found.addItem(i);
  }
  const { minContains = 1, maxContains } = numbers;
  const has = `has ${counted(count, "item")} of the kind under \`contains\``;
  if (count < minContains)
    found.fault(
      numbers["minContains"] === undefined ? "contains" : "minContains",
      `${has}; the specification says at least ${minContains}`,
    );
  if (maxContains !== undefined && count > maxContains)
    found.fault("maxContains", `${has}; the specification says at most ${maxContains}`);
}
