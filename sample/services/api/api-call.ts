/** A request to an operation, validated against the specification. */
export interface ApiCall {
  /** The parameters that were sent, by name. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** A JSON value, or the fields of a form, in which each file is a `File`. */
  readonly body: unknown;
  readonly caller: Caller;
  /** The `Accept` header, or an empty string. */
  readonly accepts: string;
}

export interface Caller {
  /** The identity of the caller, which is an API key or a name. Empty for operations without authentication. */
  readonly name: string;
  readonly scopes: readonly string[];
}
