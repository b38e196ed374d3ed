import type { BinaryOperator, UnaryOperator } from "estree-jsx";
import { EvaluationError, limitMessage } from "./evaluation-error.ts";
import { checkTextLimit } from "./fuel.ts";
import type { Machine } from "./machine.ts";
import { isFunction, isObjectValue, toIsoText, type Value } from "./values.ts";

export function isTruthy(value: Value): boolean {
  return Boolean(value);
}

/** The maximum number of array and object members to format. A nested array counts each time it appears. */
const maxMembers = 5000;

/** Converts a value to a string as JavaScript does. */
export function toText(value: Value): string {
  return convertToText(value, { remaining: maxMembers });
}

function convertToText(value: Value, memberBudget: { remaining: number }): string {
  if (Array.isArray(value))
    return value
      .map((item) => {
        if (--memberBudget.remaining < 0) throw new EvaluationError("too-much", limitMessage);
        return item == null ? "" : convertToText(item, memberBudget);
      })
      .join(",");
  if (!isObjectValue(value)) return String(value);
  switch (value.kind) {
    case "missing":
      if (value.error) throw value.error;
      return value.placeholder ?? "";
    case "moment":
      return toIsoText(value.time);
    case "matcher":
      return `/${value.source}/${value.flags}`;
    case "closure":
    case "native":
    case "snippet":
      return `function ${value.name}() {…}`;
    case "dict":
    case "element":
    case "content":
      return "[object Object]";
  }
}

export function toNumber(value: Value): number {
  if (isObjectValue(value)) return value.kind === "moment" ? value.time : Number.NaN;
  if (Array.isArray(value)) return Number(toText(value));
  return Number(value);
}

export function getTypeName(value: Value): string {
  if (isObjectValue(value)) return isFunction(value) ? "function" : "object";
  return Array.isArray(value) ? "object" : typeof value;
}

export function evaluateUnary(operator: UnaryOperator, value: Value): Value {
  switch (operator) {
    case "!":
      return !isTruthy(value);
    case "-":
      return -toNumber(value);
    case "+":
      return toNumber(value);
    case "~":
      return ~toNumber(value);
    case "typeof":
      return getTypeName(value);
    case "void":
      return undefined;
    case "delete":
      throw new EvaluationError(
        "not-static",
        "The preview doesn't evaluate `delete`. Leave the property out when you create the object.",
      );
  }
}

export function evaluateBinary(operator: BinaryOperator, left: Value, right: Value, machine: Machine): Value {
  switch (operator) {
    case "+":
      return addValues(left, right, machine);
    case "-":
      return toNumber(left) - toNumber(right);
    case "*":
      return toNumber(left) * toNumber(right);
    case "/":
      return toNumber(left) / toNumber(right);
    case "%":
      return toNumber(left) % toNumber(right);
    case "**":
      return toNumber(left) ** toNumber(right);
    case "===":
      return left === right;
    case "!==":
      return left !== right;
    case "==":
      return isLooselyEqual(left, right);
    case "!=":
      return !isLooselyEqual(left, right);
    case "<":
    case "<=":
    case ">":
    case ">=":
      return compareValues(operator, left, right);
    case "&":
      return toNumber(left) & toNumber(right);
    case "|":
      return toNumber(left) | toNumber(right);
    case "^":
      return toNumber(left) ^ toNumber(right);
    case "<<":
      return toNumber(left) << toNumber(right);
    case ">>":
      return toNumber(left) >> toNumber(right);
    case ">>>":
      return toNumber(left) >>> toNumber(right);
    case "in":
      return hasKey(left, right);
    case "instanceof":
      return false;
  }
}

function addValues(left: Value, right: Value, machine: Machine): Value {
  const isNumeric = (value: Value) => value == null || typeof value === "number" || typeof value === "boolean";
  if (isNumeric(left) && isNumeric(right)) return toNumber(left) + toNumber(right);
  const text = toText(left) + toText(right);
  checkTextLimit(machine.fuel, text.length);
  return text;
}

function isLooselyEqual(left: Value, right: Value): boolean {
  if (left == null || right == null) return left == null && right == null;
  if (typeof left === typeof right || Array.isArray(left) || Array.isArray(right)) return left === right;
  if (isObjectValue(left) || isObjectValue(right)) return left === right;
  return toNumber(left) === toNumber(right);
}

function compareValues(operator: "<" | "<=" | ">" | ">=", left: Value, right: Value): boolean {
  const areStrings = typeof left === "string" && typeof right === "string";
  const [a, b] = areStrings ? [left, right] : [toNumber(left), toNumber(right)];
  switch (operator) {
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
  }
}

function hasKey(key: Value, target: Value): boolean {
  if (Array.isArray(target)) return toNumber(key) in target;
  return isObjectValue(target) && target.kind === "dict" && target.entries.has(toText(key));
}

/** Evaluates a logical operator. Evaluates `getRight` only if it's needed. */
export function evaluateLogical(operator: "&&" | "||" | "??", left: Value, getRight: () => Value): Value {
  if (operator === "&&") return isTruthy(left) ? getRight() : left;
  if (operator === "||") return isTruthy(left) ? left : getRight();
  return left ?? getRight();
}
