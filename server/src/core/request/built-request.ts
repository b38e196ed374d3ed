/**
 * A request as it goes over the wire, but for secrets (`{{secret:NAME}}`, and `{{base64:user:{{secret:NAME}}}}` behind
 * `Basic`; `secret-marks.ts` says how they are read and replaced) and the bytes of files. Code samples, cURL, the history
 * and the relay's envelope are all made of it.
 */
export interface BuiltRequest {
  readonly method: string;
  /** Absolute and encoded, with its query, byte for byte as it is sent. */
  readonly url: string;
  /** In their order; names may come twice. `Content-Type` among them, but for `parts`, whose boundary the relay makes. */
  readonly headers: readonly NamedText[];
  /** In their order, encoded. Apart from `headers`, as browsers do not let pages set them. */
  readonly cookies: readonly NamedText[];
  readonly body: BuiltBody | undefined;
}

export type NamedText = readonly [name: string, value: string];

export type BuiltBody =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly fileRef: string; readonly name: string }
  | {
      readonly kind: "parts";
      /** `multipart/form-data` */ readonly type: string;
      readonly parts: readonly BuiltPart[];
    };

export type BuiltPart = {
  /** Absent where parts have places instead of names: no `Content-Disposition` is made then. */
  readonly name?: string;
  readonly contentType?: string;
  /** Behind `Content-Disposition` and `Content-Type`, each name once; absent where there are none. A part without a name may have a `Content-Disposition` here. */
  readonly headers?: readonly NamedText[];
} & (
  | { readonly kind: "value"; readonly value: string }
  | { readonly kind: "file"; readonly fileRef: string; readonly filename: string }
  /** A multipart document of the type that `contentType` says, without its boundary. */
  | { readonly kind: "parts"; readonly parts: readonly BuiltPart[] }
);

/** What stands in the way of sending, or will not be as the specification says. */
export interface RequestProblem {
  /** What it is about: `parameterKey`, `server`, `path`, `method`, `credential NAME`, `body`, `body NAME`. */
  readonly place: string;
  /** A sentence: what is wrong and what to do. */
  readonly text: string;
  /** It cannot be sent like this; else it is a warning. */
  readonly stops: boolean;
}

export interface RequestResult {
  readonly request: BuiltRequest;
  readonly problems: readonly RequestProblem[];
}
