import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { RequestProblem } from "../../../server/src/core/request/build/build-context.ts";
import type { FormExample, ParameterForm } from "../../../server/src/core/request/form/request-form.ts";
import { type ParameterValue, parameterKey } from "../../../server/src/core/request/form/request-values.ts";
import { CopyButton } from "../components/copy-button.tsx";
import { FieldRow } from "./field-row.tsx";
import type { Schemas } from "./fields/shape-of.ts";
import { typeWords } from "./fields/type-words.ts";
import { ValueField } from "./fields/value-field.tsx";
import { useParts } from "./playground-context.ts";
import { isStopped } from "./problems-at.tsx";

interface ParameterRowProps {
  readonly parameter: ParameterForm;
  readonly value: ParameterValue | undefined;
  readonly schemas: Schemas;
  readonly problems: readonly RequestProblem[];
  /** A link leads to it. */
  readonly isWanted: boolean;
}

/** One parameter: whether it is sent, its name, its value. */
export function ParameterRow({ parameter, value, schemas, problems, isWanted }: ParameterRowProps): VNode {
  const { store, services } = useParts();
  const { name, required, deprecated, description, schema, anchor, examples } = parameter;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isWanted) row.current?.setAttribute("data-wanted", "");
    else row.current?.removeAttribute("data-wanted");
  }, [isWanted]);
  const key = parameterKey(parameter);
  const sent = required || value?.sent === true;
  const put = (change: Partial<ParameterValue>): void =>
    store.fill((all) => {
      const before = all.parameters[key] ?? { sent: required, value: "" };
      return { ...all, parameters: { ...all.parameters, [key]: { ...before, ...change } } };
    });
  // Who fills something in wants it to be sent.
  const fill = (next: unknown): void => put({ value: next, sent: true });
  return (
    <FieldRow
      name={name}
      label={name}
      type={typeWords(schemas, schema)}
      required={required}
      deprecated={deprecated}
      description={description}
      problems={problems}
      sent={sent}
      onSend={(wanted) => put({ sent: wanted })}
      rowRef={row}
      beside={
        <CopyButton
          label={`Copy the link to ${name}`}
          text={() => services.linkTo(anchor)}
          class="dw-copy dw-try-link"
        />
      }
    >
      {(input) => (
        <>
          <ValueField
            {...input}
            schema={schema}
            schemas={schemas}
            value={value?.value}
            onChange={fill}
            label={name}
            invalid={sent && isStopped(problems)}
            required={required}
          />
          <Examples examples={examples} label={name} onChoose={fill} />
        </>
      )}
    </FieldRow>
  );
}

interface ExamplesProps {
  readonly examples: readonly FormExample[];
  readonly label: string;
  readonly onChoose: (value: unknown) => void;
}

/** Examples of the specification, to be put into a field. */
export function Examples({ examples, label, onChoose }: ExamplesProps): VNode | null {
  if (examples.length === 0) return null;
  return (
    <select
      class="dw-try-examples"
      aria-label={`Examples of ${label}`}
      value=""
      onChange={({ currentTarget }) => {
        const chosen = examples[Number(currentTarget.value)];
        currentTarget.value = "";
        if (chosen) onChoose(chosen.value);
      }}
    >
      <option value="">{examples.length === 1 ? "Example…" : "Examples…"}</option>
      {examples.map(({ name, summary, value }, index) => (
        <option key={index} value={String(index)}>
          {[summary ?? name, shownValue(value)].filter(Boolean).join(": ")}
        </option>
      ))}
    </select>
  );
}

function shownValue(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  if (text.length <= 60) return text;
  // Without half a character at the end.
  return `${text.slice(0, 60).replace(/[\ud800-\udbff]$/, "")}…`;
}
