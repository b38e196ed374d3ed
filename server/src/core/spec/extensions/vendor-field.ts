/** Where in a specification a vendor extension may stand. */
export type ExtensionPlace = "root" | "tag" | "path" | "operation" | "schema" | "security-scheme";

/** What values a field takes. */
export type ExtensionShape = "text" | "texts" | "object" | "boolean" | "samples" | "any";

/** A vendor extension of a specification or a field of one: what it does to the docs, as data for checks, offers and hover. */
export interface VendorField {
  /** `href`; of an extension that has no fields its whole key, `x-hidden`. */
  readonly name: string;
  readonly where: readonly ExtensionPlace[];
  readonly shape: ExtensionShape;
  /** One sentence. */
  readonly meaning: string;
  /** What happens with a value of another kind; absent where that is not known. */
  readonly whenWrong?: string;
  /** Fields of an object, where they are known. */
  readonly fields?: readonly VendorField[];
  /** The key that is written today. */
  readonly replacedBy?: string;
}
