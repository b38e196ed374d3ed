import type { ExampleModel, SecurityNeed, ServerModel, SpecPlace } from "./operation-model.ts";
import type { SchemaModel } from "./schema-model.ts";

/** A channel of AsyncAPI 3 as readers see it, made as `OperationModel` is. */
export interface ChannelModel {
  /** The key under `channels`. */
  readonly id: string;
  readonly at: SpecPlace;
  /** `rooms/{room}`; undefined where it is not known before the program runs. */
  readonly address: string | undefined;
  readonly title: string | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  /** Those that the channel names, else all of the file. */
  readonly servers: readonly ChannelServerModel[];
  readonly parameters: readonly ChannelParameterModel[];
  readonly messages: readonly MessageModel[];
  /** What is sent and received on it, in file order. */
  readonly operations: readonly ChannelOperationModel[];
  /** What only one protocol needs, as plain values by protocol. */
  readonly bindings: Readonly<Record<string, unknown>>;
  readonly extensions: Readonly<Record<string, unknown>>;
  /** As in `OperationModel`. */
  readonly cut: boolean;
}

export interface ChannelServerModel {
  readonly name: string;
  readonly host: string;
  readonly protocol: string;
  readonly pathname: string | undefined;
  readonly description: string | undefined;
  /** What stands in braces in host and pathname; absent: nothing is said of any. */
  readonly variables?: ServerModel["variables"];
  /** Any of them will do; absent: nothing is asked for. */
  readonly security?: readonly SecurityNeed[];
}

/** A part of the address; always a text. */
export interface ChannelParameterModel {
  readonly name: string;
  readonly at: SpecPlace;
  readonly description: string | undefined;
  readonly values: readonly string[];
  readonly default: string | undefined;
  readonly examples: readonly string[];
  /** Where in a message its value stands: `$message.payload#/user/id`. */
  readonly location: string | undefined;
}

export interface MessageModel {
  /** The key under the channel's `messages`. */
  readonly id: string;
  readonly at: SpecPlace;
  readonly name: string | undefined;
  readonly title: string | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly contentType: string | undefined;
  readonly headers: SchemaModel | undefined;
  /** Absent where it is written in a language of its own (`schemaFormat`). */
  readonly payload: SchemaModel | undefined;
  readonly schemaFormat: string | undefined;
  readonly examples: readonly MessageExampleModel[];
  readonly bindings: Readonly<Record<string, unknown>>;
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** `value` is the payload. */
export interface MessageExampleModel extends ExampleModel {
  readonly headers: unknown;
}

export interface ChannelOperationModel {
  /** The key under `operations`. */
  readonly id: string;
  readonly at: SpecPlace;
  /** What the described application does. */
  readonly action: "send" | "receive";
  readonly title: string | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  /** Ids of messages of the channel; all of them where the operation names none. */
  readonly messages: readonly string[];
  /** Any of them will do. */
  readonly security: readonly SecurityNeed[];
  /** The channel that is answered on, and with which of its messages. */
  readonly reply:
    | {
        readonly channel: string | undefined;
        readonly address: string | undefined;
        readonly messages: readonly string[];
      }
    | undefined;
  readonly bindings: Readonly<Record<string, unknown>>;
  readonly extensions: Readonly<Record<string, unknown>>;
}
