import { itemAt } from "../initial-sequence.ts";
import { isJsonType, parsedJson } from "../json-text.ts";
import type { ItemForm, RequestForm, SequenceForm } from "../request-form.ts";
import type { ItemValue, ParameterValue } from "../request-values.ts";
import { insideValue } from "./inside-value.ts";
import type { CurlPart } from "./read-form-option.ts";
import { headerValue } from "./take-parameters.ts";

const deepest = 5;

/** The parts of a command as those of a body whose parts have places instead of names, and what of them has no field. */
export function sequenceValues(
  parts: readonly CurlPart[],
  sequence: SequenceForm,
  { schemas }: RequestForm,
): { readonly items: readonly ItemValue[]; readonly notes: readonly string[] } {
  const models = { schemas: new Map(Object.entries(schemas)) };
  const notes: string[] = [];
  let next = 0;
  /** Up to the `=)` that ends these parts. */
  const itemsOf = (form: SequenceForm | undefined, prefix: string, depth: number): ItemValue[] => {
    const items: ItemValue[] = [];
    for (let part = parts[next++]; part && part.bracket !== ")"; part = parts[next++]) {
      const field = form && itemAt(form, items.length);
      const place = `${prefix}${items.length + 1}`;
      const headers = headersOf(part, field, place);
      if (part.bracket === "(" && field && !field.inside) {
        const { value, next: behind } = insideValue(parts, next);
        next = behind;
        items.push({ value: { kind: "value", value }, ...typeOf(part), ...(headers && { headers }) });
        continue;
      }
      const inside = part.bracket === "(" && depth < deepest;
      items.push({
        value: inside
          ? { kind: "parts", items: itemsOf(field?.inside, `${place}.`, depth + 1) }
          : part.isFile
            ? { kind: "file", file: undefined }
            : { kind: "value", value: textIn(part) },
        ...typeOf(part),
        ...(headers && { headers }),
      });
    }
    return items;
  };
  const headersOf = (
    { headers: given }: CurlPart,
    field: ItemForm | undefined,
    place: string,
  ): Readonly<Record<string, ParameterValue>> | undefined => {
    const fields = field?.headers ?? [];
    const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
    for (const [name] of given)
      if (!fields.some((each) => isSame(each.name, name)))
        notes.push(`The header \`${name.slice(0, 100)}\` of part ${place} has no field in the form.`);
    if (fields.length === 0) return undefined;
    return Object.fromEntries(
      fields.map((each): [string, ParameterValue] => {
        const text = given.find(([name]) => isSame(each.name, name))?.[1];
        const value = text === undefined ? undefined : headerValue(each, text, models);
        return [each.name, { sent: each.required || text !== undefined, value }];
      }),
    );
  };
  return { items: itemsOf(sequence, "", 0), notes };
}

function typeOf({ contentType, isFile }: CurlPart): Pick<ItemValue, "contentType"> {
  return contentType !== undefined && !isFile ? { contentType } : {};
}

/** A text that is JSON is written as JSON again when it is sent. */
function textIn({ value, contentType }: CurlPart): string {
  const written = isJsonType(contentType ?? "") ? parsedJson(value)?.value : undefined;
  return typeof written === "string" ? written : value;
}
