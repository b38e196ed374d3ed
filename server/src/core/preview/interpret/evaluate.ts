import type {
  ArrayExpression,
  AssignmentExpression,
  SimpleCallExpression,
  Expression,
  MemberExpression,
  ObjectExpression,
  SpreadElement,
  TemplateLiteral,
  UpdateExpression,
} from "estree-jsx";
import { asFault, faultAt } from "./fault.ts";
import { checkList, checkText, spend } from "./fuel.ts";
import { construct } from "./construct.ts";
import { jsxElement } from "./jsx.ts";
import type { Machine } from "./machine.ts";
import { getMember, memberName } from "./members.ts";
import { readName } from "./names.ts";
import { binary, isTruthy, toNumber, toText, unary } from "./operators.ts";
import { listOf } from "./patterns.ts";
import { spanOf } from "./place.ts";
import { lookUp, type Scope } from "./scope.ts";
import { dict, isDict, isFunction, isObject, type Value } from "./value.ts";

/** What an expression answers. */
export function evaluateExpression(node: Expression, scope: Scope, machine: Machine): Value {
  spend(machine.fuel);
  switch (node.type) {
    case "Literal":
      return literal(node);
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
      return chain(node, scope, machine);
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

function literal(node: Expression & { type: "Literal" }): Value {
  if ("regex" in node && node.regex)
    return { kind: "matcher", source: node.regex.pattern, flags: node.regex.flags };
  const { value } = node;
  if (typeof value === "bigint") return Number(value);
  return typeof value === "object" && value !== null ? undefined : value;
}

function template(node: TemplateLiteral, scope: Scope, machine: Machine): string {
  let out = "";
  node.quasis.forEach((quasi, i) => {
    out += quasi.value.cooked ?? quasi.value.raw;
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

function spread(node: SpreadElement, scope: Scope, machine: Machine): readonly Value[] {
  return located(node, scope, () => listOf(machine.evaluate(node.argument, scope), machine));
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
  return !/Pattern$/.test(node.type);
}

function logical(operator: "&&" | "||" | "??", left: Value, right: () => Value): Value {
  if (operator === "&&") return isTruthy(left) ? right() : left;
  if (operator === "||") return isTruthy(left) ? left : right();
  return left ?? right();
}

/** `a?.b.c(d)`: a part behind `?.` that has no value ends the chain. */
function chain(node: Expression, scope: Scope, machine: Machine): Value {
  const { value } = link(node, scope, machine);
  return value;
}

interface Link {
  readonly value: Value;
  readonly isCut: boolean;
}

const cut: Link = { value: undefined, isCut: true };

function link(node: Expression, scope: Scope, machine: Machine): Link {
  if (node.type === "ChainExpression")
    return { value: link(node.expression, scope, machine).value, isCut: false };
  if (node.type === "MemberExpression") return memberLink(node, scope, machine);
  if (node.type === "CallExpression") return callLink(node, scope, machine);
  return { value: machine.evaluate(node, scope), isCut: false };
}

function memberLink(node: MemberExpression, scope: Scope, machine: Machine): Link {
  spend(machine.fuel);
  if (node.object.type === "Super" || node.property.type === "PrivateIdentifier")
    throw faultAt(
      "not-static",
      "Classes are not worked out by the preview. Write a function.",
      node,
      scope.place,
    );
  const target = link(node.object, scope, machine);
  if (target.isCut || (node.optional && target.value == null)) return cut;
  const key =
    node.computed || node.property.type !== "Identifier"
      ? machine.evaluate(node.property, scope)
      : node.property.name;
  return {
    value: located(node, scope, () => getMember(target.value, key, nameOf(node.object))),
    isCut: false,
  };
}

function callLink(node: SimpleCallExpression, scope: Scope, machine: Machine): Link {
  spend(machine.fuel);
  if (node.callee.type === "Super")
    throw faultAt(
      "not-static",
      "Classes are not worked out by the preview. Write a function.",
      node,
      scope.place,
    );
  const callee = link(node.callee, scope, machine);
  if (callee.isCut || (node.optional && callee.value == null)) return cut;
  const { value } = callee;
  if (!isFunction(value) && !(isObject(value) && value.kind === "missing"))
    throw faultAt(
      "fails",
      `\`${nameOf(node.callee) || "This"}\` is called and is no function here, so readers see an error. Correct its name, or define it.`,
      node.callee,
      scope.place,
    );
  const args: Value[] = [];
  for (const argument of node.arguments) {
    if (argument.type === "SpreadElement") args.push(...spread(argument, scope, machine));
    else args.push(machine.evaluate(argument, scope));
  }
  return { value: located(node, scope, () => machine.call(value, args)), isCut: false };
}

/** As written, for messages: `product.name`. */
export function nameOf(node: { readonly type: string }): string {
  const each = node as Expression;
  if (each.type === "Identifier") return each.name;
  if (
    each.type === "MemberExpression" &&
    !each.computed &&
    each.property.type === "Identifier" &&
    each.object.type !== "Super"
  ) {
    const target = nameOf(each.object);
    return target === "" ? "" : `${target}.${each.property.name}`;
  }
  return "";
}

/** A fault from a part that does not know where it is written is one of this node. */
function located<Answer>(node: object, scope: Scope, work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    const fault = asFault(error);
    fault.place ??= { ...spanOf(node, scope.place), file: scope.place.file };
    throw fault;
  }
}

function assign(node: AssignmentExpression, scope: Scope, machine: Machine): Value {
  const { left, operator, right } = node;
  if (operator === "=") {
    const value = machine.evaluate(right, scope);
    located(node, scope, () => {
      machine.bind(left, value, scope, "assign");
    });
    return value;
  }
  if (left.type !== "Identifier" && left.type !== "MemberExpression")
    throw faultAt("fails", "This cannot be given a value. Write a name.", node, scope.place);
  const before = machine.evaluate(left, scope);
  const bare = operator.slice(0, -1);
  const value =
    bare === "&&" || bare === "||" || bare === "??"
      ? logical(bare, before, () => machine.evaluate(right, scope))
      : located(node, scope, () =>
          binary(bare as Parameters<typeof binary>[0], before, machine.evaluate(right, scope), machine),
        );
  machine.bind(left, value, scope, "assign");
  return value;
}

function update(node: UpdateExpression, scope: Scope, machine: Machine): Value {
  const before = toNumber(machine.evaluate(node.argument, scope));
  const after = node.operator === "++" ? before + 1 : before - 1;
  if (node.argument.type === "Identifier" || node.argument.type === "MemberExpression")
    machine.bind(node.argument, after, scope, "assign");
  return node.prefix ? after : before;
}

function isKnown(name: string, scope: Scope): boolean {
  return lookUp(scope, name) !== undefined;
}
