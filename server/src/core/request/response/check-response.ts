import type { ChannelModel, MessageModel } from "../../spec/model/channel-model.ts";
import type { SpecPlace } from "../../spec/model/operation-model.ts";
import type {
  SchemaIndex,
  SpecifiedMedia,
  SpecifiedResponse,
  SpecifiedResponses,
} from "../../spec/model/schema-model.ts";
import { formatMessageInEnglish } from "../../text/localized-message.ts";
import { createMessage, type LocalizedMessage } from "../../text/message.ts";
import { messageDirection } from "../channel.ts";
import { essenceOf, parsedJson } from "../media/encoding.ts";
import { eventItems, isEventStream, isJsonMediaType, isSequence, jsonItems } from "../media/media-types.ts";
import type { MessageToCheck, ResponseToCheck } from "../protocol/playground-protocol.ts";
import { formValue } from "./form-decoding.ts";
import { exceedsDepth } from "./json-schema-outcome.ts";
import type { CheckMeans } from "./json-schema.ts";
import { findResponseFor, mediaFor } from "./specified-response.ts";
import { type ResponseCheck, summarizeValidation, unknownCheck, unspecifiedCheck } from "./verdict.ts";
import { readXmlTree, xmlShapes, xmlValue, escapeKey } from "./xml.ts";

const maxDepth = 200;

/** The content of a response, and everything needed to check it against the schema of its media type. */
interface Content {
  readonly model: SpecifiedResponses;
  readonly media: SpecifiedMedia;
  readonly type: string;
  readonly text: string;
  readonly means: CheckMeans;
}

/** Whether the media type is XML (RFC 7303). */
function isXmlType(type: string): boolean {
  return /^(?:application|text)\/xml$|\+xml$/.test(type);
}

/**
 * Returns the problem if the text isn't valid for its media type, or undefined if no problem can be found without a
 * schema.
 */
function checkReadable(media: SpecifiedMedia, type: string, text: string): ResponseCheck | undefined {
  if (isXmlType(type)) {
    const tree = readXmlTree(text);
    return tree.kind === "broken"
      ? differs(media, "", createMessage("isn't valid XML ({0})", tree.reason))
      : undefined;
  }
  if (isSequence(type) && !isEventStream(type)) {
    const items = jsonItems(type, text);
    return items.kind === "broken"
      ? differs(media, `/${items.at}`, createMessage("isn't valid JSON"))
      : undefined;
  }
  return isJsonMediaType(type) && !parsedJson(text)
    ? differs(media, "", createMessage("isn't valid JSON"))
    : undefined;
}

/**
 * Checks the text of a response against the schema of its media type. Supports JSON, XML, forms, sequences, and text.
 */
function checkContent(content: Content): ResponseCheck {
  const { model, media, type, text, means } = content;
  const { schema, itemSchema } = media;
  if (isSequence(type)) return checkSequence(content, itemSchema, schema);
  if (schema === undefined)
    return unknownCheck(createMessage("Responses of type `{0}` can't be validated against a schema.", type));
  if (isJsonMediaType(type)) return checkJson(content, schema);
  if (isXmlType(type)) return checkXml(content, schema);
  if (type === "application/x-www-form-urlencoded") return checkForm(content, schema);
  // Unlike other media types, text is a single value without its own structure.
  if (type.startsWith("text/")) return summarizeValidation(model, means, [[schema, text]]);
  return unknownCheck(createMessage("Responses of type `{0}` can't be validated against a schema.", type));
}

function checkJson({ model, media, text, means }: Content, schema: SchemaIndex): ResponseCheck {
  if (text.trim() === "")
    return differs(media, "", createMessage("is empty, but the specification requires `{0}`", media.type));
  if (exceedsDepth(text, maxDepth)) return tooDeep;
  const read = parsedJson(text);
  return read
    ? summarizeValidation(model, means, [[schema, read.value]])
    : differs(media, "", createMessage("isn't valid JSON"));
}

function checkXml({ model, media, text, means }: Content, schema: SchemaIndex): ResponseCheck {
  if (text.trim() === "")
    return differs(media, "", createMessage("is empty, but the specification requires `{0}`", media.type));
  const { types, xml } = xmlShapes(model.schemas)(schema);
  // If the schema is a string without an XML name, it describes the full document, including its tags.
  if (types.size === 1 && types.has("string") && xml.name === undefined)
    return summarizeValidation(model, means, [[schema, text]]);
  const tree = readXmlTree(text);
  if (tree.kind === "refused") return unknownCheck(tree.reason);
  if (tree.kind === "broken") return differs(media, "", createMessage("isn't valid XML ({0})", tree.reason));
  const { value, misnamed, isOpen } = xmlValue(tree.root, schema, model.schemas);
  const check = summarizeValidation(model, means, [[schema, value]]);
  const named = misnamed.map(({ pointer, text: words, schema: index }) => {
    const messages = model.schemas[index];
    const at = messages
      ? { file: messages.at.file, range: messages.marks["xml"] ?? messages.at.range }
      : media.at;
    return { pointer, text: formatMessageInEnglish(words), localizedText: words, at };
  });
  if (check.verdict === "differs" && isOpen) return unknownCheck(openAlternatives);
  if (named.length === 0) return check;
  return { verdict: "differs", mismatches: [...named, ...check.mismatches].slice(0, 200) };
}

function checkForm({ model, media, text, means }: Content, schema: SchemaIndex): ResponseCheck {
  const { value, isOpen, withBrackets } = formValue(text.trim(), schema, model.schemas, media.encoding);
  const check = summarizeValidation(model, means, [[schema, value]]);
  if (check.verdict !== "differs") return check;
  if (withBrackets && !isOpen) {
    const { names } = withBrackets;
    const meant = summarizeValidation(model, means, [[schema, withBrackets.value]]);
    // The form doesn't match the schema, whether or not brackets in its property names have a special meaning.
    if (!media.hasFormEncoding && meant.verdict === "differs") return meant;
    if (!media.hasFormEncoding)
      return unknownCheck(
        createMessage(
          meant.verdict === "unknown"
            ? "The response uses brackets in `{0}`. Before OpenAPI 3.2, `encoding` applies only to requests, so nothing defines how form responses encode objects and arrays. Even if brackets are interpreted as in most frameworks, the response can't be checked."
            : "The response uses brackets in `{0}`. Before OpenAPI 3.2, `encoding` applies only to requests, so nothing defines how form responses encode objects and arrays. If brackets are interpreted as in most frameworks, the response matches the specification.",
          names[0] ?? "",
        ),
      );
    const { at } = media;
    const asBrackets = names.map((name) => ({
      pointer: `/${escapeKey(name)}`,
      text: formatMessageInEnglish(notInBrackets),
      localizedText: notInBrackets,
      at,
    }));
    return { verdict: "differs", mismatches: [...asBrackets, ...meant.mismatches].slice(0, 200) };
  }
  return isOpen ? unknownCheck(openAlternatives) : check;
}

/**
 * OpenAPI gives brackets a meaning only with `style: deepObject` (OpenAPI 3.2.0, “Encoding By Name” and Encoding
 * Object, `contentType`).
 */
const notInBrackets = createMessage(
  "uses brackets, but the specification doesn't define them under `encoding`, so an object must be a single JSON value and an array must repeat its name",
);

const openAlternatives = createMessage(
  "The schema allows alternatives, and Docwright can't determine which one applies to this response. The response doesn't match the one that Docwright tried.",
);

function checkSequence(
  content: Content,
  itemSchema: SchemaIndex | undefined,
  schema: SchemaIndex | undefined,
): ResponseCheck {
  const { model, media, type, text, means } = content;
  const shape = schema === undefined ? undefined : xmlShapes(model.schemas)(schema);
  // A schema without `itemSchema` can describe an array of all items (OpenAPI 3.2), the raw text, or each item. In most
  // specifications older than OpenAPI 3.2, it describes each item.
  const isFull = itemSchema === undefined && shape?.isList === true && !shape.types.has("object");
  const isText = itemSchema === undefined && shape?.types.size === 1 && shape.types.has("string");
  const each = itemSchema ?? schema ?? 0;
  const held = (values: readonly unknown[]) =>
    isFull
      ? summarizeValidation(model, means, [[each, values]])
      : summarizeValidation(model, means, values.map((value) => [each, value]), true); // prettier-ignore
  if (isText) return summarizeValidation(model, means, [[each, text]]);
  if (isEventStream(type)) {
    const events = eventItems(text);
    if (itemSchema !== undefined || isFull) return held(events);
    return checkEventData(events.map(({ data }) => String(data)), held); // prettier-ignore
  }
  const items = jsonItems(type, text);
  if (items.kind === "broken") return differs(media, `/${items.at}`, createMessage("isn't valid JSON"));
  return items.texts.some((one) => exceedsDepth(one, maxDepth)) ? tooDeep : held(items.values);
}

/** Checks events whose data is JSON. Ignores `[DONE]` at the end, which many streams send even though it isn't JSON. */
function checkEventData(
  texts: readonly string[],
  held: (values: readonly unknown[]) => ResponseCheck,
): ResponseCheck {
  const data = texts.at(-1)?.trim() === "[DONE]" ? texts.slice(0, -1) : texts;
  if (data.some((text) => exceedsDepth(text, maxDepth))) return tooDeep;
  const values = data.map(parsedJson);
  const known = values.filter((value) => value !== undefined);
  if (known.length < values.length)
    return unknownCheck(
      createMessage("The event data isn't JSON, so it can't be validated against the schema."),
    );
  return held(known.map(({ value }) => value));
}

const tooDeep = unknownCheck(
  createMessage("The response is nested more than {0} levels deep, which is too deep to check.", maxDepth),
);

function differs({ at }: SpecifiedMedia, pointer: string, localizedText: LocalizedMessage): ResponseCheck {
  const text = formatMessageInEnglish(localizedText);
  return { verdict: "differs", mismatches: [{ pointer, text, localizedText, at }] };
}

/** The maximum length of a message in UTF-16 code units. */
const maxMessageLength = 1_000_000;
const maxMessageDepth = 200;
/** The maximum number of messages to try if it's unknown which of the channel's messages was sent. */
const maxTried = 50;

/**
 * Checks a value against one of the model's schemas in a worker thread. If the check takes too long, terminates the
 * thread and returns undefined.
 */
export type ContentCheck = (
  model: SpecifiedResponses,
  answer: ResponseToCheck,
) => Promise<ResponseCheck | undefined>;

/**
 * Checks a message against its channel. If it's unknown which of the channel's messages was sent, uses the first one in
 * this direction that matches. If none of them matches, reports the mismatches with the most similar one. The result's
 * `message` is the key of the message that was used.
 */
export async function checkMessage(
  channel: ChannelModel,
  model: SpecifiedResponses,
  { message: requested, direction, text }: MessageToCheck,
  hold: ContentCheck,
): Promise<ResponseCheck> {
  if (text.length > maxMessageLength)
    return unknownCheck(
      createMessage(
        "The message is longer than {0} characters, which is too long to check.",
        maxMessageLength,
      ),
    );
  if (exceedsDepth(text, maxMessageDepth))
    return unknownCheck(
      createMessage(
        "The message is nested more than {0} levels deep, which is too deep to check.",
        maxMessageDepth,
      ),
    );
  const isRequested = ({ id }: MessageModel) => {
    const messages = messageDirection(channel, id);
    return requested === undefined ? messages === direction || messages === "both" : id === requested;
  };
  const candidates = channel.messages.filter(isRequested).slice(0, maxTried);
  if (candidates.length === 0) return unspecifiedCheck(undefined, noneFor(requested, direction));
  const isJson = parsedJson(text) !== undefined;
  const fixed = fixedValues(model);
  let best: ResponseCheck | undefined;
  for (const candidate of candidates) {
    const found = await checkOne(candidate, model, text, isJson, hold);
    if (!found) break;
    const check = { ...found, message: candidate.id };
    if (!best || rank(check, fixed) < rank(best, fixed)) best = check;
    if (check.verdict === "as-specified") break;
  }
  return best ?? unspecifiedCheck(undefined, noneFor(requested, direction));
}

async function checkOne(
  { id, contentType }: MessageModel,
  model: SpecifiedResponses,
  text: string,
  isJson: boolean,
  hold: ContentCheck,
): Promise<ResponseCheck | undefined> {
  const specified = model.answers.find(({ status }) => status === id);
  if (!specified || specified.content.length === 0)
    return unspecifiedCheck(
      undefined,
      createMessage("The specification doesn't define `{0}` with a JSON Schema.", id),
    );
  // If no content type is specified, assumes JSON unless the text isn't valid JSON.
  const type = contentType ?? (isJson ? "application/json" : "text/plain");
  const isText = /^text\/(?!xml|event-stream)/i.test(type);
  if (!isJsonMediaType(type) && !isXmlType(essenceOf(type)) && !isText)
    return unknownCheck(createMessage("Messages of type `{0}` can't be validated against a schema.", type));
  const only = { ...model, answers: [{ ...specified, status: "200" }] };
  return hold(only, { status: 200, type, text });
}

/**
 * Returns a number for sorting results. Results with fewer mismatches get lower numbers. A mismatch with a constant
 * counts more than others, because constants distinguish messages.
 */
function rank({ verdict: result, mismatches }: ResponseCheck, fixed: ReadonlySet<string>): number {
  const order = { "as-specified": 0, unspecified: 1, unknown: 2, differs: 3 } as const;
  const weight = mismatches.reduce((sum, { at, isWarning }) => {
    if (isWarning) return sum;
    return sum + (at && fixed.has(placeKey(at)) ? 100 : 1);
  }, 0);
  return order[result] * 100_000 + weight;
}

/**
 * Returns the locations of values for which the specification allows only a constant (`const`, or `enum` with a single
 * value).
 */
function fixedValues({ schemas }: SpecifiedResponses): ReadonlySet<string> {
  return new Set(
    schemas.flatMap(({ at: { file }, marks, constant, enum: values }) => {
      const range = constant ? marks["const"] : values?.length === 1 ? marks["enum"] : undefined;
      return range ? [placeKey({ file, range })] : [];
    }),
  );
}

function placeKey({ file, range }: SpecPlace): string {
  return `${file} ${range.start}`;
}

function noneFor(requested: string | undefined, direction: "send" | "receive"): LocalizedMessage {
  if (requested !== undefined)
    return createMessage("The channel doesn't define the message `{0}`.", requested);
  return createMessage(
    direction === "send"
      ? "The specification doesn't define a message that you send on this channel."
      : "The specification doesn't define a message that you receive on this channel.",
  );
}

/** The maximum length of a response in UTF-16 code units. */
const maxResponseLength = 2_000_000;

/**
 * Checks a response against the specification. Never runs code from the response or the specification. `means` provides
 * the function that matches regular expressions.
 */
export function checkResponse(
  model: SpecifiedResponses,
  answer: ResponseToCheck,
  means: CheckMeans,
): ResponseCheck {
  const specified = findResponseFor(model, answer.status);
  if (!specified)
    return unspecifiedCheck(
      "status",
      createMessage("The specification doesn't define status {0}.", String(answer.status)),
    );
  if (answer.status === 304 || (answer.text === "" && specified.content.length === 0)) return asSpecified;
  const type = essenceOf(answer.type);
  if (specified.content.length === 0)
    return unspecifiedCheck(
      "body",
      createMessage("The specification doesn't define any content for status {0}.", specified.status),
    );
  const media = mediaFor(specified, answer.type);
  if (!media) return withoutMedia(specified, answer, type);
  if (answer.text === undefined)
    return isJsonMediaType(type) || isXmlType(type) || isSequence(type) ? notText : asSpecified;
  if (answer.text.length > maxResponseLength) return tooLong;
  if (media.schema === undefined && media.itemSchema === undefined)
    return checkReadable(media, type, answer.text) ?? asSpecified;
  return checkContent({ model, media, type, text: answer.text, means });
}

function withoutMedia(
  { status, content }: SpecifiedResponse,
  answer: ResponseToCheck,
  type: string,
): ResponseCheck {
  const types = { list: content.map((media) => `\`${media.type}\``), last: "or" } as const;
  if (answer.text === "")
    return unspecifiedCheck(
      "body",
      createMessage(
        "The response is empty, but the specification defines {0} for status {1}.",
        types,
        status,
      ),
    );
  return unspecifiedCheck(
    "type",
    type === ""
      ? createMessage(
          "The response has no `Content-Type`, but the specification defines {0} for status {1}.",
          types,
          status,
        )
      : createMessage(
          "The response is `{0}`, but the specification defines {1} for status {2}.",
          type,
          types,
          status,
        ),
  );
}

const asSpecified: ResponseCheck = { verdict: "as-specified", mismatches: [] };
const notText = unknownCheck(createMessage("The body isn't text, or it's too long to check."));
const tooLong = unknownCheck(
  createMessage("The response is longer than {0} characters, which is too long to check.", maxResponseLength),
);
