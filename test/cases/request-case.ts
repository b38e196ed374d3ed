/**
 * An operation, what is filled in, and the bytes that its server has to receive, written from the text that `from`
 * names and never from our own answer. `test/proofs/request-cases.test.ts` sends each by way of the relay.
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
  /** In place of the receiving server's own address; `PORT` stands for where it listens. */
  readonly servers?: readonly object[];
  /** Parameter Objects with what is filled in; `sent: false`: not sent. */
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
  /** Names may come twice. */
  readonly parts?: readonly (readonly [
    name: string,
    value: unknown,
    contentType?: string | undefined,
    headers?: Readonly<Record<string, unknown>>,
  ])[];
  /** Parts by their place. */
  readonly items?: readonly CaseItem[];
  readonly file?: CaseFile;
}

export type CaseItem = {
  readonly type?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
} & (
  | { readonly value: unknown }
  /** Parts inside the part. */
  | { readonly items: readonly CaseItem[] }
);

/** Stands for a file among parts, alone or in a list. */
export interface CaseFile {
  readonly fileName: string;
  readonly type: string;
  readonly bytes: string;
}

/** Only what is named is compared. */
export interface Received {
  /** The second word of the request line. */
  readonly target?: string;
  /** Null: there is none of this name. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Of parts with `XX` for the boundary, of parts inside a part `YY`. */
  readonly body?: string;
}
