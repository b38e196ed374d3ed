import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import { createInitialItem, getItem } from "../../../../server/src/core/request/form/initial-values.ts";
import type { ItemForm, RequestForm, SequenceForm } from "../../../../server/src/core/request/form/request-form.ts";
import type { ItemValue } from "../../../../server/src/core/request/form/request-values.ts";
import { translate } from "../../language/translate.ts";
import { InputFieldRow } from "../fields/field-row.tsx";
import { formatFieldType } from "../fields/field-type.ts";
import { ValueField } from "../fields/value-field.tsx";
import { useView } from "../store/playground-store.ts";
import { CrossButton, hasBlockingProblem } from "../ui/controls.tsx";
import { FileField, PartHeaders, PartType } from "./parts-fields.tsx";

interface ItemFieldProps {
  readonly form: RequestForm;
  readonly field: ItemForm;
  readonly item: ItemValue;
  /** The position, such as `2`, or `2.1` for a part that is nested in part 2. */
  readonly path: string;
  readonly isRequired: boolean;
  readonly onChange: (item: ItemValue) => void;
  /** `undefined` if the part can't be removed. */
  readonly onRemove?: () => void;
  /** Renders the nested parts. */
  readonly renderInside: (sequence: NestedSequence) => VNode;
}

export interface NestedSequence {
  readonly sequence: SequenceForm;
  readonly items: readonly ItemValue[];
  readonly onChange: (items: readonly ItemValue[]) => void;
}

/** A part that has a position but no name. It contains a value, a file, or nested parts. */
export function ItemField(props: ItemFieldProps): VNode {
  const { form, field, item, path, isRequired, onChange, onRemove, renderInside } = props;
  const { kind, description, headers = [], contentType } = field;
  const { schemas } = form;
  const { built } = useView("built");
  const problems = built?.problems.filter((each) => each.formKey === `body ${path}`) ?? [];
  const label = translate("part {0}", path);
  const isFile = item.value.kind === "file";
  const setType = (mediaType: string | undefined): void => {
    const { contentType: _previousType, ...rest } = item;
    onChange(mediaType === undefined ? rest : { ...rest, contentType: mediaType });
  };
  return (
    <div class="dw-try-item">
      <InputFieldRow
        name={label}
        label={label}
        type={formatItemType(field, isFile, form)}
        required={isRequired}
        isAlwaysSent
        description={description ?? field.title}
        problems={problems}
        isSent
        nameSuffix={
          onRemove && (
            <CrossButton title={translate("Remove")} label={translate("Remove {0}", label)} onClick={onRemove} />
          )
        }
      >
        {(input) => (
          <>
            {kind === "either" && (
              <select
                class="dw-try-select"
                aria-label={translate("Type of {0}", label)}
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
                <option value="value">{translate("Text")}</option>
                <option value="file">{translate("File")}</option>
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
                isInvalid={hasBlockingProblem(problems)}
                required={isRequired}
              />
            )}
            {item.value.kind === "file" && (
              <FileField
                id={input.id}
                files={item.value.file ? [item.value.file] : []}
                isMultiple={false}
                label={label}
                onChange={([file]) => onChange({ ...item, value: { kind: "file", file } })}
              />
            )}
            {item.value.kind !== "parts" && (
              <PartType
                label={label}
                declaredType={contentType}
                isFile={isFile}
                chosenType={item.contentType}
                onChange={setType}
              />
            )}
          </>
        )}
      </InputFieldRow>
      {headers.length > 0 && (
        <PartHeaders
          part={label}
          headers={headers}
          values={item.headers}
          schemas={schemas}
          onChange={(values) => onChange({ ...item, headers: values })}
        />
      )}
      {item.value.kind === "parts" && field.innerForm && (
        <div class="dw-try-part-headers" role="group" aria-label={translate("Parts of {0}", label)}>
          {renderInside({
            sequence: field.innerForm,
            items: item.value.items,
            onChange: (items) => onChange({ ...item, value: { kind: "parts", items } }),
          })}
        </div>
      )}
    </div>
  );
}

/**
 * Returns the type and, if the specification sets exactly one media type, the media type, such as `object,
 * application/json`.
 */
function formatItemType({ kind, schema, contentType }: ItemForm, isFile: boolean, { schemas }: RequestForm): string {
  const typeName = kind === "either" || kind === "parts" ? "" : isFile ? "file" : formatFieldType(schemas, schema);
  return [typeName, contentType].filter((label) => label !== undefined && label !== "").join(", ");
}

interface SequenceFieldsProps extends NestedSequence {
  readonly form: RequestForm;
  /** The prefix for the positions of nested parts, including the trailing dot, such as `2.`. */
  readonly prefix?: string;
}

/** The maximum number of parts, which is higher than the number that users fill in manually. */
const maxCount = 200;

/** A sequence of parts that are identified by their position. */
export function SequenceFields({ form, sequence, items, onChange, prefix = "" }: SequenceFieldsProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const { first, minItems, maxItems = maxCount } = sequence;
  const nextItem = getItem(sequence, items.length);
  const models = { schemas: new Map(Object.entries(form.schemas)) };
  const focusAt = (index: number): void => {
    requestAnimationFrame(() => {
      const partElement = box.current?.querySelectorAll(":scope > .dw-try-item")[index];
      (partElement ?? box.current)?.querySelector<HTMLElement>("input, select, textarea, button")?.focus();
    });
  };
  const removeItem = (index: number): void => {
    onChange(items.toSpliced(index, 1));
    focusAt(Math.min(index, items.length - 2));
  };
  /** Whether a part can be removed. Removing a part must not move parts of a different kind to other positions. */
  const canRemove = (index: number): boolean =>
    items.length > Math.max(minItems, 1) && (index >= first.length || index === items.length - 1);
  return (
    <div ref={box} class="dw-try-items">
      {items.map((item, index) => {
        const field = getItem(sequence, index);
        return (
          field && (
            <ItemField
              key={index}
              form={form}
              field={field}
              item={item}
              path={`${prefix}${index + 1}`}
              isRequired={index < minItems}
              onChange={(value) => onChange(items.with(index, value))}
              renderInside={(nestedSequence) => (
                <SequenceFields form={form} {...nestedSequence} prefix={`${prefix}${index + 1}.`} />
              )}
              {...(canRemove(index) && { onRemove: () => removeItem(index) })}
            />
          )
        );
      })}
      {nextItem && items.length < Math.min(maxItems, maxCount) && (
        <button
          type="button"
          class="dw-try-quiet"
          aria-label={prefix === "" ? translate("Add part") : translate("Add part to part {0}", prefix.slice(0, -1))}
          onClick={() => {
            onChange([...items, createInitialItem(nextItem, models, form.settings)]);
            focusAt(items.length);
          }}
        >
          {translate("Add part")}
        </button>
      )}
    </div>
  );
}
