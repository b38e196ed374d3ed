import type { AnswerModel, SpecifiedAnswer, SpecifiedMedia } from "../../spec/model/checked-schema.ts";
import type { AnswerCheck, AnswerMismatch, AnswerToCheck } from "../answer-check.ts";
import { answerFor, essenceOf, isJsonType, mediaFor } from "./choose-answer.ts";
import { checkValue, OutOfFuel, type CheckMeans } from "./check-value.ts";
import { isDeeperThan } from "./is-deeper-than.ts";
import type { Fault, Outcome } from "./outcome.ts";
import { listWords } from "./value-words.ts";

/** In UTF-16 units. */
export const longestAnswer = 2_000_000;
const deepestAnswer = 200;
const mostMismatches = 200;

/** Holds an answer against what the specification says of it. Nothing of either is run; `means` tries patterns. */
export function checkAnswer(model: AnswerModel, answer: AnswerToCheck, means: CheckMeans): AnswerCheck {
  const specified = answerFor(model, answer.status);
  if (!specified)
    return without("unspecified", `The specification says nothing of the status ${answer.status}.`);
  if (answer.status === 304 || (answer.text === "" && specified.content.length === 0)) return asSpecified;
  const type = essenceOf(answer.type);
  if (specified.content.length === 0)
    return without("unspecified", `The specification names no content for the status ${specified.status}.`);
  const media = mediaFor(specified, answer.type);
  if (!media) return withoutMedia(specified, answer, type);
  if (media.schema === undefined && media.itemSchema === undefined) return asSpecified;
  if (answer.text === undefined) return isJsonType(type) ? tooLong : asSpecified;
  if (answer.text.length > longestAnswer) return tooLong;
  return checkContent(model, media, type, answer.text, means);
}

function withoutMedia(
  { status, content }: SpecifiedAnswer,
  answer: AnswerToCheck,
  type: string,
): AnswerCheck {
  const types = listWords(
    content.map((media) => `\`${media.type}\``),
    "or",
  );
  const isEmpty = answer.text === "";
  const given = isEmpty ? "is empty" : type === "" ? "has no content type" : `is \`${type}\``;
  return without(
    "unspecified",
    `The answer ${given}; for the status ${status} the specification names ${types}.`,
  );
}

const asSpecified: AnswerCheck = { verdict: "as-specified", mismatches: [] };
const tooLong = without(
  "unknown",
  "The answer is longer than 2,000,000 characters, which is too long to be checked.",
);
/** JSON one value to a line, or behind the sign that RFC 7464 has. */
const jsonLines = new Set(["application/jsonl", "application/x-ndjson", "application/json-seq"]);

function checkContent(
  model: AnswerModel,
  media: SpecifiedMedia,
  type: string,
  text: string,
  means: CheckMeans,
): AnswerCheck {
  const { schema, itemSchema, at } = media;
  if (itemSchema !== undefined && jsonLines.has(type))
    return checkLines(model, itemSchema, text, means, media);
  if (schema === undefined)
    return without("unknown", `Answers of the type \`${type}\` are not held against a schema.`);
  if (!isJsonType(type)) {
    // A text is one value; XML, forms and the like have a shape of their own.
    if (!type.startsWith("text/") || type === "text/xml" || type === "text/event-stream")
      return without("unknown", `Answers of the type \`${type}\` are not held against their schema.`);
    return verdictOf(model, means, [[schema, text]]);
  }
  if (text.trim() === "")
    return {
      verdict: "differs",
      mismatches: [{ pointer: "", text: `is empty; the specification says \`${media.type}\``, at }],
    };
  if (isDeeperThan(text, deepestAnswer)) return tooDeep;
  const value = parsed(text);
  if (!value)
    return { verdict: "differs", mismatches: [{ pointer: "", text: "cannot be read as JSON", at }] };
  return verdictOf(model, means, [[schema, value.value]]);
}

const tooDeep = without(
  "unknown",
  `The answer is nested deeper than ${deepestAnswer} levels, which is too deep to be checked.`,
);

function checkLines(
  model: AnswerModel,
  itemSchema: number,
  text: string,
  means: CheckMeans,
  { at }: SpecifiedMedia,
): AnswerCheck {
  const lines = text.split(/\r?\n|\u001e/).filter((line) => line.trim() !== "");
  if (lines.some((line) => isDeeperThan(line, deepestAnswer))) return tooDeep;
  const values = lines.map(parsed);
  const broken = values.findIndex((value) => value === undefined);
  if (broken >= 0)
    return {
      verdict: "differs",
      mismatches: [{ pointer: `/${broken}`, text: "cannot be read as JSON", at }],
    };
  return verdictOf(
    model,
    means,
    values.map((value) => [itemSchema, value?.value]),
    true,
  );
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function verdictOf(
  model: AnswerModel,
  means: CheckMeans,
  values: readonly (readonly [schema: number, value: unknown])[],
  isStream = false,
): AnswerCheck {
  const mismatches: AnswerMismatch[] = [];
  let untold: string | undefined;
  try {
    for (const [i, [schema, value]] of values.entries()) {
      const outcome = checkValue(model, schema, value, means);
      untold ??= outcome.untold;
      mismatches.push(...mismatchesOf(outcome, isStream ? `/${i}` : ""));
      if (mismatches.length > mostMismatches) break;
    }
  } catch (error) {
    if (!(error instanceof OutOfFuel)) throw error;
    return without("unknown", "Holding the answer against its schema takes too many steps.");
  }
  const isCut = mismatches.length > mostMismatches;
  const differs = mismatches.some(({ isWarning }) => !isWarning);
  return {
    verdict: differs ? "differs" : untold === undefined ? "as-specified" : "unknown",
    ...(!differs && untold !== undefined && { reason: untold }),
    mismatches: mismatches.slice(0, mostMismatches),
    ...(isCut && { isCut }),
  };
}

/** In the order of the answer, the same thing once. */
function mismatchesOf({ faults, warnings }: Outcome, prefix: string): readonly AnswerMismatch[] {
  const found = [
    ...faults.map((fault) => ({ fault, isWarning: false })),
    ...warnings.map((fault) => ({ fault, isWarning: true })),
  ].map((each) => ({ ...each, positions: each.fault.instance.positions }));
  found.sort((a, b) => comparePositions(a.positions, b.positions));
  const told = new Set<string>();
  return found.flatMap(({ fault, isWarning }): AnswerMismatch[] => {
    const at = placeOf(fault);
    const pointer = prefix + fault.instance.pointer;
    const key = `${pointer} ${at.file} ${at.range.start} ${fault.text}`;
    if (told.has(key)) return [];
    told.add(key);
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

function without(verdict: "unspecified" | "unknown", reason: string): AnswerCheck {
  return { verdict, reason, mismatches: [] };
}
