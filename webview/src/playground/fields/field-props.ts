import type { ComponentType } from "preact";
import type { Schemas, SchemaModel } from "./shape-of.ts";

export interface ValueFieldProps {
  readonly schema: SchemaModel | undefined;
  readonly schemas: Schemas;
  /** `undefined` and an empty text: nothing is filled in. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** For those who listen: `limit`, `filter, since`. */
  readonly label: string;
  readonly id?: string;
  /** Ids of what is said about it. */
  readonly describedBy?: string | undefined;
  readonly invalid?: boolean;
  readonly required?: boolean;
  readonly depth?: number;
}

/** Of a field that has others inside: what paints them. */
export interface OuterFieldProps extends ValueFieldProps {
  readonly Field: ComponentType<ValueFieldProps>;
}

/** What is put into every input. */
export function inputAttributes({ id, label, describedBy, invalid, required }: ValueFieldProps) {
  return {
    ...(id === undefined ? { "aria-label": label } : { id }),
    ...(describedBy !== undefined && { "aria-describedby": describedBy }),
    ...(invalid && { "aria-invalid": true }),
    ...(required && { "aria-required": true }),
  };
}
