import type { VNode } from "preact";
import { concreteTypes, isNestedType, isOneType } from "../../../../server/src/core/request/media/part-types.ts";
import type { MediaForm, PartForm } from "../../../../server/src/core/request/form/request-form.ts";
import type { BodyValue, PartValue } from "../../../../server/src/core/request/form/request-values.ts";
import { FieldRow } from "../field-row.tsx";
import type { Schemas } from "../fields/shape-of.ts";
import { typeWords } from "../fields/type-words.ts";
import { ValueField } from "../fields/value-field.tsx";
import { useView } from "../playground-context.ts";
import { isStopped } from "../problems-at.tsx";
import { FileField } from "./file-field.tsx";
import { PartHeaders } from "./part-headers.tsx";
import { PartType } from "./part-type.tsx";

type Parts = Extract<BodyValue, { readonly kind: "parts" }>;

interface PartsFieldsProps {
  readonly media: MediaForm;
  readonly schemas: Schemas;
  readonly body: Parts;
  readonly onChange: (body: Parts) => void;
}

/** The fields of a form: values, and files where the schema asks for them. */
export function PartsFields({ media, schemas, body, onChange }: PartsFieldsProps): VNode {
  if (media.fields.length === 0)
    return <p class="dw-try-words">The specification names no fields of this form, so it is sent empty.</p>;
  const put = (at: number, part: PartValue): void => onChange({ ...body, parts: body.parts.with(at, part) });
  return (
    <>
      {body.parts.map((part, index) => {
        const field = media.fields.find(({ name }) => name === part.name);
        return (
          field && (
            <Part
              key={index}
              field={field}
              part={part}
              allowed={media.kind === "multipart" ? media.encoding[part.name]?.contentType : undefined}
              schemas={schemas}
              onChange={(next) => put(index, next)}
            />
          )
        );
      })}
    </>
  );
}

interface PartProps {
  readonly field: PartForm;
  readonly part: PartValue;
  /** Types that the specification allows, of a part of `multipart`. */
  readonly allowed: string | undefined;
  readonly schemas: Schemas;
  readonly onChange: (part: PartValue) => void;
}

function Part({ field, part, allowed, schemas, onChange }: PartProps): VNode {
  const { name, required, description, schema, kind, headers = [] } = field;
  const { built } = useView("built");
  const problems = built?.problems.filter(({ place }) => place === `body ${name}`) ?? [];
  const sent = required || part.sent;
  const setType = (type: string | undefined): void => {
    const { contentType: _before, ...rest } = part;
    onChange(type === undefined ? rest : { ...rest, contentType: type });
  };
  return (
    <>
      <FieldRow
        name={name}
        label={name}
        type={kind === "value" ? [typeWords(schemas, schema), ...formType(allowed)].join(", ") : kind}
        required={required}
        description={description}
        problems={problems}
        sent={sent}
        onSend={(wanted) => onChange({ ...part, sent: wanted })}
      >
        {(input) => (
          <>
            {part.value.kind === "files" ? (
              <FileField
                id={input.id}
                files={part.value.files}
                many={kind === "files"}
                label={name}
                onChange={(files) => onChange({ ...part, sent: true, value: { kind: "files", files } })}
              />
            ) : (
              <ValueField
                {...input}
                schema={schema}
                schemas={schemas}
                value={part.value.value}
                onChange={(value) => onChange({ ...part, sent: true, value: { kind: "value", value } })}
                label={name}
                invalid={sent && isStopped(problems)}
                required={required}
              />
            )}
            <PartType
              label={name}
              allowed={allowed}
              isFile={part.value.kind === "files"}
              chosen={part.contentType}
              onChange={setType}
            />
          </>
        )}
      </FieldRow>
      {headers.length > 0 && (
        <PartHeaders
          part={name}
          headers={headers}
          values={part.headers}
          schemas={schemas}
          onChange={(values) => onChange({ ...part, headers: values })}
        />
      )}
    </>
  );
}

/** As what a part is sent that holds fields or parts of its own, where the specification says one thing. */
function formType(allowed: string | undefined): readonly string[] {
  const [type] = isOneType(allowed) ? concreteTypes(allowed) : [];
  return type !== undefined && isNestedType(type) ? [type] : [];
}
