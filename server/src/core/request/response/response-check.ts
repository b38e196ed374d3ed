import type { SourceLocation } from "../../spec/model/operation-model.ts";
import type { SpecifiedResponses } from "../../spec/model/schema-model.ts";
import { formatMessageInEnglish } from "../../text/localized-message.ts";
import { createMessage, type LocalizedMessage } from "../../text/message.ts";
import type { Mismatch, ValidationOutcome } from "./json-schema-outcome.ts";
import { type CheckOptions, checkValue, OutOfFuelError } from "./json-schema.ts";

export interface ResponseCheck {
  readonly verdict:
    /** The response matches the specification (`as-specified`) or differs from it (`differs`). */
    | "as-specified"
    | "differs"
    /** The specification doesn't define this status, media type, or content. */
    | "unspecified"
    /**
     * The response couldn't be checked, because it's too large or too deeply nested, or because the check took too
     * long.
     */
    | "unknown";
  /** If the result is `unspecified` or `unknown`, the reason as a sentence in English. */
  readonly reason?: string;
  /** The same reason, as a message that is translated when it's shown. */
  readonly localizedReason?: LocalizedMessage;
  /**
   * If the result is `unspecified`, the part of the response that the specification doesn't define or defines
   * differently.
   */
  readonly unspecifiedPart?: "status" | "type" | "body";
  /** The mismatches in response order, at most 200. */
  readonly mismatches: readonly ResponseMismatch[];
  /** Set if there are more mismatches than `mismatches` contains. */
  readonly isTruncated?: true;
  /** For a channel's message, the key of the specified message that it was checked against. */
  readonly message?: string;
}

export interface ResponseMismatch {
  /** A JSON Pointer to a value in the response, such as `/data/0/email`. Empty for the entire response. */
  readonly pointer: string;
  /**
   * The end of a sentence that starts with the value's name, such as `is a number, but the specification requires type
   * string`.
   */
  readonly text: string;
  /** The same text, as a message that is translated when it's shown. */
  readonly localizedText: LocalizedMessage;
  /** The location of the violated definition in the specification. */
  readonly location?: SourceLocation;
  /**
   * Set if the mismatch is only a warning. In JSON Schema 2020-12, a `format` is only an annotation unless the
   * specification makes it a requirement.
   */
  readonly isWarning?: true;
}

const maxMismatches = 200;

/**
 * Combines the results of checking values against their schemas. For a stream, each mismatch's location starts with the
 * position of its value in the stream.
 */
export function summarizeValidation(
  model: SpecifiedResponses,
  options: CheckOptions,
  values: readonly (readonly [schema: number, value: unknown])[],
  isStream = false,
): ResponseCheck {
  const mismatches: ResponseMismatch[] = [];
  let unverifiableReason: LocalizedMessage | undefined;
  try {
    for (const [i, [schemaIndex, value]] of values.entries()) {
      const outcome = checkValue(model, schemaIndex, value, options);
      unverifiableReason ??= outcome.unverifiableReason;
      mismatches.push(...listMismatches(outcome, isStream ? `/${i}` : ""));
      if (mismatches.length > maxMismatches) break;
    }
  } catch (error) {
    if (!(error instanceof OutOfFuelError)) throw error;
    return createUnknownCheck(createMessage("The response takes too many steps to validate."));
  }
  const isTruncated = mismatches.length > maxMismatches;
  const isDifferent = mismatches.some(({ isWarning }) => !isWarning);
  return {
    verdict: isDifferent ? "differs" : unverifiableReason === undefined ? "as-specified" : "unknown",
    ...(!isDifferent && unverifiableReason !== undefined && createReasonFields(unverifiableReason)),
    mismatches: mismatches.slice(0, maxMismatches),
    ...(isTruncated && { isTruncated }),
  };
}

/** Returns the mismatches in response order, without duplicates. */
function listMismatches({ mismatches, warnings }: ValidationOutcome, prefix: string): readonly ResponseMismatch[] {
  const allMismatches = [
    ...mismatches.map((mismatch) => ({ mismatch, isWarning: false })),
    ...warnings.map((mismatch) => ({ mismatch, isWarning: true })),
  ].map((each) => ({ ...each, positions: each.mismatch.instance.positions }));
  allMismatches.sort((a, b) => comparePositions(a.positions, b.positions));
  const reportedKeys = new Set<string>();
  return allMismatches.flatMap(({ mismatch, isWarning }): ResponseMismatch[] => {
    const location = getLocation(mismatch);
    const pointer = prefix + mismatch.instance.pointer;
    const text = formatMessageInEnglish(mismatch.text);
    const key = `${pointer} ${location.file} ${location.range.start} ${text}`;
    if (reportedKeys.has(key)) return [];
    reportedKeys.add(key);
    return [{ pointer, text, localizedText: mismatch.text, location, ...(isWarning && { isWarning }) }];
  });
}

function getLocation({ schema, keyword }: Mismatch): { file: string; range: { start: number; end: number } } {
  return { file: schema.location.file, range: schema.keywordLocations[keyword] ?? schema.location.range };
}

function comparePositions(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Returns the result for a response that couldn't be checked, including the reason. */
export function createUnknownCheck(reason: LocalizedMessage): ResponseCheck {
  return { verdict: "unknown", ...createReasonFields(reason), mismatches: [] };
}

/** Returns the result for a response with a status, type, or body that the specification doesn't define. */
export function createUnspecifiedCheck(
  part: ResponseCheck["unspecifiedPart"],
  reason: LocalizedMessage,
): ResponseCheck {
  return {
    verdict: "unspecified",
    ...(part && { unspecifiedPart: part }),
    ...createReasonFields(reason),
    mismatches: [],
  };
}

function createReasonFields(localizedReason: LocalizedMessage): Pick<ResponseCheck, "reason" | "localizedReason"> {
  return { reason: formatMessageInEnglish(localizedReason), localizedReason };
}
