import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { useUniqueId } from "../../components/tabs.tsx";
import { translate } from "../../language/translate.ts";
import {
  type ChoiceOption,
  resolveNamedSchema,
  type PropertyModel,
  type SchemaModel,
  type FieldType,
  getFieldType,
  formatFieldType,
} from "./field-type.ts";
import {
  BooleanField,
  EnumField,
  JsonField,
  NumberField,
  type OuterFieldProps,
  TextField,
  type ValueFieldProps,
} from "./input-fields.tsx";
import { CrossButton } from "../ui/controls.tsx";

interface ChoiceFieldProps extends OuterFieldProps {
  readonly options: readonly ChoiceOption[];
  readonly nullable: boolean;
}

/** A choice between several schemas, followed by a field for the selected schema. */
export function ChoiceField(props: ChoiceFieldProps): VNode {
  const { options, value, onChange, label, schemas, depth = 0, Field } = props;
  const [chosenIndex, choose] = useState(() => findMatchingOptionIndex(props));
  const option = options[Math.min(chosenIndex, options.length - 1)];
  return (
    <div class="dw-try-choice">
      <select
        class="dw-try-select"
        aria-label={translate("Schema for {0}", label)}
        value={String(chosenIndex)}
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
          key={chosenIndex}
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

/**
 * Returns the index of the schema that most likely describes the value, based first on the value's type and then on its
 * property names.
 */
function findMatchingOptionIndex({ options, value, schemas }: ChoiceFieldProps): number {
  if (value === undefined || value === "") return 0;
  const scores = options.map(({ schema }) => {
    const fieldType = getFieldType(schemas, schema);
    const model = resolveNamedSchema(schemas, schema);
    if (fieldType.kind === "object" && typeof value === "object" && value !== null)
      return 1 + fieldType.properties.filter(({ name }) => Object.hasOwn(value, name)).length;
    if (fieldType.kind === "enum") return fieldType.values.includes(value) ? 2 : 0;
    const valueType = Array.isArray(value) ? "array" : typeof value;
    return valueType === fieldType.kind || model?.types.some((type) => type === valueType) || (fieldType.kind === "text" && valueType === "string") ? 1 : 0; // prettier-ignore
  });
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}

interface ListFieldProps extends OuterFieldProps {
  readonly items: SchemaModel | undefined;
  readonly maxItems: number | undefined;
}

/** The maximum number of rows, which is higher than the number that users fill in manually. */
const maxRows = 200;

/** An array with one row per item. */
export function ListField(props: ListFieldProps): VNode {
  const { items, maxItems = maxRows, value, onChange, label, schemas, depth = 0, Field } = props;
  const box = useRef<HTMLDivElement>(null);
  const rows: readonly unknown[] = Array.isArray(value) ? value : value === undefined || value === "" ? [] : [value];
  const setItem = (index: number, item: unknown): void => onChange(rows.with(index, item));
  const focusRow = (index: number): void => {
    requestAnimationFrame(() => {
      const row = box.current?.querySelectorAll(":scope > .dw-try-row")[index];
      (row ?? box.current)?.querySelector<HTMLElement>("input, select, textarea, button")?.focus();
    });
  };
  return (
    <div
      ref={box}
      class="dw-try-list"
      role="group"
      id={props.id}
      aria-label={label}
      {...(props.describedBy !== undefined && { "aria-describedby": props.describedBy })}
    >
      {rows.slice(0, maxRows).map((item, index) => (
        <div class="dw-try-row" key={index}>
          <Field
            schema={items}
            schemas={schemas}
            value={item}
            onChange={(next) => setItem(index, next)}
            label={translate("{0}, item {1}", label, index + 1)}
            depth={depth + 1}
          />
          <CrossButton
            title={translate("Remove")}
            label={translate("Remove item {0} of {1}", index + 1, label)}
            onClick={() => {
              onChange(rows.toSpliced(index, 1));
              focusRow(Math.min(index, rows.length - 2));
            }}
          />
        </div>
      ))}
      <button
        type="button"
        class="dw-try-quiet"
        disabled={rows.length >= Math.min(maxItems, maxRows)}
        aria-label={translate("Add item to {0}", label)}
        onClick={() => {
          onChange([...rows, ""]);
          focusRow(rows.length);
        }}
      >
        {translate("Add item")}
      </button>
    </div>
  );
}

interface ObjectFieldProps extends OuterFieldProps {
  readonly properties: readonly PropertyModel[];
}

/** An object with one field per property. Optional properties are sent only if they're selected. */
export function ObjectField(props: ObjectFieldProps): VNode {
  const { properties, label, value, id } = props;
  const members: Readonly<Record<string, unknown>> =
    typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  return (
    <div class="dw-try-object" role="group" id={id} aria-label={label}>
      {properties.map((property) => (
        <Member key={property.name} {...props} property={property} members={members} />
      ))}
    </div>
  );
}

interface MemberProps extends OuterFieldProps {
  readonly property: PropertyModel;
  readonly members: Readonly<Record<string, unknown>>;
}

function Member({ property, members, onChange, schemas, label, depth = 0, Field }: MemberProps): VNode {
  const { name, required, schema } = property;
  const id = useUniqueId();
  const isSent = Object.hasOwn(members, name);
  const setMember = (value: unknown): void => onChange({ ...members, [name]: value });
  const fullLabel = `${label}, ${name}`;
  return (
    <div class="dw-try-member">
      <div class="dw-try-name">
        {required ? (
          <span class="dw-try-tick" aria-hidden="true" />
        ) : (
          <input
            type="checkbox"
            class="dw-try-tick"
            checked={isSent}
            aria-label={translate("Send {0}", fullLabel)}
            onChange={(event) => {
              if (event.currentTarget.checked) return setMember("");
              onChange(Object.fromEntries(Object.entries(members).filter(([each]) => each !== name)));
            }}
          />
        )}
        <label for={id}>
          <code>{name}</code>
        </label>
        <span class="dw-try-type">{formatFieldType(schemas, schema)}</span>
        {required && <span class="dw-try-required">{translate("required")}</span>}
      </div>
      {(required || isSent) && (
        <Field
          id={id}
          schema={schema}
          schemas={schemas}
          value={members[name]}
          onChange={setMember}
          label={fullLabel}
          required={required}
          depth={depth + 1}
        />
      )}
    </div>
  );
}

/** The maximum nesting depth. Deeper values are edited as JSON. */
const maxDepth = 5;

/** A field for a value of any schema. */
export function ValueField(props: ValueFieldProps): VNode {
  const fieldType = getFieldType(props.schemas, props.schema);
  const { value, onChange, label } = props;
  if (fieldType.nullable && value === null)
    return (
      <span class="dw-try-null">
        <code>null</code>
        <button
          type="button"
          class="dw-try-quiet"
          aria-label={translate("Fill in {0} instead of null", label)}
          onClick={() => onChange("")}
        >
          {translate("Fill in")}
        </button>
      </span>
    );
  return (
    <div class="dw-try-value">
      <Widget {...props} fieldType={(props.depth ?? 0) > maxDepth ? { kind: "json", nullable: false } : fieldType} />
      {fieldType.nullable && fieldType.kind !== "enum" && fieldType.kind !== "choice" && (
        <button
          type="button"
          class="dw-try-quiet"
          title={translate("Send null for {0}", label)}
          aria-label={translate("Send null for {0}", label)}
          onClick={() => onChange(null)}
        >
          null
        </button>
      )}
    </div>
  );
}

function Widget({ fieldType, ...props }: ValueFieldProps & { readonly fieldType: FieldType }): VNode {
  switch (fieldType.kind) {
    case "text":
      return <TextField {...props} format={fieldType.format} />;
    case "number":
      return <NumberField {...props} />;
    case "boolean":
      return <BooleanField {...props} />;
    case "enum":
      return <EnumField {...props} values={fieldType.nullable ? [...fieldType.values, null] : fieldType.values} />;
    case "array":
      return <ListField {...props} Field={ValueField} items={fieldType.items} maxItems={fieldType.maxItems} />;
    case "object":
      return <ObjectField {...props} Field={ValueField} properties={fieldType.properties} />;
    case "choice":
      return <ChoiceField {...props} Field={ValueField} options={fieldType.options} nullable={fieldType.nullable} />;
    case "json":
      return <JsonField {...props} />;
  }
}
