import type { ChoiceView, FieldView } from "../../../server/src/core/preview/view/endpoint-page.ts";

/** Whether the field with this anchor is among these or inside one of them. */
export function holdsAnchor(fields: readonly FieldView[], anchor: string): boolean {
  return fields.some(
    (field) =>
      field.anchor === anchor ||
      holdsAnchor(field.children ?? [], anchor) ||
      (field.choices ?? []).some((choice) => choiceHolds(choice, anchor)),
  );
}

export function choiceHolds({ fields, whole }: ChoiceView, anchor: string): boolean {
  return holdsAnchor(whole ? [...fields, whole] : fields, anchor);
}
