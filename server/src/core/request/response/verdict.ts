import type { SpecPlace } from "../../spec/model/operation-model.ts";
import type { SpecifiedResponses } from "../../spec/model/schema-model.ts";
import { formatMessageInEnglish } from "../../text/localized-message.ts";
import { createMessage, type LocalizedMessage } from "../../text/message.ts";
import type { Fault, ValidationOutcome } from "./json-schema-outcome.ts";
import { type CheckMeans, checkValue, OutOfFuel } from "./json-schema.ts";

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
  readonly unspecified?: "status" | "type" | "body";
  /** The mismatches in response order, at most 200. */
  readonly mismatches: readonly ResponseMismatch[];
  /** Set if there are more mismatches than `mismatches` contains. */
  readonly isCut?: true;
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
  readonly at?: SpecPlace;
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
  means: CheckMeans,
  values: readonly (readonly [schema: number, value: unknown])[],
  isStream = false,
): ResponseCheck {
  const mismatches: ResponseMismatch[] = [];
  let unverifiable: LocalizedMessage | undefined;
  try {
    for (const [i, [schema, value]] of values.entries()) {
      const outcome = checkValue(model, schema, value, means);
      unverifiable ??= outcome.unverifiable;
      mismatches.push(...mismatchesOf(outcome, isStream ? `/${i}` : ""));
      if (mismatches.length > maxMismatches) break;
    }
  } catch (error) {
    if (!(error instanceof OutOfFuel)) throw error;
    return unknownCheck(createMessage("The response takes too many steps to validate."));
  }
  const isCut = mismatches.length > maxMismatches;
  const differs = mismatches.some(({ isWarning }) => !isWarning);
  return {
    verdict: differs ? "differs" : unverifiable === undefined ? "as-specified" : "unknown",
    ...(!differs && unverifiable !== undefined && withEnglishReason(unverifiable)),
    mismatches: mismatches.slice(0, maxMismatches),
    ...(isCut && { isCut }),
  };
}

/** Returns the mismatches in response order, without duplicates. */
function mismatchesOf({ faults, warnings }: ValidationOutcome, prefix: string): readonly ResponseMismatch[] {
  const found = [
    ...faults.map((fault) => ({ fault, isWarning: false })),
    ...warnings.map((fault) => ({ fault, isWarning: true })),
  ].map((each) => ({ ...each, positions: each.fault.instance.positions }));
  found.sort((a, b) => comparePositions(a.positions, b.positions));
  const reported = new Set<string>();
  return found.flatMap(({ fault, isWarning }): ResponseMismatch[] => {
    const at = placeOf(fault);
    const pointer = prefix + fault.instance.pointer;
    const text = formatMessageInEnglish(fault.text);
    const key = `${pointer} ${at.file} ${at.range.start} ${text}`;
    if (reported.has(key)) return [];
    reported.add(key);
    return [{ pointer, text, localizedText: fault.text, at, ...(isWarning && { isWarning }) }];
  });
}

function placeOf({ schema, keyword }: Fault): { file: string; range: { start: number; end: number } } {
  return { file: schema.at.file, range: schema.marks[keyword] ?? schema.at.range };
}

function comparePositions(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Returns the result for a response that couldn't be checked, including the reason. */
export function unknownCheck(reason: LocalizedMessage): ResponseCheck {
  return { verdict: "unknown", ...withEnglishReason(reason), mismatches: [] };
}

/** Returns the result for a response with a status, type, or body that the specification doesn't define. */
export function unspecifiedCheck(
  part: ResponseCheck["unspecified"],
  reason: LocalizedMessage,
): ResponseCheck {
  return {
    verdict: "unspecified",
    ...(part && { unspecified: part }),
    ...withEnglishReason(reason),
    mismatches: [],
  };
}

function withEnglishReason(
  localizedReason: LocalizedMessage,
): Pick<ResponseCheck, "reason" | "localizedReason"> {
  return { reason: formatMessageInEnglish(localizedReason), localizedReason };
}
