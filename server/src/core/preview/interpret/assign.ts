import type { AssignmentExpression, UpdateExpression } from "estree-jsx";
import { faultAt } from "./fault.ts";
import { located } from "./located.ts";
import type { Machine } from "./machine.ts";
import { binary, logical, toNumber } from "./operators.ts";
import type { Scope } from "./scope.ts";
import type { Value } from "./value.ts";

/** `a = b`, `a += b`. */
export function assign(node: AssignmentExpression, scope: Scope, machine: Machine): Value {
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

/** `a++`. */
export function update(node: UpdateExpression, scope: Scope, machine: Machine): Value {
  const before = toNumber(machine.evaluate(node.argument, scope));
  const after = node.operator === "++" ? before + 1 : before - 1;
  if (node.argument.type === "Identifier" || node.argument.type === "MemberExpression")
    machine.bind(node.argument, after, scope, "assign");
  return node.prefix ? after : before;
}
