import * as v from "valibot";
import { type DataLimits, createListSchema, createTextSchema } from "../../text/parse-message.ts";
import type { LocalizedMessage, MessageValue } from "../../text/message.ts";
import { type RelayFailure, relayFailureCodes } from "./relay-protocol.ts";

/** The maximum length of a sentence or value in UTF-16 code units. */
const maxTextLength = 10_000;
const maxValues = 10;
const maxItems = 100;

/** The schema of a translatable message. Messages can be nested up to the general limits. */
export const localizedMessage: v.GenericSchema<LocalizedMessage> = v.object({
  text: createTextSchema(maxTextLength),
  one: v.exactOptional(createTextSchema(maxTextLength)),
  values: v.exactOptional(
    createListSchema(
      maxValues,
      v.lazy(() => messageValue),
    ),
  ),
});

const messageValue: v.GenericSchema<MessageValue> = v.union([
  createTextSchema(maxTextLength),
  v.pipe(v.number(), v.finite()),
  localizedMessage,
  v.object({
    list: createListSchema(
      maxItems,
      v.lazy(() => messageValue),
    ),
    last: v.picklist(["and", "or"]),
  }),
]);

/** The schema of a failure's sentences, as messages that are translated when they're shown. */
export const localizedFailure: v.GenericSchema<NonNullable<RelayFailure["localized"]>> = v.object({
  message: createListSchema(maxValues, localizedMessage),
  hint: localizedMessage,
});

/**
 * The schema of a failure, which contains the reason why a request couldn't be sent or its response couldn't be
 * received.
 */
export const relayFailure: v.GenericSchema<RelayFailure> = v.object({
  code: v.picklist(relayFailureCodes),
  message: createTextSchema(maxTextLength),
  cause: createTextSchema(maxTextLength),
  hint: createTextSchema(maxTextLength),
  localized: v.exactOptional(localizedFailure),
  consent: v.exactOptional(
    v.object({
      origin: createTextSchema(maxTextLength),
      declaredBy: createTextSchema(maxTextLength),
      addresses: createListSchema(maxItems, createTextSchema(maxTextLength)),
      secrets: createListSchema(maxItems, createTextSchema(maxTextLength)),
      isLocal: v.boolean(),
      connects: v.exactOptional(v.literal(true)),
      warning: v.exactOptional(localizedMessage),
    }),
  ),
  continues: v.exactOptional(createTextSchema(maxTextLength)),
  fingerprint: v.exactOptional(createTextSchema(maxTextLength)),
});

export const relayFailureLimits: DataLimits = { maxValues: 5000, maxDepth: 12 };
