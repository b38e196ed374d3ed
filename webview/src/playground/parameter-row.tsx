import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { RequestProblem } from "../../../server/src/core/request/built-request.ts";
import type { FormExample, ParameterForm } from "../../../server/src/core/request/request-form.ts";
import { type ParameterValue, parameterKey } from "../../../server/src/core/request/request-values.ts";
import { CopyButton } from "../components/copy-button.tsx";
import { useOwnId } from "../components/use-id.ts";
import type { Schemas } from "./fields/shape-of.ts";
import { typeWords } from "./fields/type-words.ts";
import { ValueField } from "./fields/value-field.tsx";
import { useParts } from "./playground-context.ts";
import { isStopped, ProblemsAt } from "./problems-at.tsx";
import { Sentence, shortWords } from "./sentence.tsx";

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
  const id = useOwnId();
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
  const words = shortWords(description);
  const described = [words && `${id}-words`, problems.length > 0 && `${id}-problems`]
    .filter(Boolean)
    .join(" ");
  return (
    <div ref={row} class="dw-try-field" data-unsent={!sent || undefined}>
      <div class="dw-try-name">
        {required ? (
          <span class="dw-try-tick" aria-hidden="true" />
        ) : (
          <input
            type="checkbox"
            class="dw-try-tick"
            title="Send it"
            aria-label={`Send ${name}`}
            checked={sent}
            onChange={({ currentTarget }) => put({ sent: currentTarget.checked })}
          />
        )}
        <label for={id} data-deprecated={deprecated || undefined}>
          <code>{name}</code>
        </label>
        <span class="dw-try-type">{typeWords(schemas, schema)}</span>
        {required && <span class="dw-try-required">required</span>}
        {deprecated && <span class="dw-field-deprecated">deprecated</span>}
        <CopyButton
          label={`Copy the link to ${name}`}
          text={() => services.linkTo(anchor)}
          class="dw-copy dw-try-link"
        />
      </div>
      <div class="dw-try-input-side">
        <ValueField
          id={id}
          schema={schema}
          schemas={schemas}
          value={value?.value}
          // Who fills something in wants it to be sent.
          onChange={(next) => put({ value: next, sent: true })}
          label={name}
          describedBy={described || undefined}
          invalid={sent && isStopped(problems)}
          required={required}
        />
        <Examples examples={examples} label={name} onChoose={(next) => put({ value: next, sent: true })} />
        {words && (
          <p class="dw-try-words" id={`${id}-words`}>
            <Sentence text={words} />
          </p>
        )}
        <ProblemsAt problems={problems} id={`${id}-problems`} />
      </div>
    </div>
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
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
