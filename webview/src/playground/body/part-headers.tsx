import type { VNode } from "preact";
import type { ParameterForm } from "../../../../server/src/core/request/request-form.ts";
import type { ParameterValue } from "../../../../server/src/core/request/request-values.ts";
import { useOwnId } from "../../components/use-id.ts";
import type { Schemas } from "../fields/shape-of.ts";
import { typeWords } from "../fields/type-words.ts";
import { ValueField } from "../fields/value-field.tsx";
import { Examples } from "../parameter-row.tsx";
import { Sentence, shortWords } from "../sentence.tsx";

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
  const id = useOwnId();
  const words = shortWords(description);
  const sent = required || value?.sent === true;
  return (
    <div class="dw-try-field" data-unsent={!sent || undefined}>
      <div class="dw-try-name">
        {required ? (
          <span class="dw-try-tick" aria-hidden="true" />
        ) : (
          <input
            type="checkbox"
            class="dw-try-tick"
            title="Send it"
            aria-label={`Send ${label}`}
            checked={sent}
            onChange={({ currentTarget }) => onChange({ value: value?.value, sent: currentTarget.checked })}
          />
        )}
        <label for={id} data-deprecated={deprecated || undefined}>
          <code>{name}</code>
        </label>
        <span class="dw-try-type">header, {typeWords(schemas, schema)}</span>
        {required && <span class="dw-try-required">required</span>}
        {deprecated && <span class="dw-field-deprecated">deprecated</span>}
      </div>
      <div class="dw-try-input-side">
        <ValueField
          id={id}
          schema={schema}
          schemas={schemas}
          value={value?.value}
          onChange={(next) => onChange({ value: next, sent: true })}
          label={label}
          describedBy={words ? `${id}-words` : undefined}
          invalid={false}
          required={required}
        />
        <Examples
          examples={examples}
          label={label}
          onChoose={(next) => onChange({ value: next, sent: true })}
        />
        {words && (
          <p class="dw-try-words" id={`${id}-words`}>
            <Sentence text={words} />
          </p>
        )}
      </div>
    </div>
  );
}
