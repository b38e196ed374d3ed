import type { ChannelModel, MessageModel } from "../../spec/model/channel-model.ts";
import type { SourceLocation } from "../../spec/model/operation-model.ts";
import type {
  SchemaIndex,
  SpecifiedMediaType,
  SpecifiedResponse,
  SpecifiedResponses,
} from "../../spec/model/schema-model.ts";
import { escapeKey } from "../../text/decode-text.ts";
import { formatMessageInEnglish } from "../../text/localized-message.ts";
import { createMessage, type LocalizedMessage } from "../../text/message.ts";
import { getMessageDirection } from "../channel.ts";
import { getEssence, parseJsonValue } from "../media/encoding.ts";
import { parseEvents, isEventStream, isJsonMediaType, isSequence, splitJsonItems } from "../media/media-types.ts";
import type { MessageToCheck, ResponseToCheck } from "../protocol/playground-protocol.ts";
import { decodeForm } from "./form-decoding.ts";
import { exceedsDepth } from "./json-schema-outcome.ts";
import type { CheckOptions } from "./json-schema.ts";
import { createXmlSchemaLookup, findResponseFor, findMediaType } from "./specified-response.ts";
import {
  type ResponseCheck,
  summarizeValidation,
  createUnknownCheck,
  createUnspecifiedCheck,
} from "./response-check.ts";
import { decodeXml, readXmlTree } from "./xml.ts";

const maxDepth = 200;

/** The content of a response, and everything needed to check it against the schema of its media type. */
interface Content {
  readonly model: SpecifiedResponses;
  readonly mediaType: SpecifiedMediaType;
  readonly type: string;
  readonly text: string;
  readonly options: CheckOptions;
}

/** Whether the media type is XML (RFC 7303). */
function isXmlType(mediaType: string): boolean {
  return /^(?:application|text)\/xml$|\+xml$/.test(mediaType);
}

/**
 * Returns the problem if the text isn't valid for its media type, or undefined if no problem can be found without a
 * schema.
 */
function checkSyntax(mediaType: SpecifiedMediaType, contentType: string, text: string): ResponseCheck | undefined {
  if (isXmlType(contentType)) {
    const tree = readXmlTree(text);
    return tree.kind === "broken"
      ? createMismatch(mediaType, "", createMessage("isn't valid XML ({0})", tree.reason))
      : undefined;
  }
  if (isSequence(contentType) && !isEventStream(contentType)) {
    const items = splitJsonItems(contentType, text);
    return items.kind === "broken"
      ? createMismatch(mediaType, `/${items.index}`, createMessage("isn't valid JSON"))
      : undefined;
  }
  return isJsonMediaType(contentType) && !parseJsonValue(text)
    ? createMismatch(mediaType, "", createMessage("isn't valid JSON"))
    : undefined;
}

/**
 * Checks the text of a response against the schema of its media type. Supports JSON, XML, forms, sequences, and text.
 */
function checkContent(content: Content): ResponseCheck {
  const { model, mediaType, type, text, options } = content;
  const { schema, itemSchema } = mediaType;
  if (isSequence(type)) return checkSequence(content, itemSchema, schema);
  if (schema === undefined)
    return createUnknownCheck(createMessage("Responses of type `{0}` can't be validated against a schema.", type));
  if (isJsonMediaType(type)) return checkJson(content, schema);
  if (isXmlType(type)) return checkXml(content, schema);
  if (type === "application/x-www-form-urlencoded") return checkForm(content, schema);
  // Unlike other media types, text is a single value without its own structure.
  if (type.startsWith("text/")) return summarizeValidation(model, options, [[schema, text]]);
  return createUnknownCheck(createMessage("Responses of type `{0}` can't be validated against a schema.", type));
}

function checkJson({ model, mediaType, text, options }: Content, schemaIndex: SchemaIndex): ResponseCheck {
  if (text.trim() === "")
    return createMismatch(
      mediaType,
      "",
      createMessage("is empty, but the specification requires `{0}`", mediaType.type),
    );
  if (exceedsDepth(text, maxDepth)) return tooDeepCheck;
  const parsedValue = parseJsonValue(text);
  return parsedValue
    ? summarizeValidation(model, options, [[schemaIndex, parsedValue.value]])
    : createMismatch(mediaType, "", createMessage("isn't valid JSON"));
}

function checkXml({ model, mediaType, text, options }: Content, schemaIndex: SchemaIndex): ResponseCheck {
  if (text.trim() === "")
    return createMismatch(
      mediaType,
      "",
      createMessage("is empty, but the specification requires `{0}`", mediaType.type),
    );
  const { types, xml } = createXmlSchemaLookup(model.schemas)(schemaIndex);
  // If the schema is a string without an XML name, it describes the full document, including its tags.
  if (types.size === 1 && types.has("string") && xml.name === undefined)
    return summarizeValidation(model, options, [[schemaIndex, text]]);
  const tree = readXmlTree(text);
  if (tree.kind === "refused") return createUnknownCheck(tree.reason);
  if (tree.kind === "broken") return createMismatch(mediaType, "", createMessage("isn't valid XML ({0})", tree.reason));
  const { value, namingErrors, isAmbiguous } = decodeXml(tree.root, schemaIndex, model.schemas);
  const check = summarizeValidation(model, options, [[schemaIndex, value]]);
  const mismatches = namingErrors.map(({ pointer, text: localizedText, schema: index }) => {
    const namedSchema = model.schemas[index];
    const location = namedSchema
      ? { file: namedSchema.location.file, range: namedSchema.keywordLocations["xml"] ?? namedSchema.location.range }
      : mediaType.location;
    return { pointer, text: formatMessageInEnglish(localizedText), localizedText, location };
  });
  if (check.verdict === "differs" && isAmbiguous) return createUnknownCheck(openAlternativesMessage);
  if (mismatches.length === 0) return check;
  return { verdict: "differs", mismatches: [...mismatches, ...check.mismatches].slice(0, 200) };
}

function checkForm({ model, mediaType, text, options }: Content, schemaIndex: SchemaIndex): ResponseCheck {
  const { value, isAmbiguous, bracketForm } = decodeForm(text.trim(), schemaIndex, model.schemas, mediaType.encoding);
  const check = summarizeValidation(model, options, [[schemaIndex, value]]);
  if (check.verdict !== "differs") return check;
  if (bracketForm && !isAmbiguous) {
    const { names } = bracketForm;
    const bracketCheck = summarizeValidation(model, options, [[schemaIndex, bracketForm.value]]);
    // The form doesn't match the schema, whether or not brackets in its property names have a special meaning.
    if (!mediaType.hasFormEncoding && bracketCheck.verdict === "differs") return bracketCheck;
    if (!mediaType.hasFormEncoding)
      return createUnknownCheck(
        createMessage(
          bracketCheck.verdict === "unknown"
            ? "The response uses brackets in `{0}`. Before OpenAPI 3.2, `encoding` applies only to requests, so nothing defines how form responses encode objects and arrays. Even if brackets are interpreted as in most frameworks, the response can't be checked."
            : "The response uses brackets in `{0}`. Before OpenAPI 3.2, `encoding` applies only to requests, so nothing defines how form responses encode objects and arrays. If brackets are interpreted as in most frameworks, the response matches the specification.",
          names[0] ?? "",
        ),
      );
    const { location } = mediaType;
    const bracketMismatches = names.map((name) => ({
      pointer: `/${escapeKey(name)}`,
      text: formatMessageInEnglish(undefinedBracketsMessage),
      localizedText: undefinedBracketsMessage,
      location,
    }));
    return { verdict: "differs", mismatches: [...bracketMismatches, ...bracketCheck.mismatches].slice(0, 200) };
  }
  return isAmbiguous ? createUnknownCheck(openAlternativesMessage) : check;
}

/**
 * OpenAPI gives brackets a meaning only with `style: deepObject` (OpenAPI 3.2.0, “Encoding By Name” and Encoding
 * Object, `contentType`).
 */
const undefinedBracketsMessage = createMessage(
  "uses brackets, but the specification doesn't define them under `encoding`, so an object must be a single JSON value and an array must repeat its name",
);

const openAlternativesMessage = createMessage(
  "The schema allows alternatives, and Docwright can't determine which one applies to this response. The response doesn't match the one that Docwright tried.",
);

function checkSequence(
  content: Content,
  itemSchema: SchemaIndex | undefined,
  schemaIndex: SchemaIndex | undefined,
): ResponseCheck {
  const { model, mediaType, type, text, options } = content;
  const xmlSchema = schemaIndex === undefined ? undefined : createXmlSchemaLookup(model.schemas)(schemaIndex);
  // A schema without `itemSchema` can describe an array of all items (OpenAPI 3.2), the raw text, or each item. In most
  // specifications older than OpenAPI 3.2, it describes each item.
  const isWholeArray = itemSchema === undefined && xmlSchema?.isList === true && !xmlSchema.types.has("object");
  const isStringSchema = itemSchema === undefined && xmlSchema?.types.size === 1 && xmlSchema.types.has("string");
  const itemSchemaIndex = itemSchema ?? schemaIndex ?? 0;
  const checkValues = (values: readonly unknown[]) =>
    isWholeArray
      ? summarizeValidation(model, options, [[itemSchemaIndex, values]])
      : summarizeValidation(model, options, values.map((value) => [itemSchemaIndex, value]), true); // prettier-ignore
  if (isStringSchema) return summarizeValidation(model, options, [[itemSchemaIndex, text]]);
  if (isEventStream(type)) {
    const events = parseEvents(text);
    if (itemSchema !== undefined || isWholeArray) return checkValues(events);
    return checkEventData(events.map(({ data }) => String(data)), checkValues); // prettier-ignore
  }
  const items = splitJsonItems(type, text);
  if (items.kind === "broken") return createMismatch(mediaType, `/${items.index}`, createMessage("isn't valid JSON"));
  return items.texts.some((one) => exceedsDepth(one, maxDepth)) ? tooDeepCheck : checkValues(items.values);
}

/** Checks events whose data is JSON. Ignores `[DONE]` at the end, which many streams send even though it isn't JSON. */
function checkEventData(
  texts: readonly string[],
  checkValues: (values: readonly unknown[]) => ResponseCheck,
): ResponseCheck {
  const data = texts.at(-1)?.trim() === "[DONE]" ? texts.slice(0, -1) : texts;
  if (data.some((text) => exceedsDepth(text, maxDepth))) return tooDeepCheck;
  const values = data.map(parseJsonValue);
  const presentValues = values.filter((value) => value !== undefined);
  if (presentValues.length < values.length)
    return createUnknownCheck(createMessage("The event data isn't JSON, so it can't be validated against the schema."));
  return checkValues(presentValues.map(({ value }) => value));
}

const tooDeepCheck = createUnknownCheck(
  createMessage("The response is nested more than {0} levels deep, which is too deep to check.", maxDepth),
);

function createMismatch(
  { location }: SpecifiedMediaType,
  pointer: string,
  localizedText: LocalizedMessage,
): ResponseCheck {
  const text = formatMessageInEnglish(localizedText);
  return { verdict: "differs", mismatches: [{ pointer, text, localizedText, location }] };
}

/** The maximum length of a message in UTF-16 code units. */
const maxMessageLength = 1_000_000;
const maxMessageDepth = 200;
/** The maximum number of messages to try if it's unknown which of the channel's messages was sent. */
const maxCandidates = 50;

/**
 * Checks a response against a model in a worker thread. If the check takes too long, terminates the thread and returns
 * undefined.
 */
export type ContentCheck = (model: SpecifiedResponses, response: ResponseToCheck) => Promise<ResponseCheck | undefined>;

/**
 * Checks a message against its channel. If it's unknown which of the channel's messages was sent, uses the first one in
 * this direction that matches. If none of them matches, reports the mismatches with the most similar one. The result's
 * `message` is the key of the message that was used.
 */
export async function checkMessage(
  channel: ChannelModel,
  model: SpecifiedResponses,
  { message: messageName, direction, text }: MessageToCheck,
  validateContent: ContentCheck,
): Promise<ResponseCheck> {
  if (text.length > maxMessageLength)
    return createUnknownCheck(
      createMessage("The message is longer than {0} characters, which is too long to check.", maxMessageLength),
    );
  if (exceedsDepth(text, maxMessageDepth))
    return createUnknownCheck(
      createMessage("The message is nested more than {0} levels deep, which is too deep to check.", maxMessageDepth),
    );
  const isCandidate = ({ id }: MessageModel) => {
    const messageDirection = getMessageDirection(channel, id);
    return messageName === undefined
      ? messageDirection === direction || messageDirection === "both"
      : id === messageName;
  };
  const candidates = channel.messages.filter(isCandidate).slice(0, maxCandidates);
  if (candidates.length === 0) return createUnspecifiedCheck(undefined, explainMissingMessage(messageName, direction));
  const isJson = parseJsonValue(text) !== undefined;
  const constantLocations = listConstantLocations(model);
  let bestCheck: ResponseCheck | undefined;
  for (const candidate of candidates) {
    const responseCheck = await checkCandidate(candidate, model, text, isJson, validateContent);
    if (!responseCheck) break;
    const check = { ...responseCheck, message: candidate.id };
    if (!bestCheck || rankCheck(check, constantLocations) < rankCheck(bestCheck, constantLocations)) bestCheck = check;
    if (check.verdict === "as-specified") break;
  }
  return bestCheck ?? createUnspecifiedCheck(undefined, explainMissingMessage(messageName, direction));
}

async function checkCandidate(
  { id, contentType }: MessageModel,
  model: SpecifiedResponses,
  text: string,
  isJson: boolean,
  validateContent: ContentCheck,
): Promise<ResponseCheck | undefined> {
  const specifiedResponse = model.responses.find(({ status }) => status === id);
  if (!specifiedResponse || specifiedResponse.content.length === 0)
    return createUnspecifiedCheck(
      undefined,
      createMessage("The specification doesn't define `{0}` with a JSON Schema.", id),
    );
  // If no content type is specified, assumes JSON unless the text isn't valid JSON.
  const type = contentType ?? (isJson ? "application/json" : "text/plain");
  const isPlainText = /^text\/(?!xml|event-stream)/i.test(type);
  if (!isJsonMediaType(type) && !isXmlType(getEssence(type)) && !isPlainText)
    return createUnknownCheck(createMessage("Messages of type `{0}` can't be validated against a schema.", type));
  const singleModel = { ...model, responses: [{ ...specifiedResponse, status: "200" }] };
  return validateContent(singleModel, { status: 200, type, text });
}

/**
 * Returns a number for sorting results. Matching results get the lowest numbers, and results with fewer mismatches get
 * lower numbers than others of the same kind. A mismatch with a constant counts more than others, because constants
 * distinguish messages.
 */
function rankCheck({ verdict: result, mismatches }: ResponseCheck, constantLocations: ReadonlySet<string>): number {
  const resultOrder = { "as-specified": 0, unspecified: 1, unknown: 2, differs: 3 } as const;
  const penalty = mismatches.reduce((sum, { location, isWarning }) => {
    if (isWarning) return sum;
    return sum + (location && constantLocations.has(getLocationKey(location)) ? 100 : 1);
  }, 0);
  return resultOrder[result] * 100_000 + penalty;
}

/**
 * Returns the locations of values for which the specification allows only a constant (`const`, or `enum` with a single
 * value).
 */
function listConstantLocations({ schemas }: SpecifiedResponses): ReadonlySet<string> {
  return new Set(
    schemas.flatMap(({ location: { file }, keywordLocations, constant, enum: values }) => {
      const range = constant ? keywordLocations["const"] : values?.length === 1 ? keywordLocations["enum"] : undefined;
      return range ? [getLocationKey({ file, range })] : [];
    }),
  );
}

function getLocationKey({ file, range }: SourceLocation): string {
  return `${file} ${range.start}`;
}

function explainMissingMessage(messageName: string | undefined, direction: "send" | "receive"): LocalizedMessage {
  if (messageName !== undefined) return createMessage("The channel doesn't define the message `{0}`.", messageName);
  return createMessage(
    direction === "send"
      ? "The specification doesn't define a message that you send on this channel."
      : "The specification doesn't define a message that you receive on this channel.",
  );
}

/** The maximum length of a response in UTF-16 code units. */
const maxResponseLength = 2_000_000;

/**
 * Checks a response against the specification. Never runs code from the response or the specification. `options`
 * provides the function that matches regular expressions.
 */
export function checkResponse(
  model: SpecifiedResponses,
  response: ResponseToCheck,
  options: CheckOptions,
): ResponseCheck {
  const specifiedResponse = findResponseFor(model, response.status);
  if (!specifiedResponse)
    return createUnspecifiedCheck(
      "status",
      createMessage("The specification doesn't define status {0}.", String(response.status)),
    );
  if (response.status === 304 || (response.text === "" && specifiedResponse.content.length === 0))
    return matchingResult;
  const contentType = getEssence(response.type);
  if (specifiedResponse.content.length === 0)
    return createUnspecifiedCheck(
      "body",
      createMessage("The specification doesn't define any content for status {0}.", specifiedResponse.status),
    );
  const mediaType = findMediaType(specifiedResponse, response.type);
  if (!mediaType) return checkWithoutMediaType(specifiedResponse, response, contentType);
  if (response.text === undefined)
    return isJsonMediaType(contentType) || isXmlType(contentType) || isSequence(contentType)
      ? notTextCheck
      : matchingResult;
  if (response.text.length > maxResponseLength) return tooLongCheck;
  if (mediaType.schema === undefined && mediaType.itemSchema === undefined)
    return checkSyntax(mediaType, contentType, response.text) ?? matchingResult;
  return checkContent({ model, mediaType, type: contentType, text: response.text, options });
}

function checkWithoutMediaType(
  { status, content }: SpecifiedResponse,
  response: ResponseToCheck,
  contentType: string,
): ResponseCheck {
  const types = { list: content.map((mediaType) => `\`${mediaType.type}\``), last: "or" } as const;
  if (response.text === "")
    return createUnspecifiedCheck(
      "body",
      createMessage("The response is empty, but the specification defines {0} for status {1}.", types, status),
    );
  return createUnspecifiedCheck(
    "type",
    contentType === ""
      ? createMessage(
          "The response has no `Content-Type`, but the specification defines {0} for status {1}.",
          types,
          status,
        )
      : createMessage(
          "The response is `{0}`, but the specification defines {1} for status {2}.",
          contentType,
          types,
          status,
        ),
  );
}

const matchingResult: ResponseCheck = { verdict: "as-specified", mismatches: [] };
const notTextCheck = createUnknownCheck(createMessage("The body isn't text, or it's too long to check."));
const tooLongCheck = createUnknownCheck(
  createMessage("The response is longer than {0} characters, which is too long to check.", maxResponseLength),
);
