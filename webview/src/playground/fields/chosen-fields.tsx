import type { VNode } from "preact";
import { inputAttributes, type ValueFieldProps } from "./field-props.ts";

interface EnumFieldProps extends ValueFieldProps {
  readonly values: readonly unknown[];
}

/** One of the values that the schema allows; another that is there already stays to be seen. */
export function EnumField(props: EnumFieldProps): VNode {
  const { values, value, onChange } = props;
  const isEmpty = value === undefined || value === "";
  const at = values.findIndex((each) => JSON.stringify(each) === JSON.stringify(value));
  const isOther = !isEmpty && at < 0;
  return (
    <select
      {...inputAttributes(props)}
      class="dw-try-select"
      value={isEmpty ? "" : isOther ? "other" : String(at)}
      onChange={(event) => {
        const chosen = values[Number(event.currentTarget.value)];
        onChange(event.currentTarget.value === "" ? undefined : chosen);
      }}
    >
      <option value="">Choose…</option>
      {isOther && <option value="other">{shown(value)} (not allowed)</option>}
      {values.map((each, index) => (
        <option key={index} value={String(index)}>
          {shown(each)}
        </option>
      ))}
    </select>
  );
}

export function BooleanField(props: ValueFieldProps): VNode {
  return <EnumField {...props} values={[true, false]} />;
}

function shown(value: unknown): string {
  return typeof value === "string" ? (value === "" ? '""' : value) : JSON.stringify(value);
}
