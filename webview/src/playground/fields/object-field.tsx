import type { VNode } from "preact";
import { useOwnId } from "../../components/use-id.ts";
import { typeWords } from "./type-words.ts";
import type { OuterFieldProps } from "./field-props.ts";
import type { PropertyModel } from "./shape-of.ts";

interface ObjectFieldProps extends OuterFieldProps {
  readonly properties: readonly PropertyModel[];
}

/** An object, a field for each member; what is optional is sent when it is ticked. */
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
  const id = useOwnId();
  const isSent = Object.hasOwn(members, name);
  const put = (value: unknown): void => onChange({ ...members, [name]: value });
  const whole = `${label}, ${name}`;
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
            aria-label={`Send ${whole}`}
            onChange={(event) => {
              if (event.currentTarget.checked) return put("");
              onChange(Object.fromEntries(Object.entries(members).filter(([each]) => each !== name)));
            }}
          />
        )}
        <label for={id}>
          <code>{name}</code>
        </label>
        <span class="dw-try-type">{typeWords(schemas, schema)}</span>
        {required && <span class="dw-try-required">required</span>}
      </div>
      {(required || isSent) && (
        <Field
          id={id}
          schema={schema}
          schemas={schemas}
          value={members[name]}
          onChange={put}
          label={whole}
          required={required}
          depth={depth + 1}
        />
      )}
    </div>
  );
}
