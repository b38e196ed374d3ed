/** What an operation answers. Without `json` or `bytes` the answer has no body. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** Of `bytes`; of `json` where it is not `application/json`. */
  readonly type?: string;
  readonly bytes?: Uint8Array | string;
  /** Writes an event stream; answers with what ends it when the reader has gone. */
  readonly stream?: (out: EventStream) => () => void;
}

export interface EventStream {
  readonly event: (event: { readonly id: number; readonly name: string; readonly data: unknown }) => void;
  readonly comment: (text: string) => void;
  readonly end: () => void;
}

/** One fault of a request: `{ at: "/units/0/number", message: "must be string" }`. */
export interface RequestFault {
  readonly at: string;
  readonly message: string;
}
