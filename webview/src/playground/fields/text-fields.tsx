import type { VNode } from "preact";
import { inputAttributes, type ValueFieldProps } from "./field-props.ts";

/** What is put in for the person, by the format of the schema. */
const nowAs: Readonly<Record<string, { readonly words: string; readonly text: () => string }>> = {
  "date-time": { words: "Now", text: () => new Date().toISOString() },
  date: { words: "Today", text: () => new Date().toISOString().slice(0, 10) },
  uuid: { words: "New", text: () => crypto.randomUUID() },
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

/** Text; grows with its lines. What is no text is shown as JSON. */
export function TextField(props: TextFieldProps): VNode {
  const { value, onChange, format = "", label } = props;
  const text = textOf(value);
  const now = Object.hasOwn(nowAs, format) ? nowAs[format] : undefined;
  const attributes = {
    ...inputAttributes(props),
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
      {now && (
        <button
          type="button"
          class="dw-try-quiet"
          aria-label={`${now.words}, for ${label}`}
          onClick={() => onChange(now.text())}
        >
          {now.words}
        </button>
      )}
    </>
  );
}

/** A number; `{{name}}` of the environment as well, so it is an input of text. */
export function NumberField(props: ValueFieldProps): VNode {
  const { value, onChange } = props;
  return (
    <input
      type="text"
      inputMode="decimal"
      {...inputAttributes(props)}
      class="dw-try-input dw-try-number"
      value={textOf(value)}
      spellcheck={false}
      autocomplete="off"
      onInput={(event) => onChange(numberFrom(event.currentTarget.value))}
    />
  );
}

/** A number where the text is exactly how it is written, so that no digit is lost and `1.` can be typed on. */
function numberFrom(text: string): unknown {
  const number = Number(text);
  return text.trim() !== "" && String(number) === text ? number : text;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
