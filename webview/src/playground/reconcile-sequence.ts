import { initialItem, itemAt } from "../../../server/src/core/request/form/initial-values.ts";
import type { ItemForm, RequestForm, SequenceForm } from "../../../server/src/core/request/form/request-form.ts";
import type { ItemValue } from "../../../server/src/core/request/form/request-values.ts";

/** Parts by their place for a form that may be another by now: what still fits its place stays, else the place begins anew. */
export function reconcileSequence(
  form: RequestForm,
  sequence: SequenceForm,
  items: readonly ItemValue[],
): readonly ItemValue[] {
  const models = { schemas: new Map(Object.entries(form.schemas)) };
  return items.flatMap((item, at): ItemValue[] => {
    const field = itemAt(sequence, at);
    if (!field) return [];
    const initial = initialItem(field, models, form.settings);
    if (!fits(item, field)) return [initial];
    const { value } = item;
    const own: ItemValue =
      value.kind === "parts" && field.inside
        ? { ...item, value: { kind: "parts", items: reconcileSequence(form, field.inside, value.items) } }
        : item;
    return [initial.headers ? { ...own, headers: { ...initial.headers, ...own.headers } } : own];
  });
}

function fits({ value }: ItemValue, { kind }: ItemForm): boolean {
  return kind === "either" ? value.kind !== "parts" : value.kind === kind;
}
