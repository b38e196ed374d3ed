import type { CheckedSchema } from "../../spec/model/schema-model.ts";
import type { ValueCheck } from "./check-value.ts";
import { isMultiple } from "./is-multiple.ts";
import { hasFormat } from "./known-formats.ts";
import type { Findings } from "./outcome.ts";
import { valueKey } from "./same-value.ts";
import { choiceWords, counted, kindOf, listWords, valueWords } from "./value-words.ts";

/** The keywords that look at a value as a whole: what kind it is, which values are allowed, limits of numbers and texts. */
export function checkScalar(check: ValueCheck, schema: CheckedSchema, value: unknown, found: Findings): void {
  const { types, constant, format } = schema;
  if (types && types.length > 0 && !types.some((type) => isOfType(value, type)))
    found.fault("type", `is ${kindOf(value)}; the specification says ${listWords(types, "or")}`);
  if (schema.enum && !schema.enum.some((each) => isSame(check, each, value)))
    found.fault("enum", `is ${valueWords(value)}; the specification allows ${choiceWords(schema.enum)}`);
  if (constant && !isSame(check, constant.value, value))
    found.fault("const", `is ${valueWords(value)}; the specification says ${valueWords(constant.value)}`);
  if (typeof value === "number") checkNumber(schema, value, found);
  if (typeof value === "string") checkText(check, schema, value, found);
  if (format !== undefined && !hasFormat(value, format))
    found.warn("format", `is ${valueWords(value)}, which is no \`${format}\``);
  if (schema.writeOnly) found.warn("writeOnly", "is sent, though the specification says `writeOnly`");
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    case "string":
    case "number":
    case "boolean":
      return typeof value === type;
    default:
      // No type of JSON: the specification's own check tells it.
      return true;
  }
}

function isSame(check: ValueCheck, a: unknown, b: unknown): boolean {
  check.spend(1);
  if (a === b) return true;
  const bothDeep = typeof a === "object" && a !== null && typeof b === "object" && b !== null;
  return bothDeep && valueKey(a, check.spend) === valueKey(b, check.spend);
}

function checkNumber({ numbers }: CheckedSchema, value: number, found: Findings): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = numbers;
  if (minimum !== undefined && value < minimum)
    found.fault("minimum", `is ${value}; the specification says at least ${minimum}`);
  if (maximum !== undefined && value > maximum)
    found.fault("maximum", `is ${value}; the specification says at most ${maximum}`);
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    found.fault("exclusiveMinimum", `is ${value}; the specification says more than ${exclusiveMinimum}`);
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    found.fault("exclusiveMaximum", `is ${value}; the specification says less than ${exclusiveMaximum}`);
  if (multipleOf !== undefined && !isMultiple(value, multipleOf))
    found.fault("multipleOf", `is ${value}; the specification says a multiple of ${multipleOf}`);
}

function checkText(check: ValueCheck, schema: CheckedSchema, value: string, found: Findings): void {
  const { pattern, numbers } = schema;
  const { minLength, maxLength } = numbers;
  if (minLength !== undefined || maxLength !== undefined) {
    const length = lengthOf(value);
    const has = `has ${counted(length, "character")}`;
    if (minLength !== undefined && length < minLength)
      found.fault("minLength", `${has}; the specification says at least ${minLength}`);
    if (maxLength !== undefined && length > maxLength)
      found.fault("maxLength", `${has}; the specification says at most ${maxLength}`);
  }
  if (pattern === undefined) return;
  const matches = check.matches(pattern, value);
  if (matches === undefined) found.untold ??= `The pattern \`${pattern.slice(0, 200)}\` could not be tried.`;
  else if (!matches) found.fault("pattern", `is ${valueWords(value)}, which has no match of the pattern`);
}

/** JSON Schema counts characters of Unicode, JavaScript half of some. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}
