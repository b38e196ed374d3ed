import * as v from "valibot";
import { type DataLimits, list, createText } from "../../text/parse-message.ts";
import type { LocalizedMessage, MessageValue } from "../../text/message.ts";
import { type RelayFailure, relayFailureCodes } from "./relay-protocol.ts";

/** The maximum length of a sentence or value in UTF-16 code units. */
const maxText = 10_000;
const maxValues = 10;
const maxItems = 100;

/** The schema of a translatable message. Messages can be nested up to the general limits. */
export const localizedMessage: v.GenericSchema<LocalizedMessage> = v.object({
  text: createText(maxText),
  one: v.exactOptional(createText(maxText)),
  values: v.exactOptional(
    list(
      maxValues,
      v.lazy(() => messageValue),
    ),
  ),
});

const messageValue: v.GenericSchema<MessageValue> = v.union([
  createText(maxText),
  v.pipe(v.number(), v.finite()),
  localizedMessage,
  v.object({
    list: list(
      maxItems,
      v.lazy(() => messageValue),
    ),
    last: v.picklist(["and", "or"]),
  }),
]);

/** The schema of a failure's sentences, as messages that are translated when they're shown. */
export const localizedFailure: v.GenericSchema<NonNullable<RelayFailure["localized"]>> = v.object({
  message: list(maxValues, localizedMessage),
  hint: localizedMessage,
});

/**
 * The schema of a failure, which contains the reason why a request couldn't be sent or its response couldn't be
 * received.
 */
export const relayFailure: v.GenericSchema<RelayFailure> = v.object({
  code: v.picklist(relayFailureCodes),
  message: createText(maxText),
  cause: createText(maxText),
  hint: createText(maxText),
  localized: v.exactOptional(localizedFailure),
  consent: v.exactOptional(
    v.object({
      origin: createText(maxText),
      declaredBy: createText(maxText),
      addresses: list(maxItems, createText(maxText)),
      secrets: list(maxItems, createText(maxText)),
      isLocal: v.boolean(),
      connects: v.exactOptional(v.literal(true)),
      warning: v.exactOptional(localizedMessage),
    }),
  ),
  continues: v.exactOptional(createText(maxText)),
  fingerprint: v.exactOptional(createText(maxText)),
});

export const relayFailureLimits: DataLimits = { nodes: 5000, depth: 12 };
