/** What somebody has filled in: plain data that is kept, sent again and compared. No secret stands in it, only names of secrets. */
export interface RequestValues {
  readonly server: {
    /** Which of the form's servers; -1: `own`. */
    readonly at: number;
    readonly variables: Readonly<Record<string, string>>;
    /** An address that the person has typed: `http://localhost:4010`. */
    readonly own?: string;
  };
  /** Which of the form's ways to sign in. */
  readonly way: number;
  /** By the name of the scheme. */
  readonly credentials: Readonly<Record<string, Credential>>;
  /** By `parameterKey`. */
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  readonly body: BodyValue | undefined;
}

/** `query limit` */
export function parameterKey(parameter: { readonly in: string; readonly name: string }): string {
  return `${parameter.in} ${parameter.name}`;
}

/** Each text may hold `{{secret:NAME}}`, which the relay puts in after its checks, and `{{name}}` of the environment. */
export type Credential =
  | { readonly kind: "value"; readonly value: string }
  | { readonly kind: "basic"; readonly user: string; readonly password: string };

export interface ParameterValue {
  /** Whether it is sent at all; required ones are. */
  readonly sent: boolean;
  readonly value: unknown;
}

/** A file that the host has opened or taken in; the page knows nothing of where it lies. */
export interface ChosenFile {
  readonly fileRef: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** `image/png`; empty when it is not known. */
  readonly type: string;
}

export type BodyValue = { /** Of the media that was chosen. */ readonly type: string } & (
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "parts"; readonly parts: readonly PartValue[] }
  | { readonly kind: "sequence"; readonly items: readonly ItemValue[] }
  | { readonly kind: "file"; readonly file: ChosenFile | undefined }
);

/** A part that has a place and no name (`SequenceForm`). */
export interface ItemValue {
  readonly value:
    | { readonly kind: "value"; readonly value: unknown }
    | { readonly kind: "file"; readonly file: ChosenFile | undefined }
    | { readonly kind: "parts"; readonly items: readonly ItemValue[] };
  /** What the person says of this part; absent: by the rules of OpenAPI. */
  readonly contentType?: string;
  /** By the name of the header. */
  readonly headers?: Readonly<Record<string, ParameterValue>>;
}

export interface PartValue {
  readonly name: string;
  readonly sent: boolean;
  readonly value:
    | { readonly kind: "value"; readonly value: unknown }
    | { readonly kind: "files"; readonly files: readonly ChosenFile[] };
  /** Of this part alone; absent: by the rules of OpenAPI. */
  readonly contentType?: string;
  /** By the name of the header. */
  readonly headers?: Readonly<Record<string, ParameterValue>>;
}
