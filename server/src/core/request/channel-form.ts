import type { SpecPlace } from "../spec/model/operation-model.ts";
import type { SchemaId, SchemaModel } from "../spec/model/schema-model.ts";
import type { FormExample, FormSettings, SchemeForm, ServerForm } from "./request-form.ts";

/** What somebody fills in to talk on a channel of AsyncAPI over a WebSocket: plain data that is sent to the page. */
export interface ChannelForm {
  /** What is remembered of it stands under this: `asyncapi/live.yaml quayWatch`. */
  readonly key: string;
  /** `/ports/{portCode}/quays` */
  readonly address: string;
  /** `ws://localhost:4010/live`; those of other protocols are left out. */
  readonly servers: readonly ServerForm[];
  readonly security: readonly (readonly SchemeForm[])[];
  readonly parameters: readonly ChannelParameterForm[];
  /** What the WebSocket binding wants in the address and the headers of the opening. */
  readonly query: readonly BindingField[];
  readonly headers: readonly BindingField[];
  readonly messages: readonly MessageForm[];
  readonly schemas: Readonly<Record<SchemaId, SchemaModel>>;
  readonly settings: FormSettings;
}

export interface ChannelParameterForm {
  readonly name: string;
  readonly anchor: string;
  readonly description: string | undefined;
  readonly values: readonly string[];
  readonly initial: string;
}

export interface BindingField {
  readonly name: string;
  readonly required: boolean;
  readonly initial: string;
}

export interface MessageForm {
  /** The key under the channel's `messages`. */
  readonly id: string;
  readonly title: string;
  /** What the person does with it, the other side of what the described application does; `both` where nothing says. */
  readonly direction: "send" | "receive" | "both";
  readonly contentType: string | undefined;
  readonly schema: SchemaModel | undefined;
  readonly examples: readonly FormExample[];
  /** What stands in the editor at first. */
  readonly text: string;
  readonly at: SpecPlace;
}

/** What the relay opens in place of the page, by the same rules as a request. */
export interface SocketOpening {
  /** Chosen by the page: letters, digits, `-` and `_`, at most 64. */
  readonly id: string;
  /** `ws://localhost:4010/live/ports/DEHAM/quays`; may hold `{{secret:NAME}}`, put in by the relay. */
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly protocols: readonly string[];
  /** As in `RelayOptions`: of a certificate that the person has agreed to. */
  readonly tlsFingerprint?: string;
}

export type SocketEvent =
  /** `sent`: the headers of the opening, with secrets as names. */
  | {
      readonly kind: "open";
      readonly protocol: string;
      readonly address?: string;
      readonly sent: readonly (readonly [string, string])[];
    }
  /** `at`: milliseconds since 1970. Bytes in base64. Longer ones are cut at 1 MB. */
  | { readonly kind: "message"; readonly at: number; readonly text: string; readonly isCut?: true }
  | { readonly kind: "bytes"; readonly at: number; readonly base64: string; readonly isCut?: true }
  | { readonly kind: "closed"; readonly code: number; readonly reason: string };

/** A message that is held against what the channel says of it. */
export interface MessageToCheck {
  /** Absent: against each that comes in this direction. */
  readonly message?: string;
  readonly direction: "send" | "receive";
  readonly text: string;
}
