/** A request to an operation, checked by what the specification says. */
export interface ApiCall {
  /** By name; those that were not sent are absent. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** A value of JSON, or the fields of a form; a file among them is a `File`. */
  readonly body: unknown;
  readonly caller: Caller;
  /** The `Accept` header; empty without one. */
  readonly accepts: string;
}

export interface Caller {
  /** By what they are known: an API key, a name. Empty for operations that ask for nothing. */
  readonly name: string;
  readonly scopes: readonly string[];
}
