import type { SpecPlace } from "../../spec/model/operation-model.ts";
import type { AnswerModel } from "../../spec/model/schema-model.ts";
import type { Fault, ValidationOutcome } from "./json-schema-outcome.ts";
import { type CheckMeans, checkValue, OutOfFuel } from "./json-schema.ts";

/** An answer that is held against what the specification says of it. */
export interface ResponseToCheck {
  readonly status: number;
  /** `application/json; charset=utf-8`; empty without one. */
  readonly type: string;
  /** At most 2,000,000 characters; absent for binary answers. */
  readonly text: string | undefined;
}

export interface ResponseCheck {
  readonly verdict:
    /** As the specification says. */
    | "as-specified"
    | "differs"
    /** The specification says nothing about this status, type or content. */
    | "unspecified"
    /** It could not be told: too large, too deep, or it took too long. */
    | "unknown";
  /** For `unspecified` and `unknown`: a sentence. */
  readonly reason?: string;
  /** For `unspecified` responses: what the specification doesn't name, or names in another way. */
  readonly unspecified?: "status" | "type" | "body";
  /** In the order of the answer; at most 200. */
  readonly mismatches: readonly ResponseMismatch[];
  /** More were found than are told. */
  readonly isCut?: true;
  /** Of a message on a channel: the key of the one that it was held against. */
  readonly message?: string;
}

export interface ResponseMismatch {
  /** JSON Pointer into the answer: `/data/0/email`; empty for the whole. */
  readonly pointer: string;
  /** `is a number; the specification says string`: what follows the value's name in a sentence */
  readonly text: string;
  /** Where the specification says so. */
  readonly at?: SpecPlace;
  /** Odd, but no fault: a `format` is a remark in JSON Schema 2020-12, unless a specification asks for more. */
  readonly isWarning?: true;
}

const maxMismatches = 200;

/** What values come to, each held against its schema; of a stream each stands behind its number. */
export function summarizeValidation(
  model: AnswerModel,
  means: CheckMeans,
  values: readonly (readonly [schema: number, value: unknown])[],
  isStream = false,
): ResponseCheck {
  const mismatches: ResponseMismatch[] = [];
  let untold: string | undefined;
  try {
    for (const [i, [schema, value]] of values.entries()) {
      const outcome = checkValue(model, schema, value, means);
      untold ??= outcome.untold;
      mismatches.push(...mismatchesOf(outcome, isStream ? `/${i}` : ""));
      if (mismatches.length > maxMismatches) break;
    }
  } catch (error) {
    if (!(error instanceof OutOfFuel)) throw error;
    return unknown("Holding the answer against its schema takes too many steps.");
  }
  const isCut = mismatches.length > maxMismatches;
  const differs = mismatches.some(({ isWarning }) => !isWarning);
  return {
    verdict: differs ? "differs" : untold === undefined ? "as-specified" : "unknown",
    ...(!differs && untold !== undefined && { reason: untold }),
    mismatches: mismatches.slice(0, maxMismatches),
    ...(isCut && { isCut }),
  };
}

/** In the order of the answer, the same thing once. */
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
    const key = `${pointer} ${at.file} ${at.range.start} ${fault.text}`;
    if (reported.has(key)) return [];
    reported.add(key);
    return [{ pointer, text: fault.text, at, ...(isWarning && { isWarning }) }];
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

/** Returns the result that a response couldn't be checked, and why. */
export function unknown(reason: string): ResponseCheck {
  return { verdict: "unknown", reason, mismatches: [] };
}

/** Returns the result that the specification doesn't name a part of a response. */
export function unspecified(part: NonNullable<ResponseCheck["unspecified"]>, reason: string): ResponseCheck {
  return { verdict: "unspecified", unspecified: part, reason, mismatches: [] };
}
