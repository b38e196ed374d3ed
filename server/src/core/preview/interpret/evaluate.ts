import type {
  ArrayExpression,
  Expression,
  MemberExpression,
  NewExpression,
  ObjectExpression,
  SimpleCallExpression,
  SpreadElement,
  TemplateLiteral,
} from "estree-jsx";
import { createErrorAt, EvaluationError, formatErrorMessage, addErrorLocation } from "./evaluation-error.ts";
import { checkListLimit, checkTextLimit, spendSteps } from "./fuel.ts";
import { createTimeError } from "./globals.ts";
import { findBinding, type Machine, readName, type Scope } from "./machine.ts";
import { getMember, getMemberName } from "./members.ts";
import { evaluateBinary, isTruthy, evaluateLogical, toNumber, toText, evaluateUnary } from "./operators.ts";
import { evaluateAssignment, toList, evaluateUpdate } from "./patterns.ts";
import { evaluateElement } from "./react.ts";
import { createDict, isDictValue, isFunction, isObjectValue, type Value } from "./values.ts";

/** Evaluates `a?.b.c(d)`. A nullish value before `?.` ends the chain. */
export function evaluateChain(node: Expression, scope: Scope, machine: Machine): Value {
  const { value } = evaluateLink(node, scope, machine);
  return value;
}

interface ChainLink {
  readonly value: Value;
  readonly isShortCircuited: boolean;
}

const shortCircuit: ChainLink = { value: undefined, isShortCircuited: true };

function evaluateLink(node: Expression, scope: Scope, machine: Machine): ChainLink {
  if (node.type === "ChainExpression")
    return { value: evaluateLink(node.expression, scope, machine).value, isShortCircuited: false };
  if (node.type === "MemberExpression") return evaluateMember(node, scope, machine);
  if (node.type === "CallExpression") return evaluateCall(node, scope, machine);
  return { value: machine.evaluate(node, scope), isShortCircuited: false };
}

function evaluateMember(node: MemberExpression, scope: Scope, machine: Machine): ChainLink {
  spendSteps(machine.fuel);
  if (node.object.type === "Super" || node.property.type === "PrivateIdentifier")
    throw createErrorAt(
      "not-static",
      "The preview doesn't evaluate classes. Use a function instead.",
      node,
      scope.source,
    );
  const target = evaluateLink(node.object, scope, machine);
  if (target.isShortCircuited || (node.optional && target.value == null)) return shortCircuit;
  const key =
    node.computed || node.property.type !== "Identifier" ? machine.evaluate(node.property, scope) : node.property.name;
  return {
    value: addErrorLocation(node, scope, () => getMember(target.value, key, getFunctionName(node.object))),
    isShortCircuited: false,
  };
}

function evaluateCall(node: SimpleCallExpression, scope: Scope, machine: Machine): ChainLink {
  spendSteps(machine.fuel);
  if (node.callee.type === "Super")
    throw createErrorAt(
      "not-static",
      "The preview doesn't evaluate classes. Use a function instead.",
      node,
      scope.source,
    );
  const callee = evaluateLink(node.callee, scope, machine);
  if (callee.isShortCircuited || (node.optional && callee.value == null)) return shortCircuit;
  const { value } = callee;
  if (!isFunction(value) && !(isObjectValue(value) && value.kind === "missing")) {
    const name = getFunctionName(node.callee);
    throw createErrorAt(
      "fails",
      name === ""
        ? "This is called but isn't a function, so readers see an error. Call a function instead."
        : formatErrorMessage`\`${name}\` is called but isn't a function here, so readers see an error. Fix its name, or define it.`,
      node.callee,
      scope.source,
    );
  }
  const args: Value[] = [];
  for (const argument of node.arguments) {
    if (argument.type === "SpreadElement") args.push(...evaluateSpread(argument, scope, machine));
    else args.push(machine.evaluate(argument, scope));
    checkListLimit(machine.fuel, args.length > 64 ? args.length : 0);
  }
  return { value: addErrorLocation(node, scope, () => machine.call(value, args)), isShortCircuited: false };
}

/** Returns a callee's name as written, such as `product.name`, for messages. */
export function getFunctionName(node: { readonly type: string }): string {
  const callee = node as Expression;
  if (callee.type === "Identifier") return callee.name;
  if (
    callee.type === "MemberExpression" &&
    !callee.computed &&
    callee.property.type === "Identifier" &&
    callee.object.type !== "Super"
  ) {
    const target = getFunctionName(callee.object);
    return target === "" ? "" : `${target}.${callee.property.name}`;
  }
  return "";
}

export function evaluateSpread(node: SpreadElement, scope: Scope, machine: Machine): readonly Value[] {
  return addErrorLocation(node, scope, () => toList(machine.evaluate(node.argument, scope), machine));
}

/**
 * Evaluates `new` for the constructors that pages may use: `new Date("2024-05-01")`, `new Array(3)`, `new Set(list)`,
 * `new Error("…")`.
 */
export function evaluateNew(node: NewExpression, scope: Scope, machine: Machine): Value {
  const name = node.callee.type === "Identifier" && !findBinding(scope, node.callee.name) ? node.callee.name : "";
  const args = node.arguments.flatMap((argument): readonly Value[] =>
    argument.type === "SpreadElement"
      ? toList(machine.evaluate(argument.argument, scope), machine)
      : [machine.evaluate(argument, scope)],
  );
  const [firstArg] = args;
  switch (name) {
    case "Date":
      return { kind: "moment", time: computeTime(args) };
    case "Error":
    case "TypeError":
    case "RangeError":
      return createDict([
        ["message", toText(firstArg ?? "")],
        ["name", name],
      ]);
    case "RegExp":
      return isObjectValue(firstArg) && firstArg.kind === "matcher"
        ? firstArg
        : { kind: "matcher", source: toText(firstArg ?? ""), flags: toText(args[1] ?? "") };
    case "Array": {
      if (args.length !== 1 || typeof firstArg !== "number") return args;
      checkListLimit(machine.fuel, Math.abs(firstArg));
      return Array.from({ length: Math.abs(Math.trunc(firstArg)) || 0 }, () => undefined);
    }
    case "Set":
      // The preview supports only iteration over sets, so an array without duplicates is enough.
      return firstArg == null ? [] : [...new Set(toList(firstArg, machine))];
    case "Object":
      return createDict();
  }
  throw new EvaluationError(
    "not-static",
    "The preview doesn't evaluate this use of `new`. Use the value itself, or check the published page.",
  );
}

function computeTime(args: readonly Value[]): number {
  const [firstArg] = args;
  if (args.length === 0) throw createTimeError();
  if (args.length > 1) {
    const [year = 0, month = 0, day = 1, hours = 0, minutes = 0, seconds = 0] = args.map(toNumber);
    return Date.UTC(year, month, day, hours, minutes, seconds);
  }
  if (typeof firstArg === "number") return firstArg;
  if (isObjectValue(firstArg) && firstArg.kind === "moment") return firstArg.time;
  const text = toText(firstArg);
  // Without a time zone, the result would depend on the viewer's time zone.
  return Date.parse(/\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(text) ? `${text}Z` : text);
}

export function evaluateExpression(node: Expression, scope: Scope, machine: Machine): Value {
  spendSteps(machine.fuel);
  switch (node.type) {
    case "Literal":
      return evaluateLiteral(node, machine);
    case "Identifier":
      return readName(node, scope);
    case "TemplateLiteral":
      return evaluateTemplate(node, scope, machine);
    case "ArrayExpression":
      return evaluateArray(node, scope, machine);
    case "ObjectExpression":
      return evaluateObject(node, scope, machine);
    case "ConditionalExpression":
      return machine.evaluate(isTruthy(machine.evaluate(node.test, scope)) ? node.consequent : node.alternate, scope);
    case "LogicalExpression":
      return evaluateLogical(node.operator, machine.evaluate(node.left, scope), () =>
        machine.evaluate(node.right, scope),
      );
    case "BinaryExpression":
      if (node.left.type === "PrivateIdentifier") break;
      return addErrorLocation(node, scope, () =>
        evaluateBinary(
          node.operator,
          machine.evaluate(node.left as Expression, scope),
          machine.evaluate(node.right, scope),
          machine,
        ),
      );
    case "UnaryExpression":
      if (
        node.operator === "typeof" &&
        node.argument.type === "Identifier" &&
        !isAvailableName(node.argument.name, scope)
      )
        return "undefined";
      return addErrorLocation(node, scope, () => evaluateUnary(node.operator, machine.evaluate(node.argument, scope)));
    case "MemberExpression":
    case "CallExpression":
    case "ChainExpression":
      return evaluateChain(node, scope, machine);
    case "NewExpression":
      if (node.callee.type === "Super") break;
      return addErrorLocation(node, scope, () => evaluateNew(node, scope, machine));
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      return machine.createClosure(node, scope, node.type === "FunctionExpression" ? (node.id?.name ?? "") : "");
    case "AssignmentExpression":
      return evaluateAssignment(node, scope, machine);
    case "UpdateExpression":
      return evaluateUpdate(node, scope, machine);
    case "SequenceExpression":
      return node.expressions.reduce<Value>((_, expression) => machine.evaluate(expression, scope), undefined);
    case "JSXElement":
    case "JSXFragment":
      return evaluateElement(node, scope, machine);
    case "TaggedTemplateExpression":
      if (isRawTag(node.tag)) return evaluateTemplate(node.quasi, scope, machine, true);
      break;
    case "ThisExpression":
    case "ClassExpression":
    case "YieldExpression":
    case "AwaitExpression":
    case "ImportExpression":
    case "MetaProperty":
      break;
  }
  throw createErrorAt(
    "not-static",
    "This code must run to be shown, but the preview doesn't run it. Use plain values, or check the published page.",
    node,
    scope.source,
  );
}

function evaluateLiteral(node: Expression & { type: "Literal" }, machine: Machine): Value {
  if ("regex" in node && node.regex) return { kind: "matcher", source: node.regex.pattern, flags: node.regex.flags };
  const { value } = node;
  if (typeof value === "string") return machine.fillVariables(value);
  if (typeof value === "bigint") return Number(value);
  return typeof value === "object" && value !== null ? undefined : value;
}

/** Whether the tag is `String.raw`, which is used for strings with backslashes. */
function isRawTag(tag: Expression): boolean {
  return tag.type === "MemberExpression" && getFunctionName(tag) === "String.raw";
}

function evaluateTemplate(node: TemplateLiteral, scope: Scope, machine: Machine, isRawText = false): string {
  let text = "";
  node.quasis.forEach((quasi, i) => {
    text += machine.fillVariables((isRawText ? undefined : quasi.value.cooked) ?? quasi.value.raw);
    const expression = node.expressions[i];
    if (expression) text += toText(machine.evaluate(expression, scope));
    checkTextLimit(machine.fuel, text.length);
  });
  return text;
}

function evaluateArray(node: ArrayExpression, scope: Scope, machine: Machine): Value[] {
  const values: Value[] = [];
  for (const element of node.elements) {
    if (!element) values.push(undefined);
    else if (element.type === "SpreadElement") values.push(...evaluateSpread(element, scope, machine));
    else values.push(machine.evaluate(element, scope));
    checkListLimit(machine.fuel, values.length > 64 ? values.length : 0);
  }
  return values;
}

function evaluateObject(node: ObjectExpression, scope: Scope, machine: Machine): Value {
  const result = createDict();
  for (const property of node.properties) {
    if (property.type === "SpreadElement") {
      const value = machine.evaluate(property.argument, scope);
      if (isDictValue(value)) for (const [key, member] of value.entries) result.entries.set(key, member);
      else if (Array.isArray(value)) value.forEach((member, i) => result.entries.set(String(i), member));
      checkListLimit(machine.fuel, result.entries.size);
      continue;
    }
    const { key } = property;
    if (property.kind !== "init" || !isExpression(property.value))
      throw createErrorAt(
        "not-static",
        "The preview doesn't evaluate getters and setters. Use the value itself.",
        property,
        scope.source,
      );
    const propertyKey = !property.computed && key.type === "Identifier" ? key.name : machine.evaluate(key, scope);
    const name = addErrorLocation(property, scope, () => getMemberName(propertyKey));
    const value = machine.evaluate(property.value, scope);
    result.entries.set(
      name,
      isFunction(value) && value.kind === "closure" && value.name === "" ? { ...value, name } : value,
    );
  }
  return result;
}

function isExpression(node: { readonly type: string }): node is Expression {
  return !node.type.endsWith("Pattern");
}

function isAvailableName(name: string, scope: Scope): boolean {
  return findBinding(scope, name) !== undefined;
}

const maxCachedTexts = 100;
const maxCachedLength = 8_000_000;

/**
 * Caches a function's results for the most recently used strings, because the same files are read again after each
 * keystroke.
 */
export function createTextCache<Detail, Result>(
  compute: (text: string, detail: Detail) => Result,
): (text: string, detail: Detail) => Result {
  const cache = new Map<string, Map<Detail, Result>>();
  let size = 0;
  return (text, detail) => {
    const resultsByDetail = cache.get(text) ?? new Map<Detail, Result>();
    // Moves the most recently used entry to the end.
    if (cache.delete(text)) size -= text.length;
    const result = resultsByDetail.has(detail) ? (resultsByDetail.get(detail) as Result) : compute(text, detail);
    resultsByDetail.set(detail, result);
    cache.set(text, resultsByDetail);
    size += text.length;
    for (const oldestText of cache.keys()) {
      if (cache.size <= maxCachedTexts && size <= maxCachedLength) break;
      cache.delete(oldestText);
      size -= oldestText.length;
    }
    return result;
  };
}
