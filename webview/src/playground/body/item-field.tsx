import type { VNode } from "preact";
import type {
  ItemForm,
  RequestForm,
  SequenceForm,
} from "../../../../server/src/core/request/form/request-form.ts";
import type { ItemValue } from "../../../../server/src/core/request/form/request-values.ts";
import { Glyph } from "../../components/glyphs.tsx";
import { FieldRow } from "../field-row.tsx";
import { typeWords } from "../fields/type-words.ts";
import { ValueField } from "../fields/value-field.tsx";
import { useView } from "../playground-context.ts";
import { isStopped } from "../problems-at.tsx";
import { FileField } from "./file-field.tsx";
import { PartHeaders } from "./part-headers.tsx";
import { PartType } from "./part-type.tsx";

interface ItemFieldProps {
  readonly form: RequestForm;
  readonly field: ItemForm;
  readonly item: ItemValue;
  /** `2`; inside part 2 `2.1`. */
  readonly place: string;
  readonly isRequired: boolean;
  readonly onChange: (item: ItemValue) => void;
  /** Absent: it cannot be taken out. */
  readonly onRemove?: () => void;
  /** Draws the parts inside it. */
  readonly inside: (parts: InsideParts) => VNode;
}

export interface InsideParts {
  readonly sequence: SequenceForm;
  readonly items: readonly ItemValue[];
  readonly onChange: (items: readonly ItemValue[]) => void;
}

/** A part that has a place and no name: a value, a file, or parts of its own. */
export function ItemField(props: ItemFieldProps): VNode {
  const { form, field, item, place, isRequired, onChange, onRemove, inside } = props;
  const { kind, description, headers = [], contentType } = field;
  const { schemas } = form;
  const { built } = useView("built");
  const problems = built?.problems.filter((each) => each.place === `body ${place}`) ?? [];
  const label = `part ${place}`;
  const isFile = item.value.kind === "file";
  const setType = (type: string | undefined): void => {
    const { contentType: _before, ...rest } = item;
    onChange(type === undefined ? rest : { ...rest, contentType: type });
  };
  return (
    <div class="dw-try-item">
      <FieldRow
        name={label}
        label={label}
        type={typeOf(field, isFile, form)}
        required={isRequired}
        isAlwaysSent
        description={description ?? field.title}
        problems={problems}
        sent
        beside={
          onRemove && (
            <button
              type="button"
              class="dw-try-icon"
              title="Take this part out"
              aria-label={`Take out ${label}`}
              onClick={onRemove}
            >
              <Glyph name="cross" />
            </button>
          )
        }
      >
        {(input) => (
          <>
            {kind === "either" && (
              <select
                class="dw-try-select"
                aria-label={`What ${label} is`}
                value={isFile ? "file" : "value"}
                onChange={({ currentTarget }) =>
                  onChange({
                    ...item,
                    value:
                      currentTarget.value === "file"
                        ? { kind: "file", file: undefined }
                        : { kind: "value", value: field.initial?.value },
                  })
                }
              >
                <option value="value">Text</option>
                <option value="file">File</option>
              </select>
            )}
            {item.value.kind === "value" && (
              <ValueField
                {...input}
                schema={kind === "either" ? undefined : field.schema}
                schemas={schemas}
                value={item.value.value}
                onChange={(value) => onChange({ ...item, value: { kind: "value", value } })}
                label={label}
                invalid={isStopped(problems)}
                required={isRequired}
              />
            )}
            {item.value.kind === "file" && (
              <FileField
                id={input.id}
                files={item.value.file ? [item.value.file] : []}
                many={false}
                label={label}
                onChange={([file]) => onChange({ ...item, value: { kind: "file", file } })}
              />
            )}
            {item.value.kind !== "parts" && (
              <PartType
                label={label}
                allowed={contentType}
                isFile={isFile}
                chosen={item.contentType}
                onChange={setType}
              />
            )}
          </>
        )}
      </FieldRow>
      {headers.length > 0 && (
        <PartHeaders
          part={label}
          headers={headers}
          values={item.headers}
          schemas={schemas}
          onChange={(values) => onChange({ ...item, headers: values })}
        />
      )}
      {item.value.kind === "parts" && field.inside && (
        <div class="dw-try-part-headers" role="group" aria-label={`Parts of ${label}`}>
          {inside({
            sequence: field.inside,
            items: item.value.items,
            onChange: (items) => onChange({ ...item, value: { kind: "parts", items } }),
          })}
        </div>
      )}
    </div>
  );
}

/** `object, application/json`: what it is, and as what it is sent where the specification says one thing. */
function typeOf({ kind, schema, contentType }: ItemForm, isFile: boolean, { schemas }: RequestForm): string {
  const what = kind === "either" || kind === "parts" ? "" : isFile ? "file" : typeWords(schemas, schema);
  return [what, contentType].filter((word) => word !== undefined && word !== "").join(", ");
}
