import type { AnswerModel, SpecifiedResponse } from "../../spec/model/schema-model.ts";
import { isSequence } from "../media/stream-items.ts";
import { checkContent, checkReadable, isXmlType } from "./check-content.ts";
import { formatListOf } from "./json-schema-keywords.ts";
import type { CheckMeans } from "./json-schema.ts";
import { findResponseFor, essenceOf, isJsonMediaType, mediaFor } from "./media-types.ts";
import type { ResponseToCheck } from "../protocol/from-playground.ts";
import { type ResponseCheck, unknown, unspecified } from "./verdict.ts";

/** Maximum length, in UTF-16 code units. */
export const maxResponseLength = 2_000_000;

/** Checks a response against the specification. Never executes content of either. `means` evaluates patterns. */
export function checkResponse(model: AnswerModel, answer: ResponseToCheck, means: CheckMeans): ResponseCheck {
  const specified = findResponseFor(model, answer.status);
  if (!specified) return unspecified("status", `The specification doesn't define status ${answer.status}.`);
  if (answer.status === 304 || (answer.text === "" && specified.content.length === 0)) return asSpecified;
  const type = essenceOf(answer.type);
  if (specified.content.length === 0)
    return unspecified(
      "body",
      `The specification doesn't define any content for status ${specified.status}.`,
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
  const types = formatListOf(
    content.map((media) => `\`${media.type}\``),
    "or",
  );
  const isEmpty = answer.text === "";
  const given = isEmpty ? "is empty" : type === "" ? "has no `Content-Type`" : `is \`${type}\``;
  return unspecified(
    isEmpty ? "body" : "type",
    `The response ${given}, but the specification defines ${types} for status ${status}.`,
  );
}

const asSpecified: ResponseCheck = { verdict: "as-specified", mismatches: [] };
const notText = unknown("The body isn't text, or it's too long to check.");
const tooLong = unknown("The response is longer than 2,000,000 characters, which is too long to check.");
