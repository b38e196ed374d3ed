import { itemAt } from "../../core/request/form/initial-values.ts";
import type { SequenceForm } from "../../core/request/form/request-form.ts";
import type { ItemValue } from "../../core/request/form/request-values.ts";

/**
 * Parts by their place with the values that a specification shows of them, or a sentence that says what is missing.
 * `items` are those that the form begins with.
 */
export function filledItems(
  form: SequenceForm,
  items: readonly ItemValue[],
  example: unknown,
  prefix = "",
): readonly ItemValue[] | string {
  const shown: readonly unknown[] = Array.isArray(example) ? example : [];
  const filled: ItemValue[] = [];
  for (let at = 0; at < Math.max(items.length, shown.length); at++) {
    const place = `${prefix}${at + 1}`;
    const item = items[at];
    const field = itemAt(form, at);
    if (field?.kind === "file") return `Its body has a file, part ${place}. Files are not sent by tests.`;
    if (field?.inside) {
      const own = item?.value.kind === "parts" ? item.value.items : [];
      const inside = filledItems(field.inside, own, shown[at], `${place}.`);
      if (typeof inside === "string") return inside;
      filled.push({ ...item, value: { kind: "parts", items: inside } });
      continue;
    }
    const initial = item?.value.kind === "value" ? item.value.value : undefined;
    const value = shown[at] ?? initial;
    if (value === undefined) return `Part ${place} of its body has no example.`;
    filled.push({ ...item, value: { kind: "value", value } });
  }
  return filled;
}
