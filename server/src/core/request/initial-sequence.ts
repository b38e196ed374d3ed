import type { HasSchemas } from "../spec/model/flatten-schema.ts";
import { initialParameter } from "./initial-parameter.ts";
import type { FormSettings, ItemForm, SequenceForm } from "./request-form.ts";
import type { ItemValue } from "./request-values.ts";

/** The parts that a body of parts by place begins with. */
export function initialSequence(
  sequence: SequenceForm,
  models: HasSchemas,
  settings: FormSettings,
): readonly ItemValue[] {
  return Array.from({ length: sequence.begins }, (_, at) => itemAt(sequence, at)).flatMap((item) =>
    item ? [initialItem(item, models, settings)] : [],
  );
}

/** What a part at this place is made of, counted from 0; undefined where none may be. */
export function itemAt({ first, rest }: SequenceForm, at: number): ItemForm | undefined {
  return first[at] ?? rest;
}

/** What a part begins with. One that may be a text or a file is a file where nothing says what text it would be. */
export function initialItem(item: ItemForm, models: HasSchemas, settings: FormSettings): ItemValue {
  const { kind, headers = [], initial, inside } = item;
  const more = headers.length > 0 && {
    headers: Object.fromEntries(
      headers.map((header) => [header.name, initialParameter(header, models, settings)]),
    ),
  };
  if (inside) return { value: { kind: "parts", items: initialSequence(inside, models, settings) }, ...more };
  const isFile = kind === "file" || (kind === "either" && !initial && item.schema === undefined);
  return isFile
    ? { value: { kind: "file", file: undefined }, ...more }
    : { value: { kind: "value", value: initial?.value }, ...more };
}
