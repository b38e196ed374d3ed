/** The response to a call of an operation. If neither `json` nor `bytes` is set, the response has no body. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** The media type of `bytes`, or of `json` if it isn't `application/json`. */
  readonly type?: string;
  readonly bytes?: Uint8Array | string;
  /** Writes an event stream. Returns a function that is called when the client has disconnected. */
  readonly stream?: (out: EventStream) => () => void;
}

export interface EventStream {
  readonly event: (event: { readonly id: number; readonly name: string; readonly data: unknown }) => void;
  readonly comment: (text: string) => void;
  readonly end: () => void;
}

/** A validation error of a request, such as `{ at: "/units/0/number", message: "must be string" }`. */
export interface RequestFault {
  readonly at: string;
  readonly message: string;
}
