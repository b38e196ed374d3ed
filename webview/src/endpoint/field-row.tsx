import type { VNode } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { ChoiceView, FieldView } from "../../../server/src/core/preview/view/endpoint-page.ts";
import { Disclosure } from "../components/accordion.tsx";
import { CopyButton } from "../components/icon.tsx";
import { paintNodes } from "../components/paint-nodes.tsx";
import { TabList, useUniqueId } from "../components/tabs.tsx";
import { translate } from "../language/translate.ts";
import { EndpointContext } from "./endpoint-context.ts";

/** Whether one of the fields, or a field nested in one of them, has this anchor. */
export function containsAnchor(fields: readonly FieldView[], anchor: string): boolean {
  return fields.some(
    (field) =>
      field.anchor === anchor ||
      containsAnchor(field.children ?? [], anchor) ||
      (field.choices ?? []).some((choice) => choiceContainsAnchor(choice, anchor)),
  );
}

export function choiceContainsAnchor({ fields, wholeField }: ChoiceView, anchor: string): boolean {
  return containsAnchor(wholeField ? [...fields, wholeField] : fields, anchor);
}

/** The number of allowed values that are shown before the list is expanded. */
const maxListedValues = 8;

/** A parameter or field, including all of its nested fields. */
export function EndpointFieldRow({ field, depth = 0 }: { readonly field: FieldView; readonly depth?: number }): VNode {
  const { name, anchor, type, required, deprecated, description, limits } = field;
  const { toLink, onShowSpec } = useContext(EndpointContext);
  const { location } = field;
  const showSourceLabel =
    name === "" ? translate("Show in the specification") : translate("Show {0} in the specification", name);
  return (
    <div
      class="dw-field dw-api-field"
      id={anchor === "" ? undefined : anchor}
      data-deprecated={deprecated || undefined}
    >
      <div class="dw-field-head">
        {field.pre?.map((label) => (
          <span class="dw-field-label">{label}</span>
        ))}
        {name !== "" && <code class="dw-field-name">{name}</code>}
        {field.post?.map((label) => (
          <span class="dw-field-label">{label}</span>
        ))}
        <span class="dw-field-type">{type}</span>
        {required && <span class="dw-field-required">required</span>}
        {deprecated && <span class="dw-field-deprecated">deprecated</span>}
        {field.readOnly && <span class="dw-field-label">read-only</span>}
        {field.writeOnly && <span class="dw-field-label">write-only</span>}
        {field.default !== undefined && (
          <span class="dw-field-default">
            default: <code>{field.default}</code>
          </span>
        )}
        <span class="dw-field-tools">
          {anchor !== "" && (
            <CopyButton label={`Copy link to ${name}`} getText={() => toLink(anchor)} class="dw-copy dw-field-copy" />
          )}
          {location && (
            <button
              type="button"
              class="dw-field-source"
              title={showSourceLabel}
              aria-label={showSourceLabel}
              onClick={() => onShowSpec(location)}
            >
              {"{ }"}
            </button>
          )}
        </span>
      </div>
      <div class="dw-field-body dw-flow">
        {description && <div class="dw-api-words dw-flow">{paintNodes(description)}</div>}
        {limits.length > 0 && <p class="dw-api-limits">{limits.join(" · ")}</p>}
        {field.values && <Values values={field.values} />}
        {field.example !== undefined && (
          <p class="dw-api-limits">
            Example: <code>{field.example}</code>
          </p>
        )}
        <NestedFields field={field} depth={depth} />
      </div>
    </div>
  );
}

function Values({ values }: { readonly values: readonly string[] }): VNode {
  const [showsAll, setShowsAll] = useState(false);
  const shownValues = showsAll ? values : values.slice(0, maxListedValues);
  return (
    <p class="dw-api-values">
      <span class="dw-api-limits">One of</span>
      {shownValues.map((value) => (
        <code key={value}>{value}</code>
      ))}
      {values.length > maxListedValues && (
        <button type="button" class="dw-api-more" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? "Show fewer" : `Show all ${values.length}`}
        </button>
      )}
    </p>
  );
}

/**
 * The structure of a value: its members, its alternatives, or, for a recursive schema, the name of the schema that
 * contains the value.
 */
export function NestedFields({ field, depth }: { readonly field: FieldView; readonly depth: number }): VNode | null {
  const { children, choices, sameAs, isTruncated } = field;
  const { targetAnchor } = useContext(EndpointContext);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (targetAnchor !== undefined && children && containsAnchor(children, targetAnchor)) setOpen(true);
  }, [targetAnchor, children]);
  if (sameAs !== undefined) return <p class="dw-api-limits">Same as the {sameAs} that contains it.</p>;
  if (isTruncated) return <p class="dw-api-limits">{translate("Deeper levels aren’t shown.")}</p>;
  if (!children && !choices) return null;
  const count = children?.length ?? 0;
  return (
    <>
      {children && (
        <Disclosure
          class="dw-expandable dw-api-inside"
          isOpen={isOpen}
          onToggle={setOpen}
          position={{}}
          head={
            <span>
              {isOpen ? "Hide" : "Show"} {count} {count === 1 ? "field" : "fields"}
              {field.name !== "" && <span class="dw-hidden-words"> of {field.name}</span>}
            </span>
          }
        >
          {isOpen && children.map((each, index) => <EndpointFieldRow key={index} field={each} depth={depth + 1} />)}
        </Disclosure>
      )}
      {choices && <Choices choices={choices} depth={depth} />}
    </>
  );
}

function Choices({ choices, depth }: { readonly choices: readonly ChoiceView[]; readonly depth: number }): VNode {
  const id = useUniqueId();
  const { targetAnchor } = useContext(EndpointContext);
  const [chosenIndex, choose] = useState(0);
  useEffect(() => {
    const index =
      targetAnchor === undefined ? -1 : choices.findIndex((choice) => choiceContainsAnchor(choice, targetAnchor));
    if (index >= 0) choose(index);
  }, [targetAnchor, choices]);
  const tabs = choices.map(({ title }, index) => ({ id: `${id}-${index}`, label: title }));
  const currentChoice = choices[Math.min(chosenIndex, choices.length - 1)];
  return (
    <div class="dw-api-choices">
      <TabList
        label="Alternative schemas"
        class="dw-api-forms"
        tabs={tabs}
        chosenIndex={chosenIndex}
        onChoose={choose}
      />
      <div
        role="tabpanel"
        id={`${id}-${chosenIndex}-panel`}
        aria-labelledby={`${id}-${chosenIndex}`}
        class="dw-api-form"
      >
        {currentChoice?.fields.map((each, index) => (
          <EndpointFieldRow key={index} field={each} depth={depth + 1} />
        ))}
        {currentChoice?.wholeField && <EndpointFieldRow field={currentChoice.wholeField} depth={depth + 1} />}
        {currentChoice && currentChoice.fields.length === 0 && !currentChoice.wholeField && (
          <p class="dw-api-limits">No fields.</p>
        )}
      </div>
    </div>
  );
}
