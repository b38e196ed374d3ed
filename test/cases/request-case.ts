/**
 * An operation, its inputs, and the bytes that its server must receive. The bytes are derived from the text in `from`,
 * never from Docwright's own output. `test/proofs/request-cases.test.ts` sends each through the relay.
 */
export interface RequestCase {
  readonly name: string;
  /** `OpenAPI 3.2, Style Examples` */
  readonly from: string;
  readonly version?: "3.0.3" | "3.0.4" | "3.1.1" | "3.2.0";
  /** `GET`, with a body `POST`. */
  readonly method?: string;
  /** `/x` */
  readonly path?: string;
  /** Replaces the receiving server's URL. `PORT` is its port. */
  readonly servers?: readonly object[];
  /** Parameter Objects with their values. `sent: false` means that it isn't sent. */
  readonly parameters?: readonly CaseParameter[];
  readonly body?: CaseBody;
  /** The Responses Object. */
  readonly responses?: object;
  readonly schemes?: Readonly<Record<string, object>>;
  readonly credentials?: Readonly<Record<string, string | readonly [user: string, password: string]>>;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly variables?: Readonly<Record<string, string>>;
  readonly server?: { readonly variables?: Readonly<Record<string, string>>; readonly own?: string };
  readonly receives: Received;
}

export interface CaseParameter {
  readonly name: string;
  readonly in: string;
  readonly value?: unknown;
  readonly sent?: boolean;
  readonly [field: string]: unknown;
}

export interface CaseBody {
  readonly type: string;
  /** The Media Type Object. */
  readonly media?: object;
  readonly text?: string;
  /** Names can be repeated. */
  readonly parts?: readonly (readonly [
    name: string,
    value: unknown,
    contentType?: string | undefined,
    headers?: Readonly<Record<string, unknown>>,
  ])[];
  /** Parts by position. */
  readonly items?: readonly CaseItem[];
  readonly file?: CaseFile;
}

export type CaseItem = {
  readonly type?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
} & (
  | { readonly value: unknown }
  /** Nested parts. */
  | { readonly items: readonly CaseItem[] }
);

/** Represents a file among parts, alone or in a list. */
export interface CaseFile {
  readonly fileName: string;
  readonly type: string;
  readonly bytes: string;
}

/** Only fields that are set are compared. */
export interface Received {
  /** The request target in the request line. */
  readonly target?: string;
  /** Null if there is no header of this name. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The boundary is `XX`, that of nested parts `YY`. */
  readonly body?: string;
}
