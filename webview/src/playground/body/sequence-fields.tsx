import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import { initialItem, itemAt } from "../../../../server/src/core/request/form/initial-values.ts";
import type { RequestForm } from "../../../../server/src/core/request/form/request-form.ts";
import { ItemField, type InsideParts } from "./item-field.tsx";

interface SequenceFieldsProps extends InsideParts {
  readonly form: RequestForm;
  /** Of parts inside a part its place and a dot: `2.` */
  readonly prefix?: string;
}

/** More than anybody fills in by hand. */
const most = 200;

/** Parts one behind the other, told apart by their place. */
export function SequenceFields({ form, sequence, items, onChange, prefix = "" }: SequenceFieldsProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const { first, atLeast, atMost = most } = sequence;
  const next = itemAt(sequence, items.length);
  const models = { schemas: new Map(Object.entries(form.schemas)) };
  const focusAt = (at: number): void => {
    requestAnimationFrame(() => {
      const part = box.current?.querySelectorAll(":scope > .dw-try-item")[at];
      (part ?? box.current)?.querySelector<HTMLElement>("input, select, textarea, button")?.focus();
    });
  };
  const remove = (at: number): void => {
    onChange(items.toSpliced(at, 1));
    focusAt(Math.min(at, items.length - 2));
  };
  /** A place cannot be left out between others that are of another kind. */
  const canRemove = (at: number): boolean =>
    items.length > Math.max(atLeast, 1) && (at >= first.length || at === items.length - 1);
  return (
    <div ref={box} class="dw-try-items">
      {items.map((item, at) => {
        const field = itemAt(sequence, at);
        return (
          field && (
            <ItemField
              key={at}
              form={form}
              field={field}
              item={item}
              place={`${prefix}${at + 1}`}
              isRequired={at < atLeast}
              onChange={(changed) => onChange(items.with(at, changed))}
              inside={(parts) => <SequenceFields form={form} {...parts} prefix={`${prefix}${at + 1}.`} />}
              {...(canRemove(at) && { onRemove: () => remove(at) })}
            />
          )
        );
      })}
      {next && items.length < Math.min(atMost, most) && (
        <button
          type="button"
          class="dw-try-quiet"
          aria-label={prefix === "" ? "Add part" : `Add part to part ${prefix.slice(0, -1)}`}
          onClick={() => {
            onChange([...items, initialItem(next, models, form.settings)]);
            focusAt(items.length);
          }}
        >
          Add part
        </button>
      )}
    </div>
  );
}
