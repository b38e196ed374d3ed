import { say } from "./say.ts";
import type { Expression, MemberExpression, SimpleCallExpression, SpreadElement } from "estree-jsx";
import { faultAt } from "./fault.ts";
import { checkList, spend } from "./fuel.ts";
import { located } from "./located.ts";
import type { Machine } from "./machine.ts";
import { getMember } from "./members.ts";
import { listOf } from "./patterns.ts";
import type { Scope } from "./scope.ts";
import { isFunction, isObject, type Value } from "./value.ts";

/** `a?.b.c(d)`: a part behind `?.` that has no value ends the chain. */
export function evaluateChain(node: Expression, scope: Scope, machine: Machine): Value {
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
      say`\`${nameOf(node.callee) || "This"}\` is called and is no function here, so readers see an error. Correct its name, or define it.`,
      node.callee,
      scope.place,
    );
  const args: Value[] = [];
  for (const argument of node.arguments) {
    if (argument.type === "SpreadElement") args.push(...spread(argument, scope, machine));
    else args.push(machine.evaluate(argument, scope));
    checkList(machine.fuel, args.length > 64 ? args.length : 0);
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

export function spread(node: SpreadElement, scope: Scope, machine: Machine): readonly Value[] {
  return located(node, scope, () => listOf(machine.evaluate(node.argument, scope), machine));
}
