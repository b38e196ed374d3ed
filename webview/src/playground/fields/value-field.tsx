import type { VNode } from "preact";
import { BooleanField, EnumField } from "./chosen-fields.tsx";
import { ChoiceField } from "./choice-field.tsx";
import { JsonField } from "./json-field.tsx";
import { ListField } from "./list-field.tsx";
import { ObjectField } from "./object-field.tsx";
import type { ValueFieldProps } from "./field-props.ts";
import { type Shape, shapeOf } from "./shape-of.ts";
import { NumberField, TextField } from "./text-fields.tsx";

/** Deeper than this a value is written as JSON. */
const deepest = 5;

/** A field for a value of any schema. */
export function ValueField(props: ValueFieldProps): VNode {
  const shape = shapeOf(props.schemas, props.schema);
  const { value, onChange, label } = props;
  if (shape.nullable && value === null)
    return (
      <span class="dw-try-null">
        <code>null</code>
        <button
          type="button"
          class="dw-try-quiet"
          aria-label={`Fill in ${label} in place of null`}
          onClick={() => onChange("")}
        >
          Fill in
        </button>
      </span>
    );
  return (
    <div class="dw-try-value">
      <Widget {...props} shape={(props.depth ?? 0) > deepest ? { kind: "json", nullable: false } : shape} />
      {shape.nullable && shape.kind !== "enum" && shape.kind !== "choice" && (
        <button
          type="button"
          class="dw-try-quiet"
          title={`Send null for ${label}`}
          aria-label={`Send null for ${label}`}
          onClick={() => onChange(null)}
        >
          null
        </button>
      )}
    </div>
  );
}

function Widget({ shape, ...props }: ValueFieldProps & { readonly shape: Shape }): VNode {
  switch (shape.kind) {
    case "text":
      return <TextField {...props} format={shape.format} />;
    case "number":
      return <NumberField {...props} />;
    case "boolean":
      return <BooleanField {...props} />;
    case "enum":
      return <EnumField {...props} values={shape.nullable ? [...shape.values, null] : shape.values} />;
    case "array":
      return <ListField {...props} Field={ValueField} items={shape.items} atMost={shape.atMost} />;
    case "object":
      return <ObjectField {...props} Field={ValueField} properties={shape.properties} />;
    case "choice":
      return <ChoiceField {...props} Field={ValueField} options={shape.options} nullable={shape.nullable} />;
    case "json":
      return <JsonField {...props} />;
  }
}
