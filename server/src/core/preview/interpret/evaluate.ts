import type { ArrayExpression, Expression, ObjectExpression, TemplateLiteral } from "estree-jsx";
import { assign, update } from "./assign.ts";
import { evaluateChain, nameOf, spread } from "./chain.ts";
import { construct } from "./construct.ts";
import { faultAt } from "./fault.ts";
import { checkList, checkText, spend } from "./fuel.ts";
import { jsxElement } from "./jsx.ts";
import { located } from "./located.ts";
import type { Machine } from "./machine.ts";
import { memberName } from "./members.ts";
import { readName } from "./names.ts";
import { binary, isTruthy, logical, toText, unary } from "./operators.ts";
import { lookUp, type Scope } from "./scope.ts";
import { dict, isDict, isFunction, type Value } from "./value.ts";

/** What an expression answers. */
export function evaluateExpression(node: Expression, scope: Scope, machine: Machine): Value {
  spend(machine.fuel);
  switch (node.type) {
    case "Literal":
      return literal(node, machine);
    case "Identifier":
      return readName(node, scope);
    case "TemplateLiteral":
      return template(node, scope, machine);
    case "ArrayExpression":
      return list(node, scope, machine);
    case "ObjectExpression":
      return object(node, scope, machine);
    case "ConditionalExpression":
      return machine.evaluate(
        isTruthy(machine.evaluate(node.test, scope)) ? node.consequent : node.alternate,
        scope,
      );
    case "LogicalExpression":
      return logical(node.operator, machine.evaluate(node.left, scope), () =>
        machine.evaluate(node.right, scope),
      );
    case "BinaryExpression":
      if (node.left.type === "PrivateIdentifier") break;
      return located(node, scope, () =>
        binary(
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
        !isKnown(node.argument.name, scope)
      )
        return "undefined";
      return located(node, scope, () => unary(node.operator, machine.evaluate(node.argument, scope)));
    case "MemberExpression":
    case "CallExpression":
    case "ChainExpression":
      return evaluateChain(node, scope, machine);
    case "NewExpression":
      if (node.callee.type === "Super") break;
      return located(node, scope, () => construct(node, scope, machine));
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      return machine.closure(node, scope, node.type === "FunctionExpression" ? (node.id?.name ?? "") : "");
    case "AssignmentExpression":
      return assign(node, scope, machine);
    case "UpdateExpression":
      return update(node, scope, machine);
    case "SequenceExpression":
      return node.expressions.reduce<Value>((_, each) => machine.evaluate(each, scope), undefined);
    case "JSXElement":
    case "JSXFragment":
      return jsxElement(node, scope, machine);
    case "TaggedTemplateExpression":
      if (isRaw(node.tag)) return template(node.quasi, scope, machine, true);
      break;
    case "ThisExpression":
    case "ClassExpression":
    case "YieldExpression":
    case "AwaitExpression":
    case "ImportExpression":
    case "MetaProperty":
      break;
  }
  throw faultAt(
    "not-static",
    "This code needs to be run to be shown, which the preview does not do. Write it as plain values, or look at the published page.",
    node,
    scope.place,
  );
}

function literal(node: Expression & { type: "Literal" }, machine: Machine): Value {
  if ("regex" in node && node.regex)
    return { kind: "matcher", source: node.regex.pattern, flags: node.regex.flags };
  const { value } = node;
  if (typeof value === "string") return machine.text(value);
  if (typeof value === "bigint") return Number(value);
  return typeof value === "object" && value !== null ? undefined : value;
}

/** `String.raw`, for texts with backslashes. */
function isRaw(tag: Expression): boolean {
  return tag.type === "MemberExpression" && nameOf(tag) === "String.raw";
}

function template(node: TemplateLiteral, scope: Scope, machine: Machine, isRawText = false): string {
  let out = "";
  node.quasis.forEach((quasi, i) => {
    out += machine.text((isRawText ? undefined : quasi.value.cooked) ?? quasi.value.raw);
    const expression = node.expressions[i];
    if (expression) out += toText(machine.evaluate(expression, scope));
    checkText(machine.fuel, out.length);
  });
  return out;
}

function list(node: ArrayExpression, scope: Scope, machine: Machine): Value[] {
  const out: Value[] = [];
  for (const element of node.elements) {
    if (!element) out.push(undefined);
    else if (element.type === "SpreadElement") out.push(...spread(element, scope, machine));
    else out.push(machine.evaluate(element, scope));
    checkList(machine.fuel, out.length > 64 ? out.length : 0);
  }
  return out;
}

function object(node: ObjectExpression, scope: Scope, machine: Machine): Value {
  const out = dict();
  for (const property of node.properties) {
    if (property.type === "SpreadElement") {
      const value = machine.evaluate(property.argument, scope);
      if (isDict(value)) for (const [key, member] of value.entries) out.entries.set(key, member);
      else if (Array.isArray(value)) value.forEach((member, i) => out.entries.set(String(i), member));
      checkList(machine.fuel, out.entries.size);
      continue;
    }
    const { key } = property;
    if (property.kind !== "init" || !isValueNode(property.value))
      throw faultAt(
        "not-static",
        "Members that are worked out when they are asked for are not worked out by the preview. Write the value itself.",
        property,
        scope.place,
      );
    const written = !property.computed && key.type === "Identifier" ? key.name : machine.evaluate(key, scope);
    const name = located(property, scope, () => memberName(written));
    const value = machine.evaluate(property.value, scope);
    out.entries.set(
      name,
      isFunction(value) && value.kind === "closure" && value.name === "" ? { ...value, name } : value,
    );
  }
  return out;
}

function isValueNode(node: { readonly type: string }): node is Expression {
  return !node.type.endsWith("Pattern");
}

function isKnown(name: string, scope: Scope): boolean {
  return lookUp(scope, name) !== undefined;
}
