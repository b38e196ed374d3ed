import type { ComponentType, VNode } from "preact";
import { useState } from "preact/hooks";
import { parseJsonValue } from "../../../../server/src/core/request/media/encoding.ts";
import { translate } from "../../language/translate.ts";
import type { SchemaModel, Schemas } from "./field-type.ts";

export interface ValueFieldProps {
  readonly schema: SchemaModel | undefined;
  readonly schemas: Schemas;
  /** The value. `undefined` or an empty string means that nothing is filled in. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** The label for screen readers, such as `limit` or `filter, since`. */
  readonly label: string;
  readonly id?: string;
  /** The IDs of the elements that describe the field. */
  readonly describedBy?: string | undefined;
  readonly isInvalid?: boolean;
  readonly required?: boolean;
  readonly depth?: number;
}

/** The props of a field with nested fields, including the component that renders the nested fields. */
export interface OuterFieldProps extends ValueFieldProps {
  readonly Field: ComponentType<ValueFieldProps>;
}

/** Returns the attributes that every input has. */
export function getInputAttributes({ id, label, describedBy, isInvalid, required }: ValueFieldProps) {
  return {
    ...(id === undefined ? { "aria-label": label } : { id }),
    ...(describedBy !== undefined && { "aria-describedby": describedBy }),
    ...(isInvalid && { "aria-invalid": true }),
    ...(required && { "aria-required": true }),
  };
}

/** The values that a button can fill in, by the format in the schema. */
const generators: Readonly<Record<string, { readonly label: string; readonly getText: () => string }>> = {
  "date-time": { label: translate("Now"), getText: () => new Date().toISOString() },
  date: { label: translate("Today"), getText: () => new Date().toISOString().slice(0, 10) },
  uuid: { label: translate("Generate"), getText: () => crypto.randomUUID() },
};

const placeholders: Readonly<Record<string, string>> = {
  "date-time": "2026-01-31T12:00:00Z",
  date: "2026-01-31",
  time: "12:00:00Z",
  email: "name@example.com",
  uri: "https://example.com",
  uuid: "00000000-0000-0000-0000-000000000000",
};

interface TextFieldProps extends ValueFieldProps {
  readonly format: string | undefined;
}

/** A text input that grows with its number of lines. A value that isn't a string is shown as JSON. */
export function TextField(props: TextFieldProps): VNode {
  const { value, onChange, format = "", label } = props;
  const text = toText(value);
  const generator = Object.hasOwn(generators, format) ? generators[format] : undefined;
  const attributes = {
    ...getInputAttributes(props),
    class: "dw-try-input",
    value: text,
    spellcheck: false,
    autocomplete: "off" as const,
    placeholder: Object.hasOwn(placeholders, format) ? placeholders[format] : undefined,
  };
  if (text.includes("\n"))
    return (
      <textarea
        {...attributes}
        rows={Math.min(12, text.split("\n").length)}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <>
      <input type="text" {...attributes} onInput={(event) => onChange(event.currentTarget.value)} />
      {generator && (
        <button
          type="button"
          class="dw-try-quiet"
          aria-label={translate("{0}, for {1}", generator.label, label)}
          onClick={() => onChange(generator.getText())}
        >
          {generator.label}
        </button>
      )}
    </>
  );
}

/** A number input. It's a text input, because it also accepts a variable of the environment such as `{{name}}`. */
export function NumberField(props: ValueFieldProps): VNode {
  const { value, onChange } = props;
  return (
    <input
      type="text"
      inputMode="decimal"
      {...getInputAttributes(props)}
      class="dw-try-input dw-try-number"
      value={toText(value)}
      spellcheck={false}
      autocomplete="off"
      onInput={(event) => onChange(toNumber(event.currentTarget.value))}
    />
  );
}

/**
 * Converts text to a number only if the text is the canonical form of the number, so no digits are lost and `1.` can be
 * typed.
 */
function toNumber(text: string): unknown {
  const number = Number(text);
  return text.trim() !== "" && String(number) === text ? number : text;
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

interface EnumFieldProps extends ValueFieldProps {
  readonly values: readonly unknown[];
}

/** A list of the values that the schema allows. If the current value isn't allowed, it remains visible. */
export function EnumField(props: EnumFieldProps): VNode {
  const { values, value, onChange } = props;
  const isEmpty = value === undefined || value === "";
  const valueIndex = values.findIndex((each) => JSON.stringify(each) === JSON.stringify(value));
  const isCustom = !isEmpty && valueIndex < 0;
  return (
    <select
      {...getInputAttributes(props)}
      class="dw-try-select"
      value={isEmpty ? "" : isCustom ? "other" : String(valueIndex)}
      onChange={(event) => {
        const enumValue = values[Number(event.currentTarget.value)];
        onChange(event.currentTarget.value === "" ? undefined : enumValue);
      }}
    >
      <option value="">{translate("Choose…")}</option>
      {isCustom && <option value="other">{translate("{0} (not allowed)", formatValue(value))}</option>}
      {values.map((each, index) => (
        <option key={index} value={String(index)}>
          {formatValue(each)}
        </option>
      ))}
    </select>
  );
}

export function BooleanField(props: ValueFieldProps): VNode {
  return <EnumField {...props} values={[true, false]} />;
}

function formatValue(value: unknown): string {
  return typeof value === "string" ? (value === "" ? '""' : value) : JSON.stringify(value);
}

/**
 * A JSON input for values that don't have their own kind of input. While the JSON is invalid, the field indicates this,
 * and the text is sent unchanged.
 */
export function JsonField(props: ValueFieldProps): VNode {
  const { value, onChange } = props;
  const [editedValue, setEditedValue] = useState(() => ({ text: formatJsonValue(value), value }));
  // The text is replaced if the value was changed elsewhere, by an example or from the history.
  const text = JSON.stringify(editedValue.value) === JSON.stringify(value) ? editedValue.text : formatJsonValue(value);
  const isJson = text.trim() === "" || parseJsonValue(text) !== undefined;
  return (
    <div class="dw-try-json">
      <textarea
        {...getInputAttributes(props)}
        class="dw-try-input"
        rows={Math.min(10, Math.max(2, text.split("\n").length))}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => {
          const newText = currentTarget.value;
          const parsedValue = parseJsonValue(newText);
          const newValue = parsedValue === undefined ? newText : parsedValue.value;
          setEditedValue({ text: newText, value: newValue });
          onChange(newValue);
        }}
      />
      {!isJson && <p class="dw-try-problem">{translate("This isn’t valid JSON, so it’s sent as text.")}</p>}
    </div>
  );
}

function formatJsonValue(value: unknown): string {
  if (value === undefined || value === "") return "";
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
