import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { inputAttributes, type ValueFieldProps } from "./field-props.ts";

/** A value that no field of its own is for, written as JSON. Until it is JSON it is sent as text, and that is said. */
export function JsonField(props: ValueFieldProps): VNode {
  const { value, onChange } = props;
  const [written, write] = useState(() => ({ text: formatJsonValue(value), value }));
  // Somebody else has put another value there: an example, the history.
  const text = JSON.stringify(written.value) === JSON.stringify(value) ? written.text : formatJsonValue(value);
  const isJson = text.trim() === "" || read(text) !== undefined;
  return (
    <div class="dw-try-json">
      <textarea
        {...inputAttributes(props)}
        class="dw-try-input"
        rows={Math.min(10, Math.max(2, text.split("\n").length))}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => {
          const next = currentTarget.value;
          const parsed = read(next);
          const changed = parsed === undefined ? next : parsed.value;
          write({ text: next, value: changed });
          onChange(changed);
        }}
      />
      {!isJson && <p class="dw-try-problem">This is not JSON yet, so it would be sent as text.</p>}
    </div>
  );
}

function read(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function formatJsonValue(value: unknown): string {
  if (value === undefined || value === "") return "";
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
