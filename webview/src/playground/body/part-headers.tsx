import type { VNode } from "preact";
import type { ParameterForm } from "../../../../server/src/core/request/form/request-form.ts";
import type { ParameterValue } from "../../../../server/src/core/request/form/request-values.ts";
import { FieldRow } from "../field-row.tsx";
import type { Schemas } from "../fields/shape-of.ts";
import { typeWords } from "../fields/type-words.ts";
import { ValueField } from "../fields/value-field.tsx";
import { Examples } from "../parameter-row.tsx";

type Values = Readonly<Record<string, ParameterValue>>;

interface PartHeadersProps {
  /** Of the part that they belong to. */
  readonly part: string;
  readonly headers: readonly ParameterForm[];
  readonly values: Values | undefined;
  readonly schemas: Schemas;
  readonly onChange: (values: Values) => void;
}

/** The headers of one part of a form, below the part. */
export function PartHeaders({ part, headers, values, schemas, onChange }: PartHeadersProps): VNode {
  return (
    <div class="dw-try-part-headers" role="group" aria-label={`Headers of ${part}`}>
      {headers.map((header) => (
        <PartHeader
          key={header.name}
          header={header}
          label={`${header.name} of ${part}`}
          value={values?.[header.name]}
          schemas={schemas}
          onChange={(value) => onChange({ ...values, [header.name]: value })}
        />
      ))}
    </div>
  );
}

interface PartHeaderProps {
  readonly header: ParameterForm;
  readonly label: string;
  readonly value: ParameterValue | undefined;
  readonly schemas: Schemas;
  readonly onChange: (value: ParameterValue) => void;
}

function PartHeader({ header, label, value, schemas, onChange }: PartHeaderProps): VNode {
  const { name, required, deprecated, description, schema, examples } = header;
  const fill = (next: unknown): void => onChange({ value: next, sent: true });
  return (
    <FieldRow
      name={name}
      label={label}
      type={`header, ${typeWords(schemas, schema)}`}
      required={required}
      deprecated={deprecated}
      description={description}
      sent={value?.sent === true}
      onSend={(sent) => onChange({ value: value?.value, sent })}
    >
      {(input) => (
        <>
          <ValueField
            {...input}
            schema={schema}
            schemas={schemas}
            value={value?.value}
            onChange={fill}
            label={label}
            invalid={false}
            required={required}
          />
          <Examples examples={examples} label={label} onChoose={fill} />
        </>
      )}
    </FieldRow>
  );
}
