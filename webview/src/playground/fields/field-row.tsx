import type { ComponentChildren, RefObject, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { RequestProblem } from "../../../../server/src/core/request/build/build-context.ts";
import type { FormExample, ParameterForm } from "../../../../server/src/core/request/form/request-form.ts";
import { getParameterKey, type ParameterValue } from "../../../../server/src/core/request/form/request-values.ts";
import { useUniqueId } from "../../components/tabs.tsx";
import { translate } from "../../language/translate.ts";
import { usePlaygroundContext } from "../store/playground-store.ts";
import { CopyControl, hasBlockingProblem, FieldProblems, Sentence, shortenText } from "../ui/controls.tsx";
import { type Schemas, formatFieldType } from "./field-type.ts";
import { ValueField } from "./value-field.tsx";

interface FieldRowProps {
  readonly name: string;
  /** The label that screen readers read. It must be clear without context. */
  readonly label: string;
  /** The type as text, such as `header, string`. */
  readonly type: string;
  readonly required: boolean;
  /** Whether the value is always sent. If it is, there's no checkbox. */
  readonly isAlwaysSent?: boolean;
  readonly deprecated?: boolean;
  readonly description: string | undefined;
  readonly problems?: readonly RequestProblem[];
  /** Whether the value is sent. Required values are always sent. */
  readonly isSent: boolean;
  readonly onSend?: (isSent: boolean) => void;
  /** Content after the name. */
  readonly nameSuffix?: ComponentChildren;
  readonly rowRef?: RefObject<HTMLDivElement | null>;
  /** Renders the input. Receives the input's ID and the IDs of the elements that describe it. */
  readonly children: (input: { readonly id: string; readonly describedBy: string | undefined }) => ComponentChildren;
}

/**
 * An input for a request: a parameter, a part of a form, or a header of a part. It has a checkbox for sending it, a
 * name, and a value.
 */
export function InputFieldRow(props: FieldRowProps): VNode {
  const { name, label, type, required, isAlwaysSent = false, deprecated, problems = [], onSend } = props;
  const { nameSuffix, rowRef, children } = props;
  const id = useUniqueId();
  const isRowSent = required || props.isSent;
  const descriptionText = shortenText(props.description);
  const descriptionIds = [descriptionText && `${id}-words`, problems.length > 0 && `${id}-problems`]
    .filter(Boolean)
    .join(" ");
  return (
    <div ref={rowRef ?? null} class="dw-try-field" data-unsent={!isRowSent || undefined}>
      <div class="dw-try-name">
        {required || isAlwaysSent ? (
          <span class="dw-try-tick" aria-hidden="true" />
        ) : (
          <input
            type="checkbox"
            class="dw-try-tick"
            title={translate("Send value")}
            aria-label={translate("Send {0}", label)}
            checked={isRowSent}
            onChange={({ currentTarget }) => onSend?.(currentTarget.checked)}
          />
        )}
        <label for={id} data-deprecated={deprecated || undefined}>
          <code>{name}</code>
        </label>
        <span class="dw-try-type">{type}</span>
        {required && <span class="dw-try-required">{translate("required")}</span>}
        {deprecated && <span class="dw-field-deprecated">{translate("deprecated")}</span>}
        {nameSuffix}
      </div>
      <div class="dw-try-input-side">
        {children({ id, describedBy: descriptionIds || undefined })}
        {descriptionText && (
          <p class="dw-try-words" id={`${id}-words`}>
            <Sentence text={descriptionText} />
          </p>
        )}
        <FieldProblems problems={problems} id={`${id}-problems`} />
      </div>
    </div>
  );
}

interface ParameterRowProps {
  readonly parameter: ParameterForm;
  readonly value: ParameterValue | undefined;
  readonly schemas: Schemas;
  readonly problems: readonly RequestProblem[];
  /** Whether a link points to this parameter. */
  readonly isLinkTarget: boolean;
}

/** A parameter, with a checkbox for sending it, its name, and its value. */
export function ParameterRow({ parameter, value, schemas, problems, isLinkTarget }: ParameterRowProps): VNode {
  const { store, services } = usePlaygroundContext();
  const { name, required, deprecated, description, schema, anchor, examples } = parameter;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isLinkTarget) row.current?.setAttribute("data-wanted", "");
    else row.current?.removeAttribute("data-wanted");
  }, [isLinkTarget]);
  const key = getParameterKey(parameter);
  const isRowSent = required || value?.sent === true;
  const updateValue = (change: Partial<ParameterValue>): void =>
    store.fill((values) => {
      const previousValue = values.parameters[key] ?? { sent: required, value: "" };
      return { ...values, parameters: { ...values.parameters, [key]: { ...previousValue, ...change } } };
    });
  // When the user fills in a value, the parameter is also selected to be sent.
  const fill = (newValue: unknown): void => updateValue({ value: newValue, sent: true });
  return (
    <InputFieldRow
      name={name}
      label={name}
      type={formatFieldType(schemas, schema)}
      required={required}
      deprecated={deprecated}
      description={description}
      problems={problems}
      isSent={isRowSent}
      onSend={(isSent) => updateValue({ sent: isSent })}
      rowRef={row}
      nameSuffix={
        <CopyControl
          label={translate("Copy link to {0}", name)}
          getText={() => services.toLink(anchor)}
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
            isInvalid={isRowSent && hasBlockingProblem(problems)}
            required={required}
          />
          <Examples examples={examples} label={name} onChoose={fill} />
        </>
      )}
    </InputFieldRow>
  );
}

interface ExamplesProps {
  readonly examples: readonly FormExample[];
  readonly label: string;
  readonly onChoose: (value: unknown) => void;
}

/** A list of examples from the specification. Selecting an example fills in the field. */
export function Examples({ examples, label, onChoose }: ExamplesProps): VNode | null {
  if (examples.length === 0) return null;
  return (
    <select
      class="dw-try-examples"
      aria-label={translate("Examples for {0}", label)}
      value=""
      onChange={({ currentTarget }) => {
        const example = examples[Number(currentTarget.value)];
        currentTarget.value = "";
        if (example) onChoose(example.value);
      }}
    >
      <option value="">{examples.length === 1 ? translate("Example…") : translate("Examples…")}</option>
      {examples.map(({ name, summary, value }, index) => (
        <option key={index} value={String(index)}>
          {[summary ?? name, formatValue(value)].filter(Boolean).join(": ")}
        </option>
      ))}
    </select>
  );
}

function formatValue(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  if (text.length <= 60) return text;
  // Removes an incomplete surrogate pair from the end.
  return `${text.slice(0, 60).replace(/[\ud800-\udbff]$/, "")}…`;
}
