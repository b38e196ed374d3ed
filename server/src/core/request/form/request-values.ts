/**
 * The values entered in a form: plain data that is stored, sent again, and compared. Contains only the names of
 * secrets, never their values.
 */
export interface RequestValues {
  readonly server: {
    /** The index of the selected server. -1 means `own`. */
    readonly at: number;
    readonly variables: Readonly<Record<string, string>>;
    /** A URL that you entered, such as `http://localhost:4010`. */
    readonly own?: string;
  };
  /** The index of the selected authentication alternative. */
  readonly way: number;
  /** Credentials by scheme name. */
  readonly credentials: Readonly<Record<string, Credential>>;
  /** By `parameterKey`. */
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  readonly body: BodyValue | undefined;
}

/** For example, `query limit`. */
export function parameterKey(parameter: { readonly in: string; readonly name: string }): string {
  return `${parameter.in} ${parameter.name}`;
}

/**
 * Credentials. Each text can contain `{{secret:NAME}}`, which the relay replaces after its checks, and environment
 * variables `{{name}}`.
 */
export type Credential =
  | { readonly kind: "value"; readonly value: string }
  | { readonly kind: "basic"; readonly user: string; readonly password: string };

export interface ParameterValue {
  /** Whether the parameter is sent. Always true for required parameters. */
  readonly sent: boolean;
  readonly value: unknown;
}

/** A file that the host has opened or received. The webview has no access to its location. */
export interface ChosenFile {
  readonly fileRef: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** For example, `image/png`. Empty if unknown. */
  readonly type: string;
}

export type BodyValue = { /** The selected media type. */ readonly type: string } & (
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "parts"; readonly parts: readonly PartValue[] }
  | { readonly kind: "sequence"; readonly items: readonly ItemValue[] }
  | { readonly kind: "file"; readonly file: ChosenFile | undefined }
);

/** A part that is identified by position and has no name (`SequenceForm`). */
export interface ItemValue {
  readonly value:
    | { readonly kind: "value"; readonly value: unknown }
    | { readonly kind: "file"; readonly file: ChosenFile | undefined }
    | { readonly kind: "parts"; readonly items: readonly ItemValue[] };
  /** The content type set for this part. Undefined to use OpenAPI's default. */
  readonly contentType?: string;
  /** Headers by name. */
  readonly headers?: Readonly<Record<string, ParameterValue>>;
}

export interface PartValue {
  readonly name: string;
  readonly sent: boolean;
  readonly value:
    | { readonly kind: "value"; readonly value: unknown }
    | { readonly kind: "files"; readonly files: readonly ChosenFile[] };
  /** The content type set for this part. Undefined to use OpenAPI's default. */
  readonly contentType?: string;
  /** Headers by name. */
  readonly headers?: Readonly<Record<string, ParameterValue>>;
}
