/**
 * An operation, its inputs, and the bytes that its server must receive. The bytes are derived from the source in
 * `from`, never from Docwright's own output. `test/proofs/request-cases.test.ts` sends each request through the relay.
 */
export interface RequestCase {
  readonly name: string;
  /** The source of the expected bytes, such as `OpenAPI 3.2, Style Examples`. */
  readonly from: string;
  readonly version?: "3.0.3" | "3.0.4" | "3.1.1" | "3.2.0";
  /** The method. The default is `POST` for requests with a body and `GET` for all others. */
  readonly method?: string;
  /** The path. The default is `/x`. */
  readonly path?: string;
  /** The servers, which replace the receiving server's URL. `PORT` is replaced with the receiving server's port. */
  readonly servers?: readonly object[];
  /** Parameter Objects with their values. `sent: false` means that the parameter isn't sent. */
  readonly parameters?: readonly CaseParameter[];
  readonly body?: CaseBody;
  /** A Responses Object. */
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
  /** A Media Type Object. */
  readonly media?: object;
  readonly text?: string;
  /** The parts of a form. Several parts can have the same name. */
  readonly parts?: readonly (readonly [
    name: string,
    value: unknown,
    contentType?: string | undefined,
    headers?: Readonly<Record<string, unknown>>,
  ])[];
  /** The parts that are identified by their position. */
  readonly items?: readonly CaseItem[];
  readonly file?: CaseFile;
}

export type CaseItem = {
  readonly type?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
} & (
  | { readonly value: unknown }
  /** Nested parts, identified by their position. */
  | { readonly items: readonly CaseItem[] }
);

/** A file that is a part, either on its own or in a list. */
export interface CaseFile {
  readonly fileName: string;
  readonly type: string;
  readonly bytes: string;
}

/** The expected properties of the received request. Properties that aren't set aren't compared. */
export interface Received {
  /** The request target in the request line. */
  readonly target?: string;
  /** The headers by name. Null means that the header must be missing. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The body, in which `XX` is the boundary and `YY` is the boundary of nested parts. */
  readonly body?: string;
}
