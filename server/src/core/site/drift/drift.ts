import type { JsonObject } from "../../config/json/json-tree.ts";
import type { DocumentedField } from "../../page/frontmatter-fields.ts";
import type { SpecPlace } from "../../spec/model/operation-model.ts";
import type { PropertyModel, SchemaModel } from "../../spec/model/schema-model.ts";
import type { TextRange } from "../../text/text-edit.ts";

/** A place where a page says something about an operation that its specification does not say. */
export interface Drift {
  readonly kind: DriftKind;
  /** In the page: the name that is not known, the value of another kind, the object or tag that lacks something. */
  readonly range: TextRange;
  /** The field with what it stands in: `user.address.city`; the parameter's name. */
  readonly name: string;
  /** What holds it, in plain words: `the body`, `the query`, `the answer 200`. */
  readonly holder: string;
  /** What the specification says, in plain words: `a whole number`, `one of "asc", "desc"`; empty for names. */
  readonly expected: string;
  /** What the page says, in the same words. */
  readonly found: string;
  /** Where the specification says it. */
  readonly at: SpecPlace;
  readonly cure: DriftCure | undefined;
  /** For `missing-field` of a value: the object that lacks it, and what it lacks. */
  readonly missing?: { readonly node: JsonObject; readonly property: PropertyModel };
  /** For `missing-field` among described fields: the one that it may follow, and what is missing. */
  readonly lacking?: {
    readonly after: DocumentedField;
    readonly name: string;
    readonly schema: SchemaModel | undefined;
  };
}

export type DriftKind =
  "unknown-field" | "missing-field" | "wrong-type" | "wrong-required" | "wrong-value" | "wrong-method";

/** What would make the page say the same, one edit of the page. */
export type DriftCure =
  /** The nearest name that the specification has, a type, a value. */
  | { readonly kind: "replace"; readonly range: TextRange; readonly text: string }
  | { readonly kind: "insert"; readonly at: number; readonly text: string; readonly name: string }
  | { readonly kind: "remove"; readonly range: TextRange };

/** Whether the page shows what is sent or what comes back: fields only of the other direction are not missed. */
export type Direction = "request" | "response";

export interface ComparedPart {
  readonly schema: SchemaModel;
  readonly direction: Direction;
  /** `the body`. */
  readonly holder: string;
  readonly at: SpecPlace;
}
