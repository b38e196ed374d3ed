import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { type ChoiceOption, namedIn, shapeOf } from "./shape-of.ts";
import type { OuterFieldProps } from "./field-props.ts";

interface ChoiceFieldProps extends OuterFieldProps {
  readonly options: readonly ChoiceOption[];
  readonly nullable: boolean;
}

/** One of several forms: which, and then its field. */
export function ChoiceField(props: ChoiceFieldProps): VNode {
  const { options, value, onChange, label, schemas, depth = 0, Field } = props;
  const [chosen, choose] = useState(() => fitting(props));
  const option = options[Math.min(chosen, options.length - 1)];
  return (
    <div class="dw-try-choice">
      <select
        class="dw-try-select"
        aria-label={`Form of ${label}`}
        value={String(chosen)}
        onChange={(event) => {
          choose(Number(event.currentTarget.value));
          onChange(undefined);
        }}
      >
        {options.map(({ title }, index) => (
          <option key={index} value={String(index)}>
            {title}
          </option>
        ))}
      </select>
      {option && (
        <Field
          key={chosen}
          schema={option.schema}
          schemas={schemas}
          value={value}
          onChange={onChange}
          label={label}
          depth={depth + 1}
        />
      )}
    </div>
  );
}

/** The form that what is there most likely has: by its kind, then by the names of its members. */
function fitting({ options, value, schemas }: ChoiceFieldProps): number {
  if (value === undefined || value === "") return 0;
  const scores = options.map(({ schema }) => {
    const shape = shapeOf(schemas, schema);
    const model = namedIn(schemas, schema);
    if (shape.kind === "object" && typeof value === "object" && value !== null)
      return 1 + shape.properties.filter(({ name }) => Object.hasOwn(value, name)).length;
    if (shape.kind === "enum") return shape.values.includes(value) ? 2 : 0;
    const is = Array.isArray(value) ? "array" : typeof value;
    return is === shape.kind || model?.types.some((type) => type === is) || (shape.kind === "text" && is === "string") ? 1 : 0; // prettier-ignore
  });
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}
