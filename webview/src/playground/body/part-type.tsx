import type { VNode } from "preact";
import { concreteTypes, isOneType } from "../../../../server/src/core/request/media/part-types.ts";
import { useOwnId } from "../../components/use-id.ts";

interface PartTypeProps {
  /** Of the part that it is the type of. */
  readonly label: string;
  /** As the Encoding Object has it: `text/css, image/*`. */
  readonly allowed: string | undefined;
  readonly isFile: boolean;
  readonly chosen: string | undefined;
  readonly onChange: (type: string | undefined) => void;
}

/**
 * As what a part is sent, where the specification allows several types: “implementations MUST provide a mechanism … to
 * indicate which media type is intended” (OpenAPI 3.2.0, “Handling Multiple `contentType` Values”).
 */
export function PartType({ label, allowed, isFile, chosen, onChange }: PartTypeProps): VNode | null {
  const id = useOwnId();
  if (isOneType(allowed)) return null;
  const types = concreteTypes(allowed);
  const change = (value: string): void => onChange(value.trim() === "" ? undefined : value);
  const hasRange = allowed?.includes("*") === true;
  return (
    <div class="dw-try-part-type">
      <label class="dw-try-type" for={id}>
        sent as
      </label>
      {hasRange ? (
        <>
          <input
            id={id}
            class="dw-try-input"
            aria-label={`Type of ${label}`}
            list={`${id}-types`}
            placeholder={isFile ? "the type of the file" : (types[0] ?? allowed)}
            value={chosen ?? ""}
            spellcheck={false}
            onInput={({ currentTarget }) => change(currentTarget.value)}
          />
          <datalist id={`${id}-types`}>
            {types.map((type) => (
              <option key={type} value={type} />
            ))}
          </datalist>
        </>
      ) : (
        <select
          id={id}
          class="dw-try-select"
          aria-label={`Type of ${label}`}
          value={chosen ?? ""}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        >
          <option value="">{isFile ? "the type of the file" : types[0]}</option>
          {types.slice(isFile ? 0 : 1).map((type) => (
            <option key={type} value={type}>
              {type}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
