import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import { Glyph } from "../../components/glyphs.tsx";
import type { OuterFieldProps } from "./field-props.ts";
import type { SchemaModel } from "./shape-of.ts";

interface ListFieldProps extends OuterFieldProps {
  readonly items: SchemaModel | undefined;
  readonly atMost: number | undefined;
}

/** More than anybody fills in by hand. */
const mostRows = 200;

/** A list, a row for each item. */
export function ListField(props: ListFieldProps): VNode {
  const { items, atMost = mostRows, value, onChange, label, schemas, depth = 0, Field } = props;
  const box = useRef<HTMLDivElement>(null);
  const rows: readonly unknown[] = Array.isArray(value)
    ? value
    : value === undefined || value === ""
      ? []
      : [value];
  const put = (index: number, item: unknown): void => onChange(rows.with(index, item));
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
      {rows.slice(0, mostRows).map((item, index) => (
        <div class="dw-try-row" key={index}>
          <Field
            schema={items}
            schemas={schemas}
            value={item}
            onChange={(next) => put(index, next)}
            label={`${label}, item ${index + 1}`}
            depth={depth + 1}
          />
          <button
            type="button"
            class="dw-try-icon"
            title="Remove"
            aria-label={`Remove item ${index + 1} of ${label}`}
            onClick={() => {
              onChange(rows.toSpliced(index, 1));
              focusRow(Math.min(index, rows.length - 2));
            }}
          >
            <Glyph name="cross" />
          </button>
        </div>
      ))}
      <button
        type="button"
        class="dw-try-quiet"
        disabled={rows.length >= Math.min(atMost, mostRows)}
        aria-label={`Add item to ${label}`}
        onClick={() => {
          onChange([...rows, ""]);
          focusRow(rows.length);
        }}
      >
        Add item
      </button>
    </div>
  );
}
