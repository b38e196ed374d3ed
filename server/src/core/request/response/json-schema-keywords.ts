import type { CheckedSchema } from "../../spec/model/schema-model.ts";
import { createMessage } from "../../text/message.ts";
import { isPlainRecord } from "../../text/plain-record.ts";
import { type Findings, Instance } from "./json-schema-outcome.ts";
import type { ValueChecker } from "./json-schema.ts";
import {
  formatValueChoices,
  formatJsonValue,
  tooFewMessages,
  tooManyMessages,
  createUnknownPatternMessage,
  createWrongTypeMessage,
} from "./mismatch-messages.ts";

/** Checks the keywords that apply to an object's properties. */
export function checkObject(
  checker: ValueChecker,
  schema: CheckedSchema,
  instance: Instance,
  value: Readonly<Record<string, unknown>>,
  findings: Findings,
): void {
  const { required = [], dependentRequired = [], dependentSchemas = [] } = schema;
  checker.spendSteps(required.length);
  for (const name of required)
    if (!Object.hasOwn(value, name))
      findings.addMismatch("required", createMessage("is missing `{0}`, which the specification requires", name));
  for (const [name, requiredNames] of dependentRequired)
    for (const requiredName of Object.hasOwn(value, name) ? requiredNames : [])
      if (!Object.hasOwn(value, requiredName))
        findings.addMismatch(
          "dependentRequired",
          createMessage("is missing `{0}`, which the specification requires together with `{1}`", requiredName, name),
        );
  for (const [name, index] of dependentSchemas)
    if (Object.hasOwn(value, name)) findings.merge(checker.check(index, instance));
  checkCount(schema, Object.keys(value).length, findings);
  checkProperties(checker, schema, instance, value, findings);
}

function checkCount({ numbers }: CheckedSchema, count: number, findings: Findings): void {
  const { minProperties, maxProperties } = numbers;
  if (minProperties !== undefined && count < minProperties)
    findings.addMismatch("minProperties", tooFewMessages.properties(count, minProperties));
  if (maxProperties !== undefined && count > maxProperties)
    findings.addMismatch("maxProperties", tooManyMessages.properties(count, maxProperties));
}

function checkProperties(
  checker: ValueChecker,
  schema: CheckedSchema,
  instance: Instance,
  value: Readonly<Record<string, unknown>>,
  findings: Findings,
): void {
  const { patternProperties = [], additionalProperties, propertyNames } = schema;
  const properties = getProperties(schema);
  for (const [i, [name, each]] of Object.entries(value).entries()) {
    checker.spendSteps(1 + patternProperties.length);
    const child = instance.getChild(name, each, i);
    const property = properties.get(name);
    let isDeclared = property !== undefined;
    if (property !== undefined) findings.mergeChild(checker.check(property, child));
    for (const [pattern, index] of patternProperties) {
      const isMatch = checker.matches(pattern, name);
      if (isMatch === undefined) findings.unverifiableReason ??= createUnknownPatternMessage(pattern);
      // If it's unknown whether the pattern matches, the property can't be reported as unexpected.
      if (isMatch !== false) isDeclared = true;
      if (isMatch) findings.mergeChild(checker.check(index, child));
    }
    if (additionalProperties !== undefined && !isDeclared)
      checker.checkAdditionalValue("additionalProperties", additionalProperties, child, findings);
    if (isDeclared || additionalProperties !== undefined) findings.addName(name);
    if (propertyNames === undefined) continue;
    const nameOutcome = checker.check(propertyNames, new Instance(name));
    findings.unverifiableReason ??= nameOutcome.unverifiableReason;
    const [firstMismatch] = nameOutcome.mismatches;
    if (firstMismatch)
      findings.addMismatch(
        "propertyNames",
        createMessage("has a name that the specification doesn't allow: it {0}", firstMismatch.text),
        child,
      );
  }
}

const propertiesBySchema = new WeakMap<CheckedSchema, ReadonlyMap<string, number>>();

function getProperties(schema: CheckedSchema): ReadonlyMap<string, number> {
  const cachedProperties = propertiesBySchema.get(schema);
  if (cachedProperties) return cachedProperties;
  const properties = new Map(schema.properties);
  propertiesBySchema.set(schema, properties);
  return properties;
}

/**
 * Returns a key that is the same for values that JSON Schema considers equal. For example, the order of properties
 * doesn't matter, and `1` equals `1.0`. Calls `spendSteps` for each visited value.
 */
export function createValueKey(value: unknown, spendSteps: (steps: number) => void): string {
  spendSteps(1);
  if (Array.isArray(value)) return `[${value.map((each) => createValueKey(each, spendSteps)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, each]) => `${JSON.stringify(key)}:${createValueKey(each, spendSteps)}`).join(",")}}`;
}

/** Checks the keywords that apply to an array's items. */
export function checkArray(
  checker: ValueChecker,
  schema: CheckedSchema,
  instance: Instance,
  value: readonly unknown[],
  findings: Findings,
): void {
  const { prefixItems = [], items, numbers, uniqueItems } = schema;
  const { minItems, maxItems } = numbers;
  if (minItems !== undefined && value.length < minItems)
    findings.addMismatch("minItems", tooFewMessages.items(value.length, minItems));
  if (maxItems !== undefined && value.length > maxItems)
    findings.addMismatch("maxItems", tooManyMessages.items(value.length, maxItems));
  for (const [i, each] of value.entries()) {
    const child = instance.getChild(String(i), each, i);
    const prefixItem = prefixItems[i];
    if (prefixItem !== undefined) findings.mergeChild(checker.check(prefixItem, child));
    else if (items !== undefined) checker.checkAdditionalValue("items", items, child, findings);
    if (prefixItem !== undefined || items !== undefined) findings.addItem(i);
  }
  if (uniqueItems) checkUnique(checker, value, findings);
  checkContains(checker, schema, instance, value, findings);
}

function checkUnique(checker: ValueChecker, value: readonly unknown[], findings: Findings): void {
  const firstIndexByKey = new Map<string, number>();
  for (const [i, each] of value.entries()) {
    const key = createValueKey(each, checker.spendSteps);
    const firstIndex = firstIndexByKey.get(key);
    if (firstIndex !== undefined) {
      findings.addMismatch(
        "uniqueItems",
        createMessage(
          "has equal items at {0} and {1}, but the specification requires unique items",
          String(firstIndex),
          String(i),
        ),
      );
      return;
    }
    firstIndexByKey.set(key, i);
  }
}

function checkContains(
  checker: ValueChecker,
  { contains, numbers }: CheckedSchema,
  instance: Instance,
  value: readonly unknown[],
  findings: Findings,
): void {
  if (contains === undefined) return;
  let count = 0;
  for (const [i, each] of value.entries()) {
    const { mismatches, unverifiableReason } = checker.check(contains, instance.getChild(String(i), each, i));
    findings.unverifiableReason ??= unverifiableReason;
    if (mismatches.length > 0) continue;
    count++;
    findings.addItem(i);
  }
  const { minContains = 1, maxContains } = numbers;
  if (count < minContains)
    findings.addMismatch(
      numbers["minContains"] === undefined ? "contains" : "minContains",
      tooFewMessages.matchingItems(count, minContains),
    );
  if (maxContains !== undefined && count > maxContains)
    findings.addMismatch("maxContains", tooManyMessages.matchingItems(count, maxContains));
}

/**
 * Whether a number is a multiple of another number, calculated in decimal. For example, `0.3` is a multiple of `0.1`.
 */
export function isMultiple(value: number, divisor: number): boolean {
  if (divisor <= 0 || !Number.isFinite(value)) return true;
  const [digits, scale] = splitDecimal(value);
  const [divisorDigits, divisorScale] = splitDecimal(divisor);
  const maxScale = Math.max(scale, divisorScale);
  return (digits * 10n ** BigInt(maxScale - scale)) % (divisorDigits * 10n ** BigInt(maxScale - divisorScale)) === 0n;
}

/**
 * Splits a number into its digits and its number of decimal places. For example, `1.25` becomes 125 and 2, and `5e-7`
 * becomes 5 and 7.
 */
function splitDecimal(value: number): readonly [digits: bigint, scale: number] {
  const [mantissa = "0", exponent = "0"] = String(value).split("e");
  const [wholePart = "0", fraction = ""] = mantissa.split(".");
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(wholePart + fraction);
  return scale < 0 ? [digits * 10n ** BigInt(-scale), 0] : [digits, scale];
}

/**
 * Whether a value matches a format. Supports formats that can be validated without other data (JSON Schema 2020-12
 * validation, section 7.3, and OpenAPI's formats). Also returns true for values of a type that the format doesn't apply
 * to.
 */
export function hasFormat(value: unknown, format: string): boolean {
  if (typeof value === "number") return numberFormatChecks.get(format)?.(value) ?? true;
  return typeof value !== "string" || (stringFormatChecks.get(format)?.(value) ?? true);
}

const numberFormatChecks: ReadonlyMap<string, (value: number) => boolean> = new Map([
  ["int32", (value) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31],
  ["int64", (value) => Number.isInteger(value) && value >= -(2 ** 63) && value <= 2 ** 63],
]);

/** The maximum length of a string in UTF-16 code units. Longer strings aren't checked. */
const maxTextLength = 4_000;
const datePattern = /^(\d{4})-(\d\d)-(\d\d)$/;
const timePattern = /^(\d\d):(\d\d):(\d\d)(\.\d+)?(z|[+-]\d\d:\d\d)$/i;
const stringFormatChecks: ReadonlyMap<string, (text: string) => boolean> = new Map(
  Object.entries({
    date: isDate,
    time: isTime,
    "date-time": (text: string) => /^.{10}[t ]/i.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11)),
    email: (text: string) => /^[^\s@"]+@[^\s@]+$|^"[^"\n]+"@[^\s@]+$/.test(text),
    uuid: (text: string) => /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(text),
    uri: (text: string) => /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]*$/i.test(text),
    "uri-reference": (text: string) => /^[^\s<>"{}|\\^`]*$/.test(text),
    ipv4: (text: string) => /^((25[0-5]|(2[0-4]|1\d|[1-9])?\d)(\.(?!$)|$)){4}$/.test(text),
    ipv6: isIpv6,
    hostname: (text: string) =>
      text.length <= 253 && text.split(".").every((label) => /^(?!-)[a-z\d-]{1,63}(?<!-)$/i.test(label)),
    byte: (text: string) => /^[A-Za-z\d+/\s]*={0,2}\s*$/.test(text),
  }).map(([name, isValid]) => [name, (text: string) => text.length > maxTextLength || isValid(text)]),
);

function isDate(text: string): boolean {
  const [, year = "", month = "", day = ""] = datePattern.exec(text) ?? [];
  if (day === "" || Number(day) === 0) return false;
  const daysInMonth = new Date(Date.UTC(Number(year) < 100 ? 2000 : Number(year), Number(month), 0)).getUTCDate();
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) <= daysInMonth;
}

/** Whether text is a valid time. Leap seconds (`:60`) are allowed. */
function isTime(text: string): boolean {
  const [, hours, minutes, seconds, , timeZone = ""] = timePattern.exec(text) ?? [];
  const [offsetHours = "0", offsetMinutes = "0"] = timeZone.slice(1).split(":");
  return (
    hours !== undefined &&
    Number(hours) < 24 &&
    Number(minutes) < 60 &&
    Number(seconds) <= 60 &&
    Number(offsetHours) < 24 &&
    Number(offsetMinutes) < 60
  );
}

function isIpv6(text: string): boolean {
  const halves = text.split("::");
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const lastGroup = groups.at(-1) ?? "";
  const isMixed = lastGroup.includes(".") && (stringFormatChecks.get("ipv4")?.(lastGroup) ?? false);
  const groupCount = groups.length + (isMixed ? 1 : 0);
  const hexGroups = isMixed ? groups.slice(0, -1) : groups;
  if (halves.length > 2 || !hexGroups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return false;
  return halves.length === 2 ? groupCount < 8 : groupCount === 8;
}

/**
 * Checks the keywords that apply to the value itself: its type, its allowed values, and the limits for numbers and
 * strings.
 */
export function checkScalar(checker: ValueChecker, schema: CheckedSchema, value: unknown, findings: Findings): void {
  const { types, constant, format } = schema;
  if (types && types.length > 0 && !types.some((type) => isOfType(value, type)))
    findings.addMismatch("type", createWrongTypeMessage(value, types));
  if (schema.enum && !schema.enum.some((each) => isSameValue(checker, each, value)))
    findings.addMismatch(
      "enum",
      createMessage(
        "is {0}, but the specification allows only {1}",
        formatJsonValue(value),
        formatValueChoices(schema.enum),
      ),
    );
  if (constant && !isSameValue(checker, constant.value, value))
    findings.addMismatch(
      "const",
      createMessage(
        "is {0}, but the specification requires {1}",
        formatJsonValue(value),
        formatJsonValue(constant.value),
      ),
    );
  if (typeof value === "number") checkNumber(schema, value, findings);
  if (typeof value === "string") checkText(checker, schema, value, findings);
  if (format !== undefined && !hasFormat(value, format))
    findings.addWarning("format", createMessage("is {0}, which isn't a valid `{1}`", formatJsonValue(value), format));
  if (schema.writeOnly)
    findings.addWarning("writeOnly", createMessage("is included, although it's `writeOnly` in the specification"));
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isPlainRecord(value);
    case "integer":
      return Number.isInteger(value);
    case "string":
    case "number":
    case "boolean":
      return typeof value === type;
    default:
      // The schema's type isn't a JSON type. The specification check reports this problem.
      return true;
  }
}

function isSameValue(checker: ValueChecker, a: unknown, b: unknown): boolean {
  checker.spendSteps(1);
  if (a === b) return true;
  const areBothObjects = typeof a === "object" && a !== null && typeof b === "object" && b !== null;
  return areBothObjects && createValueKey(a, checker.spendSteps) === createValueKey(b, checker.spendSteps);
}

function checkNumber({ numbers }: CheckedSchema, value: number, findings: Findings): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = numbers;
  const digits = String(value);
  if (minimum !== undefined && value < minimum)
    findings.addMismatch(
      "minimum",
      createMessage("is {0}, but the specification requires at least {1}", digits, String(minimum)),
    );
  if (maximum !== undefined && value > maximum)
    findings.addMismatch(
      "maximum",
      createMessage("is {0}, but the specification allows at most {1}", digits, String(maximum)),
    );
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    findings.addMismatch(
      "exclusiveMinimum",
      createMessage(
        "is {0}, but the specification requires a value greater than {1}",
        digits,
        String(exclusiveMinimum),
      ),
    );
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    findings.addMismatch(
      "exclusiveMaximum",
      createMessage("is {0}, but the specification requires a value less than {1}", digits, String(exclusiveMaximum)),
    );
  if (multipleOf !== undefined && !isMultiple(value, multipleOf))
    findings.addMismatch(
      "multipleOf",
      createMessage("is {0}, but the specification requires a multiple of {1}", digits, String(multipleOf)),
    );
}

function checkText(checker: ValueChecker, schema: CheckedSchema, value: string, findings: Findings): void {
  const { pattern, numbers } = schema;
  const { minLength, maxLength } = numbers;
  if (minLength !== undefined || maxLength !== undefined) {
    const length = countCodePoints(value);
    if (minLength !== undefined && length < minLength)
      findings.addMismatch("minLength", tooFewMessages.characters(length, minLength));
    if (maxLength !== undefined && length > maxLength)
      findings.addMismatch("maxLength", tooManyMessages.characters(length, maxLength));
  }
  if (pattern === undefined) return;
  const isMatch = checker.matches(pattern, value);
  if (isMatch === undefined) findings.unverifiableReason ??= createUnknownPatternMessage(pattern);
  else if (!isMatch)
    findings.addMismatch(
      "pattern",
      createMessage("is {0}, which doesn't match the pattern in the specification", formatJsonValue(value)),
    );
}

/** Returns the length of text in Unicode code points, as required by JSON Schema. */
function countCodePoints(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}
